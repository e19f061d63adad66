//! Memory and tables: grown, filled and copied to their limits.

use crate::case::{Case, LIMITS, PAGE, main_with_all_memory, max_memory, of_table, rows};

/// Of a memory that has grown to its largest size.
const OF_ALL_MEMORY: &str = "
every page touched:
    (loop $again (i64.store (i32.wrap_i64 (local.get $i)) (i64.const -1))
        (local.set $i (i64.add (local.get $i) (i64.const PAGE)))
        (br_if $again (i64.lt_u (local.get $i) (i64.const ALL))))
memory filled to its end: (memory.fill (i32.const 0) (i32.const 1) (i32.const ALL))
memory filled beyond its end: (memory.fill (i32.const 1) (i32.const 1) (i32.const ALL))
memory copied onto itself: (memory.copy (i32.const 1) (i32.const 0) (i32.const BUT_ONE))
memory copied from beyond its end: (memory.copy (i32.const 0) (i32.const BUT_ONE) (i32.const 2))
memory filled again and again:
    (loop $again (memory.fill (i32.const 0) (i32.const 1) (i32.const ALL)) (br $again))
memory that grows by more than there is:
    (drop (memory.grow (i32.const 1))) (drop (memory.grow (i32.const 65536)))
    (drop (memory.grow (i32.const 100000000)))
";

/// Preparation replaces the memory that a contract declares with the network's.
const TABLE: &str = "
a table that grows by more than there is: 1 | (table $t 0 funcref) (elem declare func $main) |
    (drop (table.grow $t (ref.null func) (i32.const 100000000)))
    (drop (table.grow $t (ref.func $main) (i32.const 10000)))
    (table.fill $t (i32.const 1) (ref.func $main) (table.size $t))
a table that may be as large as can be: 1 | (table $t 0 0xffffffff funcref) |
    (drop (table.grow $t (ref.null func) (i32.const 100000000)))
a table copied onto itself again and again: 10000 | (table $t # funcref) |
    (loop (table.copy $t $t (i32.const 1) (i32.const 0) (i32.const 9999)) (br 0))
a table filled again and again: 10000 | (table $t # funcref) (elem declare func $main) |
    (loop (table.fill $t (i32.const 0) (ref.func $main) (i32.const #)) (br 0))
two memories: 1 | (memory 1) (memory 1) |
two tables: 1 | (table 1 funcref) (table 1 funcref) |
a table of foreign references: 1 | (table 1 externref) |
a memory's minimum: PAGES | (memory #) |
a memory's maximum: PAGES | (memory 0 #) |
a table's elements: ELEMENTS | (table # funcref) |
elements that a table grows by: ELEMENTS | (table $t 0 funcref) |
    (drop (table.grow $t (ref.null func) (i32.const #)))
    (table.set $t (i32.const LAST) (ref.null func))
";

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let (all, but_one) = (max_memory(), max_memory() - 1);
    let numbers = [("PAGE", PAGE), ("ALL", all), ("BUT_ONE", but_one)];
    let of_all_memory = numbers
        .iter()
        .fold(OF_ALL_MEMORY.to_owned(), |table, (name, number)| {
            table.replace(name, &number.to_string())
        });
    for (name, body) in rows(&of_all_memory) {
        cases.push(Case::wat(name, move || main_with_all_memory(&body)));
    }
    let pages = u64::from(LIMITS.max_memory_pages);
    let elements = LIMITS.max_elements_per_contract_table;
    let elements = elements.expect("the newest protocol version limits this") as u64;
    let table = TABLE.replace("LAST", &(elements - 1).to_string());
    cases.extend(of_table(
        &table,
        &[("PAGES", pages), ("ELEMENTS", elements)],
    ));
    cases
}
