//! Logs, return values, panics and storage of contracts: at the limits, and beyond.

use crate::case::{Case, LIMITS, initial_memory, of_table};

const FIELDS: &str = "
    (memory 1)
    (func $letters (param $at i32) (param $count i32)
        (memory.fill (local.get $at) (i32.const 97) (local.get $count)))
    (func $store (param $key i64) (param $value i64) (param $evicted i64)
        (drop (call $storage_write (local.get $key) (i64.const 0)
            (local.get $value) (i64.const 0) (local.get $evicted))))
    (func $every_operation (param $key i64) (param $value i64)
        (call $store (local.get $key) (local.get $value) (i64.const 0))
        (call $store (local.get $key) (local.get $value) (i64.const 1))
        (drop (call $storage_has_key (local.get $key) (i64.const 0)))
        (drop (call $storage_read (local.get $key) (i64.const 0) (i64.const 2)))
        (drop (call $storage_remove (local.get $key) (i64.const 0) (i64.const 3))))";

/// Calls with letters up to the end of memory, and with as many as logs may have in all; a unit of UTF-16 takes three
/// bytes of UTF-8.
const TABLE: &str = "
a log of zero bytes up to the end of memory: 1 | FIELDS | (call $log_utf8 (i64.const -1) (i64.const 0))
a log without an end: 1 | FIELDS | (call $letters (i32.const LAST_HUNDRED) (i32.const 100))
    (call $log_utf8 (i64.const -1) (i64.const LAST_HUNDRED))
a UTF-16 log without an end: 1 | FIELDS | (call $letters (i32.const LAST_HUNDRED) (i32.const 100))
    (call $log_utf16 (i64.const -1) (i64.const LAST_HUNDRED))
a log that is no UTF-8 at its very end: 1 | FIELDS | (call $letters (i32.const 1) (i32.const max_total_log_length))
    (i32.store8 (i32.const max_total_log_length) (i32.const 0xf0))
    (call $log_utf8 (i64.const max_total_log_length) (i64.const 1))
half a surrogate: 1 | FIELDS | (i32.store16 (i32.const 0) (i32.const 0xd800))
    (call $log_utf16 (i64.const 2) (i64.const 0))
values returned again and again: 1 | FIELDS | (loop
    (call $value_return (i64.const 100000) (i64.const 0))
    (local.set $i (i64.add (local.get $i) (i64.const 1)))
    (br_if 0 (i64.lt_u (local.get $i) (i64.const 50))))
a panic without an end: 1 | FIELDS | (call $letters (i32.const ALL_AT_THE_END) (i32.const max_total_log_length))
    (call $panic_utf8 (i64.const -1) (i64.const ALL_AT_THE_END))
values stored until the gas is gone: 1 | FIELDS | (loop
    (i64.store (i32.const 0) (local.get $i))
    (call $store (i64.const 8) (i64.const 1048576) (i64.const 0))
    (local.set $i (i64.add (local.get $i) (i64.const 1))) (br 0))
keys stored until the gas is gone: 1 | FIELDS | (loop
    (i64.store (i32.const 0) (local.get $i))
    (call $store (i64.const 8) (i64.const 0) (i64.const 0))
    (local.set $i (i64.add (local.get $i) (i64.const 1))) (br 0))
one key, written and removed until the gas is gone: 1 | FIELDS | (loop
    (call $store (i64.const 8) (i64.const 1048576) (i64.const 0))
    (drop (call $storage_remove (i64.const 8) (i64.const 0) (i64.const 1))) (br 0))
logs: up to max_number_logs | FIELDS | {(call $log_utf8 (i64.const 1) (i64.const 0)) }
bytes of log_utf8: up to max_total_log_length | FIELDS | (call $letters (i32.const 0) (i32.const #))
    (call $log_utf8 (i64.const #) (i64.const 0))
bytes of panic_utf8: up to max_total_log_length | FIELDS | (call $letters (i32.const 0) (i32.const #))
    (call $panic_utf8 (i64.const #) (i64.const 0))
units of log_utf16: up to THIRD | FIELDS |
    (call $letters (i32.const 0) (i32.mul (i32.const 2) (i32.const #)))
    (call $log_utf16 (i64.mul (i64.const 2) (i64.const #)) (i64.const 0))
bytes of all logs: up to max_total_log_length | FIELDS | (call $log_utf8 (i64.const 1000) (i64.const 0))
    (call $log_utf8 (i64.sub (i64.const #) (i64.const 1000)) (i64.const 0))
    (call $panic_utf8 (i64.const 0) (i64.const 0))
bytes returned: up to max_length_returned_data | FIELDS | (call $value_return (i64.const #) (i64.const 0))
bytes of a key: up to max_length_storage_key | FIELDS | (call $every_operation (i64.const #) (i64.const 8))
bytes of a value: up to max_length_storage_value | FIELDS | (call $every_operation (i64.const 8) (i64.const #))
";

pub(crate) fn cases() -> Vec<Case> {
    let (memory, letters) = (initial_memory(), LIMITS.max_total_log_length);
    let words = [
        ("FIELDS", FIELDS),
        ("LAST_HUNDRED", &(memory - 100).to_string()),
        ("ALL_AT_THE_END", &(memory - letters).to_string()),
        ("THIRD", &(letters / 3).to_string()),
    ];
    of_table(TABLE, &words)
}
