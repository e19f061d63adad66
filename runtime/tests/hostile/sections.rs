//! Modules with too many entries in every section but code.

use crate::case::{
    Case, LIMITS, at_and_over, at_and_over_in_bytes, limit, main_body, main_with, module, of_table,
    padded, repeat,
};
use test_support::imports::{host_functions, import};
use wasm_encoder::{CustomSection, Encode as _, Section as _};

/// Largest number of globals in nearcore's engine, for a contract that has nothing else.
const GLOBALS: u64 = 65_505;
/// Functions of each kind, in contracts that refer to some of them.
const REFERENCES: u64 = 100;
/// Largest number of locals that a parser accepts in a function.
const LOCALS: u64 = 50_000;
/// Largest size of a name that a parser accepts, bytes.
const NAME_BYTES: u64 = 100_000;

const TABLE: &str = r#"
imports of what is not a function: 1 | (import "env" "remaining_gas" (global (mut i64))) |
an export twice: 1 | (func (export "main")) |
imports: up to IMPORTS | {(import "env" "block_index" (func (result i64)))} |
a function's parameters: up to max_params_per_function | (func (param {i64 })) |
bytes of an export's name: up to NAME_BYTES | (export "{n}" (func $main)) |
globals: up to GLOBALS | {(global (mut i32) (i32.const 1))} |
"#;

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = vec![
        Case::wat("every host function, imported ten times", || {
            let nameless = |it| import(it).replace(&format!("${} ", it.name), "");
            let imports: String = host_functions().map(|it| nameless(it).repeat(10)).collect();
            module(&format!(r#"{imports} (func (export "main"))"#))
        }),
        Case::wat("exports that fill the contract", || {
            let export = |index| format!(r#"(export "name{index:06}" (func $main))"#);
            main_with(&(0..100_000).map(export).collect::<String>(), "")
        }),
        Case::wat("exports of the longest names there are", || {
            let rest = "n".repeat(99_990);
            let export = |index| format!(r#"(export "{index}{rest}" (func $main))"#);
            main_with(&(10..51).map(export).collect::<String>(), "")
        }),
        Case::new("a custom section that fills the contract", || {
            padded(with(&[]), LIMITS.max_contract_size)
        }),
        Case::new("custom sections that fill the contract", || {
            let (section, left) = (custom("n", &[]), LIMITS.max_contract_size);
            let left = left - with(&[]).len() as u64 - 10;
            let count = left.div_ceil(section.len() as u64);
            with(&section.repeat(usize::try_from(count).expect("fits")))
        }),
        Case::new("names of functions that are not there", || {
            let data = [1, 9, 0xff, 0xff, 0xff, 0xff, 0x0f, 0xff, 0xff, 0xff, 0x0f].repeat(100_000);
            with(&custom("name", &data))
        }),
        Case::new("a section that says it is longer than the contract", || {
            with(&[0, 0xff, 0xff, 0xff, 0xff, 0x0f, 1, b'n'])
        }),
        Case::new(
            "a vector that says it has four thousand million types",
            || b"\0asm\x01\0\0\0\x01\x05\xff\xff\xff\xff\x0f".to_vec(),
        ),
        Case::new("zeros that fill the contract", || {
            let mut wasm = b"\0asm\x01\0\0\0".to_vec();
            wasm.resize(usize::try_from(LIMITS.max_contract_size).expect("fits"), 0);
            wasm
        }),
    ];
    let functions = limit(LIMITS.max_functions_number_per_contract);
    let words = [
        ("IMPORTS", &*(functions - 1).to_string()),
        ("NAME_BYTES", &NAME_BYTES.to_string()),
        ("GLOBALS", &GLOBALS.to_string()),
    ];
    cases.extend(of_table(TABLE, &words));
    cases.extend(at_and_over(
        "types",
        limit(LIMITS.max_types_per_contract),
        move |count| {
            let types: String = (1..count)
                .map(|index| format!("(type (func (param {})))", repeat("i64 ", index % 1000)))
                .collect();
            module(&format!(
                r#"(type $main (func)) {types} (func (export "main") (type $main))"#
            ))
        },
    ));
    cases.extend(at_and_over(
        "a contract's parameters",
        limit(LIMITS.max_params_per_contract),
        move |count| {
            let most = limit(LIMITS.max_params_per_function);
            let params = |count: u64| format!("(func (param {}))", repeat("i64 ", count));
            let full = repeat(&params(most), count / most);
            main_with(&format!("{full} {}", params(count % most)), "")
        },
    ));
    cases.extend(at_and_over_in_bytes(
        "a contract's locals",
        limit(LIMITS.max_locals_per_contract) - 1, // `main` has one too
        move |count| {
            let full = repeat(&locals(10_000, ""), count / 10_000);
            let wat = main_with(&format!("{full} {}", locals(count % 10_000, "")), "");
            let wasm = wat::parse_str(wat).expect("valid WAT");
            padded(wasm, LIMITS.max_contract_size)
        },
    ));
    // Instrumentation adds two globals.
    cases.extend(at_and_over_in_bytes(
        "a function's locals",
        LOCALS - 2,
        move |count| {
            let parameters = "(param i64 i64 i64)";
            let wat = main_with(&locals(count - 3, parameters), "");
            padded(wat::parse_str(wat).expect("valid WAT"), 2 * LOCALS + 1000)
        },
    ));
    // A function that can be referenced takes as much room as two globals, an import of one as
    // four, and a table as one, whatever the number of references.
    let others = 2 * 3 * REFERENCES + 4 * REFERENCES + 1;
    cases.extend(at_and_over(
        "globals beside functions that are referred to",
        GLOBALS - others,
        move |count| {
            let functions = |kind: &str, export: &str| -> String {
                (0..REFERENCES)
                    .map(|index| {
                        format!("(func ${kind}{index} {export})").replace('#', &index.to_string())
                    })
                    .collect()
            };
            let list = |kind: &str| -> String {
                (0..REFERENCES)
                    .map(|index| format!("${kind}{index} "))
                    .collect()
            };
            let import = r#"(import "env" "block_index" (func (result i64)))"#;
            main_with(
                &format!(
                    r#"{} (table 1000 funcref) {} {} {} {}
                           (elem declare func {}) (elem func {} {})
                           (elem (i32.const 0) func {} {})"#,
                    repeat(import, REFERENCES),
                    globals(count),
                    functions("exported", r##"(export "method #")"##),
                    functions("declared", ""),
                    functions("listed", ""),
                    list("declared"),
                    list("listed"),
                    list("exported"),
                    list("listed"),
                    list("declared"),
                ),
                "",
            )
        },
    ));
    cases
}

/// The bytes of an empty `main`, then these.
fn with(bytes: &[u8]) -> Vec<u8> {
    let mut wasm = wat::parse_str(main_body("")).expect("valid WAT");
    wasm.extend(bytes);
    wasm
}

fn custom(name: &str, data: &[u8]) -> Vec<u8> {
    let section = CustomSection {
        name: name.into(),
        data: data.into(),
    };
    let mut bytes = vec![section.id()];
    section.encode(&mut bytes);
    bytes
}

fn globals(count: u64) -> String {
    repeat("(global (mut i32) (i32.const 1))", count)
}

fn locals(count: u64, parameters: &str) -> String {
    let types = repeat("i64 ", count);
    format!("(func {parameters} (local {types}))")
}
