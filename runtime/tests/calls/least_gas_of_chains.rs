//! The least gas of a transaction with all its receipts: enough, while a unit less is not.

use near_primitives::transaction::ExecutionStatus;
use near_runtime_ext::{Chain, ChainError, Executed, Gas, Runtime, SeesGasBy};
use proptest::prelude::*;
use test_support::everywhere::{TGAS, id};
use test_support::imports::module;

const ATTACHED: Gas = Gas::from_teragas(300);
/// Added to amounts of gas in a contract, so that all are encoded in the same number of bytes: calls pay for the
/// contract's size.
const WIDE: u64 = 1 << 62;
const NAMES: [&str; 3] = ["first.near", "other.near", "third.near"];

/// Gas and weight of a promise.
type Given = (u64, u64);

/// A promise of `main`: it takes turns of a loop, may call another contract, and may fail.
#[derive(Clone, Debug)]
struct Step {
    receiver: usize,
    given: Given,
    turns: u64,
    nested: Option<Given>,
    fails: bool,
}

impl Step {
    fn new(given: Given, turns: u64) -> Self {
        Self {
            receiver: 1,
            given,
            turns,
            nested: None,
            fails: false,
        }
    }
}

/// WAT that pushes a promise: a call of this method of the account at this index of `NAMES`.
fn promise(receiver: usize, method: usize, (gas, weight): Given) -> String {
    format!(
        "(call $add (call $promise_batch_create (i64.const 10) (i64.const {})) (i64.const {})
            (i64.const {}) (i64.const {weight}))",
        receiver * 16,
        64 + method * 16,
        WIDE + gas,
    )
}

