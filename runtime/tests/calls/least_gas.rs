//! The least gas of a call: enough, while a unit less is not.

use near_runtime_ext::{Contract, Gas, LeastGas, Runtime};
use proptest::prelude::*;
use std::sync::LazyLock;
use test_support::everywhere::{TGAS, deployed};
use test_support::imports::module;

static RUNTIME: LazyLock<Runtime> = LazyLock::new(Runtime::new);

pub(crate) fn deploy(body: &str) -> Contract {
    let wat = module(&format!(
        r#"(memory 1) (data (i32.const 0) "bob.near")
           (func (export "main") (local $left i32) {body})"#
    ));
    deployed(&RUNTIME, &wat::parse_str(wat).expect("valid WAT"))
}

fn least_of(contract: &mut Contract, gas: u64) -> LeastGas {
    let call = contract.call("main").gas(Gas::from_gas(gas));
    call.least_gas().expect("it runs")
}

fn succeeds(contract: &mut Contract, gas: u64) -> bool {
    let call = contract.call("main").gas(Gas::from_gas(gas));
    call.transact().expect("it runs").is_success()
}

/// What a contract that reads its gas does with less of it can only be tried.
#[test]
fn a_contract_that_reads_its_gas_is_searched_and_named() {
    let at_least = |gas: u64| {
        format!("(if (i64.lt_u (call $prepaid_gas) (i64.const {gas})) (then (unreachable)))")
    };
    let least = least_of(&mut deploy(&at_least(7 * TGAS)), 300 * TGAS);
    assert_eq!(least.gas, Some(Gas::from_teragas(7)));
    assert!(least.reads_prepaid_gas);

    // Not monotone: it fails between 20 and 40 Tgas. The search finds an edge, and tells that there may be others.
    let hole = format!(
        "(if (i64.lt_u (i64.sub (call $prepaid_gas) (i64.const {})) (i64.const {})) (then (unreachable)))",
        20 * TGAS,
        20 * TGAS
    );
    let least = least_of(&mut deploy(&hole), 300 * TGAS);
    let gas = least.gas.expect("the call succeeds").as_gas();
    assert!(least.reads_prepaid_gas);
    assert!(succeeds(&mut deploy(&hole), gas));
    assert!(!succeeds(&mut deploy(&hole), gas - 1));

    // The log is part of the end: with less than 7 Tgas it has another letter.
    let logs = format!(
        "(i32.store8 (i32.const 64) (i32.add (i32.const 97)
            (i64.lt_u (call $prepaid_gas) (i64.const {}))))
        (call $log_utf8 (i64.const 1) (i64.const 64))",
        7 * TGAS
    );
    let least = least_of(&mut deploy(&logs), 300 * TGAS);
    assert_eq!(least.gas, Some(Gas::from_teragas(7)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// The least gas is what is used, and finding it changes nothing: any amount below is too little, any above is
    /// enough.
    #[test]
    fn no_smaller_amount_is_enough(
        steps in prop::collection::vec((0..6_u32, 1..50_u32), 0..8),
        shares in prop::collection::vec(0..1_000_000_u64, 12),
    ) {
        let body: String = steps.iter().map(|(kind, times)| match kind {
            0 => format!("(local.set $left (i32.const {times}))
                (loop (br_if 0 (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))"),
            1 => format!("(call $log_utf8 (i64.const {times}) (i64.const 128))"),
            2 => format!("(drop (call $storage_write (i64.const {times}) (i64.const 0) (i64.const 4) (i64.const 0) (i64.const 0)))"),
            3 => format!("(drop (memory.grow (i32.const {})))", times % 3),
            // A receipt of fixed gas; 5 gives it a weight, too.
            kind => format!("(call $promise_batch_action_function_call_weight
                (call $promise_batch_create (i64.const 8) (i64.const 0)) (i64.const 3) (i64.const 0)
                (i64.const 0) (i64.const 0) (i64.const 16) (i64.const {TGAS}) (i64.const {}))", (kind - 4) * times),
        }).collect();
        let mut contract = deploy(&body);
        let before = contract.account().clone();
        let least = least_of(&mut contract, 300 * TGAS);
        prop_assert_eq!(contract.account(), &before);
        prop_assert_eq!(least.gas, Some(least.outcome.used_gas));
        prop_assert_eq!(least.shares_left_over, steps.iter().any(|(kind, _)| *kind == 5));
        prop_assert!(!least.reads_prepaid_gas);
        let least = least.outcome.used_gas.as_gas();
        let mut tried = |gas| {
            contract.set_account(before.clone());
            succeeds(&mut contract, gas)
        };
        prop_assert!(tried(least));
        prop_assert!(!tried(least - 1));
        for share in shares {
            let below = u128::from(least) * u128::from(share) / 1_000_000;
            prop_assert!(!tried(u64::try_from(below).expect("below")), "{below}");
            prop_assert!(tried(least + share));
        }
    }
}
