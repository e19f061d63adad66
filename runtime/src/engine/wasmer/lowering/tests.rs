//! Wide arithmetic, lowered and run in Singlepass, against Rust's.

mod contracts;
mod running;

use super::lower;
use proptest::prelude::*;
use running::{Running, locals, wasm};

/// Where carries, borrows and signs begin and end.
const EDGES: [u64; 9] = [
    0,
    1,
    2,
    (1 << 32) - 1,
    1 << 32,
    (1 << 63) - 1,
    1 << 63,
    u64::MAX - 1,
    u64::MAX,
];

/// The check that instrumentation puts behind a wide instruction.
const CHECK: &str = "(i64.eqz) if else (call $exhausted) unreachable end";

/// Exports both halves of what a wide instruction makes of the parameters. A number below its
/// operands must survive.
fn halves(instruction: &str, operands: usize) -> Running {
    let ty = "i64 ".repeat(operands);
    let operands: String = (0..operands).map(|i| format!("(local.get {i})")).collect();
    let function = |half| {
        format!(
            "(func (export \"{half}\") (param {ty}) (result i64) (local i32)
               (i64.const 7) {operands} ({instruction}) (call ${half}) i64.xor (i64.const 7) i64.xor)"
        )
    };
    Running::lowered(&wasm(&format!(
        "(module (func $lo (param i64 i64) (result i64) (local.get 0))
                 (func $hi (param i64 i64) (result i64) (local.get 1)) {} {})",
        function("lo"),
        function("hi"),
    )))
}

fn low(n: u128) -> u64 {
    u64::try_from(n & u128::from(u64::MAX)).unwrap()
}

fn high(n: u128) -> u64 {
    low(n >> 64)
}

fn edges_128() -> impl Iterator<Item = u128> {
    EDGES
        .into_iter()
        .flat_map(|hi| EDGES.map(|lo| u128::from(hi) << 64 | u128::from(lo)))
}

#[test]
fn add128_and_sub128_are_128_bit_arithmetic() {
    let add = halves("i64.add128", 4);
    let sub = halves("i64.sub128", 4);
    let check = |a: u128, b: u128| {
        let operands = [low(a), high(a), low(b), high(b)];
        assert_eq!(add.wide(&operands), a.wrapping_add(b), "{a} + {b}");
        assert_eq!(sub.wide(&operands), a.wrapping_sub(b), "{a} - {b}");
    };
    for a in edges_128() {
        edges_128().for_each(|b| check(a, b));
    }
    proptest!(|(a: u128, b: u128)| check(a, b));
}

#[test]
fn mul_wide_is_the_whole_product() {
    let unsigned = halves("i64.mul_wide_u", 2);
    let signed = halves("i64.mul_wide_s", 2);
    let check = |a: u64, b: u64| {
        assert_eq!(
            unsigned.wide(&[a, b]),
            u128::from(a) * u128::from(b),
            "{a} * {b}"
        );
        let (signed_a, signed_b) = (i128::from(a.cast_signed()), i128::from(b.cast_signed()));
        let product = signed_a * signed_b;
        assert_eq!(
            signed.wide(&[a, b]),
            product.cast_unsigned(),
            "{signed_a} * {signed_b}"
        );
    };
    for a in EDGES {
        EDGES.into_iter().for_each(|b| check(a, b));
    }
    proptest!(|(a: u64, b: u64)| check(a, b));
}

/// A module that puts its parameter through instructions and leaves the result in a global.
fn through_global(instructions: &str) -> Vec<u8> {
    wasm(&format!(
        "(module (import \"host\" \"exhausted\" (func $exhausted))
          (func $hi (param i64 i64) (result i64) (local.get 1))
          (global $g (mut i64) (i64.const 0))
          (func (export \"run\") (param i64) (result i64)
            (global.set $g (local.get 0)) {instructions} (global.set $g) (global.get $g)))"
    ))
}

