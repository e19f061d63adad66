//! Where a call that fails stopped, and what its functions had burnt.

use crate::{GAS, run, stack};
use near_runtime_ext::Outcome;
use test_support::everywhere::{Everywhere, TGAS};
use test_support::imports::module;

/// Methods and functions that burn little.
const CONTRACT: &str = r#"
    (func $innermost (local i32) (drop (i32.const 1)))
    (func $middle (call $innermost) (call $leaf))
    (func $leaf (drop (call $block_index)))
    (func (export "main") (call $leaf) (call $middle))"#;

fn stopped(outcome: &Outcome) -> String {
    stack(outcome).join(" ")
}

/// The more gas is attached, the further the call gets: the places are in the order of execution.
#[test]
fn gas_runs_out_where_it_is_missing() {
    let mut everywhere = Everywhere::deploy_wat(&module(CONTRACT));
    let needed = everywhere.call("main", b"", TGAS).burnt_gas.as_gas();
    let parts = (1..1000).map(|part| needed * part / 1000);
    let limits = parts.chain([needed - GAS]);
    let mut places: Vec<_> = limits
        .map(|gas| stopped(&everywhere.call("main", b"", gas)))
        .collect();
    places.dedup();
    assert_eq!(
        places,
        [
            "loading",
            "main",
            "main leaf",
            "main leaf block_index",
            "main leaf",
            "main",
            "main middle",
            "main middle innermost",
            "main middle",
            "main middle leaf",
            "main middle leaf block_index",
            "main middle leaf",
        ]
    );
}

/// Each call of the binary tree has a stack of its own: more than the tree of functions has room for.
#[test]
fn a_full_tree_still_shows_where_a_call_stopped() {
    let less = "(i32.sub (local.get 0) (i32.const 1))";
    let both = format!("(if (local.get 0) (then (call $a {less}) (call $b {less})))");
    let outcome = run(&format!(
        r#"(module (func $a (param i32) {both}) (func $b (param i32) {both})
            (func $f (call $g)) (func $g unreachable)
            (func (export "main") (call $a (i32.const 18)) (call $f)))"#
    ));
    assert_eq!(stack(&outcome), ["main", "f", "g"]);
}
