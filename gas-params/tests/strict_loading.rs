//! Parameter files: those that load, and the error for every mistake.

use near_gas_params::{EcvrfVerifyManyParameters, Parameters, VerifyManyParameters};
use near_parameters::{ExtCosts, RuntimeConfigStore};
use near_primitives_core::version::{MIN_SUPPORTED_PROTOCOL_VERSION, PROTOCOL_VERSION};
use proptest::prelude::*;

const GOOD: &str =
    "# a comment\nwasm_ed25519_verify_base: 210_000_000_000\nwasm_ed25519_verify_byte: 9000000\n";

#[track_caller]
fn check(text: &str, problem: &str) {
    let error = Parameters::parse("gas.yaml", text).expect_err("refused");
    assert_eq!(error.to_string(), format!("gas.yaml: {problem}"));
}

#[test]
fn the_embedded_parameters_are_nearcores() {
    let ours = Parameters::default();
    for version in MIN_SUPPORTED_PROTOCOL_VERSION..=PROTOCOL_VERSION {
        let store = RuntimeConfigStore::new(None);
        let costs = &store.get_config(version).wasm_config.ext_costs;
        let gas = |cost| costs.gas_cost(cost).as_gas();
        assert_eq!(
            ours.ed25519_verify_base,
            gas(ExtCosts::ed25519_verify_base),
            "{version}"
        );
        assert_eq!(
            ours.ed25519_verify_byte,
            gas(ExtCosts::ed25519_verify_byte),
            "{version}"
        );
    }
}

#[test]
fn each_function_has_a_file_of_its_own() {
    let many = "wasm_ed25519_verify_many_base: 1\nwasm_ed25519_verify_many_item: 2\n\
                wasm_ed25519_verify_many_byte: 3\n";
    let parameters = VerifyManyParameters::parse("many.yaml", many).expect("good");
    let expected = VerifyManyParameters {
        ed25519_verify_many_base: 1,
        ed25519_verify_many_item: 2,
        ed25519_verify_many_byte: 3,
    };
    assert_eq!(parameters, expected);
    check(many, "line 1: unknown key `wasm_ed25519_verify_many_base`");
    let (without_byte, _) =
        many.split_at(many.find("wasm_ed25519_verify_many_byte").expect("a key"));
    for (text, problem) in [
        (GOOD, "line 2: unknown key `wasm_ed25519_verify_base`"),
        (without_byte, "missing key `wasm_ed25519_verify_many_byte`"),
    ] {
        let error = VerifyManyParameters::parse("many.yaml", text).expect_err("refused");
        assert_eq!(error.to_string(), format!("many.yaml: {problem}"));
    }
    let error = EcvrfVerifyManyParameters::parse("proofs.yaml", many).expect_err("refused");
    assert_eq!(
        error.to_string(),
        "proofs.yaml: line 1: unknown key `wasm_ed25519_verify_many_base`"
    );
}

#[test]
fn every_embedded_price_is_above_0() {
    let VerifyManyParameters {
        ed25519_verify_many_base: base,
        ed25519_verify_many_item: item,
        ed25519_verify_many_byte: byte,
    } = VerifyManyParameters::default();
    assert!(base > 0 && item > 0 && byte > 0, "{base} {item} {byte}");
    let EcvrfVerifyManyParameters {
        ecvrf_verify_many_base: base,
        ecvrf_verify_many_item: item,
        ecvrf_verify_many_byte: byte,
        ecvrf_verify_many_try: each_try,
    } = EcvrfVerifyManyParameters::default();
    assert!(
        base > 0 && item > 0 && byte > 0 && each_try > 0,
        "{base} {item} {byte} {each_try}"
    );
}

#[test]
fn underscores_group_digits() {
    let parameters = Parameters::parse("gas.yaml", GOOD).expect("good");
    let expected = Parameters {
        ed25519_verify_base: 210_000_000_000,
        ed25519_verify_byte: 9_000_000,
    };
    assert_eq!(parameters, expected);
}

/// Found by fuzzing: the error spanned several lines, like the value.
#[test]
fn a_value_over_several_lines() {
    check(
        &GOOD.replace("_000_000_000\n", "_000_000_000\n\n  more \"of it\"\n"),
        r#"line 2: `wasm_ed25519_verify_base`: `210_000_000_000\nmore \"of it\"` is not a whole number of gas"#,
    );
}

#[test]
fn keys_that_are_missing_unknown_or_there_twice() {
    check(
        &GOOD.replace("_byte", "_bite"),
        "line 3: unknown key `wasm_ed25519_verify_bite`",
    );
    check(
        &GOOD.replace("_byte", "_base"),
        "line 3: duplicate key `wasm_ed25519_verify_base`, first on line 2",
    );
    let only_base = GOOD.lines().nth(1).expect("a line");
    check(only_base, "missing key `wasm_ed25519_verify_byte`");
    check("", "missing key `wasm_ed25519_verify_base`");
}

#[test]
fn values_that_are_no_amounts_of_gas() {
    let above = "18446744073709551616";
    let whole = "is not a whole number of gas";
    for (value, problem) in [
        ("-5", "is negative"),
        (above, "does not fit 64 bits"),
        ("1e9", whole),
        ("0x10", whole),
        ("1__0", whole),
        ("", whole),
    ] {
        check(
            &GOOD.replace("9000000", value),
            &format!("line 3: `wasm_ed25519_verify_byte`: `{value}` {problem}"),
        );
    }
}

#[test]
fn yaml_that_is_not_one_flat_mapping() {
    let flat = "expected one `key: gas` a line, and nothing else";
    for value in ["{ gas: 1, compute: 2 }", "[1]", "\"9000000\""] {
        check(&GOOD.replace("9000000", value), &format!("line 3: {flat}"));
    }
    check("- 1\n- 2\n", &format!("line 1: {flat}"));
    check(&format!("{GOOD}---\n{GOOD}"), &format!("line 4: {flat}"));
    check("a: b: c", "line 1: unknown key `a`");
    check(
        "{",
        "line 2: not YAML: while parsing a node, did not find expected node content",
    );
    // A NUL does not hide what follows.
    check(
        &format!("{GOOD}\0wasm_unknown: 3"),
        "line 3: not YAML: NUL character",
    );
}

#[test]
fn nesting_without_end_is_refused_without_end_of_stack() {
    for nested in ["- ", "[", "{a: ", "? "] {
        let text = nested.repeat(200_000);
        Parameters::parse("gas.yaml", &text).expect_err("refused");
        let inside = GOOD.replace("9000000", &text);
        Parameters::parse("gas.yaml", &inside).expect_err("refused");
    }
}

#[test]
fn a_file_that_is_not_there() {
    let error = Parameters::load("no/such/file.yaml".as_ref()).expect_err("not there");
    assert!(
        error
            .to_string()
            .starts_with("no/such/file.yaml: cannot be read: "),
        "{error}"
    );
}

proptest! {
    #[test]
    fn every_amount_round_trips(base: u64, byte: u64) {
        let text = format!("wasm_ed25519_verify_base: {base}\nwasm_ed25519_verify_byte: {byte}");
        let parameters = Parameters::parse("gas.yaml", &text).expect("good");
        prop_assert_eq!(parameters, Parameters { ed25519_verify_base: base, ed25519_verify_byte: byte });
    }
}
