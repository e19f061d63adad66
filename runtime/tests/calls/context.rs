//! A contract's view of a call: its sender, its block, its balance; and the receipts that it
//! creates.

use near_runtime_ext::{
    Account, Balance, Call, Gas, Outcome, PromiseResult, PublicKey, Receipt, ReceiptAction,
};
use test_support::everywhere::{ACCOUNT, Everywhere, id};
use test_support::imports::module;

/// A contract whose method `main` has this body.
fn contract(data: &str, body: &str) -> Everywhere {
    Everywhere::deploy_wat(&module(&format!(
        r#"(memory 1) (data (i32.const 0) "{data}") (func (export "main") {body})"#
    )))
}

/// A contract that returns the register written by this host function.
fn returning_register(function: &str) -> Everywhere {
    let returned = "(call $value_return (i64.const -1) (i64.const 0))";
    contract("", &format!("(call ${function} (i64.const 0)) {returned}"))
}

/// The outcome of a call of `main`, equal on every backend.
#[track_caller]
fn run(contract: &mut Everywhere, with: impl Fn(Call<'_>) -> Call<'_>) -> Outcome {
    contract.run(|contract| with(contract.call("main")).transact())
}

/// The return value of a successful call.
#[track_caller]
fn returned(contract: &mut Everywhere, with: impl Fn(Call<'_>) -> Call<'_>) -> Vec<u8> {
    let outcome = run(contract, with);
    assert_eq!(outcome.failure, None);
    outcome.return_bytes().to_vec()
}

#[test]
fn a_contract_reads_signer_key_predecessor_and_refund_account() {
    let (alice, bob, carol) = ("alice.near", "bob.near", "carol.near");
    let senders: [fn(Call<'_>) -> Call<'_>; 4] = [
        |call| call,
        |call| call.signer(id("alice.near")),
        |call| call.predecessor(id("bob.near")),
        |call| {
            let call = call.signer(id("alice.near")).predecessor(id("bob.near"));
            call.refund_to(id("carol.near"))
        },
    ];
    for (function, accounts) in [
        ("current_account_id", [ACCOUNT; 4]),
        ("signer_account_id", [ACCOUNT, alice, ACCOUNT, alice]),
        ("predecessor_account_id", [ACCOUNT, alice, bob, bob]),
        ("refund_to_account_id", [ACCOUNT, alice, bob, carol]),
    ] {
        let mut contract = returning_register(function);
        for (sender, account) in senders.iter().zip(accounts) {
            let returned = returned(&mut contract, sender);
            assert_eq!(returned, account.as_bytes(), "{function}");
        }
    }
    let key: PublicKey = "ed25519:Gt9aiwEhCBZnaixDvWDdf4iZKS1CXPbD6sY5t9MwwPao"
        .parse()
        .expect("a key");
    let mut contract = returning_register("signer_account_pk");
    assert_eq!(returned(&mut contract, |call| call), [0; 33]);
    let bytes = borsh::to_vec(&key).expect("a key serializes");
    let signed = returned(&mut contract, |call| call.signer_public_key(key.clone()));
    assert_eq!(signed, bytes);
}

fn with_results(call: Call<'_>) -> Call<'_> {
    let first = PromiseResult::Successful(b"yes".as_slice().into());
    call.promise_results([first, PromiseResult::Failed])
}

#[test]
fn a_callback_reads_its_results_and_pays_for_its_data_receivers() {
    // The second result is a failure, so the contract returns the first.
    let body = "(if (i64.eq (i64.const 1) (call $promise_result (i64.const 0) (i64.const 0)))
        (then (if (i64.eq (i64.const 2) (call $promise_result (i64.const 1) (i64.const 1)))
            (then (call $value_return (i64.const -1) (i64.const 0))))))";
    let mut contract = contract("", body);
    let alone = run(&mut contract, with_results);
    assert_eq!(alone.return_bytes(), b"yes");
    let waited = run(&mut contract, |call| {
        with_results(call).output_data_receivers([id("alice.near")])
    });
    let sending = waited.profile["new_data_receipt_byte"].as_gas();
    let [waited, alone] = [waited, alone].map(|outcome| outcome.burnt_gas.as_gas());
    assert_eq!(waited, alone + sending);
    // By default there are no promise results.
    let failure = run(&mut contract, |call| call).failure;
    let failure = failure.expect("no results").to_string();
    assert_eq!(failure, "Accessed invalid promise result index: 0");
}

#[test]
fn a_contract_reads_validators_and_locked_balance() {
    let body = "(call $validator_stake (i64.const 8) (i64.const 0) (i64.const 16))
        (call $validator_total_stake (i64.const 32)) (call $account_locked_balance (i64.const 48))
        (call $value_return (i64.const 48) (i64.const 16))";
    let mut contract = contract("bob.near", body);
    let mut account = Account::new(id(ACCOUNT));
    account.locked = Balance::from_near(7);
    contract.restore(&account);
    let near = |amount: u128| Balance::from_near(amount).as_yoctonear().to_le_bytes();
    let told = [near(0), near(0), near(7)].concat();
    assert_eq!(returned(&mut contract, |call| call), told);
    contract.each(|contract| {
        let validators = &mut contract.block_mut().validators;
        validators.insert(id("bob.near"), Balance::from_near(2));
        validators.insert(id("carol.near"), Balance::from_near(3));
    });
    let told = [near(2), near(5), near(7)].concat();
    assert_eq!(returned(&mut contract, |call| call), told);
}

#[test]
fn the_receipts_of_a_call_have_receivers_actions_gas_and_deposits() {
    // 5 yoctoNEAR, then 16 zeros; names from 32 on.
    let data = r"\05\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00alice.nearbob.nearpay[1]";
    let body = "(local $alice i64) (local $bob i64)
        (local.set $alice (call $promise_batch_create (i64.const 10) (i64.const 32)))
        (local.set $bob (call $promise_batch_then (local.get $alice) (i64.const 8) (i64.const 42)))
        (call $promise_batch_action_transfer (local.get $alice) (i64.const 0))
        (call $promise_batch_action_function_call_weight (local.get $alice)
            (i64.const 3) (i64.const 50) (i64.const 3) (i64.const 53)
            (i64.const 0) (i64.const 1000000000000) (i64.const 1))
        (call $promise_batch_action_function_call_weight (local.get $bob)
            (i64.const 3) (i64.const 50) (i64.const 0) (i64.const 0)
            (i64.const 16) (i64.const 0) (i64.const 2))
        (call $promise_set_refund_to (local.get $bob) (i64.const 10) (i64.const 32))";
    let gas = Gas::from_teragas(100);
    let outcome = run(&mut contract(data, body), |call| call.gas(gas));
    let left = gas.as_gas() - outcome.used_gas.as_gas();
    let deposit = Balance::from_yoctonear(5);
    let call = ReceiptAction {
        name: "FunctionCall".to_owned(),
        method: Some("pay".to_owned()),
        args: b"[1]".to_vec(),
        gas: Gas::from_gas(1_000_000_000_000 + left / 3),
        deposit,
    };
    let transfer = ReceiptAction {
        name: "Transfer".to_owned(),
        deposit,
        ..ReceiptAction::default()
    };
    let last = ReceiptAction {
        args: vec![],
        gas: Gas::from_gas(left - left / 3),
        deposit: Balance::ZERO,
        ..call.clone()
    };
    let to_alice = Receipt {
        receiver_id: id("alice.near"),
        after: vec![],
        is_yield: false,
        refund_to: None,
        actions: vec![transfer, call],
    };
    let to_bob = Receipt {
        receiver_id: id("bob.near"),
        after: vec![0],
        refund_to: Some(id("alice.near")),
        actions: vec![last],
        ..to_alice.clone()
    };
    assert_eq!(outcome.receipts, [to_alice, to_bob]);
}

#[test]
fn a_yield_and_what_resumes_it_are_receipts_and_what_resumes_nothing_is_none() {
    let body = r#"
        (drop (call $promise_yield_resume
            (i64.const 32) (i64.const 32) (i64.const 3) (i64.const 0)))
        (drop (call $promise_yield_create
            (i64.const 3) (i64.const 0) (i64.const 0) (i64.const 0) (i64.const 0)
            (i64.const 1) (i64.const 0)))
        (call $read_register (i64.const 0) (i64.const 32))
        (drop (call $promise_yield_resume
            (i64.const 32) (i64.const 32) (i64.const 3) (i64.const 0)))"#;
    let outcome = run(&mut contract("end", body), |call| call);
    assert_eq!(outcome.failure, None);
    let [yielded, resumed] = outcome.receipts.as_slice() else {
        panic!("two receipts: {:?}", outcome.receipts);
    };
    assert!(yielded.is_yield && !resumed.is_yield);
    let of = |receipt: &Receipt| {
        assert_eq!(receipt.receiver_id, id(ACCOUNT));
        let [action] = receipt.actions.as_slice() else {
            panic!("one action: {receipt:?}");
        };
        let name = action.name.clone();
        (name, action.method.clone(), action.args.clone())
    };
    let end = Some("end".to_owned());
    assert_eq!(of(yielded), ("FunctionCall".to_owned(), end, vec![]));
    let resume = ("YieldResume".to_owned(), None, b"end".to_vec());
    assert_eq!(of(resumed), resume);
}
