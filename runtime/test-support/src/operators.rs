//! Every numeric instruction, load and store that contracts can have. The source is wasmparser's
//! list of instructions, so none is missing.

use std::sync::LazyLock;
use wasm_encoder::{Instruction, MemArg, ValType};

/// An instruction with its type.
#[derive(Clone)]
pub struct Operator {
    /// The name in wasmparser and wasm-encoder, such as `F32DemoteF64`.
    pub name: &'static str,
    /// The instruction; memory accesses are at [`AT`].
    pub instruction: Instruction<'static>,
    /// Types of its operands.
    pub takes: Vec<ValType>,
    /// Type of its result.
    pub gives: Option<ValType>,
}

impl Operator {
    /// Whether it takes or gives a float.
    pub fn is_float(&self) -> bool {
        let float = |ty: &ValType| matches!(ty, ValType::F32 | ValType::F64);
        self.takes.iter().chain(&self.gives).any(float)
    }

    /// Whether some operands trap: divisions of integers and truncations that do not saturate.
    /// Memory accesses trap only beyond the memory's end.
    pub fn may_trap(&self) -> bool {
        let what = &self.name[TYPE..];
        let truncates = what.starts_with("Trunc") && !what.starts_with("TruncSat");
        let divides = what.starts_with("Div") || what.starts_with("Rem");
        truncates && self.is_conversion() || divides && !self.is_float()
    }

    /// Whether it accesses memory.
    pub fn is_access(&self) -> bool {
        let what = &self.name[TYPE..];
        what.starts_with("Load") || what.starts_with("Store")
    }

    fn is_conversion(&self) -> bool {
        self.takes.first() != self.gives.as_ref()
    }
}

/// Length of the type's name, the prefix of each of these instructions' names.
pub const TYPE: usize = 3;

/// Value types that instructions compute with.
pub const NUMBERS: [(&str, ValType); 4] = [
    ("I32", ValType::I32),
    ("I64", ValType::I64),
    ("F32", ValType::F32),
    ("F64", ValType::F64),
];

/// The type's index in [`NUMBERS`], and the index of its global.
pub fn index(ty: ValType) -> u32 {
    let at = NUMBERS.iter().position(|(_, it)| *it == ty);
    u32::try_from(at.expect("a type of numbers")).expect("one of four")
}

/// The memory access: no offset.
pub const AT: MemArg = MemArg {
    offset: 0,
    align: 0,
    memory_index: 0,
};

static OPERATORS: LazyLock<Vec<Operator>> = LazyLock::new(|| {
    let mut operators = Vec::new();
    macro_rules! list {
        ($(@$proposal:ident $op:ident $({ $($arg:ident: $ty:ty),* })?
            => $visit:ident ($($annotation:tt)*))*) => {
            $(list!(@$proposal $op $($($arg)*)? ($($annotation)*));)*
        };
        (@mvp $op:ident ($($arity:tt)*)) => { list!(+ $op, Instruction::$op, $($arity)*) };
        (@mvp $op:ident memarg ($($arity:tt)*)) => { list!(+ $op, Instruction::$op(AT), $($arity)*) };
        (@sign_extension $op:ident ($($arity:tt)*)) => { list!(+ $op, Instruction::$op, $($arity)*) };
        (@saturating_float_to_int $op:ident ($($arity:tt)*)) => {
            list!(+ $op, Instruction::$op, $($arity)*)
        };
        (@$proposal:ident $($other:tt)*) => {};
        (+ $op:ident, $instruction:expr, arity custom) => {};
        (+ $op:ident, $instruction:expr, arity $pops:literal -> $pushes:literal) => {
            operators.extend(operator(stringify!($op), $instruction, $pops))
        };
    }
    wasmparser::for_each_visit_operator!(list);
    operators
});

/// All operators, in the order of wasmparser's list.
pub fn operators() -> &'static [Operator] {
    &OPERATORS
}

/// The instruction that loads a value of the type, or stores one: `Load` or `Store`.
pub fn access(what: &str, ty: ValType) -> Instruction<'static> {
    let name = format!("{ty:?}{what}");
    let operator = operators().iter().find(|it| it.name == name);
    let operator = operator.expect("there is one of each type");
    operator.instruction.clone()
}

/// The instruction with the type in its name; `None` if it is not numeric.
fn operator(
    name: &'static str,
    instruction: Instruction<'static>,
    pops: usize,
) -> Option<Operator> {
    let named = |text: &str| NUMBERS.into_iter().find(|(name, _)| text.contains(name));
    let (_, ty) = named(name.get(..TYPE)?)?;
    let what = &name[TYPE..];
    let from = named(what).map_or(ty, |(_, from)| from);
    let compares = ["Eq", "Eqz", "Ne", "Lt", "Gt", "Le", "Ge"];
    let (takes, gives) = if what.starts_with("Load") {
        (vec![ValType::I32], Some(ty))
    } else if what.starts_with("Store") {
        (vec![ValType::I32, ty], None)
    } else if compares.contains(&what.trim_end_matches(['S', 'U'])) {
        (vec![ty; pops], Some(ValType::I32))
    } else {
        (vec![from; pops], Some(ty))
    };
    Some(Operator {
        name,
        instruction,
        takes,
        gives,
    })
}
