//! Modules with too many entries in every section but code.

use crate::case::{
    Case, LIMITS, at_and_over, limit, main_body, main_with, module, of_table, padded, repeat,
};
use test_support::imports::{host_functions, import};
use wasm_encoder::{CustomSection, Encode as _, Section as _};

/// Largest number of globals in nearcore's engine, for a contract that has nothing else.
const GLOBALS: u64 = 65_505;
/// What 300 functions and 100 imports that are referred to, and a table, take of their room.
const ROOM_OF_REFERENCES: u64 = 2 * 300 + 4 * 100 + 1;
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

/// The last is of references: a function that can be referenced takes as much room as two globals, an import of one as
/// four, and a table as one, whatever the number of references.
const OF_A_WHOLE: &str = r#"
a contract's parameters: up to MORE_PARAMETERS |
    {FULL_PARAMETERS times (func (param {max_params_per_function times i64 }))} (func (param {i64 })) |
a contract's locals: up to MORE_LOCALS, bytes: max_contract_size |
    {FULL_LOCALS times (func (local {10000 times i64 }))} (func (local {i64 })) |
a function's locals: up to OF_ONE, bytes: ROOM | (func (param i64 i64 i64) (local {i64 })) |
globals beside functions that are referred to: up to BESIDE |
    {100 times (import "env" "block_index" (func (result i64)))} (table 1000 funcref)
    {(global (mut i32) (i32.const 1))}
    {100 times (func $exported@ (export "method @"))}
    {100 times (func $declared@)} {100 times (func $listed@)}
    (elem declare func {100 times $declared@ })
    (elem func {100 times $listed@ } {100 times $exported@ })
    (elem (i32.const 0) func {100 times $listed@ } {100 times $declared@ }) |
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
            let main = r#"(func (export "main") (type $main))"#;
            let wat = module(&format!("(type $main (func)) {types} {main}"));
            wat::parse_str(wat).expect("valid WAT")
        },
    ));
    let parameters = limit(LIMITS.max_params_per_contract);
    let of_function = limit(LIMITS.max_params_per_function);
    let locals = limit(LIMITS.max_locals_per_contract) - 1; // `main` has one too
    let words = [
        ("FULL_PARAMETERS", &*(parameters / of_function).to_string()),
        ("MORE_PARAMETERS", &(parameters % of_function).to_string()),
        ("FULL_LOCALS", &(locals / 10_000).to_string()),
        ("MORE_LOCALS", &(locals % 10_000).to_string()),
        // Instrumentation adds two globals, and there are three parameters.
        ("OF_ONE", &(LOCALS - 2 - 3).to_string()),
        ("ROOM", &(2 * LOCALS + 1000).to_string()),
        ("BESIDE", &(GLOBALS - ROOM_OF_REFERENCES).to_string()),
    ];
    cases.extend(of_table(OF_A_WHOLE, &words));
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
