//! Logs, return values, panics and storage of contracts: at the limits, and beyond.

use crate::case::{Case, Counted, LIMITS, at_and_over, forever, initial_memory, main_body, times};

const MEGABYTE: u64 = 1 << 20;

pub(crate) fn cases() -> Vec<Case> {
    let letters = LIMITS.max_total_log_length;
    let no_end = format!("(i32.store8 (i32.const {}) (i32.const 0xf0))", letters - 1);
    let mut cases: Vec<_> = [
        (
            "a log of zero bytes up to the end of memory",
            "(call $log_utf8 (i64.const -1) (i64.const 0))".to_owned(),
        ),
        ("a log without an end", without_end("log_utf8", 100)),
        ("a UTF-16 log without an end", without_end("log_utf16", 100)),
        (
            "a log that is no UTF-8 at its very end",
            text(letters, &no_end, "log_utf8"),
        ),
        (
            "half a surrogate",
            "(i32.store16 (i32.const 0) (i32.const 0xd800))
             (call $log_utf16 (i64.const 2) (i64.const 0))"
                .to_owned(),
        ),
        (
            "values returned again and again",
            times(50, "(call $value_return (i64.const 100000) (i64.const 0))"),
        ),
        ("a panic without an end", without_end("panic_utf8", letters)),
        (
            "values stored until the gas is gone",
            stored_forever(MEGABYTE),
        ),
        ("keys stored until the gas is gone", stored_forever(0)),
        (
            "one key, written and removed until the gas is gone",
            forever(&format!(
                "(drop (call $storage_write (i64.const 8) (i64.const 0)
                    (i64.const {MEGABYTE}) (i64.const 0) (i64.const 0)))
                 (drop (call $storage_remove (i64.const 8) (i64.const 0) (i64.const 1)))"
            )),
        ),
    ]
    .map(|(name, body)| Case::wat(name, move || main_body(&body)))
    .into();
    let limited: [(&str, u64, Counted); 8] = [
        ("logs", LIMITS.max_number_logs, |count| {
            times(count, "(call $log_utf8 (i64.const 1) (i64.const 0))")
        }),
        ("bytes of log_utf8", letters, |bytes| {
            text(bytes, "", "log_utf8")
        }),
        ("bytes of panic_utf8", letters, |bytes| {
            text(bytes, "", "panic_utf8")
        }),
        // Each unit takes three bytes of UTF-8.
        ("units of log_utf16", letters / 3, |units| {
            text(2 * units, "", "log_utf16")
        }),
        ("bytes of all logs", letters, |bytes| {
            let rest = bytes - 1000;
            format!(
                "(call $log_utf8 (i64.const 1000) (i64.const 0))
                 (call $log_utf8 (i64.const {rest}) (i64.const 0))
                 (call $panic_utf8 (i64.const 0) (i64.const 0))"
            )
        }),
        ("bytes returned", LIMITS.max_length_returned_data, |bytes| {
            format!("(call $value_return (i64.const {bytes}) (i64.const 0))")
        }),
        ("bytes of a key", LIMITS.max_length_storage_key, |bytes| {
            storage(bytes, 8)
        }),
        (
            "bytes of a value",
            LIMITS.max_length_storage_value,
            |bytes| storage(8, bytes),
        ),
    ];
    for (name, limit, body) in limited {
        cases.extend(at_and_over(name, limit, move |count| {
            main_body(&body(count))
        }));
    }
    cases
}

/// Stores a value of this size under one key after another.
fn stored_forever(value: u64) -> String {
    forever(&format!(
        "(i64.store (i32.const 0) (local.get $i))
         (drop (call $storage_write (i64.const 8) (i64.const 0)
            (i64.const {value}) (i64.const 0) (i64.const 0)))
         (local.set $i (i64.add (local.get $i) (i64.const 1)))"
    ))
}

/// Every storage operation with a key and a value of these sizes.
fn storage(key: u64, value: u64) -> String {
    let call = |function: &str, arguments: &str| {
        format!("(drop (call ${function} (i64.const {key}) (i64.const 0) {arguments}))")
    };
    let value = format!("(i64.const {value}) (i64.const 0)");
    [
        call("storage_write", &format!("{value} (i64.const 0)")),
        call("storage_write", &format!("{value} (i64.const 1)")), // evicts the first value
        call("storage_has_key", ""),
        call("storage_read", "(i64.const 2)"),
        call("storage_remove", "(i64.const 3)"),
    ]
    .concat()
}

/// Text of this many letters without a terminator: the memory ends after them.
fn without_end(function: &str, letters: u64) -> String {
    let start = initial_memory() - letters;
    format!(
        "(memory.fill (i32.const {start}) (i32.const 97) (i32.const {letters}))
         (call ${function} (i64.const -1) (i64.const {start}))"
    )
}

/// Passes this many letters to a function that takes text, after the code `change`.
fn text(bytes: u64, change: &str, function: &str) -> String {
    format!(
        "(memory.fill (i32.const 0) (i32.const 97) (i32.const {bytes})) {change}
         (call ${function} (i64.const {bytes}) (i64.const 0))"
    )
}
