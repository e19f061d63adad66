//! `ed25519_verify` with inputs as large as registers and memory allow.

use crate::case::{Case, GROWN, LIMITS, forever, main_body, main_with, max_memory, rows};

/// The size of a register, unless 0, and the arguments: length and pointer of signature, message and
/// public key. The length -1 means "in a register".
const OF_ALL_MEMORY: &str = "
the largest register as signature: LARGEST | -1 5 3 0 32 0
the largest register as public key: LARGEST | 64 0 3 0 -1 5
the largest register as message: LARGEST | 64 0 -1 5 32 0
50 MB in a register as message: 50000000 | 64 0 -1 5 32 0
all of memory as signature: 0 | ALL 0 3 0 32 0
all of memory as message: 0 | 64 0 ALL 0 32 0
all of memory as public key: 0 | 64 0 3 0 ALL 0
77 MB of memory as message: 0 | 64 0 77000000 9 32 0
";

/// Of a signature whose last byte is that before address 128, and of one that is refused at a glance.
const FOREVER: &str = "
verifications until the gas is gone: 64 0 32 0 32 0
signatures refused at a glance until the gas is gone: 64 64 32 0 32 0
";

pub(crate) fn cases() -> Vec<Case> {
    let largest = LIMITS.max_register_size.to_string();
    let table = OF_ALL_MEMORY.replace("LARGEST", &largest);
    let table = table.replace("ALL", &max_memory().to_string());
    let of_all_memory = rows(&table).into_iter().map(|(name, row)| {
        Case::wat(name, move || {
            let (bytes, arguments) = row.split_once(" | ").expect("a size and arguments");
            let register = match bytes {
                "0" => String::new(),
                _ => format!(
                    "(call $write_register (i64.const 5) (i64.const {bytes}) (i64.const 0))"
                ),
            };
            main_body(&format!("{} {register} {}", *GROWN, verify(arguments)))
        })
    });
    let forever = rows(FOREVER).into_iter().map(|(name, arguments)| {
        Case::wat(name, move || {
            let fields = r#"(memory 1) (data (i32.const 127) "\ff")"#;
            main_with(fields, &forever(&verify(&arguments)))
        })
    });
    of_all_memory.chain(forever).collect()
}

/// A call with these arguments.
fn verify(arguments: &str) -> String {
    let arguments = arguments.split(' ').map(|it| format!("(i64.const {it})"));
    format!(
        "(drop (call $ed25519_verify {}))",
        arguments.collect::<String>()
    )
}
