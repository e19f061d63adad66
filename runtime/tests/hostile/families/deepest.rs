//! What native code takes where the metered stack ends: libraries and host functions called as deep as
//! recursion gets.

use super::contract::{ASKED, Body, COUNTER, FIRST, Kind, about, bytes, contract};
use super::instructions::repeated;
use crate::case::{LIMITS, host_functions};
use near_runtime_ext::abi;
use proptest::prelude::{Just, Strategy, any};
use proptest::prop_oneof;
use proptest::sample::select;
use serde::{Deserialize, Serialize};
use wasm_encoder::{BlockType, ValType};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Deepest {
    kind: Kind,
    /// Locals of each frame.
    locals: u32,
    act: Act,
    /// Whether each frame does it before it calls the next, or only the last.
    everywhere: bool,
    /// How many frames there are, in hundredths of what the stack is good for, or so.
    percent: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Act {
    /// An instruction of these, whatever a compiler makes of it.
    Instruction(String),
    /// A host function of this name, all of whose arguments are the same.
    Host { name: String, argument: i64 },
}

/// What compilers make calls of, some of them on some processors.
const LIBRARY: [&str; 22] = [
    "MemoryGrow",
    "MemoryFill",
    "MemoryCopy",
    "MemoryInit",
    "DataDrop",
    "TableGrow",
    "TableFill",
    "TableCopy",
    "TableInit",
    "TableGet",
    "TableSet",
    "ElemDrop",
    "RefFunc",
    "CallIndirect",
    "F32Ceil",
    "F32Floor",
    "F32Trunc",
    "F32Nearest",
    "F64Ceil",
    "F64Floor",
    "F64Trunc",
    "F64Nearest",
];

pub(super) fn strategy() -> impl Strategy<Value = Deepest> {
    let instruction = select(&LIBRARY[..]).prop_map(|name| Act::Instruction(name.to_owned()));
    let names: Vec<_> = host_functions().map(|it| it.name.to_owned()).collect();
    let arguments = vec![0, 1, 32, 64, 96, 192, 1024, 1 << 20, -1];
    let host = (select(names), select(arguments))
        .prop_map(|(name, argument)| Act::Host { name, argument });
    let everywhere = (any::<bool>(), 90_u32..=101)
        .prop_map(|(everywhere, percent)| (everywhere, if everywhere { 1000 } else { percent }));
    let locals = prop_oneof![Just(0), about(0..=4000)];
    (
        Kind::any(),
        locals,
        prop_oneof![instruction, host],
        everywhere,
    )
        .prop_map(|(kind, locals, act, (everywhere, percent))| Deepest {
            kind,
            locals,
            act,
            everywhere,
            percent,
        })
}

impl Deepest {
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
        body.code().global_set(COUNTER).call(FIRST);
        body.get(self.kind, 0..self.locals);
        contract(vec![body], [FIRST], self.frames(), asked)
    }

    /// Frames that the stack has room for, in hundredths: what they are, but for operands.
    fn frames(&self) -> u32 {
        /// Bytes that instrumentation counts for a frame, beside its locals and operands.
        const FRAME: u32 = 64;
        let size = |local| match self.kind.of(local) {
            ValType::I32 | ValType::F32 => 4,
            _ => 8,
        };
        let locals: u32 = (0..self.locals).map(size).sum();
        let frames = LIMITS.max_stack_height / (FRAME + locals);
        (frames * self.percent / 100).max(1)
    }
}

impl Act {
    /// The code, and the host function it calls.
    #[allow(clippy::type_complexity, reason = "a function and its type")]
    fn code(
        &self,
    ) -> (
        Vec<u8>,
        Option<(&'static str, (Vec<ValType>, Vec<ValType>))>,
    ) {
        match self {
            Self::Instruction(name) => {
                let found = repeated().into_iter().find(|it| it.name == *name);
                let found = found.expect("an instruction of the list");
                ([found.before, found.once, found.after].concat(), None)
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
                    code.call(ASKED);
                    if function.result.is_some() {
                        code.drop();
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
