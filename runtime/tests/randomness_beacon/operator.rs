//! A cheating operator: the contract accepts only the one proof of what a request fixed.

use crate::{Beacon, DEPOSIT, PENALTY, REQUESTER, TIMEOUT, prove};
use near_ecvrf::SecretKey;
use near_runtime_ext::{Balance, PricedFunction};
use test_contracts::Build;
use test_contracts::randomness_beacon::{Fixed, Proof, alpha_of_request, fulfil_args};
use test_support::everywhere::ACCOUNT;

/// Submits a proof that must not be accepted: nothing changes.
#[track_caller]
fn gains_nothing(beacon: &mut Beacon, what: &str, id: u64, proof: Proof) {
    let before = beacon.contract.account();
    assert_eq!(beacon.fulfil(&[(id, proof)]), [false], "{what}");
    assert!(beacon.contract.account() == before, "{what}");
}

#[test]
fn a_proof_of_anything_but_what_was_fixed_is_not_taken() {
    let mut beacon = Beacon::new(3);
    beacon.request(10, [1; 32]);
    beacon.request(10, [1; 32]);
    beacon.request(12, [2; 32]);
    let fixed = beacon.fixed[1];
    type Change = fn(&mut Fixed);
    let others: [(&str, Change); 3] = [
        ("a seed it likes better", |it| it.seed = [2; 32]),
        ("the block before", |it| it.block_height = 9),
        ("another random seed", |it| it.random_seed = [0; 32]),
    ];
    for (what, change) in others {
        let mut other = fixed;
        change(&mut other);
        let proof = prove(&beacon.operator, &alpha_of_request(ACCOUNT, 1, &other));
        gains_nothing(&mut beacon, what, 1, proof);
    }
    for id in [0, 2] {
        let (_, proof) = beacon.proved(id);
        gains_nothing(&mut beacon, "another request's", 1, proof);
    }
    let alpha = alpha_of_request("another.near", 1, &fixed);
    let proof = prove(&beacon.operator, &alpha);
    gains_nothing(&mut beacon, "another beacon's", 1, proof);
    let proof = prove(&SecretKey::from_seed([8; 32]), &beacon.alpha(1));
    gains_nothing(&mut beacon, "another key's", 1, proof);
    // A change in Gamma, in the challenge, and in s.
    let (_, good) = beacon.proved(1);
    for place in [0, 40, 79] {
        let mut proof = good;
        proof[place] ^= 1;
        gains_nothing(&mut beacon, "a changed proof", 1, proof);
    }
    gains_nothing(&mut beacon, "a request that was never made", 3, good);

    assert_eq!(beacon.fulfil(&[(1, good)]), [true]);
    let output = beacon.output(1);
    gains_nothing(&mut beacon, "a second time", 1, good);
    assert_eq!(beacon.output(1), output);
}

/// Bad proofs in a call do not affect good ones. In the host, proofs for requests that are not open
/// cost no verification.
#[test]
fn what_cannot_be_taken_is_skipped_and_only_open_requests_are_verified() {
    for build in Build::VRF {
        let mut beacon = Beacon::nobodys(&[build]).with_bond(4);
        beacon.requests(2, 10);
        beacon.requests(2, 10 + TIMEOUT);
        let taken_before = beacon.proved(3);
        assert_eq!(beacon.fulfil(&[taken_before]), [true]);
        beacon.at(11 + TIMEOUT);
        let mut refused = beacon.proved(2);
        refused.1[40] ^= 1;
        let late = beacon.proved(0);
        let unknown = (9, late.1);
        let outcome = beacon.fulfilled(&[late, refused, taken_before, unknown]).0;
        assert_eq!(outcome.borsh::<Vec<bool>>().expect("an answer"), [false; 4]);
        if build == Build::HostMany {
            let prices = PricedFunction::EcvrfVerifyMany.prices();
            let one = prices.base + prices.item;
            let booked = outcome.profile["ed25519_verify_base"].as_gas();
            assert_eq!(booked, one, "the refused one alone");
        }
        let outcome = beacon.fulfilled(&[taken_before]).0;
        let verifications = outcome.host_calls.iter();
        let mut verifications = verifications.filter(|call| call.function.contains("verify"));
        assert!(verifications.next().is_none(), "{build}: none is open");

        let good = beacon.proved(2);
        let (late, unknown) = (beacon.proved(1), (9, good.1));
        let taken = beacon.fulfil(&[late, good, taken_before, unknown]);
        assert_eq!(taken, [false, true, false, false], "{build}");
        assert_eq!(beacon.fulfil(&[refused]), [false]);
    }
}

#[test]
fn ids_that_do_not_ascend_are_the_callers_mistake() {
    let mut beacon = Beacon::new(2);
    beacon.requests(2, 10);
    let [first, second] = [0, 1].map(|id| beacon.proved(id));
    for (proofs, at, id) in [
        (&[first, first][..], 1, 0),
        (&[second, first], 1, 0),
        (&[first, second, second], 2, 1),
    ] {
        let said = beacon.contract.refusal("fulfil", &fulfil_args(proofs));
        let expected = format!("item {at}: the request {id} is not above the one before");
        assert_eq!(said, expected);
    }
    assert_eq!(beacon.fulfil(&[]), [false; 0]);
}

#[test]
fn a_request_has_its_deposit_and_its_part_of_the_bond() {
    let mut beacon = Beacon::new(1);
    for (deposit, said) in [(Balance::ZERO, "0 NEAR"), (PENALTY, "1 NEAR")] {
        let refusal = beacon.refusal(REQUESTER, deposit, "request", &[0; 32]);
        let expected = format!("a request takes a deposit of 0.01 NEAR, not {said}");
        assert_eq!(refusal, expected);
    }
    beacon.requests(1, 10);
    let refusal = beacon.refusal(REQUESTER, DEPOSIT, "request", &[0; 32]);
    let said = "a bond of 1 NEAR covers open requests of 1 NEAR each, and no more than 1";
    assert_eq!(refusal, said);
    beacon.call("anybody.near", PENALTY, "add_bond", b"");
    beacon.requests(1, 11);
}
