//! Memory and tables: grown, filled and copied to their limits.

use crate::case::{
    Case, LIMITS, PAGE, at_and_over, forever, main_with, main_with_all_memory, max_memory, module,
};

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let (bytes, but_one) = (max_memory(), max_memory() - 1);
    for (name, body) in [
        (
            "every page touched",
            format!(
                "(loop $again
                    (i64.store (i32.wrap_i64 (local.get $i)) (i64.const -1))
                    (local.set $i (i64.add (local.get $i) (i64.const {PAGE})))
                    (br_if $again (i64.lt_u (local.get $i) (i64.const {bytes}))))"
            ),
        ),
        (
            "memory filled to its end",
            format!("(memory.fill (i32.const 0) (i32.const 1) (i32.const {bytes}))"),
        ),
        (
            "memory filled beyond its end",
            format!("(memory.fill (i32.const 1) (i32.const 1) (i32.const {bytes}))"),
        ),
        (
            "memory copied onto itself",
            format!("(memory.copy (i32.const 1) (i32.const 0) (i32.const {but_one}))"),
        ),
        (
            "memory copied from beyond its end",
            format!("(memory.copy (i32.const 0) (i32.const {but_one}) (i32.const 2))"),
        ),
        (
            "memory filled again and again",
            forever(&format!(
                "(memory.fill (i32.const 0) (i32.const 1) (i32.const {bytes}))"
            )),
        ),
        (
            "memory that grows by more than there is",
            "(drop (memory.grow (i32.const 1))) (drop (memory.grow (i32.const 65536)))
             (drop (memory.grow (i32.const 100000000)))"
                .to_owned(),
        ),
    ] {
        cases.push(Case::wat(name, move || main_with_all_memory(&body)));
    }
    for (name, table, body) in [
        (
            "a table that grows by more than there is",
            "0",
            "(drop (table.grow $t (ref.null func) (i32.const 100000000)))
             (drop (table.grow $t (ref.func $main) (i32.const 10000)))
             (table.fill $t (i32.const 1) (ref.func $main) (table.size $t))"
                .to_owned(),
        ),
        (
            "a table that may be as large as can be",
            "0 0xffffffff",
            "(drop (table.grow $t (ref.null func) (i32.const 100000000)))".to_owned(),
        ),
        (
            "a table copied onto itself again and again",
            "10000",
            forever("(table.copy $t $t (i32.const 1) (i32.const 0) (i32.const 9999))"),
        ),
        (
            "a table filled again and again",
            "10000",
            forever("(table.fill $t (i32.const 0) (ref.func $main) (i32.const 10000))"),
        ),
    ] {
        let fields = format!("(table $t {table} funcref) (elem declare func $main)");
        cases.push(Case::wat(name, move || main_with(&fields, &body)));
    }
    for (name, fields) in [
        ("two memories", "(memory 1) (memory 1)"),
        ("two tables", "(table 1 funcref) (table 1 funcref)"),
        ("a table of foreign references", "(table 1 externref)"),
    ] {
        cases.push(Case::wat(name, move || {
            module(&format!(r#"{fields} (func (export "main"))"#))
        }));
    }
    // Preparation replaces the memory that a contract declares with the network's.
    let pages = u64::from(LIMITS.max_memory_pages);
    for (declared, memory) in [("minimum", "(memory #)"), ("maximum", "(memory 0 #)")] {
        let name = format!("a memory's {declared}");
        cases.extend(at_and_over(&name, pages, move |pages| {
            main_with(&memory.replace('#', &pages.to_string()), "")
        }));
    }
    let elements = LIMITS.max_elements_per_contract_table;
    let elements = elements.expect("the newest protocol version limits this") as u64;
    cases.extend(at_and_over("a table's elements", elements, move |count| {
        main_with(&format!("(table {count} funcref)"), "")
    }));
    cases.extend(at_and_over(
        "elements that a table grows by",
        elements,
        move |count| {
            main_with(
                "(table $t 0 funcref)",
                &format!(
                    "(drop (table.grow $t (ref.null func) (i32.const {count})))
                         (table.set $t (i32.const {}) (ref.null func))",
                    elements - 1
                ),
            )
        },
    ));
    cases
}
