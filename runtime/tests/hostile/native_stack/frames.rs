//! Frames with long-lived values beside short-lived ones that overlap in pairs, across calls. If a
//! compiler does not reuse the slots of short-lived values, the native frame outgrows the metered
//! one.

use super::contract::{
    BLOCK_INDEX, Body, COUNTER, FIRST, Kind, NOTHING_TYPE, STEP, about, bytes, contract,
    function_limit,
};
use crate::case::{LIMITS, limit};
use proptest::prelude::{Just, Strategy};
use proptest::prop_oneof;
use proptest::sample::select;
use serde::{Deserialize, Serialize};
use test_support::operators::index;
use wasm_encoder::{BlockType, HeapType, InstructionSink};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Frames {
    kind: Kind,
    /// Values that are combined at the beginning and used at the end.
    long: u32,
    /// Values that are each replaced while their neighbours are live.
    short: u32,
    steps: u32,
    /// Simultaneous frames, if the metered stack has room for them.
    depth: u32,
    across: Across,
}

/// The instruction that values stay live across.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Across {
    Call,
    Indirect,
    Host,
    MemoryGrow,
    TableGrow,
    Rounding,
    Nothing,
}

impl Across {
    const ALL: [Self; 7] = [
        Self::Call,
        Self::Indirect,
        Self::Host,
        Self::MemoryGrow,
        Self::TableGrow,
        Self::Rounding,
        Self::Nothing,
    ];

    fn write(self, code: &mut InstructionSink<'_>) {
        match self {
            Self::Call => code.call(STEP),
            Self::Indirect => code.i32_const(0).call_indirect(0, NOTHING_TYPE),
            Self::Host => code.call(BLOCK_INDEX).global_set(1),
            Self::MemoryGrow => code.i32_const(0).memory_grow(0).global_set(0),
            Self::TableGrow => {
                code.ref_null(HeapType::FUNC).i32_const(0);
                code.table_grow(0).global_set(0)
            }
            Self::Rounding => code.global_get(3).f64_nearest().global_set(3),
            Self::Nothing => code,
        };
    }
}

/// The programs that once showed the defect.
pub(super) fn named() -> Vec<Frames> {
    let calls = |kind, long, steps, depth| Frames {
        kind,
        long,
        short: 2,
        steps,
        depth,
        across: Across::Call,
    };
    vec![
        calls(Kind::F64, 12, 2000, 200),
        calls(Kind::F32, 12, 3000, 1000),
        Frames {
            short: 12,
            ..calls(Kind::I32, 20, 8000, 100)
        },
        calls(Kind::F64, 12, 19_000, 30),
    ]
}

pub(super) fn strategy() -> impl Strategy<Value = Frames> {
    let calls = select(vec![Across::Call; Across::ALL.len()]);
    let across = prop_oneof![calls, select(&Across::ALL[..])];
    (
        Kind::any(),
        about(0..=500),
        about(2..=200),
        about(100..=20_000),
        prop_oneof![about(1..=4000), Just(u32::MAX >> 1)],
        across,
    )
        .prop_map(|(kind, long, short, steps, depth, across)| Frames {
            kind,
            long,
            short,
            steps,
            depth,
            across,
        })
}

impl Frames {
    pub(super) fn contract(&self) -> Vec<u8> {
        let locals = self.long + self.short;
        let mut body = Body::new(self.kind, locals);
        let mut code = body.code();
        code.global_get(COUNTER).i32_eqz();
        code.if_(BlockType::Empty).return_().end();
        code.global_get(COUNTER).i32_const(1).i32_sub();
        code.global_set(COUNTER);
        code.block(BlockType::Empty).global_get(COUNTER).br_if(0);
        body.set(self.kind, 0..self.long);
        body.code().end();
        body.set(self.kind, self.long..locals);

        let mut end = Body::new(self.kind, 0);
        end.code().call(FIRST);
        end.get(self.kind, self.long..locals);
        end.get(self.kind, 0..self.long);

        // Each round updates all short-lived values once.
        let round = (self.long..locals).map(|local| {
            let variable = index(self.kind.of(local));
            bytes(|code| {
                code.local_get(local).global_set(variable);
                code.global_get(variable).local_set(local);
                self.across.write(code);
            })
        });
        let round: Vec<_> = round.collect();
        let most = match self.across {
            Across::Indirect => u32::try_from(most_indirect_calls()).expect("32 bits"),
            _ => u32::MAX,
        };
        let steps = self.steps.min(most);
        let (rounds, rest) = (steps / self.short, steps % self.short);
        let room = end.len() + 1;
        body.repeat(rounds, &round.concat(), room, function_limit());
        let rest = usize::try_from(rest).expect("fits memory");
        body.repeat(1, &round[..rest.max(1)].concat(), room, function_limit());
        body.append(end);
        contract(vec![body], [FIRST], self.depth, None)
    }
}

/// Limit of indirect calls in a function: nearcore meters their operands as if they stayed on the
/// stack.
fn most_indirect_calls() -> u64 {
    const OPERAND: u64 = 4;
    const OTHERS: u64 = 16;
    limit(LIMITS.max_operand_stack_bytes_per_function) / OPERAND - OTHERS
}
