//! Tokens: the sender pays the deposit, storage needs a stake, and the sum of tokens never changes.

use near_runtime_ext::{Account, Balance, Failure, Outcome, Runtime};
use proptest::prelude::*;
use std::sync::LazyLock;
use test_support::everywhere::{ACCOUNT, Everywhere, id};
use test_support::imports::module;

static RUNTIME: LazyLock<Runtime> = LazyLock::new(Runtime::new);
static SPENDER_WASM: LazyLock<Vec<u8>> =
    LazyLock::new(|| wat::parse_str(module(SPENDER)).expect("valid WAT"));

/// Methods that send the amount in their 16 bytes of arguments, by a call, or by a transfer before
/// a panic; and methods that write a value of the length in their 8 bytes of arguments, or remove
/// it.
const SPENDER: &str = r#"
    (memory 2) (data (i32.const 16) "alice.nearpay")
    (func $amount (call $input (i64.const 0)) (call $read_register (i64.const 0) (i64.const 0)))
    (func $pay (export "pay") (local $promise i64)
        (call $amount)
        (local.set $promise (call $promise_batch_create (i64.const 10) (i64.const 16)))
        (call $promise_batch_action_transfer (local.get $promise) (i64.const 0))
        (call $promise_batch_action_function_call (local.get $promise)
            (i64.const 3) (i64.const 26) (i64.const 0) (i64.const 0)
            (i64.const 0) (i64.const 1000)))
    (func (export "pay_and_panic") (call $pay) unreachable)
    (func (export "write") (call $amount)
        (drop (call $storage_write (i64.const 5) (i64.const 16)
            (i64.load (i32.const 0)) (i64.const 16) (i64.const 0))))
    (func (export "remove") (drop (call $storage_remove (i64.const 5) (i64.const 16) (i64.const 0))))
    (func (export "nothing"))"#;

fn yocto(amount: u128) -> Balance {
    Balance::from_yoctonear(amount)
}

fn account(balance: u128, locked: u128) -> Account {
    let mut account = Account::new(id(ACCOUNT));
    (account.balance, account.locked) = (yocto(balance), yocto(locked));
    account
}

/// nearcore's price of a byte, yoctoNEAR: `storage_amount_per_byte` since NEP-205.
const YOCTO_PER_BYTE: u128 = 10_000_000_000_000_000_000;

#[test]
fn storage_that_the_balance_does_not_stake_fails_the_call_and_changes_nothing() {
    const WRITTEN: u64 = 2000;
    // A new account, the code, and one record: its key, its value, and 40 bytes (nearcore's
    // `num_bytes_account` and `num_extra_bytes_record`).
    let usage = 100 + SPENDER_WASM.len() as u64 + 5 + WRITTEN + 40;
    let needed = u128::from(usage) * YOCTO_PER_BYTE;
    let args = WRITTEN.to_le_bytes();
    let mut spender = Everywhere::deploy(&SPENDER_WASM);
    for locked in [0, needed / 3] {
        spender.restore(&account(needed - locked, locked));
        let outcome = spender.run(|it| it.call("write").args(args).transact());
        assert_eq!(outcome.failure, None);

        let before = account(needed - locked - 7, locked);
        spender.restore(&before);
        let outcome = spender.run(|it| it.call("write").args(args).transact());
        let lacking = Failure::LackBalanceForState { amount: yocto(7) };
        let text = "the account lacks 7 yoctoNEAR to stake what it stores, its code included";
        assert_eq!(lacking.to_string(), text);
        assert_eq!(outcome.failure, Some(lacking));
        assert_eq!(*spender.account(), before);
        // Any caller may pay for the storage with a deposit.
        let outcome = spender.run(|it| {
            let call = it.call("write").args(args).deposit(yocto(7));
            call.signer(id("alice.near")).transact()
        });
        assert!(outcome.is_success());
        // A balance that storage needs cannot be spent.
        let one = 1_u128.to_le_bytes();
        let outcome = spender.run(|it| it.call("pay").args(one).transact());
        let lacking = Failure::LackBalanceForState { amount: yocto(2) };
        assert_eq!(outcome.failure, Some(lacking), "it pays twice");
        assert_eq!(outcome.receipts, vec![]);
    }
}

#[test]
fn a_small_account_needs_no_stake() {
    let small = r#"(memory 1) (func (export "main")
        (drop (call $storage_write (i64.const 1) (i64.const 0) (i64.const 9) (i64.const 0) (i64.const 0))))"#;
    let wasm = wat::parse_str(module(small)).expect("valid WAT");
    // NEP-448: 770 bytes are free.
    let left = 770 - 100 - wasm.len() as u64 - 1 - 9 - 40;
    for (other_storage, is_success) in [(left, true), (left + 1, false)] {
        let mut account = account(0, 0);
        account.storage_usage += other_storage;
        let mut contract = Runtime::new()
            .deploy_to(account, wasm.clone())
            .expect("deployed");
        let outcome = contract.call("main").transact().expect("an outcome");
        assert_eq!(outcome.is_success(), is_success, "{:?}", outcome.failure);
    }
}

/// Method, argument, deposit, and whether the account calls itself.
type Sent = (&'static str, u128, u128, bool);

fn sent() -> impl Strategy<Value = Sent> {
    let amount = || prop_oneof![Just(0), Just(1), 0..10_u128.pow(24), any::<u128>()];
    let spent = (
        prop::sample::select(&["pay", "pay_and_panic", "nothing"]),
        amount(),
    );
    let stored = (prop::sample::select(&["write", "remove"]), 0..70_000_u128);
    let call = prop_oneof![2 => spent, 1 => stored];
    (call, amount(), any::<bool>())
        .prop_map(|((method, argument), deposit, is_own)| (method, argument, deposit, is_own))
}

/// All tokens that the outcome's receipts carry.
fn sent_away(outcome: &Outcome) -> u128 {
    let actions = outcome.receipts.iter().flat_map(|it| &it.actions);
    actions.map(|action| action.deposit.as_yoctonear()).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// 100 accounts, and 100 calls to each.
    #[test]
    fn the_sum_of_all_tokens_is_conserved(
        calls in prop::collection::vec(sent(), 100),
        balance in 0..10_u128.pow(25),
        locked in 0..10_u128.pow(24),
    ) {
        let mut contract = RUNTIME.deploy_to(account(balance, locked), SPENDER_WASM.clone()).expect("deployed");
        for (method, argument, deposit, is_own) in calls {
            let before = contract.account().clone();
            let sender = if is_own { ACCOUNT } else { "alice.near" };
            let call = contract.call(method).args(argument.to_le_bytes()).deposit(yocto(deposit));
            let outcome = call.signer(id(sender)).transact();
            let after = contract.account();
            let Ok(outcome) = outcome else {
                prop_assert_eq!(&before, after);
                continue;
            };
            if !outcome.is_success() {
                prop_assert_eq!(&before, after);
                prop_assert_eq!(sent_away(&outcome), 0);
                continue;
            }
            let of = |account: &Account| {
                account.balance.as_yoctonear() + account.locked.as_yoctonear()
            };
            let from_outside = if is_own { 0 } else { deposit };
            let subsidized = outcome.subsidized.as_yoctonear();
            let given = of(&before) + from_outside + subsidized;
            prop_assert_eq!(given, of(after) + sent_away(&outcome));
            let staked = of(after) / YOCTO_PER_BYTE;
            let usage = after.storage_usage + SPENDER_WASM.len() as u64;
            prop_assert!(staked >= u128::from(usage) || usage <= 770);
        }
    }
}
