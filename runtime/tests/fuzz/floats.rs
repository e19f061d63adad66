//! Modules of float code, made from bytes: every instruction that takes or gives a float, on odd
//! values, in the shapes that compilers translate differently. Results are stored in memory.

use arbitrary::{Result, Unstructured};
use std::sync::LazyLock;
use test_support::assembly::{Assembly, body};
use test_support::odd::{constant, odd};
use test_support::operators::{NUMBERS, Operator, access, index, operators};
use wasm_encoder::{BlockType, Instruction, ValType};

/// Instructions that take or give a float, grouped by result type.
static GIVING: LazyLock<[Vec<&Operator>; 4]> = LazyLock::new(|| {
    NUMBERS.map(|(_, ty)| {
        let of_type = |it: &&Operator| it.is_float() && !it.is_access() && it.gives == Some(ty);
        operators().iter().filter(of_type).collect()
    })
});

/// Indices of function types: the host's, `compute`'s, and those from one float to another.
const COMPUTE_TYPE: u32 = 1;
const FUNCTION_TYPES: [(u32, ValType); 2] = [(2, ValType::F32), (3, ValType::F64)];
/// The first function; one of each of [`FUNCTION_TYPES`] precedes `compute`.
const FIRST: u32 = 1;

/// Variables of each type in a function: parameters in `compute`, locals after the parameters
/// elsewhere.
const VARIABLES: u32 = 2;
/// The global that counts the remaining turns of all loops; the globals of each type precede it.
const TURNS: u32 = 4;
/// Its initial value.
const ALL_TURNS: u64 = 50;
/// Depth of expressions and blocks.
const DEPTH: u32 = 5;
/// Bytes of memory used by loads and stores.
const MEMORY: u32 = 4096;
/// Largest number of statements of a function, outside blocks.
const STATEMENTS: usize = 60;

/// A module with a function `compute`. With `may_trap`, it may truncate values that do not fit.
pub(crate) fn module(may_trap: bool, bytes: &[u8]) -> Result<Vec<u8>> {
    let mut bytes = Unstructured::new(bytes);
    let (f32, f64) = (ValType::F32, ValType::F64);
    let all = || NUMBERS.map(|(_, ty)| ty).to_vec();
    let mut module = Assembly {
        types: vec![
            (vec![ValType::I64; 2], vec![]),
            (all(), vec![ValType::I64]),
            (vec![f32, f64], vec![f32]),
            (vec![f32, f64], vec![f64]),
        ],
        imports: vec![("value_return", 0)],
        globals: NUMBERS.map(|(_, ty)| (ty, 1)).into(),
        ..Assembly::default()
    };
    module.globals.push((ValType::I32, ALL_TURNS));
    for (ty, gives) in FUNCTION_TYPES {
        let mut code = Code {
            bytes: &mut bytes,
            may_trap,
            locals: 2,
            calls: false,
            code: Vec::new(),
        };
        code.statements(3)?;
        code.value(gives, DEPTH)?;
        let code = code.code;
        module.function(ty, body(locals(), &code));
    }
    let mut code = Code {
        bytes: &mut bytes,
        may_trap,
        locals: 4,
        calls: true,
        code: Vec::new(),
    };
    code.statements(STATEMENTS)?;
    code.value(ValType::I64, DEPTH)?;
    let code = code.code;
    let compute = module.function(COMPUTE_TYPE, body(locals(), &code));
    module.methods = vec![("compute".to_owned(), compute)];
    Ok(module.finish())
}

fn locals() -> [(u32, ValType); 4] {
    NUMBERS.map(|(_, ty)| (VARIABLES, ty))
}

/// A function's code, under construction.
struct Code<'a, 'b> {
    bytes: &'a mut Unstructured<'b>,
    may_trap: bool,
    /// The first local that is not a parameter.
    locals: u32,
    /// Whether it calls other functions.
    calls: bool,
    code: Vec<Instruction<'static>>,
}

impl Code<'_, '_> {
    fn push(&mut self, instruction: Instruction<'static>) {
        self.code.push(instruction);
    }

    fn any_type(&mut self) -> Result<ValType> {
        Ok(self.bytes.choose(&NUMBERS)?.1)
    }

    fn local(&mut self, ty: ValType) -> Result<u32> {
        let before = NUMBERS.iter().take_while(|(_, it)| *it != ty).count();
        let before = u32::try_from(before).expect("four types");
        let which = self.bytes.int_in_range(0..=VARIABLES - 1)?;
        Ok(self.locals + before * VARIABLES + which)
    }

