//! Cases of a model: good and bad layouts, in memory and in a register, with gas at every edge.

use crate::contract::REGISTER;
use crate::guest::{Guest, Limit};
use crate::network::{BatchItem, Place, encode, prices};
use near_runtime_ext::Prices;
use proptest::prelude::*;
use proptest::sample::select;

/// Size of the memory: all items fit, and some absurd pointers are within bounds.
const MEMORY: u64 = 2 << 16;
/// A register that may hold the items, and one that is never set.
const ITEMS: u64 = 5;
const UNSET: u64 = 999;

#[derive(Clone, Debug)]
pub struct Case {
    pub layout: Vec<u8>,
    pub place: Place,
    /// Replaces length and pointer of the items.
    pub absurd: Option<[u64; 2]>,
    pub choice: u64,
    pub verdicts: u64,
    /// The index of a charge, and the gas limit's offset from the edge at that charge.
    pub gas: Option<(usize, i64)>,
    pub limit: Limit,
    pub promised: Option<u64>,
    /// The base fee; a small one does not cover a register's copy.
    pub base: u64,
}

/// An encoding of items; sometimes its end is missing, bytes follow it, or a byte is changed.
pub fn layout<I: BatchItem>(item: impl Strategy<Value = I>) -> impl Strategy<Value = Vec<u8>> {
    let flaw = prop_oneof![
        6 => Just((0, 0, None)),
        1 => (1..200_usize).prop_map(|missing| (missing, 0, None)),
        1 => (1..9_usize).prop_map(|trailing| (0, trailing, None)),
        1 => (any::<usize>(), any::<u8>()).prop_map(|change| (0, 0, Some(change))),
        1 => (0..4_usize, any::<u8>()).prop_map(|of_the_count| (0, 0, Some(of_the_count))),
    ];
    let items = prop::collection::vec(item, 1..6);
    (items, flaw).prop_map(move |(items, (missing, trailing, change))| {
        let mut bytes = encode(&items);
        bytes.truncate(bytes.len().saturating_sub(missing));
        bytes.resize(bytes.len() + trailing, 0);
        if let Some((at, byte)) = change {
            let at = at % bytes.len().max(1);
            bytes.splice(at..bytes.len().min(at + 1), [byte]);
        }
        bytes
    })
}

/// Calls with these layouts and choices; the gas ends at the edge of one of the first `charges`.
pub fn calls<I: BatchItem>(
    layout: impl Strategy<Value = Vec<u8>>,
    choice: impl Strategy<Value = u64>,
    charges: usize,
) -> impl Strategy<Value = Case> {
    let absurd = prop_oneof![
        Just([REGISTER, UNSET]),
        (any::<u16>(), any::<u16>()).prop_map(|(len, ptr)| [len.into(), ptr.into()]),
        (
            select(vec![
                0,
                1,
                1 << 20,
                1 << 40,
                u64::MAX / 3_801_333 + 1,
                u64::MAX - 1
            ]),
            select(vec![0, 65_535, 1 << 32, 1 << 63, u64::MAX - 3, u64::MAX]),
        )
            .prop_map(|(len, ptr)| [len, ptr]),
        // The end of memory, and one byte beyond it.
        (select(vec![0, 104, MEMORY]), 0..=1_u64)
            .prop_map(|(len, beyond)| [len, MEMORY - len + beyond]),
    ];
    let limit = prop_oneof![
        6 => Just(Limit::Prepaid),
        2 => Just(Limit::View),
        2 => Just(Limit::Burnt),
    ];
    (
        layout,
        select(Place::ALL.to_vec()),
        proptest::option::weighted(0.1, absurd),
        choice,
        select(vec![0, ITEMS, 6, u64::MAX]),
        proptest::option::weighted(0.4, (0..charges, -2..=2_i64)),
        (
            limit,
            proptest::option::weighted(0.2, 0..3_000_000_000_000_u64),
        ),
        prop_oneof![3 => Just(prices::<I>().base), 1 => 0..5_000_000_000_u64],
    )
        .prop_map(
            |(layout, place, absurd, choice, verdicts, gas, (limit, promised), base)| Case {
                layout,
                place,
                absurd,
                choice,
                verdicts,
                gas,
                limit,
                // A view cannot make promises. The module `charges` tests promises beside a limit
                // of burnt gas.
                promised: promised.filter(|_| limit == Limit::Prepaid),
                base,
            },
        )
}

/// The four arguments.
pub fn args(case: &Case) -> [u64; 4] {
    let [len, ptr] = case.absurd.unwrap_or(match case.place {
        Place::Memory => [case.layout.len() as u64, 0],
        Place::Register => [REGISTER, ITEMS],
    });
    [len, ptr, case.choice, case.verdicts]
}

/// A guest with plenty of gas, and the layout in memory and in a register.
pub fn guest<I: BatchItem>(case: &Case) -> Guest<I> {
    let mut memory = case.layout.clone();
    memory.resize(usize::try_from(MEMORY).expect("small"), 1);
    Guest {
        registers: vec![(ITEMS, case.layout.clone())],
        limit: case.limit,
        promised: case.promised,
        prices: Prices {
            base: case.base,
            ..prices::<I>()
        },
        ..Guest::with(memory)
    }
}
