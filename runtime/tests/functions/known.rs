//! Contracts in the text format whose functions burn what can be counted by hand.
//!
//! nearcore charges each instruction but `block`, `else` and `end` the same, and the start of a function
//! as much as eight instructions, and one more for each local (near-vm-runner's `prepare_v3`,
//! `instrument_v3`: the frame's bytes by eight).

use crate::{recorded, run};
use near_runtime_ext::Outcome;

/// Gas of an instruction, as `regular_op_cost` of protocol version 88.
const INSTRUCTION: u64 = 822_756;
/// What the start of a function without locals burns, in instructions.
const BEGIN: u64 = 8;

/// The stacks of an outcome without loading: names, gas in instructions, calls.
fn stacks(outcome: &Outcome) -> Vec<(String, u64, u64)> {
    let tree = recorded(outcome);
    let stack = |(place, node): (usize, &near_runtime_ext::CallNode)| {
        let gas = node.gas.as_gas();
        assert_eq!(gas % INSTRUCTION, 0, "{}", node.name);
        (tree.stack(place).join(" "), gas / INSTRUCTION, node.calls)
    };
    let nodes = tree.nodes().iter().enumerate();
    nodes
        .filter(|it| &*it.1.name != "loading")
        .map(stack)
        .collect()
}

#[track_caller]
fn burns(wat: &str, expected: &[(&str, u64, u64)]) {
    let outcome = run(wat);
    let stacks = stacks(&outcome);
    let found: Vec<_> = stacks.iter().map(|it| (&*it.0, it.1, it.2)).collect();
    assert_eq!(found, expected);
}

#[test]
fn callers_and_what_they_call_are_told_apart() {
    burns(
        r#"(module
            (func $leaf (drop (i32.const 1)))
            (func $middle (call $leaf) (call $leaf))
            (func (export "main") (call $middle) (call $leaf)))"#,
        &[
            ("main", BEGIN + 2, 1),
            ("main middle", BEGIN + 2, 1),
            ("main middle leaf", 2 * (BEGIN + 2), 2),
            ("main leaf", BEGIN + 2, 1),
        ],
    );
}

#[test]
fn every_turn_of_a_loop_is_its_functions() {
    // Ten instructions a turn: `loop` is charged in each.
    burns(
        r#"(module
            (func $leaf (param i32) (result i32) (local.get 0))
            (func (export "main") (local i32)
                (loop
                    (local.set 0 (i32.add (local.get 0) (i32.const 1)))
                    (br_if 0 (i32.lt_u (call $leaf (local.get 0)) (i32.const 5))))))"#,
        &[
            ("main", BEGIN + 1 + 5 * 10, 1),
            ("main leaf", 5 * (BEGIN + 1 + 1), 5),
        ],
    );
}

#[test]
fn every_way_out_of_a_function_ends_it() {
    // By its end, `return` in blocks, a branch to the function's own label and a table of branches.
    let wat = r#"(module
        (func $ends (param i32) (result i32)
            (block $out
                (br_if $out (i32.eqz (local.get 0)))
                (loop
                    (if (i32.eq (local.get 0) (i32.const 1)) (then (return (i32.const 10))))
                    (if (i32.eq (local.get 0) (i32.const 2)) (then (br 3 (i32.const 20))))
                    (unreachable)))
            (i32.const 0))
        (func $table (param i32) (br_table 0 0 (local.get 0)))
        (func $in_a_block (block (return)) (unreachable))
        (func (export "main")
            (drop (call $ends (i32.const 0)))
            (drop (call $ends (i32.const 1)))
            (drop (call $ends (i32.const 2)))
            (call $table (i32.const 0))
            (call $in_a_block)))"#;
    burns(
        wat,
        &[
            ("main", BEGIN + 3 * 3 + 2 + 1, 1),
            (
                "main ends",
                // The first test of all three; the default; `loop` and the second test; `return`; the third
                // test; `br`.
                3 * (BEGIN + 1 + 3) + 1 + 2 * (1 + 4) + 2 + 4 + 2,
                3,
            ),
            ("main table", BEGIN + 1 + 2, 1),
            ("main in_a_block", BEGIN + 1, 1),
        ],
    );
}

#[test]
fn a_call_by_the_table_is_a_call() {
    burns(
        r#"(module
            (type $nothing (func))
            (table 2 funcref)
            (elem (i32.const 0) $first $second)
            (func $first)
            (func $second (call_indirect (type $nothing) (i32.const 0)))
            (func (export "main") (call_indirect (type $nothing) (i32.const 1))))"#,
        &[
            ("main", BEGIN + 2, 1),
            ("main second", BEGIN + 2, 1),
            ("main second first", BEGIN, 1),
        ],
    );
}

#[test]
fn a_start_function_is_outermost() {
    burns(
        r#"(module
            (func $begin (call $leaf))
            (func $leaf)
            (start $begin)
            (func (export "main") (call $leaf)))"#,
        &[
            ("begin", BEGIN + 1, 1),
            ("begin leaf", BEGIN, 1),
            ("main", BEGIN + 1, 1),
            ("main leaf", BEGIN, 1),
        ],
    );
}

#[test]
fn rust_names_lose_the_compilers_hash() {
    burns(
        r#"(module
            (func $_ZN8contract4Book5order17h0123456789abcdefE)
            (func $_RNvC8contract4main)
            (func (export "main")
                (call $_ZN8contract4Book5order17h0123456789abcdefE)
                (call $_RNvC8contract4main)))"#,
        &[
            ("main", BEGIN + 2, 1),
            ("main contract::Book::order", BEGIN, 1),
            ("main contract::main", BEGIN, 1),
        ],
    );
}

#[test]
fn frames_beyond_the_256th_are_its_children() {
    // `main` calls `down` with 1,000, which calls itself; the innermost calls `leaf`.
    let outcome = run(r#"(module
            (func $leaf)
            (func $down (param i32)
                (if (local.get 0)
                    (then (call $down (i32.sub (local.get 0) (i32.const 1))))
                    (else (call $leaf))))
            (func (export "main") (call $down (i32.const 1000))))"#);
    let stacks = stacks(&outcome);
    let (shared, apart) = (BEGIN + 1 + 2, 4);
    // `main` and 254 levels come before the 256th frame, which has all deeper ones as children.
    let level = |depth: usize| format!("main{}", " down".repeat(depth));
    assert_eq!(stacks.len(), 1 + 255 + 2);
    assert_eq!(stacks[1], (level(1), shared + apart, 1));
    assert_eq!(stacks[255], (level(255), shared + apart, 1));
    let deeper = 1001 - 255;
    let gas = deeper * (shared + apart) - apart + 1;
    assert_eq!(stacks[256], (level(256), gas, deeper));
    assert_eq!(stacks[257], (level(255) + " leaf", BEGIN, 1));
}