#[test]
fn a_stack_check_traps_exactly_when_the_high_half_is_not_zero() {
    for (op, hi, constant) in ["add", "sub"].into_iter().flat_map(|op| {
        let highs: [(u64, u64); 5] = [(0, 0), (0, 1), (1, 0), (1, 1), (u64::MAX, 0)];
        highs
            .into_iter()
            .flat_map(move |hi| EDGES.map(|constant| (op, hi, constant)))
    }) {
        let original = through_global(&format!(
            "(global.get $g) (i64.const {}) (i64.const {constant}) (i64.const {}) (i64.{op}128) {CHECK}",
            hi.0, hi.1,
        ));
        let lowered = lower(&original).unwrap();
        assert_eq!(
            locals(&lowered) == locals(&original),
            hi == (0, 0),
            "short code needs no locals"
        );
        let running = Running::lowered(&original);
        for stack in EDGES {
            let a = u128::from(hi.0) << 64 | u128::from(stack);
            let b = u128::from(hi.1) << 64 | u128::from(constant);
            let result = if op == "add" {
                a.wrapping_add(b)
            } else {
                a.wrapping_sub(b)
            };
            let expected = if high(result) == 0 {
                Ok(Some(low(result)))
            } else {
                Err("stack".into())
            };
            assert_eq!(running.call("run", &[stack]), expected, "{a} {op} {b}");
        }
    }
}

#[test]
fn a_linear_fee_traps_exactly_when_it_exceeds_64_bits() {
    // The largest price by which every count fits, and the first by which one does not.
    let largest = u64::MAX / u64::from(u32::MAX);
    let prices = EDGES.into_iter().chain([822_756, largest, largest + 1]);
    for (price, constant) in prices.flat_map(|price| EDGES.map(|constant| (price, constant))) {
        let original = through_global(&format!(
            "(i32.wrap_i64 (local.get 0)) (i64.extend_i32_u) (i64.const {price}) (i64.mul_wide_u) {CHECK}
             (i64.const 0) (i64.const {constant}) (i64.const 0) (i64.add128) {CHECK}"
        ));
        let fee = |count: u32| {
            u64::from(count)
                .checked_mul(price)
                .and_then(|fee| fee.checked_add(constant))
        };
        let lowered = lower(&original).unwrap();
        let is_short = locals(&lowered) == locals(&original);
        assert_eq!(is_short, fee(u32::MAX).is_some(), "{price} {constant}");
        let running = Running::lowered(&original);
        for count in [0, 1, 2, 1 << 31, u32::MAX] {
            let expected = fee(count).map_or(Err("stack".to_owned()), |fee| Ok(Some(fee)));
            assert_eq!(
                running.call("run", &[count.into()]),
                expected,
                "{count} {price} {constant}"
            );
        }
    }
}

#[test]
fn what_only_begins_like_a_check_is_lowered_all_the_same() {
    let stack = "(global.get $g) (i64.const 0) (i64.const 5) (i64.const 0)";
    for (instructions, expected) in [
        (format!("{stack} (i64.sub128) (call $hi)"), u64::MAX), // 3 - 5 borrows
        (
            format!(
                "{stack} (i64.add128) (i64.eqz) if (result i64) (i64.const 4) else unreachable end i64.add"
            ),
            12,
        ),
        (
            format!("{stack} (i64.add128) {stack} (i64.add128) {CHECK} drop {CHECK}"),
            8,
        ),
        (
            format!("{stack} (i64.add128) {CHECK} {stack} (i64.add128) {CHECK} i64.add"),
            16,
        ),
        (
            "(i64.extend_i32_u (i32.const -1)) (i64.const -1) (i64.mul_wide_u) (call $hi)".into(),
            u64::from(u32::MAX - 1),
        ),
        (
            format!("(i64.extend_i32_u (i32.const 7)) (i64.const 6) (i64.mul_wide_s) {CHECK}"),
            42,
        ),
    ] {
        let running = Running::lowered(&through_global(&instructions));
        assert_eq!(
            running.call("run", &[3]),
            Ok(Some(expected)),
            "{instructions}"
        );
    }
}
