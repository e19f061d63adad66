//! `ed25519_verify` with inputs as large as registers and memory allow.

use crate::case::{Case, LIMITS, forever, main_with, main_with_all_memory, max_memory};

/// The length that means "in a register".
const REGISTER: i64 = -1;

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let largest = LIMITS.max_register_size;
    for (name, bytes, arguments) in [
        (
            "the largest register as signature",
            largest,
            [REGISTER, 5, 3, 0, 32, 0],
        ),
        (
            "the largest register as public key",
            largest,
            [64, 0, 3, 0, REGISTER, 5],
        ),
        (
            "the largest register as message",
            largest,
            [64, 0, REGISTER, 5, 32, 0],
        ),
        (
            "50 MB in a register as message",
            50_000_000,
            [64, 0, REGISTER, 5, 32, 0],
        ),
    ] {
        cases.push(Case::wat(name, move || {
            main_with_all_memory(&format!(
                "(call $write_register (i64.const 5) (i64.const {bytes}) (i64.const 0)) {}",
                verify(arguments)
            ))
        }));
    }
    let all = max_memory().cast_signed();
    for (name, arguments) in [
        ("all of memory as signature", [all, 0, 3, 0, 32, 0]),
        ("all of memory as message", [64, 0, all, 0, 32, 0]),
        ("all of memory as public key", [64, 0, 3, 0, all, 0]),
        ("77 MB of memory as message", [64, 0, 77_000_000, 9, 32, 0]),
    ] {
        cases.push(Case::wat(name, move || {
            main_with_all_memory(&verify(arguments))
        }));
    }
    for (name, arguments) in [
        ("verifications until the gas is gone", [64, 0, 32, 0, 32, 0]),
        (
            "signatures refused at a glance until the gas is gone",
            [64, 64, 32, 0, 32, 0], // its last byte is the one below
        ),
    ] {
        cases.push(Case::wat(name, move || {
            let fields = r#"(memory 1) (data (i32.const 127) "\ff")"#;
            main_with(fields, &forever(&verify(arguments)))
        }));
    }
    cases
}

/// A call, with the length and the pointer of signature, message and public key.
fn verify(arguments: [i64; 6]) -> String {
    let arguments = arguments.map(|argument| format!("(i64.const {argument})"));
    format!("(drop (call $ed25519_verify {}))", arguments.join(" "))
}
