//! Labels: branch tables with thousands of targets, where values are joined.

use super::contract::{Body, FIRST, Kind, about, bytes, contract, function_limit};
use crate::case::{LIMITS, limit};
use proptest::prelude::{Just, Strategy};
use serde::{Deserialize, Serialize};
use wasm_encoder::BlockType;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Labels {
    kind: Kind,
    locals: u32,
    labels: u32,
    tables: Tables,
    functions: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Tables {
    /// One table with this many entries, the labels among them.
    One { entries: u32 },
    /// This many tables that lead to all labels, with values that change before each table.
    Many { count: u32 },
}

/// The programs that showed the defect.
pub(super) fn named() -> Vec<Labels> {
    // The last block reaches the function's limit.
    [(40, 2000), (100, 4998)]
        .map(|(locals, labels)| Labels {
            kind: Kind::I32,
            locals,
            labels,
            tables: Tables::One { entries: 20_000 },
            functions: 1,
        })
        .into()
}

pub(super) fn strategy() -> impl Strategy<Value = Labels> {
    let one = about(100..=100_000).prop_map(|entries| Tables::One { entries });
    let many = about(2..=500).prop_map(|count| Tables::Many { count });
    let functions = proptest::prop_oneof![3 => Just(1), 1 => about(1..=16)];
    (
        Kind::any(),
        about(1..=4000),
        about(2..=4900),
        proptest::prop_oneof![one, many],
        functions,
    )
        .prop_map(|(kind, locals, labels, tables, functions)| Labels {
            kind,
            locals,
            labels,
            tables,
            functions,
        })
}

impl Labels {
    pub(super) fn contract(&self) -> Vec<u8> {
        let body = match self.tables {
            Tables::One { entries } => self.one(entries),
            Tables::Many { count } => self.many(count),
        };
        // Each block counts, and so does the function itself.
        let most = limit(LIMITS.max_blocks_per_contract) / (limit(LIMITS.max_blocks_per_function));
        let functions = self.functions.min(u32::try_from(most).expect("32 bits"));
        let copies = (0..functions).map(|_| body.clone()).collect();
        contract(copies, FIRST..FIRST + functions, 0, None)
    }

    fn one(&self, entries: u32) -> Body {
        let mut body = Body::new(self.kind, self.locals);
        body.joins(self.kind, self.locals, self.labels, entries);
        body.get(self.kind, 0..self.locals);
        body
    }

    fn many(&self, count: u32) -> Body {
        let mut end = Body::new(self.kind, 0);
        end.extend(&[0x0b].repeat(self.labels as usize));
        end.get(self.kind, 0..self.locals);

        let mut body = Body::new(self.kind, self.locals);
        for _ in 0..self.labels {
            body.code().block(BlockType::Empty);
        }
        let mut change = Body::new(self.kind, 0);
        change.set(self.kind, 0..self.locals);
        let table = bytes(|code| {
            code.block(BlockType::Empty)
                .global_get(0)
                .br_if(0)
                .global_get(0);
            code.br_table(1..self.labels + 1, self.labels).end();
        });
        let once = [change.bytes(), &table].concat();
        // Blocks left for the tables.
        let blocks = limit(LIMITS.max_blocks_per_function) - 2 - u64::from(self.labels);
        let count = count.min(u32::try_from(blocks).expect("32 bits"));
        body.repeat(count, &once, end.len() + 1, function_limit());
        body.append(end);
        body
    }
}
