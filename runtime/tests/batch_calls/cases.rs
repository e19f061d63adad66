//! Cases of a model: good and bad layouts, in memory and in a register, with gas at every edge.

use crate::contract::REGISTER;
use crate::guest::{Guest, Limit};
use crate::network::{BatchItem, Place, encode};
use proptest::prelude::*;
use proptest::sample::select;
use std::sync::Arc;

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
    /// Whether the limit allows no register but the items'.
    pub is_full: bool,
    /// The limit of registers' bytes, minus what the items' register and a new one for the verdicts need.
    pub room: Option<i64>,
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

/// Lengths and pointers that lead to no layout.
fn absurd() -> impl Strategy<Value = [u64; 2]> {
    let price_overflows = u64::MAX / 3_801_333 + 1;
    let lens = vec![0, 1, 1 << 20, 1 << 40, price_overflows, u64::MAX - 1];
    let ptrs = vec![0, 65_535, 1 << 32, 1 << 63, u64::MAX - 3, u64::MAX];
    prop_oneof![
        Just([REGISTER, UNSET]),
        (any::<u16>(), any::<u16>()).prop_map(|(len, ptr)| [len.into(), ptr.into()]),
        (select(lens), select(ptrs)).prop_map(|(len, ptr)| [len, ptr]),
        // The end of memory, and one byte beyond it.
        (select(vec![0, 104, MEMORY]), 0..=1_u64)
            .prop_map(|(len, beyond)| [len, MEMORY - len + beyond]),
    ]
}

prop_compose! {
    /// Calls with these layouts and choices, mostly at this base fee; some have a gas limit at or near the edge of one
    /// of the first `charges`.
    pub fn calls(
        layout: impl Strategy<Value = Vec<u8>>,
        choice: impl Strategy<Value = u64>,
        charges: usize,
        base: u64,
    )(
        layout in layout,
        place in select(Place::ALL.to_vec()),
        absurd in proptest::option::weighted(0.1, absurd()),
        choice in choice,
        verdicts in select(vec![0, ITEMS, 6, u64::MAX]),
        gas in proptest::option::weighted(0.4, (0..charges, -2..=2_i64)),
        limit in prop_oneof![
            6 => Just(Limit::Prepaid),
            2 => Just(Limit::View),
            2 => Just(Limit::Burnt),
        ],
        promised in proptest::option::weighted(0.2, 0..3_000_000_000_000_u64),
        is_full in prop::bool::weighted(0.05),
        room in proptest::option::weighted(0.1, -1..=0_i64),
        base in prop_oneof![3 => Just(base), 1 => 0..5_000_000_000_u64],
    ) -> Case {
        Case {
            layout,
            place,
            absurd,
            choice,
            verdicts,
            gas,
            limit,
            // A view cannot make promises. The module `embedder` tests promises beside a limit
            // of burnt gas.
            promised: promised.filter(|_| limit == Limit::Prepaid),
            is_full,
            room,
            base,
        }
    }
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
    let mut guest = Guest::with(memory);
    guest.registers = vec![(ITEMS, case.layout.clone())];
    (guest.limit, guest.promised) = (case.limit, case.promised);
    guest.prices.base = case.base;
    let limits = &mut Arc::make_mut(&mut guest.config).limit_config;
    if case.is_full {
        limits.max_number_registers = 1;
    }
    if let Some(room) = case.room {
        let items = I::laid_out(&case.layout, case.choice).unwrap_or_default();
        let both = in_registers(case.layout.len()) + in_registers(items.len() * I::VERDICT);
        limits.registers_memory_limit = both.saturating_add_signed(room);
    }
    guest
}

/// What nearcore counts for a register of `len` bytes.
pub fn in_registers(len: usize) -> u64 {
    len as u64 + 8
}
