//! The contract around a recursive function.

use crate::case::{LIMITS, limit, padded};
use proptest::prelude::{Strategy, any};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use test_support::assembly::Assembly;
use test_support::operators::{AT, index};
use wasm_encoder::{Encode as _, InstructionSink, MemArg, ValType};

/// The host function with which `main` returns the results.
const VALUE_RETURN: u32 = 0;
/// The host function that the recursion may import.
pub(super) const ASKED: u32 = 1;
/// A function that changes the variable of each type.
pub(super) const STEP: u32 = 2;
/// The recursive function.
pub(super) const RECURSION: u32 = 3;

/// The type of a function without parameters and results.
pub(super) const NOTHING_TYPE: u32 = 0;

/// An i32 that counts down.
pub(super) const COUNTER: u32 = 4;

/// The types of values: one type, or all in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Kind {
    I32,
    I64,
    F32,
    F64,
    Mixed,
}

impl Kind {
    const ALL: [Self; 5] = [Self::I32, Self::I64, Self::F32, Self::F64, Self::Mixed];

    pub(super) fn any() -> impl Strategy<Value = Self> {
        proptest::sample::select(&Self::ALL[..])
    }

    /// The type of the nth value.
    pub(super) fn of(self, index: u32) -> ValType {
        match self {
            Self::I32 => ValType::I32,
            Self::I64 => ValType::I64,
            Self::F32 => ValType::F32,
            Self::F64 => ValType::F64,
            Self::Mixed => Self::ALL[index as usize % 4].of(0),
        }
    }
}

/// Variables of each type, none of them zero.
fn variables() -> [(ValType, u64); 4] {
    [
        (ValType::I32, 7),
        (ValType::I64, 1 << 40 | 1),
        (ValType::F32, u64::from(1.5_f32.to_bits())),
        (ValType::F64, 2.5_f64.to_bits()),
    ]
}

/// The recursive function: locals, then code, without its end.
#[derive(Clone)]
pub(super) struct Body {
    locals: u64,
    bytes: Vec<u8>,
}

impl Body {
    pub(super) fn new(kind: Kind, locals: u32) -> Self {
        let mut bytes = Vec::new();
        let groups = locals.min(if kind == Kind::Mixed { u32::MAX } else { 1 });
        groups.encode(&mut bytes);
        for index in 0..groups {
            let count = locals / groups;
            count.encode(&mut bytes);
            kind.of(index).encode(&mut bytes);
        }
        Self {
            locals: u64::from(locals),
            bytes,
        }
    }

    pub(super) fn code(&mut self) -> InstructionSink<'_> {
        InstructionSink::new(&mut self.bytes)
    }

    /// Sets these locals to the variables of their types.
    pub(super) fn set(&mut self, kind: Kind, locals: std::ops::Range<u32>) {
        for local in locals {
            let variable = index(kind.of(local));
            self.code().global_get(variable).local_set(local);
        }
    }

    /// Sets the variables to these locals.
    pub(super) fn get(&mut self, kind: Kind, locals: std::ops::Range<u32>) {
        for local in locals {
            let variable = index(kind.of(local));
            self.code().local_get(local).global_set(variable);
        }
    }

    pub(super) fn extend(&mut self, code: &[u8]) {
        self.bytes.extend(code);
    }
}

pub(super) fn bytes<F>(write: F) -> Vec<u8>
where
    F: for<'a, 'b> FnOnce(&'a mut InstructionSink<'b>) -> &'a mut InstructionSink<'b>,
{
    let mut bytes = Vec::new();
    write(&mut InstructionSink::new(&mut bytes));
    bytes
}

/// A host function, with the types of its parameters and results.
pub(super) type Asked = (&'static str, (Vec<ValType>, Vec<ValType>));

/// The contract with this function, the recursive one: `main` sets the counter, calls the function,
/// and returns all variables.
pub(super) fn contract(recursive: &Body, counter: u32, asked: Option<Asked>) -> Vec<u8> {
    let (name, ty) = asked.unwrap_or(("block_index", (vec![], vec![ValType::I64])));
    let mut contract = Assembly {
        types: vec![(vec![], vec![]), (vec![ValType::I64; 2], vec![]), ty],
        imports: vec![("value_return", 1), (name, 2)],
        globals: variables().into_iter().collect(),
        table: vec![STEP; 8],
        memory: (0..64).collect(),
        passive: Some((0..64).rev().collect()),
        ..Assembly::default()
    };
    contract.globals.push((ValType::I32, u64::from(counter)));
    contract.function(NOTHING_TYPE, step());
    let recursion = [&recursive.bytes[..], &[0x0b]].concat();
    contract.function(NOTHING_TYPE, recursion);
    let main = contract.function(NOTHING_TYPE, main());
    contract.methods = vec![("main".to_owned(), main)];
    let wasm = contract.finish();
    let size = limit(LIMITS.min_contract_size_per_local) * recursive.locals;
    // An empty section takes seven bytes.
    let least = wasm.len() as u64 + 7;
    padded(wasm, size.max(least))
}

fn step() -> Vec<u8> {
    let mut body = Body::new(Kind::I32, 0);
    let mut code = body.code();
    code.global_get(0).i32_const(1).i32_add().global_set(0);
    code.global_get(1).i64_const(3).i64_mul().global_set(1);
    code.global_get(2).f32_const(1.0.into());
    code.f32_add().global_set(2);
    code.global_get(3).f64_const(1.0.into());
    code.f64_add().global_set(3).end();
    body.bytes
}

fn main() -> Vec<u8> {
    let access = |offset| MemArg { offset, ..AT };
    let mut body = Body::new(Kind::I32, 0);
    let mut code = body.code();
    code.call(RECURSION);
    code.i32_const(0).global_get(0).i32_store(access(0));
    code.i32_const(0).global_get(1).i64_store(access(8));
    code.i32_const(0).global_get(2).f32_store(access(16));
    code.i32_const(0).global_get(3).f64_store(access(24));
    code.i64_const(64).i64_const(0).call(VALUE_RETURN).end();
    body.bytes
}

/// A number of any magnitude within this range.
pub(super) fn about(range: RangeInclusive<u32>) -> impl Strategy<Value = u32> {
    let (least, most) = range.into_inner();
    let magnitudes = (least + 1).ilog2()..=(most + 1).ilog2();
    (magnitudes, any::<u32>()).prop_map(move |(magnitude, low)| {
        let number = (1 << magnitude) + low % (1 << magnitude) - 1;
        number.clamp(least, most)
    })
}
