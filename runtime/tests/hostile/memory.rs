//! Memory and tables: grown, filled and copied to their limits.

use crate::case::{Case, LIMITS, PAGE, limit, max_memory, of_table};

/// GROWN is code that grows the memory to its largest size. Preparation replaces the memory that a contract declares
/// with the network's.
const TABLE: &str = "
every page touched: 1 | (memory 1) | GROWN
    (loop $again (i64.store (i32.wrap_i64 (local.get $i)) (i64.const -1))
        (local.set $i (i64.add (local.get $i) (i64.const PAGE)))
        (br_if $again (i64.lt_u (local.get $i) (i64.const ALL))))
memory filled to its end: 1 | (memory 1) | GROWN (memory.fill (i32.const 0) (i32.const 1) (i32.const ALL))
memory filled beyond its end: 1 | (memory 1) | GROWN (memory.fill (i32.const 1) (i32.const 1) (i32.const ALL))
memory copied onto itself: 1 | (memory 1) | GROWN (memory.copy (i32.const 1) (i32.const 0) (i32.const BUT_ONE))
memory copied from beyond its end: 1 | (memory 1) | GROWN (memory.copy (i32.const 0) (i32.const BUT_ONE) (i32.const 2))
memory filled again and again: 1 | (memory 1) | GROWN
    (loop $again (memory.fill (i32.const 0) (i32.const 1) (i32.const ALL)) (br $again))
memory that grows by more than there is: 1 | (memory 1) | GROWN
    (drop (memory.grow (i32.const 1))) (drop (memory.grow (i32.const 65536)))
    (drop (memory.grow (i32.const 100000000)))
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
a memory's minimum: up to max_memory_pages | (memory #) |
a memory's maximum: up to max_memory_pages | (memory 0 #) |
a table's elements: up to max_elements_per_contract_table | (table # funcref) |
elements that a table grows by: up to max_elements_per_contract_table | (table $t 0 funcref) |
    (drop (table.grow $t (ref.null func) (i32.const #)))
    (table.set $t (i32.const LAST) (ref.null func))
";

pub(crate) fn cases() -> Vec<Case> {
    let elements = LIMITS.max_elements_per_contract_table;
    let elements = limit(elements.map(|elements| elements as u64));
    let words = [
        ("PAGE", &*PAGE.to_string()),
        ("ALL", &max_memory().to_string()),
        ("BUT_ONE", &(max_memory() - 1).to_string()),
        ("LAST", &(elements - 1).to_string()),
    ];
    of_table(TABLE, &words)
}
