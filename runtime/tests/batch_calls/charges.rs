//! Gas that promises reserve beside a limit of burnt gas.

use crate::guest::{Guest, Limit};
use crate::network::{BatchItem, Place, copy_in, encode, sum, valid, whole, written};
use near_runtime_ext::{Gas, HostError};

/// Only in this context can the overlay not foresee whether a charge fits: gas that promises
/// reserved counts as used, but not as burnt.
pub fn promises_beside_a_burn_limit_below_the_attached_gas_leave_the_verdicts_copy_to_be_paid<
    I: BatchItem,
>() {
    let items = valid::<I>(2, 30);
    let bytes = encode(&items);
    for place in Place::ALL {
        let whole = whole(place, &items);
        let len = 2 * I::VERDICT as u64;
        let (written, copy) = (sum(&written(len)), copy_in(len));
        let guest = Guest::<I> {
            limit: Limit::Burnt,
            promised: Some(Gas::from_teragas(500).as_gas()),
            gas: Some(whole + copy + written),
            ..Guest::with_items(&bytes)
        };
        let args = guest.args(place, I::CHOICE, 1);
        let seen = guest.verify_many(args);
        assert_eq!(seen.result, Ok(2), "{place:?}");
        assert_eq!(seen.burnt, whole + copy + written, "{place:?}");
        let short = Guest::<I> {
            gas: Some(seen.burnt - 1),
            ..guest
        };
        let seen = short.verify_many(args);
        assert_eq!(seen.result, Err(HostError::GasLimitExceeded), "{place:?}");
        assert_eq!(seen.burnt, whole + copy + written - 1, "{place:?}");
    }
}
