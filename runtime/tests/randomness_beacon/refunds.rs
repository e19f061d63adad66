//! An operator that withholds a proof: after the timeout the request is refunded once, and the
//! operator loses a part of its bond, whoever made the request.

use crate::{Beacon, DEPOSIT, FEE, OPERATOR, PENALTY, REQUESTER, TIMEOUT, amount, creation};
use near_runtime_ext::Balance;
use test_contracts::randomness_beacon::id_args;
use test_contracts::{Build, randomness_beacon};

#[test]
fn a_withheld_proof_costs_the_operator_after_the_timeout_and_not_before_nor_twice() {
    let mut beacon = Beacon::new(2);
    beacon.requests(2, 10);
    let proofs = [0, 1].map(|id| beacon.proved(id));
    for height in [10, 10 + TIMEOUT] {
        beacon.at(height);
        let said = beacon.contract.refusal("refund", &id_args(0));
        let until = 10 + TIMEOUT;
        let early = format!("the request 0 of block 10 may be fulfilled until block {until}");
        assert_eq!(said, early);
    }
    // The last block of the timeout is still in time.
    assert_eq!(beacon.fulfil(&proofs[1..]), [true]);

    beacon.at(11 + TIMEOUT);
    let (before, _) = beacon.bond();
    assert_eq!(beacon.fulfil(&proofs[..1]), [false], "too late");
    let refunded = beacon.call("anybody.near", Balance::ZERO, "refund", &id_args(0));
    assert_eq!(refunded.transfer(), (REQUESTER, DEPOSIT));
    let after = before.saturating_sub(PENALTY);
    assert_eq!(beacon.bond(), (after, 0));
    assert_eq!(beacon.output(0), None);
    for (id, why) in [(0, "twice"), (1, "fulfilled"), (2, "never made")] {
        let said = beacon.contract.refusal("refund", &id_args(id));
        assert_eq!(said, format!("no request {id} is open"), "{why}");
    }
    assert_eq!(beacon.fulfil(&proofs[..1]), [false], "refunded");
}

/// An operator that makes a request itself and withholds a proof it dislikes gets its deposit back,
/// but loses the penalty: no method of the contract returns it, not even to the operator's own
/// call.
#[test]
fn an_operator_that_asks_itself_pays_for_silence_too() {
    let mut beacon = Beacon::new(1);
    beacon.at(10);
    beacon.call(OPERATOR, DEPOSIT, "request", &[9; 32]);
    beacon.at(11 + TIMEOUT);
    let refunded = beacon.call(OPERATOR, Balance::ZERO, "refund", &id_args(0));
    assert_eq!(refunded.transfer(), (OPERATOR, DEPOSIT));
    assert_eq!(beacon.bond(), (Balance::ZERO, 0));
    let one = amount(Balance::from_yoctonear(1));
    let said = beacon.refusal(OPERATOR, Balance::ZERO, "withdraw", &one);
    assert_eq!(said, "of the bond of 0 NEAR, 0 NEAR covers no open request");
}

/// An account that owns only its storage stake and the bond can pay all that it owes: the whole
/// bond to the operator, and every deposit to the requesters.
#[test]
fn the_bond_lies_beside_what_the_storage_takes() {
    for build in Build::VRF {
        let mut beacon = Beacon::nobodys(&[build]);
        let code = randomness_beacon(build).wasm().len() as u128;
        let mut account = beacon.contract.account();
        let bytes = code + u128::from(account.storage_usage) + 200;
        let takes = Balance::from_yoctonear(bytes * 10_u128.pow(19));
        account.balance = takes.saturating_sub(Balance::from_yoctonear(1));
        beacon.contract.restore(&account);
        let bond = PENALTY.saturating_mul(3);
        let said = beacon.refusal(OPERATOR, bond, "new", &creation(&beacon.operator));
        let [owned, takes] = [account.balance, takes].map(|it| it.exact_amount_display());
        let few =
            format!("the account owns {owned} beside the bond, and its storage takes {takes}");
        assert_eq!(said, few, "{build}");

        account.balance = account.balance.saturating_add(Balance::from_yoctonear(1));
        beacon.contract.restore(&account);
        let mut beacon = beacon.with_bond(3);
        beacon.requests(3, 10);
        let fulfilled = beacon.proved(1);
        assert_eq!(beacon.fulfil(&[fulfilled]), [true]);
        let free = amount(PENALTY.saturating_add(FEE));
        beacon.call(OPERATOR, Balance::ZERO, "withdraw", &free);
        beacon.at(11 + TIMEOUT);
        for id in [0, 2] {
            let refunded = beacon.call(REQUESTER, Balance::ZERO, "refund", &id_args(id));
            assert_eq!(refunded.transfer(), (REQUESTER, DEPOSIT), "{build}");
        }
        assert_eq!(beacon.bond(), (Balance::ZERO, 0));
    }
}
