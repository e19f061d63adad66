//! Nodes of the trie are charged alike on every backend, and only on writes and removals.

use near_runtime_ext::{Outcome, TYPICAL_TRIE_DEPTH};
use test_support::everywhere::{Everywhere, TGAS};

/// Runs the operations in its arguments: a byte for the operation, the key's length, the key.
const STORAGE: &str = r#"(module
    (import "env" "input" (func $input (param i64)))
    (import "env" "register_len" (func $register_len (param i64) (result i64)))
    (import "env" "read_register" (func $read_register (param i64 i64)))
    (import "env" "storage_write" (func $write (param i64 i64 i64 i64 i64) (result i64)))
    (import "env" "storage_remove" (func $remove (param i64 i64 i64) (result i64)))
    (import "env" "storage_read" (func $read (param i64 i64 i64) (result i64)))
    (import "env" "storage_has_key" (func $has (param i64 i64) (result i64)))
    (memory 1)
    (func (export "main") (local $at i64) (local $end i64) (local $len i64) (local $key i64)
        (call $input (i64.const 0))
        (call $read_register (i64.const 0) (i64.const 0))
        (local.set $end (call $register_len (i64.const 0)))
        (block $done (loop $next
            (br_if $done (i64.ge_u (local.get $at) (local.get $end)))
            (local.set $len (i64.load8_u offset=1 (i32.wrap_i64 (local.get $at))))
            (local.set $key (i64.add (local.get $at) (i64.const 2)))
            (block $did (block $3 (block $2 (block $1 (block $0
                (br_table $0 $1 $2 $3 (i32.load8_u (i32.wrap_i64 (local.get $at)))))
                (drop (call $write (local.get $len) (local.get $key)
                    (local.get $len) (local.get $key) (i64.const 1))) (br $did))
                (drop (call $remove (local.get $len) (local.get $key) (i64.const 1))) (br $did))
                (drop (call $read (local.get $len) (local.get $key) (i64.const 1))) (br $did))
                (drop (call $has (local.get $len) (local.get $key))))
            (local.set $at (i64.add (local.get $key) (local.get $len)))
            (br $next)))))"#;

/// Operations on keys that share nibbles, from a linear congruential generator.
fn operations(seed: u64) -> Vec<u8> {
    let mut state = seed;
    let mut next = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        u8::try_from((state >> 33) % below).expect("it is small")
    };
    let mut operation = || {
        let (kind, len) = (next(4), next(4));
        let key: Vec<u8> = (0..len)
            .map(|_| [0x11, 0x12, 0x21, 0xff][usize::from(next(4))])
            .collect();
        [vec![kind, len], key].concat()
    };
    (0..20).flat_map(|_| operation()).collect()
}

fn nodes_gas(outcome: &Outcome) -> u64 {
    let gas = outcome.profile.get("touching_trie_node");
    gas.map_or(0, |gas| gas.as_gas())
}

#[test]
fn they_cost_the_same_everywhere_and_nothing_where_they_are_off() {
    let wasm = wat::parse_str(STORAGE).expect("valid WAT");
    let at_depth = |depth| Everywhere::deploy_with(&wasm, |builder| builder.trie_depth(depth));
    let [mut off, mut shallow, mut typical] = [0, 1, TYPICAL_TRIE_DEPTH].map(at_depth);
    for seed in 0..50 {
        let call =
            |contracts: &mut Everywhere| contracts.call("main", &operations(seed), 300 * TGAS);
        let [off, shallow, typical] = [&mut off, &mut shallow, &mut typical].map(call);
        assert_eq!(nodes_gas(&off), 0);
        for (outcome, above) in [(&shallow, 1), (&typical, TYPICAL_TRIE_DEPTH)] {
            assert!(nodes_gas(outcome) > u64::from(above), "{seed}");
            let burnt = outcome.burnt_gas.as_gas() - nodes_gas(outcome);
            assert_eq!(burnt, off.burnt_gas.as_gas(), "{seed}");
        }
    }
    // A call that runs out of gas on nodes does so at the same gas on every backend.
    let needed = typical
        .call("main", &operations(51), 300 * TGAS)
        .burnt_gas
        .as_gas();
    for missing in 1..100 {
        let gas = needed - missing * 1_000_000_000;
        assert!(!typical.call("main", &operations(51), gas).is_success());
    }
}
