//! The contract on near-sdk's mocked blockchain, no node.
#![allow(clippy::panic, reason = "a test fails by panicking")]

use near_ecvrf::SecretKey;
use near_sdk::json_types::U64;
use near_sdk::mock::MockAction;
use near_sdk::test_utils::{VMContextBuilder, get_created_receipts};
use near_sdk::{AccountIdRef, NearToken, testing_env};
use randomness_beacon::alpha::{Fixed, of_operator, of_request};
use randomness_beacon::{Beacon, DEPOSIT, FEE, PENALTY, Proof, SUITE, TIMEOUT};
use std::panic::{AssertUnwindSafe, catch_unwind};

const ACCOUNT: &AccountIdRef = AccountIdRef::new_or_panic("dice.near");
const OPERATOR: &AccountIdRef = AccountIdRef::new_or_panic("op.near");
const ANN: &AccountIdRef = AccountIdRef::new_or_panic("ann.near");

/// The height of the block in which requests are made.
const MADE: u64 = 1000;

/// The next call: by whom, with what, and when.
fn next_call(caller: &AccountIdRef, deposit: NearToken, height: u64) {
    let mut context = VMContextBuilder::new();
    context.current_account_id(ACCOUNT.to_owned());
    context.predecessor_account_id(caller.to_owned());
    context.attached_deposit(deposit);
    context.account_balance(NearToken::from_near(1000));
    context.block_height(height).random_seed([3; 32]);
    testing_env!(context.build());
}

fn secret() -> SecretKey {
    SecretKey::from_seed([7; 32])
}

fn prove(alpha: &[u8]) -> Proof {
    let proof = secret().prove(SUITE, alpha);
    proof.try_into().expect("80 bytes")
}

/// A beacon that two requests can wait of.
fn beacon() -> Beacon {
    next_call(OPERATOR, PENALTY.saturating_mul(2), 1);
    let key = *secret().public_key();
    Beacon::new(key.into(), prove(&of_operator(ACCOUNT, OPERATOR)))
}

fn request(beacon: &mut Beacon) -> u64 {
    next_call(ANN, DEPOSIT, MADE);
    beacon.request([9; 32])
}

/// What a refused call says.
fn refusal(call: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(call)).expect_err("refused");
    let text = panic.downcast_ref::<String>().expect("a text");
    text.clone()
}

/// To whom the call has sent how much.
#[track_caller]
fn sent() -> (String, NearToken) {
    let receipts = get_created_receipts();
    let [receipt] = receipts.as_slice() else {
        panic!("{receipts:?}");
    };
    let [MockAction::Transfer { deposit, .. }] = receipt.actions.as_slice() else {
        panic!("{receipts:?}");
    };
    (receipt.receiver_id.to_string(), *deposit)
}

/// As `test_contracts::randomness_beacon` has them.
#[test]
fn what_is_proved_names_the_account_and_all_that_was_fixed() {
    let fixed = Fixed {
        block_height: 258,
        random_seed: [3; 32],
        seed: [9; 32],
    };
    let expected = [
        b"\x09\0\0\0dice.near\x05\0\0\0\0\0\0\0\x02\x01\0\0\0\0\0\0".as_slice(),
        &[3; 32],
        &[9; 32],
    ];
    assert_eq!(of_request(ACCOUNT, 5, &fixed), expected.concat());
    let expected = b"\x09\0\0\0dice.near\x07\0\0\0op.near";
    assert_eq!(of_operator(ACCOUNT, OPERATOR), expected);
}

#[test]
fn a_request_is_fulfilled_by_the_one_proof_of_what_was_fixed() {
    let mut beacon = beacon();
    let id = request(&mut beacon);
    next_call(ANN, NearToken::ZERO, MADE);
    let alpha: Vec<u8> = beacon.alpha(id).expect("open").into();
    let fixed = Fixed {
        block_height: MADE,
        random_seed: [3; 32],
        seed: [9; 32],
    };
    assert_eq!(alpha, of_request(ACCOUNT, id, &fixed));
    assert_eq!(beacon.output(id), None);

    next_call(ANN, NearToken::ZERO, MADE + TIMEOUT);
    let another = of_request(ACCOUNT, id + 1, &fixed);
    assert_eq!(beacon.fulfil(vec![(id, prove(&another))]), [false]);
    assert_eq!(beacon.fulfil(vec![(id, prove(&alpha))]), [true]);
    assert_eq!(beacon.fulfil(vec![(id, prove(&alpha))]), [false]);
    assert_eq!(beacon.alpha(id), None);
    let output = near_ecvrf::verify(SUITE, secret().public_key(), &alpha, &prove(&alpha));
    let output = output.expect("valid");
    let stored: Vec<u8> = beacon.output(id).expect("fulfilled").into();
    assert_eq!(stored, output.bytes());
    let drawn = output.draw(3, 10.try_into().expect("not 0"));
    let drawn: Vec<_> = drawn.expect("3 of 10").into_iter().map(U64).collect();
    assert_eq!(beacon.draw(id, 3, U64(10), None), drawn);
    let bond = PENALTY.saturating_mul(2).saturating_add(FEE);
    assert_eq!((beacon.bond(), beacon.open_requests()), (bond, 0));
}

#[test]
fn a_request_that_waited_too_long_is_refunded_and_costs_the_operator() {
    let mut beacon = beacon();
    let id = request(&mut beacon);
    next_call(ANN, NearToken::ZERO, MADE + TIMEOUT);
    let said = refusal(|| beacon.refund(id));
    let until = format!("the request {id} of block {MADE} may be fulfilled until block 1100");
    assert!(said.contains(&until), "{said}");
    next_call(ANN, NearToken::ZERO, MADE + TIMEOUT + 1);
    let alpha: Vec<u8> = beacon.alpha(id).expect("open").into();
    assert_eq!(beacon.fulfil(vec![(id, prove(&alpha))]), [false]);
    beacon.refund(id);
    assert_eq!(sent(), ("ann.near".to_owned(), DEPOSIT));
    assert_eq!((beacon.bond(), beacon.open_requests()), (PENALTY, 0));
    let said = refusal(|| beacon.refund(id));
    assert!(said.contains(&format!("no request {id} is open")), "{said}");
}

#[test]
fn requests_are_covered_by_the_bond_which_only_the_operator_may_take_and_no_part_that_covers() {
    let mut beacon = beacon();
    for id in 0..2 {
        assert_eq!(request(&mut beacon), id);
    }
    let said = refusal(|| {
        request(&mut beacon);
    });
    let expected = "a bond of 2 NEAR covers open requests of 1 NEAR each, and no more than 2";
    assert!(said.contains(expected), "{said}");

    let yocto = NearToken::from_yoctonear(1);
    next_call(OPERATOR, yocto, MADE);
    beacon.add_bond();
    let two = yocto.saturating_add(yocto);
    let said = refusal(|| beacon.withdraw(two));
    assert!(said.contains("covers no open request"), "{said}");
    beacon.withdraw(yocto);
    assert_eq!(sent(), ("op.near".to_owned(), yocto));
    next_call(ANN, NearToken::ZERO, MADE);
    let said = refusal(|| beacon.withdraw(NearToken::ZERO));
    assert!(said.contains("ann.near is not the operator"), "{said}");
}
