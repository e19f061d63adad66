//! Operations on floats: every instruction that takes or gives one, and every path of a float from
//! one place to another.

use test_support::odd::{constant, odd};
use test_support::operators::operators;
use wasm_encoder::{BlockType, Instruction, ValType};

pub(crate) const FLOATS: [ValType; 2] = [ValType::F32, ValType::F64];

/// Code that computes a value from others.
pub(crate) struct Form {
    pub(crate) name: String,
    pub(crate) takes: Vec<ValType>,
    pub(crate) gives: ValType,
    pub(crate) code: Vec<Instruction<'static>>,
}

impl Form {
    /// The operands it is tried on: all combinations of odd values.
    pub(crate) fn operands(&self) -> Vec<Vec<u64>> {
        let mut all = vec![Vec::new()];
        for ty in &self.takes {
            let longer = |operands: &Vec<u64>| {
                odd(*ty)
                    .into_iter()
                    .map(|value| [&operands[..], &[value]].concat())
                    .collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }
}

// Parts of the contract that paths use.
/// The function that returns its only argument.
pub(crate) const fn identity(ty: ValType) -> u32 {
    1 + of_float(ty)
}
/// A local for any value of this type; [`of_float`] is the number of the global.
pub(crate) const fn scratch(ty: ValType) -> u32 {
    3 + of_float(ty)
}

pub(crate) const fn of_float(ty: ValType) -> u32 {
    matches!(ty, ValType::F64) as u32
}

/// Instructions that trap on no operand.
fn instructions() -> Vec<Form> {
    let chosen = operators()
        .iter()
        .filter(|it| it.is_float() && !it.is_access() && !it.may_trap());
    chosen
        .cloned()
        .map(|operator| Form {
            name: operator.name.to_owned(),
            takes: operator.takes,
            gives: operator.gives.expect("only stores give nothing"),
            code: vec![operator.instruction],
        })
        .collect()
}

/// Paths of a value of the type from the stack back to the stack.
fn ways(ty: ValType) -> Vec<Form> {
    use Instruction::{
        Br, BrIf, BrTable, Call, CallIndirect, Drop, Else, End, GlobalGet, GlobalSet, I32Const, If,
        LocalGet, LocalSet, LocalTee, Loop, Select, TypedSelect,
    };
    let (set, get) = (LocalSet(scratch(ty)), LocalGet(scratch(ty)));
    let block = Instruction::Block(BlockType::Result(ty));
    let other = constant(ty, odd(ty)[7]);
    let (yes, no) = (I32Const(1), I32Const(0));
    let ways = [
        ("memory", vec![]),
        ("a local", vec![set.clone(), get.clone()]),
        ("local.tee", vec![LocalTee(scratch(ty)), Drop, get.clone()]),
        (
            "a global",
            vec![GlobalSet(of_float(ty)), GlobalGet(of_float(ty))],
        ),
        ("a call", vec![Call(identity(ty))]),
        (
            "an indirect call",
            vec![
                I32Const(of_float(ty).cast_signed()),
                CallIndirect {
                    type_index: identity(ty),
                    table_index: 0,
                },
            ],
        ),
        ("select's first", vec![other.clone(), yes.clone(), Select]),
        (
            "select's second",
            vec![
                set.clone(),
                other.clone(),
                get.clone(),
                no.clone(),
                TypedSelect(ty),
            ],
        ),
        (
            "a block",
            vec![set.clone(), block.clone(), get.clone(), End],
        ),
        (
            "a loop",
            vec![set.clone(), Loop(BlockType::Result(ty)), get.clone(), End],
        ),
        (
            "if",
            vec![
                set.clone(),
                yes.clone(),
                If(BlockType::Result(ty)),
                get.clone(),
                Else,
                other.clone(),
                End,
            ],
        ),
        (
            "br",
            vec![set.clone(), block.clone(), get.clone(), Br(0), End],
        ),
        (
            "br_if",
            vec![
                set.clone(),
                block.clone(),
                get.clone(),
                yes,
                BrIf(0),
                Drop,
                other,
                End,
            ],
        ),
        (
            "br_table",
            vec![set, block, get, no, BrTable(vec![0, 0].into(), 0), End],
        ),
    ];
    ways.map(|(name, code)| Form {
        name: format!("{ty:?} by {name}"),
        takes: vec![ty],
        gives: ty,
        code,
    })
    .into()
}

pub(crate) fn forms() -> Vec<Form> {
    let ways = FLOATS.into_iter().flat_map(ways);
    instructions().into_iter().chain(ways).collect()
}
