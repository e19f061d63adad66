//! Any call in any context, compared with the model of its specification: result, gas by name, and verdicts.

use crate::cases::{Case, args, guest};
use crate::guest::{Guest, Seen};
use crate::meter::{Abort, Meter, edge, specified};
use crate::network::BatchItem;
use near_runtime_ext::{Gas, HostError};
use proptest::prelude::*;
use requirements::fuzzing::CaseResult;

/// How calls end; a run must reach each often enough.
pub const OUTCOMES: [&str; 5] = [
    "judged",
    "malformed",
    "no room",
    "ran out of gas",
    "aborted",
];

/// Makes the call and compares it; returns how it ended.
pub fn agree<I: BatchItem>(case: &Case) -> CaseResult {
    let mut guest = guest::<I>(case);
    guest.gas = edge(case, &guest);
    let seen = guest.verify_many(args(case));
    let mut meter = Meter::of(&seen, &guest);
    let expected = specified(case, &guest, &mut meter);
    is_charged(&seen, meter)?;
    match (seen.result, expected) {
        (Ok(accepted), Ok(items)) => {
            let (expected, verdicts) = I::judged(&items, case.choice);
            prop_assert_eq!(accepted, expected);
            let roomy = Guest { gas: None, ..guest };
            prop_assert_eq!(roomy.verdicts(args(case)), verdicts);
            Ok("judged")
        }
        (Err(HostError::Ed25519VerifyInvalidInput { msg }), Err(Abort::Layout)) => {
            prop_assert!(msg.starts_with("invalid items: "), "{msg}");
            Ok("malformed")
        }
        (Err(HostError::MemoryAccessViolation), Err(Abort::Room)) => Ok("no room"),
        (Err(error), Err(Abort::Host(expected))) => {
            prop_assert_eq!(&error, &expected);
            Ok(match error {
                HostError::GasExceeded | HostError::GasLimitExceeded => "ran out of gas",
                _ => "aborted",
            })
        }
        (seen, expected) => {
            let expected = expected.map(|items| items.len());
            prop_assert!(false, "{seen:?}, expected {expected:?}");
            Ok("differs")
        }
    }
}

/// The call burnt as much gas as the meter, under the same names.
pub fn is_charged(seen: &Seen, meter: Meter) -> Result<(), TestCaseError> {
    let (outcome, result) = (&seen.outcome, &seen.result);
    prop_assert_eq!(seen.burnt, meter.burnt, "{:?}", result);
    prop_assert_eq!(outcome.compute_usage, seen.burnt_before + meter.burnt);
    let mut profile = seen.profile_before.clone();
    for (cost, gas) in meter.booked {
        profile.add_ext_cost(cost, Gas::from_gas(gas));
    }
    prop_assert_eq!(&outcome.profile, &profile);
    Ok(())
}
