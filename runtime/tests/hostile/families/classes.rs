//! Every class of instruction, as often as fits, alone and beside code for which compilers take
//! more than linear time: joins of many values, long branch tables, calls of the memory's library.

use super::contract::{Body, FIRST, Kind, about, bytes, contract, function_limit};
use super::instructions::{Repeated, repeated};
use crate::case::{LIMITS, limit};
use proptest::prelude::{Just, Strategy, any};
use proptest::prop_oneof;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Classes {
    /// Name of the repeated class.
    class: String,
    /// Number of repetitions, if there is room.
    times: u32,
    beside: Beside,
    /// Largest size of a function, bytes.
    bytes: u32,
    functions: u32,
}

/// The other code of the function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Beside {
    kind: Kind,
    locals: u32,
    /// Places where locals are joined, all from one branch table.
    labels: u32,
    /// Entries of that table, if more than labels.
    entries: u32,
    /// Number of times that memory grows by the result of the last growth.
    grows: u32,
    /// Whether the locals are used after the repeated instructions, or before.
    alive: bool,
}

const ALONE: Beside = Beside {
    kind: Kind::I32,
    locals: 0,
    labels: 0,
    entries: 0,
    grows: 0,
    alive: false,
};

/// More repetitions than fit a function.
const FULL: u32 = 1_000_000;

const CEIL: &str = "F64Ceil";

fn alone(class: &str) -> Classes {
    Classes {
        class: class.to_owned(),
        times: FULL,
        beside: ALONE,
        bytes: function_limit(),
        functions: 1,
    }
}

/// The programs that showed the defect.
pub(super) fn named() -> Vec<Classes> {
    vec![
        alone(CEIL),
        Classes {
            functions: 17, // 3.4 MB
            ..alone(CEIL)
        },
        Classes {
            beside: Beside {
                grows: 56_500,
                ..ALONE
            },
            ..alone(CEIL)
        },
    ]
}

/// Joins, locals and float code together: the program that showed the defect.
pub(super) fn named_mixed() -> Vec<Classes> {
    vec![Classes {
        times: 115_000,
        beside: Beside {
            locals: 400,
            labels: 3400,
            ..ALONE
        },
        ..alone(CEIL)
    }]
}

/// Step through all classes; neighbours in the list are similar, so the first few should not be
/// neighbours.
const STRIDE: usize = 61;

/// Number of classes.
pub(super) fn count() -> u32 {
    u32::try_from(repeated().len()).expect("some hundreds")
}

/// The class of this number, alone and beside each of the others.
pub(super) fn strategy(number: u32) -> impl Strategy<Value = Classes> {
    let all = repeated();
    let class = all[number as usize * STRIDE % all.len()].name.clone();
    let grows = about(10..=50_000).prop_map(|grows| Beside { grows, ..ALONE });
    let table = (about(100..=100_000), about(1..=300)).prop_map(|(entries, locals)| Beside {
        entries,
        locals,
        labels: 2,
        ..ALONE
    });
    let beside = prop_oneof![
        3 => Just(ALONE),
        2 => joins(),
        1 => grows,
        1 => table,
        1 => about(10..=8000).prop_map(|locals| Beside { locals, alive: true, ..ALONE }),
    ];
    let bytes = prop_oneof![Just(function_limit()), about(1000..=function_limit())];
    let functions = prop_oneof![3 => Just(1), 1 => about(2..=17)];
    (beside, bytes, functions).prop_map(move |(beside, bytes, functions)| Classes {
        beside,
        bytes,
        functions,
        ..alone(&class)
    })
}

fn joins() -> impl Strategy<Value = Beside> {
    (
        Kind::any(),
        about(1..=2000),
        about(2..=4000),
        about(1..=20_000),
        any::<bool>(),
    )
        .prop_map(|(kind, locals, labels, entries, alive)| Beside {
            kind,
            locals,
            labels,
            entries,
            grows: 0,
            alive,
        })
}

/// Joins, locals and float code together.
pub(super) fn mixed() -> impl Strategy<Value = Classes> {
    let floats = repeated().into_iter().filter(|it| it.is_float);
    let floats: Vec<_> = floats.map(|it| it.name).collect();
    let grows = prop_oneof![3 => Just(0), 1 => about(1..=10_000)];
    (
        proptest::sample::select(floats),
        about(1000..=function_limit()),
        joins(),
        grows,
    )
        .prop_map(|(class, times, beside, grows)| Classes {
            times,
            beside: Beside { grows, ..beside },
            ..alone(&class)
        })
}

impl Classes {
    pub(super) fn contract(&self) -> Vec<u8> {
        let class = repeated().into_iter().find(|it| it.name == self.class);
        let class = class.expect("a class of the list");
        let body = self.body(&class);
        // Instrumentation makes calls and blocks several times as long.
        const GROWTH: u64 = 24;
        let stays_short = class.stays_short && self.beside == ALONE;
        let (most, growth) = match stays_short {
            true => (LIMITS.max_contract_size, 1),
            false => (limit(LIMITS.max_instrumented_code_size), GROWTH),
        };
        let fit = most / growth / (body.len() as u64 + 10);
        let blocks = limit(LIMITS.max_blocks_per_contract) / limit(LIMITS.max_blocks_per_function);
        let most = if stays_short { fit } else { fit.min(blocks) };
        let most = u32::try_from(most.max(1)).expect("32 bits");
        let functions = self.functions.min(most);
        let copies = (0..functions).map(|_| body.clone()).collect();
        contract(copies, FIRST..FIRST + functions, 0, None)
    }

    fn body(&self, class: &Repeated) -> Body {
        let Beside {
            kind,
            locals,
            labels,
            entries,
            grows,
            alive,
        } = self.beside;
        let mut uses = Body::new(kind, 0);
        uses.get(kind, 0..locals);
        let mut grown = Body::new(kind, 0);
        if grows > 0 {
            let once = bytes(|code| {
                code.memory_grow(0);
            });
            grown.code().global_get(0);
            grown.repeat(grows, &once, once.len(), self.bytes);
            grown.code().global_set(0);
        }
        let mut body = Body::new(kind, locals);
        if labels > 0 {
            body.joins(kind, locals, labels, entries);
        } else {
            body.set(kind, 0..locals);
        }
        let (early, late) = if alive {
            (None, Some(uses))
        } else {
            (Some(uses), None)
        };
        early.into_iter().for_each(|uses| body.append(uses));
        body.extend(&class.before);
        let late_bytes = late.as_ref().map_or(0, Body::len);
        let rest = class.after.len() + late_bytes + grown.len() + 1;
        // Only the blocks left by the joins.
        let most = class
            .most
            .map(|most| most.saturating_sub(u64::from(labels) + 10));
        let most = most.map_or(u32::MAX, |most| u32::try_from(most).expect("32 bits"));
        let times = self.times.min(most);
        body.repeat(times, &class.once, rest, self.bytes);
        body.extend(&class.after);
        body.append(grown);
        late.into_iter().for_each(|uses| body.append(uses));
        body
    }
}

#[test]
fn every_class_has_its_turn() {
    let all = repeated();
    let turns = (0..all.len()).map(|number| &all[number * STRIDE % all.len()].name);
    let turns: BTreeSet<_> = turns.collect();
    assert_eq!(turns.len(), all.len());
}