/// A contract for all accounts. `main` makes the promises `work0`, `work1` and so on, and one that is called with
/// the first one's result; then it runs `body`.
fn contract(steps: &[Step], body: &str) -> Vec<u8> {
    let promises: String = steps.iter().enumerate().map(|(method, step)| {
        let promise = promise(step.receiver, method, step.given);
        format!("(local.set $last {promise}) (if (i64.lt_s (local.get $first) (i64.const 0)) (then (local.set $first (local.get $last))))")
    }).collect();
    let works: String = steps.iter().enumerate().map(|(method, step)| {
        let nested = step.nested.map(|it| format!("(drop {})", promise(2, 9, it)));
        let end = if step.fails { "(unreachable)" } else { "" };
        format!(
            r#"(func (export "work{method}") (call $turn (i32.const {})) {} (call $note) {end})"#,
            step.turns,
            nested.unwrap_or_default(),
        )
    }).collect();
    let methods: String = (0..10)
        .map(|it| format!(r#"(data (i32.const {}) "work{it}")"#, 64 + it * 16))
        .collect();
    let wat = module(&format!(
        r#"(memory 1)
            (data (i32.const 0) "{}") (data (i32.const 16) "{}") (data (i32.const 32) "{}")
            {methods}
            (func $add (param $promise i64) (param $method i64) (param $gas i64) (param $weight i64) (result i64)
                (call $promise_batch_action_function_call_weight (local.get $promise) (i64.const 5) (local.get $method) (i64.const 0) (i64.const 0)
                    (i64.const 512) (i64.sub (local.get $gas) (i64.const {WIDE})) (local.get $weight))
                (local.get $promise))
            (func $turn (param $left i32)
                (loop (br_if 0 (local.tee $left (i32.sub (local.get $left) (i32.const 1))))))
            (func $note
                (drop (call $storage_write (i64.const 4) (i64.const 64) (i64.const 4) (i64.const 64) (i64.const 0)))
                (call $log_utf8 (i64.const 4) (i64.const 64)))
            (func (export "main") (local $first i64) (local $last i64)
                (local.set $first (i64.const -1))
                {promises}
                (call $promise_return (call $add (call $promise_batch_then (local.get $first) (i64.const 10) (i64.const 0))
                    (i64.const 208) (i64.const {}) (i64.const 0)))
                {body})
            {works}
            (func (export "work9") (call $turn (i32.const 500)) (call $note))"#,
        NAMES[0],
        NAMES[1],
        NAMES[2],
        WIDE + TGAS,
    ));
    wat::parse_str(wat).expect("valid WAT")
}

fn chain(wasm: &[u8]) -> Chain {
    let mut chain = Runtime::new().chain();
    chain.add(&id("alice.near")).expect("a new account");
    for name in NAMES.map(id) {
        chain.add(&name).expect("a new account");
        chain.deploy(&name, wasm.to_vec()).expect("it exists");
    }
    chain
}

fn call(chain: &mut Chain, gas: Gas) -> Result<Executed, ChainError> {
    let call = chain.call(&id(NAMES[0]), "main").signer(&id("alice.near"));
    call.gas(gas).transact()
}

/// How every receipt ends, what it logs, and the accounts' storage: computed apart from the library's own
/// comparison. A transaction that is refused has none.
fn end(chain: &Chain, gas: u64) -> Option<(Vec<String>, Vec<String>)> {
    let mut chain = chain.clone();
    let executed = call(&mut chain, Gas::from_gas(gas)).ok()?;
    let receipts = executed.receipts.iter();
    let receipts = receipts.filter(|it| !it.receipt.predecessor_id().is_system());
    let receipts = receipts.map(|it| {
        let (receiver, logs) = (it.receipt.receiver_id(), &it.outcome.logs);
        match &it.outcome.status {
            ExecutionStatus::SuccessReceiptId(_) => format!("{receiver} a promise {logs:?}"),
            status => format!("{receiver} {status:?} {logs:?}"),
        }
    });
    let storage = NAMES.map(|name| {
        let state = chain.account_state(&id(name)).expect("it exists");
        format!("{:?}", state.storage)
    });
    Some((receipts.collect(), storage.to_vec()))
}

fn succeeds(chain: &Chain, gas: u64) -> bool {
    let executed = call(&mut chain.clone(), Gas::from_gas(gas));
    executed.is_ok_and(|it| it.into_result().is_ok())
}

/// Gas alone, or a share alone.
fn given() -> impl Strategy<Value = Given> {
    prop_oneof![
        (2..20_u64).prop_map(|gas| (gas * TGAS, 0)),
        (1..4_u64).prop_map(|weight| (0, weight))
    ]
}

prop_compose! {
    fn step()(
        receiver in 0..3_usize,
        given in given(),
        turns in 1..20_000_u64,
        nested in prop::option::of(given()),
        fails in prop::bool::weighted(0.1),
    ) -> Step {
        Step { receiver, given, turns, nested, fails }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Any amount below the least ends otherwise, any above the same, unless a receipt is said to see the gas: here,
    /// to share what it leaves.
    #[test]
    fn no_smaller_amount_is_enough(
        steps in prop::collection::vec(step(), 1..5),
        amounts in prop::collection::vec(0..1_000_000_u64, 8),
    ) {
        let chain = chain(&contract(&steps, ""));
        let wanted = end(&chain, ATTACHED.as_gas());
        let least = chain.least_gas(ATTACHED, call).expect("it runs");
        let shares = steps.iter().any(|it| it.given.1 > 0);
        let by_main = least.sees_gas.iter().any(|it| it.receiver_id == NAMES[0] && it.by == SeesGasBy::SharesLeftOver);
        prop_assert!(!shares || by_main);
        prop_assert!(least.sees_gas.iter().all(|it| it.by == SeesGasBy::SharesLeftOver));
        let gas = least.gas.expect("its result is no failure").as_gas();
        prop_assert_eq!(&end(&chain, gas), &wanted);
        prop_assert_ne!(&end(&chain, gas - 1), &wanted);
        if least.sees_gas.is_empty() {
            let far = amounts.iter().map(|it| u128::from(gas) * u128::from(*it) / 1_000_000);
            let far = far.map(|it| u64::try_from(it).expect("below"));
            for below in far.chain((2..6).map(|it| gas - it)) {
                prop_assert_ne!(&end(&chain, below), &wanted, "{}", below);
            }
            for above in amounts {
                prop_assert_eq!(&end(&chain, (gas + above * 1_000).min(ATTACHED.as_gas())), &wanted);
            }
        }
    }

    /// A promise succeeds without the gas that it leaves unused, and fails with a unit less.
    #[test]
    fn what_a_receipt_leaves_is_what_it_does_not_need(gas in 2..20_u64, turns in 1..20_000_u64) {
        let fixed = gas * TGAS;
        let of = |fixed| chain(&contract(&[Step::new((fixed, 0), turns)], ""));
        let executed = call(&mut of(fixed), ATTACHED).expect("it runs");
        let all = executed.unused_gas();
        let methods: Vec<_> = all.iter().flat_map(|it| &it.methods).collect();
        prop_assert_eq!(methods, ["main", "work0", "work9"]);
        prop_assert_eq!(all[1].attached.as_gas(), fixed);
        let needed = fixed - all[1].unused.as_gas();
        prop_assert!(succeeds(&of(needed), ATTACHED.as_gas()));
        prop_assert!(!succeeds(&of(needed - 1), ATTACHED.as_gas()));
    }
}

/// Of three equal weights the last receipt gets `n + 2` of `3 n + 2`, and `n + 1` of `3 n + 3`. Where it needs
/// `n + 2`, an amount is enough, one more is not, two more are.
#[test]
fn shares_of_three_have_a_hole_and_are_named() {
    let turns = [1, 1, 10_000];
    let chain = chain(&contract(&turns.map(|turns| Step::new((0, 1), turns)), ""));
    let least = chain.least_gas(ATTACHED, call).expect("it runs");
    let mut by = least.sees_gas.iter().map(|it| it.by);
    assert!(by.any(|it| it == SeesGasBy::SharesLeftOver));
    let gas = least.gas.expect("it succeeds").as_gas();
    let lower = [gas, gas - 2][usize::from(succeeds(&chain, gas - 2))];
    let around = [lower - 1, lower, lower + 1, lower + 2].map(|gas| succeeds(&chain, gas));
    assert_eq!(around, [false, true, false, true]);
}

/// What a contract that sees its gas does with less of it can only be tried.
#[test]
fn a_receipt_that_sees_the_gas_is_named_with_how() {
    let seen = |body: &str, signer: &str| -> (Vec<_>, _) {
        let chain = chain(&contract(&[Step::new((5 * TGAS, 0), 1)], body));
        let call = |chain: &mut Chain, gas| {
            let call = chain.call(&id(NAMES[0]), "main").signer(&id(signer));
            call.gas(gas).transact()
        };
        let least = chain.least_gas(ATTACHED, call).expect("it runs");
        let first = least.executed.receipts[0].receipt.receipt_id();
        let by = least.sees_gas.iter().map(|it| {
            assert_eq!((&it.receipt_id, it.receiver_id.as_str()), (first, NAMES[0]));
            it.by
        });
        (by.collect(), least.gas.expect("it succeeds").as_gas())
    };
    let reads =
        "(if (i64.lt_u (call $prepaid_gas) (i64.const 50000000000000)) (then (unreachable)))";
    let by_reading = (vec![SeesGasBy::PrepaidGas], 50 * TGAS);
    assert_eq!(seen(reads, "alice.near"), by_reading);

    let (by, gas) = seen("(call $random_seed (i64.const 0))", "alice.near");
    assert_eq!(by, [SeesGasBy::RandomSeed]);
    assert!(gas < 20 * TGAS, "the seed decides nothing: {gas}");

    // The gas is bought before the call runs: its payer sees that, nobody else does.
    let reads = "(call $account_balance (i64.const 512))";
    assert_eq!(seen(reads, "alice.near").0, []);
    assert_eq!(seen(reads, NAMES[0]).0, [SeesGasBy::Balance]);

    // Only the yield's id is stored; it differs with every amount of gas.
    let stores = |weight: u64| {
        format!(
            "(drop (call $promise_yield_create (i64.const 5) (i64.const 208) (i64.const 0) (i64.const 0) (i64.const {TGAS})
                (i64.const {weight}) (i64.const 0)))
            (drop (call $storage_write (i64.const 5) (i64.const 64) (i64.const -1) (i64.const 0) (i64.const 1)))"
        )
    };
    let (by, gas) = seen(&stores(0), "alice.near");
    assert_eq!((by, gas), (vec![SeesGasBy::YieldId], ATTACHED.as_gas()));
    let (by, _) = seen(&stores(1), "alice.near");
    assert_eq!(by, [SeesGasBy::YieldId, SeesGasBy::SharesLeftOver]);
}
