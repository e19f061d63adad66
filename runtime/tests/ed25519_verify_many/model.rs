//! Any call in any context, compared with a model of the specification: result, gas and verdicts.
//!
//! `FUZZ_CASES=1000000 cargo test --workspace --release --test ed25519_verify_many model` runs
//! longer.

use crate::cases::{Case, UPSTREAM, args, case, guest};
use crate::guest::{Guest, Limit};
use crate::prices::NETWORK;
use crate::specification::{Abort, Meter, edge, specified};
use fuzz::{Target, Verdict, fuzz};
use near_runtime_ext::{Gas, HostError};
use proptest::prelude::*;

const TARGET: Target = Target::new("ed25519_verify_many", 4000);

fn agree(case: &Case) -> Verdict {
    let mut guest = guest(case);
    guest.gas = edge(case, &guest);
    let seen = guest.verify_many(args(case));
    let before = seen.burnt_before;
    let most = NETWORK.wasm_config.limit_config.max_gas_burnt.as_gas();
    let used_before = seen.used_before;
    let plenty = Gas::from_teragas(1000).as_gas();
    let (left, prepaid, max_burnt) = match (guest.gas, case.limit) {
        (None, _) => (plenty - used_before, plenty, most),
        (Some(gas), Limit::Prepaid) => (gas, used_before + gas, most),
        (Some(gas), Limit::View) => (gas, before + gas, before + gas),
        (Some(gas), Limit::Burnt) => (gas, plenty, before + gas),
    };
    let mut meter = Meter {
        burnt: 0,
        left,
        before,
        max_burnt,
        prepaid,
    };
    let expected = specified(case, &guest, &mut meter);
    prop_assert_eq!(seen.burnt, meter.burnt, "{:?}", seen.result);
    prop_assert_eq!(seen.outcome.burnt_gas.as_gas(), before + meter.burnt);
    match (seen.result, expected) {
        (Ok(accepted), Ok(items)) => {
            let verdicts: Vec<_> = items
                .iter()
                .map(|item| u8::from(item.verifies_by(case.rule)))
                .collect();
            prop_assert_eq!(
                accepted,
                verdicts.iter().map(|&it| u64::from(it)).sum::<u64>()
            );
            let roomy = Guest { gas: None, ..guest };
            prop_assert_eq!(roomy.verdicts(args(case)), verdicts);
            Ok("judged")
        }
        (Err(HostError::Ed25519VerifyInvalidInput { msg }), Err(Abort::Layout)) => {
            prop_assert!(msg.starts_with("invalid items: "), "{msg}");
            Ok("malformed")
        }
        (Err(error), Err(Abort::Host(expected))) => {
            prop_assert_eq!(&error, &expected);
            Ok(match error {
                HostError::GasExceeded | HostError::GasLimitExceeded => "ran out of gas",
                _ => "aborted",
            })
        }
        (seen, expected) => {
            let expected = expected
                .map(|items| items.len())
                .map_err(|abort| match abort {
                    Abort::Host(error) => format!("{error:?}"),
                    Abort::Layout => "malformed".to_owned(),
                });
            prop_assert!(false, "{seen:?}, expected {expected:?}");
            Ok("differs")
        }
    }
}

#[test]
fn any_call_is_what_the_specification_says_in_result_verdicts_and_gas() {
    fuzz!(TARGET, case(), |case: Case| agree(&case))
        .reaches(&["judged", "malformed", "ran out of gas", "aborted"], 100);
}

/// `bash .ci/upstream` makes the record anew.
#[test]
fn patched_nearcore_was_compared_with_this_overlay() {
    assert!(UPSTREAM.recorded().cases >= 100_000);
}
