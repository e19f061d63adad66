//! Joins: thousands of entries of a branch table lead to one place, and each brings its own values.

use super::contract::{Body, FIRST, Kind, about, contract, function_limit};
use crate::blocks::LABELS;
use proptest::prelude::Strategy;
use serde::{Deserialize, Serialize};
use wasm_encoder::BlockType;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Joins {
    kind: Kind,
    locals: u32,
    entries: u32,
    /// Number of equal functions.
    functions: u32,
}

/// The programs that showed the defect.
pub(super) fn named() -> Vec<Joins> {
    [200, 600]
        .map(|locals| Joins {
            kind: Kind::I32,
            locals,
            entries: 125_000,
            functions: 1,
        })
        .into()
}

pub(super) fn strategy() -> impl Strategy<Value = Joins> {
    (
        Kind::any(),
        about(1..=8000),
        about(100..=u32::try_from(LABELS).expect("32 bits")),
        about(1..=16),
    )
        .prop_map(|(kind, locals, entries, functions)| Joins {
            kind,
            locals,
            entries,
            functions,
        })
}

impl Joins {
    pub(super) fn contract(&self) -> Vec<u8> {
        let mut end = Body::new(self.kind, 0);
        end.code().end();
        end.set(self.kind, 0..self.locals);
        end.code().end();
        end.get(self.kind, 0..self.locals);

        let mut body = Body::new(self.kind, self.locals);
        body.code()
            .block(BlockType::Empty)
            .block(BlockType::Empty)
            .global_get(0);
        // A table of one-byte labels, as long as fits.
        const OPCODE_AND_LENGTH: usize = 1 + 5;
        let room = function_limit() as usize - body.len() - end.len() - OPCODE_AND_LENGTH - 1;
        let entries = room.min(self.entries as usize);
        body.code().br_table(vec![1; entries], 0);
        body.append(end);

        let functions = (0..self.functions).map(|_| body.clone()).collect();
        contract(functions, FIRST..FIRST + self.functions, 0, None)
    }
}
