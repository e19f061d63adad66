//! Contracts whose recursion ends about where the metered stack does, with a call of a library or of
//! a host function at the greatest depth.
#![allow(clippy::panic, reason = "a test fails by panicking")]

use super::contract::{
    ASKED, Asked, Body, COUNTER, Kind, NOTHING_TYPE, RECURSION, STEP, about, bytes, contract,
};
use crate::case::{LIMITS, prepared};
use near_runtime_ext::abi;
use proptest::prelude::{Just, Strategy, any};
use proptest::prop_oneof;
use proptest::sample::select;
use serde::{Deserialize, Serialize};
use test_support::imports::host_functions;
use test_support::operators::{Operator, TYPE, index, operators};
use wasm_encoder::{BlockType, Encode as _, HeapType, InstructionSink, ValType};
use wasmparser::{FunctionBody, Parser, Payload};

/// A contract that recurses, with all its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Recursion {
    kind: Kind,
    locals: u32,
    act: Act,
    /// Whether every frame acts before it calls the next, or only the last.
    everywhere: bool,
    /// Frames for which the metered stack would still have room; with -1, the last frame exceeds
    /// it.
    spare: i8,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Act {
    /// An instruction of [`LIBRARY`] or [`rounding`]; compilers may translate it differently.
    Instruction(String),
    /// The host function of this name, with equal arguments.
    Host { name: String, argument: i64 },
}

type Write = for<'a, 'b> fn(&'a mut InstructionSink<'b>) -> &'a mut InstructionSink<'b>;

/// Instructions that compilers translate to calls.
const LIBRARY: [(&str, Write); 14] = [
    ("MemoryGrow", |code| {
        code.i32_const(0).memory_grow(0).global_set(0)
    }),
    ("MemoryFill", |code| three(code, 3).memory_fill(0)),
    ("MemoryCopy", |code| three(code, 3).memory_copy(0, 0)),
    ("MemoryInit", |code| three(code, 3).memory_init(0, 1)),
    ("DataDrop", |code| code.data_drop(1)),
    ("TableGrow", |code| {
        code.ref_null(HeapType::FUNC).i32_const(0);
        code.table_grow(0).global_set(0)
    }),
    ("TableFill", |code| {
        code.i32_const(1).ref_func(STEP).i32_const(2).table_fill(0)
    }),
    ("TableCopy", |code| three(code, 3).table_copy(0, 0)),
    ("TableInit", |code| three(code, 3).table_init(0, 1)),
    ("TableGet", |code| code.i32_const(1).table_get(0).drop()),
    ("TableSet", |code| {
        code.i32_const(1).ref_func(STEP).table_set(0)
    }),
    ("ElemDrop", |code| code.elem_drop(1)),
    ("RefFunc", |code| code.ref_func(STEP).drop()),
    ("CallIndirect", |code| {
        code.i32_const(1).call_indirect(0, NOTHING_TYPE)
    }),
];

fn three<'a, 'b>(code: &'a mut InstructionSink<'b>, length: i32) -> &'a mut InstructionSink<'b> {
    code.i32_const(1).i32_const(2).i32_const(length)
}

/// Instructions that compilers translate to calls on some processors only.
fn rounding() -> impl Iterator<Item = &'static Operator> {
    let rounds = |name: &str| ["Ceil", "Floor", "Trunc", "Nearest"].contains(&&name[TYPE..]);
    operators()
        .iter()
        .filter(move |operator| rounds(operator.name))
}

pub(super) fn strategy() -> impl Strategy<Value = Recursion> {
    let names = LIBRARY.map(|(name, _)| name).into_iter();
    let names = names.chain(rounding().map(|operator| operator.name));
    let names: Vec<_> = names.map(str::to_owned).collect();
    let instruction = select(names).prop_map(Act::Instruction);
    let names: Vec<_> = host_functions().map(|it| it.name.to_owned()).collect();
    let arguments = vec![0, 1, 32, 64, 96, 192, 1024, 1 << 20, -1];
    let host = (select(names), select(arguments))
        .prop_map(|(name, argument)| Act::Host { name, argument });
    let locals = prop_oneof![Just(0), about(0..=4000)];
    (
        Kind::any(),
        locals,
        prop_oneof![instruction, host],
        any::<bool>(),
        -1_i8..=2,
    )
        .prop_map(|(kind, locals, act, everywhere, spare)| Recursion {
            kind,
            locals,
            // Host functions refuse most arguments, which ends the call.
            everywhere: everywhere && matches!(act, Act::Instruction(_)),
            act,
            spare,
        })
}

