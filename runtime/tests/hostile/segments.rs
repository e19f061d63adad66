//! Data and element segments: many, large, and out of place.

use crate::case::{Case, LIMITS, PAGE, initial_memory, main_with, of_table};
use near_runtime_ext::Gas;

/// Largest number of segments that a parser accepts in a module.
const SEGMENTS: u64 = 100_000;

const TABLE: &str = r#"
one data segment that fills the contract: FULL | (memory 100) (data (i32.const 7) "{x}") |
data over data: 69 | (memory 1) {(data (i32.const 0) "Y") } |
data at the very end of memory: 1 | (memory 1) (data (i32.const LAST_THREE) "end") |
data beyond the very end of memory: 1 | (memory 1) (data (i32.const LAST_TWO) "end") |
data at the last address there is: 1 | (memory 1) (data (i32.const -1) "x") |
passive data, copied again and again: 4000000 | (memory 100) (data $d "{z}") |
    (loop (memory.init $d (i32.const 5) (i32.const 0) (i32.const #)) (br 0))
passive data, dropped and then copied: 1 | (memory 1) (data $d "gone") |
    (data.drop $d) (data.drop $d)
    (memory.init $d (i32.const 0) (i32.const 0) (i32.const 0))
    (memory.init $d (i32.const 0) (i32.const 0) (i32.const 1))
elements, dropped and then copied: 1 | (table $t 1 funcref) (elem $e func $main) |
    (elem.drop $e) (table.init $t $e (i32.const 0) (i32.const 0) (i32.const 1))
an element segment longer than any table: 1000000 |
    (table 10000 funcref) (elem (i32.const 0) func {$main }) |
elements over elements: 100 | (table 10000 funcref) {(elem (i32.const 0) func ELEMENTS) } |
data segments: up to SEGMENTS | (memory 1) {(data (i32.const 0) "x")} |
passive data segments: up to SEGMENTS | (memory 1) {(data "x")} |
    (memory.init 99999 (i32.const 0) (i32.const 0) (i32.const 1))
element segments: up to SEGMENTS | (table 1 funcref) {(elem (i32.const 0) func $main)} |
"#;

/// With more gas, nearcore exceeds its time limit.
const WITH_LESS_GAS: &str = "
passive elements, copied again and again: 10000 | (table $t # funcref) (elem $e func {$main }) |
    (loop (table.init $t $e (i32.const 0) (i32.const 0) (i32.const #)) (br 0))
";

pub(crate) fn cases() -> Vec<Case> {
    let words = [
        ("FULL", &*(LIMITS.max_contract_size - 1000).to_string()),
        ("Y", &"y".repeat(60_000)),
        ("LAST_THREE", &(initial_memory() - 3).to_string()),
        ("LAST_TWO", &(initial_memory() - 2).to_string()),
        ("ELEMENTS", &"$main ".repeat(10_000)),
        ("SEGMENTS", &SEGMENTS.to_string()),
    ];
    let mut cases = of_table(TABLE, &words);
    let less = of_table(WITH_LESS_GAS, &[]).into_iter();
    cases.extend(less.map(|case| case.gas(Gas::from_teragas(100))));
    cases.push(Case::wat("data on every page", || {
        let data: String = (0..initial_memory() / PAGE)
            .map(|page| format!(r#"(data (i32.const {}) "x")"#, page * PAGE))
            .collect();
        main_with(&format!("(memory 1) {data}"), "")
    }));
    cases
}
