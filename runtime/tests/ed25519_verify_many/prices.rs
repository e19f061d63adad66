//! Costs of a call by the specification.

use crate::items::{Item, encode, message_bytes};
use crate::network::{Charge, Place, read, sum, written};
use near_parameters::ExtCosts;
use near_runtime_ext::VerifyManyParameters;
use std::sync::LazyLock;

pub static PRICES: LazyLock<VerifyManyParameters> = LazyLock::new(VerifyManyParameters::default);

/// The base fee, and reading `len` bytes of items: all charges before the layout is parsed.
pub fn before_parsing(prices: &VerifyManyParameters, place: Place, len: u64) -> Vec<Charge> {
    let base = prices.ed25519_verify_many_base;
    [
        vec![(ExtCosts::ed25519_verify_base, base)],
        read(place, len),
    ]
    .concat()
}

/// The charges after parsing a layout of this many items and bytes of messages.
pub fn after_parsing(prices: &VerifyManyParameters, count: u64, bytes: u64) -> Vec<Charge> {
    let of_items = vec![
        (
            ExtCosts::ed25519_verify_base,
            prices.ed25519_verify_many_item * count,
        ),
        (
            ExtCosts::ed25519_verify_byte,
            prices.ed25519_verify_many_byte * bytes,
        ),
    ];
    [of_items, written(count)].concat()
}

/// Every charge of a successful call, in order.
pub fn charges(prices: &VerifyManyParameters, place: Place, items: &[Item]) -> Vec<Charge> {
    let len = encode(items).len() as u64;
    let count = items.len() as u64;
    [
        before_parsing(prices, place, len),
        after_parsing(prices, count, message_bytes(items)),
    ]
    .concat()
}

/// The gas of a successful call, at this project's prices.
pub fn whole(place: Place, items: &[Item]) -> u64 {
    sum(&charges(&PRICES, place, items))
}

/// The gas of a call with a malformed layout.
pub fn up_to_parsing(place: Place, len: u64) -> u64 {
    sum(&before_parsing(&PRICES, place, len))
}