impl Recursion {
    pub(super) fn contract(&self) -> Vec<u8> {
        let (act, asked) = self.act.code();
        let mut body = Body::new(self.kind, self.locals);
        body.set(self.kind, 0..self.locals);
        if self.everywhere {
            body.extend(&act);
        }
        body.code()
            .global_get(COUNTER)
            .i32_eqz()
            .if_(BlockType::Empty);
        if !self.everywhere {
            body.extend(&act);
        }
        body.code().return_().end();
        body.code().global_get(COUNTER).i32_const(1).i32_sub();
        body.code().global_set(COUNTER).call(RECURSION);
        body.get(self.kind, 0..self.locals);
        let with = |counter| contract(&body, counter, asked.clone());
        with(self.frames(&with(0)))
    }

    /// The number of times that the function must call itself.
    fn frames(&self, contract: &[u8]) -> u32 {
        let charges = stack_charges(contract);
        let [_, frame, main] = charges[..] else {
            panic!("three functions, not {}", charges.len());
        };
        let room = u64::from(LIMITS.max_stack_height) - main;
        let frames = i64::try_from(room / frame).expect("few frames");
        // `main` calls the first frame.
        let frames = frames - i64::from(self.spare) - 1;
        u32::try_from(frames).unwrap_or(0)
    }
}

/// Stack that instrumentation charges for each function's frame, bytes: the second constant.
fn stack_charges(contract: &[u8]) -> Vec<u64> {
    let prepared = prepared(contract);
    let bodies =
        Parser::new(0)
            .parse_all(&prepared)
            .filter_map(|payload| match payload.expect("valid") {
                Payload::CodeSectionEntry(body) => Some(body),
                _ => None,
            });
    let charge = |body: FunctionBody<'_>| {
        let operators = body.get_operators_reader().expect("valid");
        let constants = operators.into_iter().filter_map(|operator| match operator {
            Ok(wasmparser::Operator::I64Const { value }) => Some(value.unsigned_abs()),
            _ => None,
        });
        constants.into_iter().nth(1).expect("a charge")
    };
    bodies.map(charge).collect()
}

impl Act {
    /// The code, and the imported host function.
    fn code(&self) -> (Vec<u8>, Option<Asked>) {
        match self {
            Self::Instruction(name) => {
                if let Some((_, write)) = LIBRARY.iter().find(|(its, _)| its == name) {
                    return (bytes(write), None);
                }
                let rounding = rounding().find(|operator| operator.name == name);
                let rounding = rounding.expect("an instruction of either list");
                let variable = index(rounding.takes[0]);
                let mut code = bytes(|code| code.global_get(variable));
                rounding.instruction.encode(&mut code);
                code.extend(bytes(|code| code.global_set(variable)));
                (code, None)
            }
            Self::Host { name, argument } => {
                let function = host_functions().find(|it| it.name == name);
                let function = function.expect("a host function");
                let code = bytes(|code| {
                    for ty in function.params {
                        match ty {
                            abi::ValType::I32 => code.i64_const(*argument).i32_wrap_i64(),
                            abi::ValType::I64 => code.i64_const(*argument),
                        };
                    }
                    match function.result {
                        Some(_) => code.call(ASKED).drop(),
                        None => code.call(ASKED),
                    }
                });
                let of = |ty: &abi::ValType| match ty {
                    abi::ValType::I32 => ValType::I32,
                    abi::ValType::I64 => ValType::I64,
                };
                let params = function.params.iter().map(of).collect();
                let results = function.result.iter().map(of).collect();
                (code, Some((function.name, (params, results))))
            }
        }
    }
}
