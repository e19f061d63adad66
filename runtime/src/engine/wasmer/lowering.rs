//! What wasmer's Singlepass lacks, in terms of what it has: wide arithmetic, and canonical NaNs of
//! promotions and demotions.
//!
//! nearcore's instrumentation checks the stack of every function, and the price of operations
//! that cost by the unit, with `i64.add128`, `i64.sub128` and `i64.mul_wide_u`, which wasmer's
//! Singlepass rejects. User code has none of them: preparation validates it first. The pass
//! runs after metering and keeps every result and trap, so it changes no gas.
//!
//! The two sequences that instrumentation emits become short code without locals; any other
//! wide instruction becomes generic code with three locals behind the function's own, so
//! that no index moves. Behind a promotion or demotion, which pass a NaN's payload on in Singlepass, a
//! zero is subtracted, which changes no number and makes a NaN canonical. Singlepass makes other NaNs
//! canonical when they are used, and forgets to, or does so too late, where that use changes the sign:
//! before it, the value goes through an integer. All else is copied as it is, custom sections included.
//! The module is taken to be valid, as preparation leaves it; whoever compiles the result validates it.

mod generic;
mod sequence;

use generic::{Product, SCRATCH_LOCALS, Sum};
use sequence::{LinearFee, StackCheck};
use std::borrow::Cow;
use std::ops::Range;
use wasm_encoder::{BlockType, CodeSection, Encode, InstructionSink, Module, RawSection, ValType};
use wasmparser::{
    BinaryReader, BinaryReaderError, CompositeInnerType, FunctionBody, FunctionSectionReader,
    Parser, Payload, TypeSectionReader, VisitOperator,
};

/// A module that cannot be lowered; no module that instrumentation made is one.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum LoweringError {
    /// The module does not parse.
    #[error("malformed module: {0}")]
    Malformed(#[from] BinaryReaderError),
    /// A function has no type, or one that is not a function's.
    #[error("function {function} of the code section has no function type")]
    Untyped { function: u32 },
    /// A function has no room for three more locals.
    #[error("function {function} of the code section has too many locals")]
    TooManyLocals { function: u32 },
}

/// The module without what Singlepass lacks, in time linear in its size.
///
/// # Errors
///
/// Only for modules that are not valid.
pub(crate) fn lower(wasm: &[u8]) -> Result<Vec<u8>, LoweringError> {
    let mut types = Vec::new();
    let mut functions = Vec::new();
    let mut code = CodeSection::new();
    let mut code_len = 0;
    let mut module = Module::new();
    for payload in Parser::new(0).parse_all(wasm) {
        let payload = payload?;
        match &payload {
            Payload::TypeSection(section) => types = parameter_counts(section)?,
            Payload::FunctionSection(section) => functions = function_types(section)?,
            Payload::CodeSectionStart { count, .. } => code_len = *count,
            Payload::CodeSectionEntry(body) => {
                let function = code.len();
                let parameters = parameters(function, &types, &functions)
                    .ok_or(LoweringError::Untyped { function })?;
                code.raw(&lower_function(wasm, body, function, parameters)?);
            }
            _ => {}
        }
        match payload {
            Payload::CodeSectionStart { .. } | Payload::CodeSectionEntry(_) => {
                if code.len() == code_len {
                    module.section(&code);
                }
            }
            _ => {
                if let Some((id, range)) = payload.as_section() {
                    let data = &wasm[range]; // wasmparser's own offsets, here and below
                    module.section(&RawSection { id, data });
                }
            }
        }
    }
    Ok(module.finish())
}

/// How many parameters each type has; `None` for a type that is not a function's.
fn parameter_counts(section: &TypeSectionReader<'_>) -> Result<Vec<Option<u32>>, LoweringError> {
    let mut counts = Vec::new();
    for group in section.clone() {
        counts.extend(group?.into_types().map(|ty| match ty.composite_type.inner {
            CompositeInnerType::Func(ty) => u32::try_from(ty.params().len()).ok(),
            _ => None,
        }));
    }
    Ok(counts)
}

