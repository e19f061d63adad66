//! Parameter files: files that load, and the error for every mistake.

use near_gas_params::PricedFunction::{EcvrfVerifyMany, Ed25519Verify, Ed25519VerifyMany};
use near_gas_params::{PricedFunction, Prices};
use near_parameters::{ExtCosts, RuntimeConfigStore};
use near_primitives_core::version::{MIN_SUPPORTED_PROTOCOL_VERSION, PROTOCOL_VERSION};

const GOOD: &str = "# a comment\nwasm_ed25519_verify_base: 210_000_000_000 # another\nwasm_ed25519_verify_byte: 9000000\n";

const NOT_FLAT: &str = "expected one `key: gas` a line, and nothing else";

fn refused(function: PricedFunction, text: &str) -> String {
    function.parse(text).expect_err("refused").to_string()
}

#[test]
fn the_embedded_parameters_are_nearcores() {
    let ours = Ed25519Verify.prices();
    for version in MIN_SUPPORTED_PROTOCOL_VERSION..=PROTOCOL_VERSION {
        let store = RuntimeConfigStore::new(None);
        let costs = &store.get_config(version).wasm_config.ext_costs;
        let gas = |cost| costs.gas_cost(cost).as_gas();
        let theirs = Prices {
            base: gas(ExtCosts::ed25519_verify_base),
            byte: gas(ExtCosts::ed25519_verify_byte),
            ..Prices::default()
        };
        assert_eq!(ours, theirs, "{version}");
    }
}

#[test]
fn each_function_has_a_file_of_its_own() {
    let many = "wasm_ed25519_verify_many_base: 1\nwasm_ed25519_verify_many_item: 2\n\
                wasm_ed25519_verify_many_byte: 18446744073709551615\n";
    let prices = Ed25519VerifyMany.parse(many).expect("good");
    let expected = Prices {
        base: 1,
        item: 2,
        byte: u64::MAX,
        attempt: 0,
    };
    assert_eq!(prices, expected);
    let of_many = "line 1: unknown key `wasm_ed25519_verify_many_base`";
    assert_eq!(refused(Ed25519Verify, many), of_many);
    assert_eq!(refused(EcvrfVerifyMany, many), of_many);
    let of_one = "line 2: unknown key `wasm_ed25519_verify_base`";
    assert_eq!(refused(Ed25519VerifyMany, GOOD), of_one);
}

#[test]
fn every_embedded_price_is_above_0() {
    for function in PricedFunction::ALL {
        for (key, price) in function.keys(function.prices()) {
            assert!(price > 0, "{key}");
        }
    }
}

/// Fuzzing found it: a value over several lines, which YAML allows, made an error of several lines.
#[test]
fn a_value_over_several_lines() {
    let text = GOOD.replace(" # another\n", "\n\n  more \"of it\"\n");
    assert_eq!(refused(Ed25519Verify, &text), format!("line 4: {NOT_FLAT}"));
}

#[test]
fn keys_and_documents_that_are_no_files_of_prices() {
    let base_alone = GOOD.lines().nth(1).expect("a line");
    for (text, expected) in [
        ("", "missing key `wasm_ed25519_verify_base`"),
        (base_alone, "missing key `wasm_ed25519_verify_byte`"),
        (
            &GOOD.replace("_byte", "_bite"),
            "line 3: unknown key `wasm_ed25519_verify_bite`",
        ),
        (
            &GOOD.replace("_byte", "_base"),
            "line 3: duplicate key `wasm_ed25519_verify_base`, first on line 2",
        ),
        ("a: b: c", "line 1: unknown key `a`"),
        ("- 1\n- 2\n", &format!("line 1: {NOT_FLAT}")),
        (
            &format!("{GOOD}---\n{GOOD}"),
            &format!("line 4: {NOT_FLAT}"),
        ),
        // A NUL in the error must not hide what follows.
        (
            &format!("{GOOD}\0wasm_unknown: 3"),
            r"line 4: unknown key `\0wasm_unknown`",
        ),
        ("wasm_ed25519_verify_base:1", &format!("line 1: {NOT_FLAT}")),
    ] {
        assert_eq!(refused(Ed25519Verify, text), expected);
    }
}

#[test]
fn values_that_are_no_amounts_of_gas() {
    for value in [
        "-5",
        "18446744073709551616",
        "1e9",
        "0x10",
        "1__0",
        "",
        "[1]",
        "5 6",
        "\"9\"",
        "1#2",
    ] {
        let text = GOOD.replace("9000000", value);
        let value = value.escape_debug();
        let expected = format!(
            "line 3: `wasm_ed25519_verify_byte`: `{value}` is not a whole number of gas below 2^64"
        );
        assert_eq!(refused(Ed25519Verify, &text), expected);
    }
}

#[test]
fn a_file_that_is_not_there() {
    let loaded = Ed25519Verify.load("no/such/file.yaml".as_ref());
    let error = loaded.expect_err("not there").to_string();
    let start = "no/such/file.yaml: cannot be read: ";
    assert!(error.starts_with(start), "{error}");
}
