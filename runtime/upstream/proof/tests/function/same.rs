//! The same call in any context: result, verdicts, burnt and used gas, compute usage, profile.
//!
//! `.ci/upstream` runs 100,000 cases.

use crate::cases::{Case, args, guest};
use crate::differences::{PROFILE, runs_out_at_the_copy};
use crate::guest::{Guest, Seen};
use crate::layouts::{UPSTREAM, case};
use crate::meter::edge;
use crate::network::NETWORK;
use crate::patched;
use requirements::fuzzing::{CaseResult, fuzz};
use near_runtime_ext::HostError;
use near_vm_runner::logic::VMOutcome;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Everything that a validator sees of a call.
#[derive(Debug, PartialEq)]
struct Visible {
    result: Result<u64, HostError>,
    burnt: [u64; 3],
    used: [u64; 2],
    compute: u64,
    profile: BTreeMap<String, u64>,
    /// The rest of the outcome, which the call leaves alone.
    rest: String,
}

fn visible(seen: &Seen) -> Visible {
    let VMOutcome {
        balance,
        storage_usage,
        return_data,
        burnt_gas,
        used_gas,
        compute_usage,
        logs,
        profile,
        aborted,
        subsidized_amount,
    } = &seen.outcome;
    let mut booked = BTreeMap::new();
    for (cost, _) in &NETWORK.wasm_config.ext_costs.costs {
        let name = PROFILE.iter().find(|(patched, _)| *patched == cost);
        let name = name.map_or(cost, |(_, overlay)| *overlay);
        *booked.entry(name.to_string()).or_default() += profile.get_ext_cost(cost).as_gas();
    }
    Visible {
        result: seen.result.clone(),
        burnt: [seen.burnt, seen.burnt_before, burnt_gas.as_gas()],
        used: [seen.used_before, used_gas.as_gas()],
        compute: *compute_usage,
        profile: booked,
        rest: format!(
            "{balance:?} {storage_usage} {return_data:?} {logs:?} {aborted:?} {subsidized_amount:?} {}",
            profile.get_wasm_cost()
        ),
    }
}

fn same(case: &Case) -> CaseResult {
    let mut guest = guest(case);
    guest.gas = edge(case, &guest);
    let args = args(case);
    let overlay = guest.verify_many(args);
    let upstream = patched::verify_many(&guest, args);
    if runs_out_at_the_copy(case, &guest, &overlay, &upstream) {
        return Ok("differs: the overlay cannot afford a copy");
    }
    prop_assert_eq!(visible(&overlay), visible(&upstream));
    Ok(match overlay.result {
        Ok(_) => {
            let roomy = Guest { gas: None, ..guest };
            prop_assert_eq!(roomy.verdicts(args), patched::verdicts(&roomy, args));
            "judged"
        }
        Err(HostError::Ed25519VerifyInvalidInput { .. }) => "malformed",
        Err(HostError::GasExceeded | HostError::GasLimitExceeded) => "ran out of gas",
        Err(_) => "aborted",
    })
}

#[test]
fn any_call_is_the_overlays_but_for_the_differences_that_are_listed() {
    fuzz!(UPSTREAM, case(), |case: Case| same(&case))
        .reaches(&["judged", "malformed", "ran out of gas", "aborted"], 100);
}
