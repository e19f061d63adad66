//! Costs of a call by the specification.

use crate::items::{Item, alpha_bytes, encode};
use crate::network::{Charge, Place, read, sum, written};
use crate::tries::unresolved;
use near_ecvrf::Suite;
use near_parameters::ExtCosts;
use near_runtime_ext::EcvrfVerifyManyParameters;
use std::sync::LazyLock;

pub static PRICES: LazyLock<EcvrfVerifyManyParameters> =
    LazyLock::new(EcvrfVerifyManyParameters::default);

/// The base fee, and reading `len` bytes of items: all charges before the layout is parsed.
pub fn before_parsing(prices: &EcvrfVerifyManyParameters, place: Place, len: u64) -> Vec<Charge> {
    let base = (ExtCosts::ed25519_verify_base, prices.ecvrf_verify_many_base);
    [vec![base], read(place, len)].concat()
}

/// The charges after parsing a layout of these items, for a call by `suite`.
pub fn after_parsing(
    prices: &EcvrfVerifyManyParameters,
    items: &[Item],
    suite: Suite,
) -> Vec<Charge> {
    let count = items.len() as u64;
    let of_items = vec![
        (
            ExtCosts::ed25519_verify_base,
            prices.ecvrf_verify_many_item * count,
        ),
        (
            ExtCosts::ed25519_verify_byte,
            prices.ecvrf_verify_many_byte * alpha_bytes(items),
        ),
    ];
    let rounds = match suite {
        Suite::Tai => unresolved(items),
        _ => Vec::new(),
    };
    let each_try = prices.ecvrf_verify_many_try;
    let round = |items| (ExtCosts::ed25519_verify_base, each_try * items);
    let rounds = rounds.into_iter().map(round).collect();
    [of_items, written(65 * count), rounds].concat()
}

/// Every charge of a successful call by the suite of the items, in order.
pub fn charges(prices: &EcvrfVerifyManyParameters, place: Place, items: &[Item]) -> Vec<Charge> {
    let len = encode(items).len() as u64;
    [
        before_parsing(prices, place, len),
        after_parsing(prices, items, items[0].suite),
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
