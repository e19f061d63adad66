//! Where a call that fails stopped, and what its functions had burnt.

use crate::{GAS, recorded, run, stack};
use near_runtime_ext::Outcome;
use test_support::everywhere::{Everywhere, TGAS};

fn contract(innermost: &str) -> String {
    format!(
        r#"(module
            (import "env" "panic" (func $panic))
            (import "env" "log_utf8" (func $log (param i64 i64)))
            (import "env" "block_index" (func $height (result i64)))
            (type $nothing (func))
            (memory 1)
            (table 1 funcref)
            (func $innermost (local i32) {innermost})
            (func $middle (call $innermost) (call $leaf))
            (func $leaf (drop (call $height)))
            (func (export "main") (call $leaf) (call $middle)))"#
    )
}

fn stopped(outcome: &Outcome) -> String {
    stack(outcome).join(" ")
}

#[test]
fn a_failed_call_says_where_it_stopped() {
    for (innermost, host) in [
        ("(unreachable)", ""),
        ("(drop (i32.div_u (i32.const 1) (local.get 0)))", ""),
        ("(drop (i32.trunc_f32_u (f32.const -2)))", ""),
        ("(drop (i32.load (i32.const -1)))", ""),
        ("(call_indirect (type $nothing) (local.get 0))", ""),
        ("(call_indirect (type $nothing) (i32.const 7))", ""),
        ("(call $panic)", " panic"),
        (
            "(call $log (i64.const 1) (i64.const 100000000000))",
            " log_utf8",
        ),
        ("(call $innermost)", " innermost"),
        ("(loop (br 0))", ""),
        ("(loop (drop (call $height)) (br 0))", " block_index"),
        ("(loop (call $leaf) (br 0))", " leaf"),
    ] {
        let outcome = run(&contract(innermost));
        assert!(!outcome.is_success(), "{innermost}");
        let expected = format!("main middle innermost{host}");
        let stopped = stopped(&outcome);
        assert!(stopped.starts_with(&expected), "{innermost}: {stopped}");
    }
}

#[test]
fn a_call_that_succeeds_stopped_nowhere() {
    assert_eq!(stopped(&run(&contract(""))), "");
    let burnt = recorded(&run(&contract(""))).functions();
    let names: Vec<_> = burnt.iter().map(|it| &*it.name).collect();
    let expected = "block_index loading leaf main middle innermost";
    assert_eq!(names.join(" "), expected);
}

/// Whatever the gas attached: with one unit more or less it runs out elsewhere.
#[test]
fn gas_runs_out_where_it_is_missing() {
    let wasm = wat::parse_str(contract("(drop (i32.const 1))")).unwrap();
    let mut everywhere = Everywhere::deploy(&wasm);
    let needed = everywhere.call("main", b"", TGAS).burnt_gas.as_gas();
    let parts = (1..400).map(|part| needed * part / 400);
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
            "main middle",
            "main middle innermost",
            "main middle",
            "main middle leaf",
            "main middle leaf block_index",
            "main middle leaf",
        ]
    );
}