fn function_types(section: &FunctionSectionReader<'_>) -> Result<Vec<u32>, LoweringError> {
    Ok(section.clone().into_iter().collect::<Result<_, _>>()?)
}

/// How many parameters a function of the code section has.
fn parameters(function: u32, types: &[Option<u32>], functions: &[u32]) -> Option<u32> {
    let ty = functions.get(usize::try_from(function).ok()?)?;
    *types.get(usize::try_from(*ty).ok()?)?
}

fn lower_function<'a>(
    wasm: &'a [u8],
    body: &FunctionBody<'a>,
    function: u32,
    parameters: u32,
) -> Result<Cow<'a, [u8]>, LoweringError> {
    let mut reader = body.get_binary_reader();
    let groups = reader.read_var_u32()?;
    let first_group = reader.original_position();

    let too_many_locals = || LoweringError::TooManyLocals { function };
    let mut locals = body.get_locals_reader()?;
    let mut scratch = parameters;
    for _ in 0..groups {
        let (count, _) = locals.read()?;
        scratch = scratch.checked_add(count).ok_or_else(too_many_locals)?;
    }
    scratch
        .checked_add(SCRATCH_LOCALS)
        .ok_or_else(too_many_locals)?;

    let mut operators = body.get_operators_reader()?;
    let first_operator = operators.original_position();
    let mut lowering = Lowering {
        wasm,
        end: body.range().end,
        copied: first_operator,
        code: Vec::new(),
        recent: [first_operator; 4],
        scratch,
        uses_scratch: false,
    };
    while !operators.eof() {
        let start = operators.original_position();
        let instruction = operators.visit_operator(&mut Classify)?;
        // What a longer sequence has replaced is behind.
        if let Some(instruction) = instruction
            && start >= lowering.copied
        {
            lowering.lower(instruction, start..operators.original_position());
        }
        lowering.recent.rotate_left(1);
        lowering.recent[3] = start;
    }
    if lowering.copied == first_operator {
        return Ok(Cow::Borrowed(&wasm[body.range()]));
    }
    lowering.copy_until(lowering.end);

    let mut lowered = Vec::with_capacity(body.range().len() + lowering.code.len());
    let extra_groups = u32::from(lowering.uses_scratch);
    groups
        .checked_add(extra_groups)
        .ok_or_else(too_many_locals)?
        .encode(&mut lowered);
    lowered.extend_from_slice(&wasm[first_group..first_operator]);
    if lowering.uses_scratch {
        SCRATCH_LOCALS.encode(&mut lowered);
        ValType::I64.encode(&mut lowered);
    }
    lowered.append(&mut lowering.code);
    Ok(Cow::Owned(lowered))
}

/// An instruction that is lowered.
#[derive(Clone, Copy)]
enum Lowered {
    Sum(Sum),
    Product(Product),
    Promotion,
    Demotion,
    SignOfF32,
    SignOfF64,
}

/// Tells instructions that are lowered from others.
///
/// A visitor, as reading wasmparser's `Operator`s takes three times as long. SIMD, which
/// preparation does not let through, is an error to it.
struct Classify;

macro_rules! classify {
    ($(@$proposal:ident $op:ident $({ $($arg:ident: $ty:ty),* })?
        => $visit:ident ($($annotation:tt)*))*) => {
        $(fn $visit(&mut self $($(, $arg: $ty)*)?) -> Option<Lowered> {
            $($(let _ = $arg;)*)?
            classify!(= $op)
        })*
    };
    (= I64Add128) => { Some(Lowered::Sum(Sum::Add)) };
    (= I64Sub128) => { Some(Lowered::Sum(Sum::Sub)) };
    (= I64MulWideU) => { Some(Lowered::Product(Product::Unsigned)) };
    (= I64MulWideS) => { Some(Lowered::Product(Product::Signed)) };
    (= F64PromoteF32) => { Some(Lowered::Promotion) };
    (= F32DemoteF64) => { Some(Lowered::Demotion) };
    (= F32Abs) => { Some(Lowered::SignOfF32) };
    (= F32Neg) => { Some(Lowered::SignOfF32) };
    (= F64Abs) => { Some(Lowered::SignOfF64) };
    (= F64Neg) => { Some(Lowered::SignOfF64) };
    (= $op:ident) => { None };
}

