//! Host functions among the functions: leaves, with what they burn.

use crate::{recorded, run, stack};
use near_runtime_ext::Gas;
use std::collections::BTreeMap;
use test_support::everywhere::{Everywhere, TGAS};
use test_support::imports::module;

#[test]
fn a_host_function_is_a_leaf_that_burns_what_the_trace_says() {
    let outcome = run(&module(
        r#"(memory 1)
            (func $leaf (result i64) (return (call $block_index)))
            (func (export "main")
                (drop (call $leaf))
                (drop (call $block_index))
                (memory.fill (i32.const 0) (i32.const 1) (i32.const 60000))
                (drop (memory.grow (i32.const 1)))
                (drop (call $storage_write
                    (i64.const 5) (i64.const 0) (i64.const 9) (i64.const 0) (i64.const 0))))"#,
    ));
    let tree = recorded(&outcome);
    let mut traced: BTreeMap<&str, (Gas, u64)> = BTreeMap::new();
    for call in &outcome.host_calls {
        let (gas, calls) = traced.entry(call.function).or_default();
        *gas = gas.saturating_add(call.gas);
        *calls += 1;
    }
    assert_eq!(traced.len(), 2);
    let functions = tree.functions();
    let named = |name: &str| functions.iter().find(|it| &*it.name == name).unwrap();
    for (name, expected) in traced {
        let found = named(name);
        assert_eq!((found.itself, found.calls), expected, "{name}");
    }
    // What preparation adds for `memory.fill` and `memory.grow` is the function's own.
    let itself = named("main").itself.as_gas();
    assert!(itself > 60_000, "{itself}");
    let names: Vec<_> = tree.nodes().iter().map(|node| &*node.name).collect();
    let expected = [
        "loading",
        "main",
        "leaf",
        "block_index",
        "block_index",
        "storage_write",
    ];
    assert_eq!(names, expected);
}

/// Exported, in a table and called directly: an import is a host function all the same.
#[test]
fn an_import_that_is_exported_or_in_a_table_is_a_leaf() {
    let outcome = run(r#"(module
            (import "env" "panic" (func $panic))
            (export "panic" (func $panic))
            (type $nothing (func))
            (table 1 funcref)
            (elem (i32.const 0) $panic)
            (func (export "main") (call_indirect (type $nothing) (i32.const 0))))"#);
    assert_eq!(stack(&outcome), ["main", "panic"]);
    let mut everywhere = Everywhere::deploy_wat(
        r#"(module (import "env" "panic" (func $panic)) (export "main" (func $panic)) (func))"#,
    );
    let outcome = everywhere.call("main", b"", TGAS);
    assert_eq!(stack(&outcome), ["panic"]);
}

/// A call that creates receipts burns what sending them burns; what they will burn is reserved.
#[test]
fn gas_that_receipts_reserve_is_no_functions() {
    const CREATE: &str = r#"(call $promise_create (i64.const 6) (i64.const 0) (i64.const 1) (i64.const 8)
        (i64.const 0) (i64.const 0) (i64.const 16) (i64.const GAS))"#;
    let contract = |gas: [u64; 2]| {
        let [first, second] = gas.map(|gas| CREATE.replace("GAS", &gas.to_string()));
        module(&format!(
            r#"(memory 1)
                (data (i32.const 0) "a.near  m")
                (func $first (drop {first}))
                (func $second (drop {second}))
                (func (export "main") (call $first) (call $second))"#
        ))
    };
    let burnt = |gas: [u64; 2]| {
        let outcome = run(&contract(gas));
        assert!(outcome.is_success(), "{:?}", outcome.failure);
        let reserved = outcome.used_gas.saturating_sub(outcome.burnt_gas);
        assert!(reserved.as_gas() > gas.iter().sum());
        let nodes = recorded(&outcome).nodes().to_vec();
        let created = nodes
            .into_iter()
            .filter(|node| &*node.name == "promise_create");
        created.map(|node| node.gas).collect::<Vec<_>>()
    };
    let [first, second] = burnt([TGAS, 40 * TGAS])[..] else {
        panic!("two stacks create a promise each");
    };
    assert_eq!(first, second);
    assert_eq!(burnt([20 * TGAS, TGAS]), [first, second]);
}

/// The only actions whose reserved gas does not follow from the action alone: entries are added one by one, and a
/// universal account's state may not decode. `Everywhere` compares the sum with the burnt gas.
#[test]
fn gas_that_initial_states_reserve_is_no_functions() {
    let entry = |length: u64| {
        format!(
            "(call $set_state_init_data_entry (local.get $batch) (local.get $action)
                (i64.const {length}) (i64.const 100) (i64.const 8) (i64.const 100))"
        )
    };
    let deterministic = format!(
        "(local.set $action (call $promise_batch_action_state_init (local.get $batch)
            (i64.const 32) (i64.const 100) (i64.const 200)))
        {} {}",
        entry(1),
        entry(2)
    );
    // The second entry is there already: the call fails.
    let twice = format!("{deterministic} {}", entry(2));
    let universal = "(call $promise_batch_action_universal_state_init (local.get $batch)
            (i64.const 100) (i64.const 100) (i64.const 200))";
    for (body, succeeds) in [(&*deterministic, true), (&twice, false), (universal, true)] {
        let outcome = run(&module(&format!(
            r#"(memory 1) (data (i32.const 0) "a.near")
                (func (export "main") (local $batch i64) (local $action i64)
                    (local.set $batch (call $promise_batch_create (i64.const 6) (i64.const 0)))
                    {body})"#
        )));
        assert_eq!(outcome.is_success(), succeeds, "{:?}", outcome.failure);
        assert!(recorded(&outcome).gas() > Gas::ZERO);
    }
}
