//! An operator that withholds a proof: the request is paid of its bond, after the timeout, once.

use crate::{Beacon, DEPOSIT, PENALTY, REQUESTER, TIMEOUT};
use near_runtime_ext::{Balance, Outcome};
use test_contracts::VrfBuild;
use test_contracts::randomness_beacon::id_args;

/// To whom a call sends how much.
#[track_caller]
fn sent(outcome: &Outcome) -> (&str, Balance) {
    assert_eq!(outcome.failure, None);
    let [receipt] = outcome.receipts.as_slice() else {
        panic!("{:?}", outcome.receipts);
    };
    let [action] = receipt.actions.as_slice() else {
        panic!("{receipt:?}");
    };
    (receipt.receiver_id.as_str(), action.deposit)
}

#[test]
fn a_withheld_proof_is_paid_of_the_bond_after_the_timeout_and_not_before_nor_twice() {
    for build in VrfBuild::ALL {
        let mut beacon = Beacon::new(build, 2);
        beacon.requests(2, 10);
        let proofs = [0, 1].map(|id| beacon.proved(id));
        for height in [10, 10 + TIMEOUT] {
            beacon.at(height);
            let said = beacon.contract.refusal("refund", &id_args(0));
            let until = 10 + TIMEOUT;
            let early = format!("the request 0 of block 10 may be fulfilled until block {until}");
            assert_eq!(said, early, "{build}");
        }
        // In the last block there is still time.
        assert_eq!(beacon.fulfil(&proofs[1..]), [true], "{build}");

        beacon.at(11 + TIMEOUT);
        let (before, _) = beacon.bond();
        assert_eq!(beacon.fulfil(&proofs[..1]), [false], "{build}: too late");
        let outcome = beacon.call("anybody.near", Balance::ZERO, "refund", &id_args(0));
        let paid = DEPOSIT.saturating_add(PENALTY);
        assert_eq!(sent(&outcome), (REQUESTER, paid), "{build}");
        let after = before.saturating_sub(PENALTY);
        assert_eq!(beacon.bond(), (after, 0), "{build}");
        assert_eq!(beacon.output(0), None);
        for (id, why) in [(0, "twice"), (1, "fulfilled"), (2, "never made")] {
            let said = beacon.contract.refusal("refund", &id_args(id));
            assert_eq!(said, format!("no request {id} is open"), "{build}: {why}");
        }
        assert_eq!(beacon.fulfil(&proofs[..1]), [false], "{build}: refunded");
    }
}

/// What the operator may take out never covers a request, whatever was refunded before.
#[test]
fn the_bond_pays_every_request_that_is_withheld() {
    let mut beacon = Beacon::new(VrfBuild::HostMany, 20);
    beacon.requests(20, 10);
    let everything = br#"{"amount":"1"}"#;
    let said = beacon.refusal(crate::OPERATOR, Balance::ZERO, "withdraw", everything);
    assert_eq!(
        said,
        "of the bond of 20 NEAR, 0 NEAR covers no open request"
    );
    let said = beacon.refusal(REQUESTER, Balance::ZERO, "withdraw", everything);
    assert_eq!(said, "ann.near is not the operator");
    beacon.at(11 + TIMEOUT);
    for id in 0..20 {
        let outcome = beacon.call(REQUESTER, Balance::ZERO, "refund", &id_args(id));
        assert_eq!(sent(&outcome).1, DEPOSIT.saturating_add(PENALTY));
    }
    assert_eq!(beacon.bond(), (Balance::ZERO, 0));
}
