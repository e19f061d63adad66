//! A contract's view of a call: its sender, its block, its balance; and the receipts that it
//! creates. Every call runs on every backend.

use near_runtime_ext::{
    Account, AccountId, Balance, CallError, Contract, Gas, Outcome, PromiseResult, PublicKey,
    Receipt, ReceiptAction, Runtime,
};
use test_support::everywhere::{ACCOUNT, BACKENDS};

fn id(name: &str) -> AccountId {
    name.parse().expect("a valid name")
}

/// A contract whose method `main` has this body, on each backend, deployed to `account`.
fn deployed(account: &Account, imports: &str, data: &str, body: &str) -> Vec<Contract> {
    let wat = format!(
        r#"(module {imports} (memory 1) (data (i32.const 0) "{data}") (func (export "main") {body}))"#
    );
    let wasm = wat::parse_str(&wat).expect("valid WAT");
    BACKENDS
        .map(|backend| {
            let runtime = Runtime::builder().backend(backend).build();
            let contract = runtime
                .expect("a runtime")
                .deploy_to(account.clone(), wasm.clone());
            contract.expect("deployed")
        })
        .into()
}

fn contracts(imports: &str, data: &str, body: &str) -> Vec<Contract> {
    deployed(&Account::new(id(ACCOUNT)), imports, data, body)
}

/// A contract that returns the register written by host function `name`, given `args`.
fn returning_register(name: &str, params: &str, args: &str) -> Vec<Contract> {
    let imports = format!(
        r#"(import "env" "{name}" (func $f (param {params})))
           (import "env" "value_return" (func $return (param i64 i64)))"#
    );
    let body = format!("(call $f {args}) (call $return (i64.const -1) (i64.const 0))");
    contracts(&imports, "", &body)
}

fn returned(outcome: Result<Outcome, CallError>) -> Vec<u8> {
    let outcome = outcome.expect("an outcome").into_result();
    outcome.expect("a success").return_bytes().to_vec()
}

#[test]
fn a_contract_reads_signer_key_predecessor_and_refund_account() {
    let key: PublicKey = "ed25519:Gt9aiwEhCBZnaixDvWDdf4iZKS1CXPbD6sY5t9MwwPao"
        .parse()
        .expect("a key");
    let account = ACCOUNT;
    for (function, alone, signed, sent, all) in [
        ("current_account_id", account, account, account, account),
        (
            "signer_account_id",
            account,
            "alice.near",
            account,
            "alice.near",
        ),
        (
            "predecessor_account_id",
            account,
            "alice.near",
            "bob.near",
            "bob.near",
        ),
        (
            "refund_to_account_id",
            account,
            "alice.near",
            "bob.near",
            "carol.near",
        ),
    ] {
        for mut contract in returning_register(function, "i64", "(i64.const 0)") {
            let (alice, bob) = (id("alice.near"), id("bob.near"));
            assert_eq!(
                returned(contract.call("main").transact()),
                alone.as_bytes(),
                "{function}"
            );
            let by_alice = contract.call("main").signer(alice.clone()).transact();
            assert_eq!(returned(by_alice), signed.as_bytes(), "{function}");
            let from_bob = contract.call("main").predecessor(bob.clone()).transact();
            assert_eq!(returned(from_bob), sent.as_bytes(), "{function}");
            let with_all = contract
                .call("main")
                .signer(alice)
                .predecessor(bob)
                .refund_to(id("carol.near"));
            assert_eq!(returned(with_all.transact()), all.as_bytes(), "{function}");
        }
    }
    for mut contract in returning_register("signer_account_pk", "i64", "(i64.const 0)") {
        assert_eq!(returned(contract.call("main").transact()), [0; 33]);
        let bytes = borsh::to_vec(&key).expect("a key serializes");
        let signed = contract.call("main").signer_public_key(key.clone());
        assert_eq!(returned(signed.transact()), bytes);
    }
}

#[test]
fn a_callback_reads_its_results_and_pays_for_its_data_receivers() {
    let imports = r#"
        (import "env" "promise_result" (func $result (param i64 i64) (result i64)))
        (import "env" "value_return" (func $return (param i64 i64)))"#;
    // The second result has failed: the contract returns the first.
    let body = "(if (i64.eq (i64.const 1) (call $result (i64.const 0) (i64.const 0)))
        (then (if (i64.eq (i64.const 2) (call $result (i64.const 1) (i64.const 1)))
            (then (call $return (i64.const -1) (i64.const 0))))))";
    for mut contract in contracts(imports, "", body) {
        let results = || {
            [
                PromiseResult::Successful(b"yes".as_slice().into()),
                PromiseResult::Failed,
            ]
        };
        let call = contract.call("main").promise_results(results());
        let alone = call.transact().expect("an outcome");
        assert_eq!(alone.return_bytes(), b"yes");
        let call = contract.call("main").promise_results(results());
        let waited = call.output_data_receivers([id("alice.near")]).transact();
        let waited = waited.expect("an outcome");
        let sending = waited.profile["new_data_receipt_byte"].as_gas();
        assert_eq!(
            waited.burnt_gas.as_gas(),
            alone.burnt_gas.as_gas() + sending
        );
    }
    // The default is none.
    for mut contract in contracts(imports, "", body) {
        let outcome = contract.call("main").transact().expect("an outcome");
        let failure = outcome.failure.expect("no results").to_string();
        assert_eq!(failure, "Accessed invalid promise result index: 0");
    }
}

