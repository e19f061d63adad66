//! Data and element segments: many, large, and out of place.

use crate::case::{Case, LIMITS, PAGE, forever, initial_memory, limited, main_with, repeat};
use near_runtime_ext::Gas;

/// Largest number of segments that a parser accepts in a module.
const SEGMENTS: u64 = 100_000;

const AT_THEIR_LIMITS: &str = r#"
data segments: SEGMENTS | (memory 1) {(data (i32.const 0) "x")} |
passive data segments: SEGMENTS | (memory 1) {(data "x")} |
    (memory.init 99999 (i32.const 0) (i32.const 0) (i32.const 1))
element segments: SEGMENTS | (table 1 funcref) {(elem (i32.const 0) func $main)} |
"#;

pub(crate) fn cases() -> Vec<Case> {
    let to_the_end = |bytes: u64| {
        let at = initial_memory() - bytes;
        format!(r#"(memory 1) (data (i32.const {at}) "end")"#)
    };
    let mut cases = vec![
        Case::fields("one data segment that fills the contract", || {
            let bytes = repeat("x", LIMITS.max_contract_size - 1000);
            format!(r#"(memory 100) (data (i32.const 7) "{bytes}")"#)
        }),
        Case::fields("data over data", || {
            let segment = format!(r#"(data (i32.const 0) "{}")"#, "y".repeat(60_000));
            format!("(memory 1) {}", segment.repeat(69))
        }),
        Case::fields("data at the very end of memory", move || to_the_end(3)),
        Case::fields("data beyond the very end of memory", move || to_the_end(2)),
        Case::fields("data at the last address there is", || {
            r#"(memory 1) (data (i32.const -1) "x")"#.to_owned()
        }),
        Case::fields("data on every page", || {
            let data: String = (0..initial_memory() / PAGE)
                .map(|page| format!(r#"(data (i32.const {}) "x")"#, page * PAGE))
                .collect();
            format!("(memory 1) {data}")
        }),
        Case::wat("passive data, copied again and again", || {
            let data = "z".repeat(4_000_000);
            main_with(
                &format!(r#"(memory 100) (data $d "{data}")"#),
                &forever("(memory.init $d (i32.const 5) (i32.const 0) (i32.const 4000000))"),
            )
        }),
        Case::wat("passive data, dropped and then copied", || {
            main_with(
                r#"(memory 1) (data $d "gone")"#,
                "(data.drop $d) (data.drop $d)
                 (memory.init $d (i32.const 0) (i32.const 0) (i32.const 0))
                 (memory.init $d (i32.const 0) (i32.const 0) (i32.const 1))",
            )
        }),
        Case::wat("elements, dropped and then copied", || {
            main_with(
                "(table $t 1 funcref) (elem $e func $main)",
                "(elem.drop $e) (table.init $t $e (i32.const 0) (i32.const 0) (i32.const 1))",
            )
        }),
        Case::wat("passive elements, copied again and again", || {
            let elements = "$main ".repeat(10_000);
            main_with(
                &format!("(table $t 10000 funcref) (elem $e func {elements})"),
                &forever("(table.init $t $e (i32.const 0) (i32.const 0) (i32.const 10000))"),
            )
        })
        .gas(Gas::from_teragas(100)), // with more, nearcore exceeds its time limit
        Case::fields("an element segment longer than any table", || {
            let elements = "$main ".repeat(1_000_000);
            format!("(table 10000 funcref) (elem (i32.const 0) func {elements})")
        }),
        Case::fields("elements over elements", || {
            let segment = format!("(elem (i32.const 0) func {})", "$main ".repeat(10_000));
            format!("(table 10000 funcref) {}", segment.repeat(100))
        }),
    ];
    cases.extend(limited(AT_THEIR_LIMITS, &[("SEGMENTS", SEGMENTS)]));
    cases
}