    fn statements(&mut self, most: usize) -> Result<()> {
        for _ in 0..most {
            if self.bytes.is_empty() {
                break;
            }
            self.statement(DEPTH)?;
        }
        Ok(())
    }

    fn statement(&mut self, depth: u32) -> Result<()> {
        let ty = self.any_type()?;
        match self.bytes.int_in_range(0..=6)? {
            0 | 1 if depth > 0 => {
                let is_loop = self.bytes.arbitrary()?;
                self.push(match is_loop {
                    true => Instruction::Loop(BlockType::Empty),
                    false => Instruction::Block(BlockType::Empty),
                });
                self.statement(depth - 1)?;
                self.value(ValType::I32, 2)?;
                if is_loop {
                    self.turn_left();
                }
                self.push(Instruction::BrIf(0));
                self.statement(depth - 1)?;
                self.push(Instruction::End);
            }
            2 => {
                self.value(ty, depth)?;
                let local = self.local(ty)?;
                self.push(Instruction::LocalSet(local));
            }
            3 => {
                self.value(ty, depth)?;
                self.push(Instruction::GlobalSet(index(ty)));
            }
            _ => {
                self.address()?;
                self.value(ty, depth)?;
                self.push(access("Store", ty));
            }
        }
        Ok(())
    }

    /// Counts a turn; leaves a condition that is false after the last turn.
    fn turn_left(&mut self) {
        self.code.extend([
            Instruction::GlobalGet(TURNS),
            Instruction::I32Const(1),
            Instruction::I32Sub,
            Instruction::GlobalSet(TURNS),
            Instruction::GlobalGet(TURNS),
            Instruction::I32Const(0),
            Instruction::I32GtS,
            Instruction::I32And,
        ]);
    }

    /// Puts a value of the type on the stack.
    fn value(&mut self, ty: ValType, depth: u32) -> Result<()> {
        if depth == 0 {
            return self.leaf(ty);
        }
        match self.bytes.int_in_range(0..=11)? {
            0 | 1 => self.leaf(ty)?,
            2 => {
                self.value(ty, depth - 1)?;
                self.value(ty, depth - 1)?;
                self.value(ValType::I32, depth - 1)?;
                self.push(Instruction::Select);
            }
            3 => {
                self.value(ValType::I32, depth - 1)?;
                self.push(Instruction::If(BlockType::Result(ty)));
                self.value(ty, depth - 1)?;
                self.push(Instruction::Else);
                self.value(ty, depth - 1)?;
                self.push(Instruction::End);
            }
            4 => {
                let local = self.local(ty)?;
                self.value(ty, depth - 1)?;
                self.push(Instruction::LocalTee(local));
            }
            5 if self.calls => {
                let functions = (FIRST..).zip(FUNCTION_TYPES);
                for (function, (_, gives)) in functions {
                    if gives == ty {
                        self.value(ValType::F32, depth - 1)?;
                        self.value(ValType::F64, depth - 1)?;
                        self.push(Instruction::Call(function));
                        return Ok(());
                    }
                }
                self.leaf(ty)?;
            }
            _ => {
                let operator = self.bytes.choose(&GIVING[index(ty) as usize])?;
                if operator.may_trap() && !self.may_trap {
                    return self.leaf(ty);
                }
                for ty in &operator.takes {
                    self.value(*ty, depth - 1)?;
                }
                self.push(operator.instruction.clone());
            }
        }
        Ok(())
    }

    /// A value without operands; mostly a constant.
    fn leaf(&mut self, ty: ValType) -> Result<()> {
        let leaf = match self.bytes.int_in_range(0..=6)? {
            0 => Instruction::LocalGet(self.local(ty)?),
            1 => Instruction::GlobalGet(index(ty)),
            2 => {
                self.address()?;
                access("Load", ty)
            }
            3 => match self.bytes.arbitrary()? {
                // Arbitrary bits, mostly of ordinary values.
                bits if matches!(ty, ValType::I64 | ValType::F64) => constant(ty, bits),
                bits => constant(ty, bits & u64::from(u32::MAX)),
            },
            _ => constant(ty, *self.bytes.choose(&odd(ty))?),
        };
        self.push(leaf);
        Ok(())
    }

    fn address(&mut self) -> Result<()> {
        let address = self.bytes.int_in_range(0..=MEMORY)?;
        self.push(constant(ValType::I32, u64::from(address)));
        Ok(())
    }
}