impl<'a> VisitOperator<'a> for Classify {
    type Output = Option<Lowered>;
    wasmparser::for_each_visit_operator!(classify);
}

/// The instructions of one function on their way from `wasm` to `code`.
struct Lowering<'a> {
    wasm: &'a [u8],
    /// Where the function ends in `wasm`.
    end: usize,
    /// How far `wasm` is in `code`, as it was or lowered.
    copied: usize,
    code: Vec<u8>,
    /// Where the last four instructions begin.
    recent: [usize; 4],
    /// The first of the extra locals.
    scratch: u32,
    uses_scratch: bool,
}

impl<'a> Lowering<'a> {
    fn lower(&mut self, instruction: Lowered, at: Range<usize>) {
        let short = match instruction {
            Lowered::Sum(op) => self.stack_check(op),
            Lowered::Product(Product::Unsigned) => self.linear_fee(at.start),
            _ => None,
        };
        if short.is_some() {
            return;
        }
        match instruction {
            Lowered::Sum(_) | Lowered::Product(_) => self.replace(at),
            Lowered::Promotion | Lowered::Demotion => self.replace(at.end..at.end),
            Lowered::SignOfF32 | Lowered::SignOfF64 => self.replace(at.start..at.start),
        }
        let mut code = InstructionSink::new(&mut self.code);
        match instruction {
            Lowered::Sum(op) => generic::sum(&mut code, op, self.scratch),
            Lowered::Product(op) => generic::product(&mut code, op, self.scratch),
            Lowered::Promotion => {
                code.f64_const(0.0.into()).f64_sub();
            }
            Lowered::Demotion => {
                code.f32_const(0.0.into()).f32_sub();
            }
            Lowered::SignOfF32 => {
                code.i32_reinterpret_f32().f32_reinterpret_i32();
            }
            Lowered::SignOfF64 => {
                code.i64_reinterpret_f64().f64_reinterpret_i64();
            }
        }
        self.uses_scratch |= matches!(instruction, Lowered::Sum(_) | Lowered::Product(_));
    }

    fn stack_check(&mut self, op: Sum) -> Option<()> {
        let start = self.recent[0];
        let mut code = self.code_from(start);
        let StackCheck {
            global,
            constant,
            exhausted,
        } = StackCheck::read(&mut code, op)?;
        self.replace(start..code.original_position());

        let mut code = InstructionSink::new(&mut self.code);
        code.global_get(global);
        match op {
            Sum::Add => code.i64_const(!constant).i64_gt_u(), // !C is 2^64 - 1 - C
            Sum::Sub => code.i64_const(constant).i64_lt_u(),
        };
        code.if_(BlockType::Empty);
        self.code.extend_from_slice(&self.wasm[exhausted]); // with the `end` of the `if`
        let mut code = InstructionSink::new(&mut self.code);
        code.global_get(global).i64_const(constant);
        match op {
            Sum::Add => code.i64_add(),
            Sum::Sub => code.i64_sub(),
        };
        Some(())
    }

    fn linear_fee(&mut self, mul: usize) -> Option<()> {
        let mut code = self.code_from(self.recent[2]);
        let fee = LinearFee::read(&mut code)?;
        if !fee.always_fits() {
            return None;
        }
        self.replace(mul..code.original_position());
        InstructionSink::new(&mut self.code)
            .i64_mul()
            .i64_const(fee.constant)
            .i64_add();
        Some(())
    }

    /// What is at `start`, an instruction's, and behind it in this function.
    fn code_from(&self, start: usize) -> BinaryReader<'a> {
        BinaryReader::new(&self.wasm[start..self.end], start)
    }

    /// Leaves `range` out; whatever is written to `code` next stands for it.
    fn replace(&mut self, range: Range<usize>) {
        self.copy_until(range.start);
        self.copied = range.end;
    }

    fn copy_until(&mut self, end: usize) {
        self.code.extend_from_slice(&self.wasm[self.copied..end]);
    }
}

#[cfg(test)]
mod tests;
