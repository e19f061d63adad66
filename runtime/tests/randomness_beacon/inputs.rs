//! Calls with good arguments, and with similar ones: the contract accepts the former, refuses the latter
//! in words or accepts them, and never traps.

use crate::{Beacon, DEPOSIT, OPERATOR, TIMEOUT, creation};
use fuzz::{Change, Target, changes, fuzz};
use near_ecvrf::Suite;
use near_runtime_ext::Balance;
use proptest::prelude::*;
use test_contracts::VrfBuild;
use test_contracts::randomness_beacon::{draw_args, fulfil_args, id_args, verify_args};

/// A method, a deposit, and arguments.
type Call = (&'static str, Balance, Vec<u8>);

/// Makes one of the calls, changed in half of the cases; the beacon starts anew each time.
#[track_caller]
fn check(target: Target, mut beacon: Beacon, calls: &[Call]) {
    let start = beacon.contract.account().clone();
    let changes = prop_oneof![Just(vec![]), prop::collection::vec(changes(), 1..4)];
    let similar = (0..calls.len(), changes);
    let tally = fuzz!(target, similar, |(call, changes): (usize, Vec<Change>)| {
        let (method, deposit, good) = &calls[call];
        let args = Change::apply_all(&changes, good.clone());
        let is_changed = args != *good;
        let outcome = beacon.call(OPERATOR, *deposit, method, &args);
        match outcome.failure {
            None => {
                beacon.contract.restore(&start);
                beacon.at(11 + TIMEOUT);
                Ok("accepted")
            }
            Some(failure) => {
                prop_assert!(is_changed, "{failure}");
                let said = failure.to_string();
                let own = said.strip_prefix("Smart contract panicked: ");
                // A Rust panic would be its own too.
                let in_words = own.is_some_and(|own| !own.starts_with("panicked at"));
                prop_assert!(in_words, "{said}");
                Ok("refused")
            }
        }
    });
    tally.reaches(&["accepted", "refused"], 5);
}

#[test]
fn a_randomness_beacon_never_traps() {
    let nobodys = Beacon::nobodys(VrfBuild::HostMany);
    let new = ("new", Balance::ZERO, creation(&nobodys.operator));
    check(Target::new("randomness_beacon_new", 300), nobodys, &[new]);

    // One is fulfilled, one is too old, and one waits.
    let mut beacon = Beacon::new(VrfBuild::HostMany, 4);
    beacon.requests(2, 10);
    let first = beacon.proved(0);
    assert_eq!(beacon.fulfil(&[first]), [true]);
    beacon.requests(1, 10 + TIMEOUT);
    let waiting = beacon.proved(2);
    beacon.at(11 + TIMEOUT);
    let key = beacon.operator.public_key();
    let verified = verify_args(Suite::Ell2.code(), key, &beacon.alpha(2), &waiting.1);
    let calls = [
        ("request", DEPOSIT, vec![9; 32]),
        ("fulfil", Balance::ZERO, fulfil_args(&[first, waiting])),
        ("refund", Balance::ZERO, id_args(1)),
        ("draw", Balance::ZERO, draw_args(0, 3, 10)),
        ("output", Balance::ZERO, id_args(0)),
        ("alpha", Balance::ZERO, id_args(2)),
        ("verify", Balance::ZERO, verified),
        ("withdraw", Balance::ZERO, br#"{"amount":"7"}"#.to_vec()),
        ("add_bond", DEPOSIT, Vec::new()),
    ];
    check(Target::new("randomness_beacon", 500), beacon, &calls);
}
