//! Logs, return values, panics and storage of contracts: at the limits, and beyond.

use crate::case::{Case, LIMITS, at_and_over, forever, initial_memory, main_body as main, times};

const MEGABYTE: u64 = 1 << 20;

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = vec![
        Case::wat("a log of zero bytes up to the end of memory", || {
            main("(call $log_utf8 (i64.const -1) (i64.const 0))")
        }),
        Case::wat("a log without an end", || without_end("log_utf8", 100)),
        Case::wat("a UTF-16 log without an end", || {
            without_end("log_utf16", 100)
        }),
        Case::wat("a log that is no UTF-8 at its very end", || {
            text(
                LIMITS.max_total_log_length,
                &format!(
                    "(i32.store8 (i32.const {}) (i32.const 0xf0))",
                    LIMITS.max_total_log_length - 1
                ),
                "log_utf8",
            )
        }),
        Case::wat("half a surrogate", || {
            main(
                "(i32.store16 (i32.const 0) (i32.const 0xd800))
                  (call $log_utf16 (i64.const 2) (i64.const 0))",
            )
        }),
        Case::wat("values returned again and again", || {
            main(&times(
                50,
                "(call $value_return (i64.const 100000) (i64.const 0))",
            ))
        }),
        Case::wat("a panic without an end", || {
            without_end("panic_utf8", LIMITS.max_total_log_length)
        }),
    ];
    for (name, stored) in [
        ("values stored until the gas is gone", MEGABYTE),
        ("keys stored until the gas is gone", 0),
    ] {
        cases.push(Case::wat(name, move || {
            main(&forever(&format!(
                "(i64.store (i32.const 0) (local.get $i))
                 (drop (call $storage_write (i64.const 8) (i64.const 0)
                    (i64.const {stored}) (i64.const 0) (i64.const 0)))
                 (local.set $i (i64.add (local.get $i) (i64.const 1)))"
            )))
        }));
    }
    cases.push(Case::wat(
        "one key, written and removed until the gas is gone",
        || {
            main(&forever(&format!(
                "(drop (call $storage_write (i64.const 8) (i64.const 0)
                    (i64.const {MEGABYTE}) (i64.const 0) (i64.const 0)))
                 (drop (call $storage_remove (i64.const 8) (i64.const 0) (i64.const 1)))"
            )))
        },
    ));
    cases.extend(at_and_over("logs", LIMITS.max_number_logs, move |count| {
        main(&times(
            count,
            "(call $log_utf8 (i64.const 1) (i64.const 0))",
        ))
    }));
    for function in ["log_utf8", "panic_utf8"] {
        cases.extend(at_and_over(
            &format!("bytes of {function}"),
            LIMITS.max_total_log_length,
            move |bytes| text(bytes, "", function),
        ));
    }
    cases.extend(at_and_over(
        "units of log_utf16",
        LIMITS.max_total_log_length / 3, // each takes three bytes of UTF-8
        move |units| {
            let bytes = 2 * units;
            main(&format!(
                "(memory.fill (i32.const 0) (i32.const 97) (i32.const {bytes}))
                     (call $log_utf16 (i64.const {bytes}) (i64.const 0))"
            ))
        },
    ));
    cases.extend(at_and_over(
        "bytes of all logs",
        LIMITS.max_total_log_length,
        move |bytes| {
            main(&format!(
                "(call $log_utf8 (i64.const 1000) (i64.const 0))
             (call $log_utf8 (i64.const {}) (i64.const 0))
             (call $panic_utf8 (i64.const 0) (i64.const 0))",
                bytes - 1000
            ))
        },
    ));
    cases.extend(at_and_over(
        "bytes returned",
        LIMITS.max_length_returned_data,
        move |bytes| {
            main(&format!(
                "(call $value_return (i64.const {bytes}) (i64.const 0))"
            ))
        },
    ));
    cases.extend(at_and_over(
        "bytes of a key",
        LIMITS.max_length_storage_key,
        move |bytes| main(&storage(bytes, 8)),
    ));
    cases.extend(at_and_over(
        "bytes of a value",
        LIMITS.max_length_storage_value,
        move |bytes| main(&storage(8, bytes)),
    ));
    cases
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
    main(&format!(
        "(memory.fill (i32.const {start}) (i32.const 97) (i32.const {letters}))
         (call ${function} (i64.const -1) (i64.const {start}))"
    ))
}

/// Passes this many letters to a function that takes text, after the code `change`.
fn text(bytes: u64, change: &str, function: &str) -> String {
    main(&format!(
        "(memory.fill (i32.const 0) (i32.const 97) (i32.const {bytes})) {change}
         (call ${function} (i64.const {bytes}) (i64.const 0))"
    ))
}