#[test]
fn a_contract_reads_validators_and_locked_balance() {
    let imports = r#"(import "env" "validator_stake" (func $stake (param i64 i64 i64)))
        (import "env" "validator_total_stake" (func $total (param i64)))
        (import "env" "account_locked_balance" (func $locked (param i64)))
        (import "env" "value_return" (func $return (param i64 i64)))"#;
    let body = "(call $stake (i64.const 8) (i64.const 0) (i64.const 16))
        (call $total (i64.const 32)) (call $locked (i64.const 48))
        (call $return (i64.const 48) (i64.const 16))";
    let mut account = Account::new(id(ACCOUNT));
    account.locked = Balance::from_near(7);
    for mut contract in deployed(&account, imports, "bob.near", body) {
        let near = |amount: u128| Balance::from_near(amount).as_yoctonear().to_le_bytes();
        let told = |contract: &mut Contract| returned(contract.call("main").transact());
        assert_eq!(told(&mut contract), [near(0), near(0), near(7)].concat());
        let validators = &mut contract.block_mut().validators;
        validators.insert(id("bob.near"), Balance::from_near(2));
        validators.insert(id("carol.near"), Balance::from_near(3));
        assert_eq!(told(&mut contract), [near(2), near(5), near(7)].concat());
        let validators = &mut contract.block_mut().validators;
        validators.insert(id("dan.near"), Balance::from_yoctonear(u128::MAX));
        let error = contract.call("main").transact();
        assert!(matches!(error, Err(CallError::StakeOverflow)), "{error:?}");
    }
}

#[test]
fn the_receipts_of_a_call_have_receivers_actions_gas_and_deposits() {
    let imports = r#"
        (import "env" "promise_batch_create" (func $create (param i64 i64) (result i64)))
        (import "env" "promise_batch_then" (func $then (param i64 i64 i64) (result i64)))
        (import "env" "promise_batch_action_transfer" (func $transfer (param i64 i64)))
        (import "env" "promise_set_refund_to" (func $refund_to (param i64 i64 i64)))
        (import "env" "promise_batch_action_function_call_weight"
            (func $call (param i64 i64 i64 i64 i64 i64 i64 i64)))"#;
    // 5 yoctoNEAR, then 16 zeros; names from 32 on.
    let data = r"\05\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00alice.nearbob.nearpay[1]";
    let body = "(local $alice i64) (local $bob i64)
        (local.set $alice (call $create (i64.const 10) (i64.const 32)))
        (local.set $bob (call $then (local.get $alice) (i64.const 8) (i64.const 42)))
        (call $transfer (local.get $alice) (i64.const 0))
        (call $call (local.get $alice) (i64.const 3) (i64.const 50) (i64.const 3) (i64.const 53)
            (i64.const 0) (i64.const 1000000000000) (i64.const 1))
        (call $call (local.get $bob) (i64.const 3) (i64.const 50) (i64.const 0) (i64.const 0)
            (i64.const 16) (i64.const 0) (i64.const 2))
        (call $refund_to (local.get $bob) (i64.const 10) (i64.const 32))";
    for mut contract in contracts(imports, data, body) {
        let gas = Gas::from_teragas(100);
        let outcome = contract
            .call("main")
            .gas(gas)
            .transact()
            .expect("an outcome");
        let left = gas.as_gas() - outcome.used_gas.as_gas();
        let deposit = Balance::from_yoctonear(5);
        let call = ReceiptAction {
            name: "FunctionCall",
            method: Some("pay".to_owned()),
            args: b"[1]".to_vec(),
            gas: Gas::from_gas(1_000_000_000_000 + left / 3),
            deposit,
        };
        let transfer = ReceiptAction {
            name: "Transfer",
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
}

#[test]
fn a_yield_and_what_resumes_it_are_receipts_and_what_resumes_nothing_is_none() {
    let imports = r#"
        (import "env" "promise_yield_create"
            (func $yield (param i64 i64 i64 i64 i64 i64 i64) (result i64)))
        (import "env" "promise_yield_resume" (func $resume (param i64 i64 i64 i64) (result i32)))
        (import "env" "read_register" (func $read_register (param i64 i64)))"#;
    let body = r#"
        (drop (call $resume (i64.const 32) (i64.const 32) (i64.const 3) (i64.const 0)))
        (drop (call $yield (i64.const 3) (i64.const 0) (i64.const 0) (i64.const 0) (i64.const 0)
            (i64.const 1) (i64.const 0)))
        (call $read_register (i64.const 0) (i64.const 32))
        (drop (call $resume (i64.const 32) (i64.const 32) (i64.const 3) (i64.const 0)))"#;
    for mut contract in contracts(imports, "end", body) {
        let outcome = contract.call("main").transact().expect("an outcome");
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
            (action.name, action.method.clone(), action.args.clone())
        };
        assert_eq!(
            of(yielded),
            ("FunctionCall", Some("end".to_owned()), vec![])
        );
        assert_eq!(of(resumed), ("YieldResume", None, b"end".to_vec()));
    }
}
