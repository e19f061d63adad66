//! The file of recorded gas, as a test uses it.

use crate::least_gas::deploy;
use near_runtime_ext::{BLESS_GAS, GasFileError, Outcome, check_gas};
use std::{env, fs};
use test_support::process::test_behind;

/// The outcome of a call of a contract with this body.
fn outcome(body: &str) -> Outcome {
    let mut contract = deploy(body);
    contract.call("main").transact().expect("it runs")
}

const CHECKED: &str = "gas_file::the_gas_of_a_call_is_checked_or_recorded";

/// The next test runs this one in processes of its own, because [`BLESS_GAS`] is an environment variable.
#[test]
fn the_gas_of_a_call_is_checked_or_recorded() {
    let Some(file) = env::var_os("GAS_FILE") else {
        return;
    };
    let dear = "(drop (call $storage_write (i64.const 1) (i64.const 0) (i64.const 8) (i64.const 0) (i64.const 0)))";
    let body = ["", dear][usize::from(env::var_os("GAS_DEARER").is_some())];
    let checked = check_gas(&file, "main", &outcome(body), b"wasm");
    let said = checked.map_or_else(|error| error.to_string(), |()| "ok".to_owned());
    println!("checked: {said}");
}

#[test]
fn what_is_dearer_fails_until_it_is_recorded() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("gas.json");
    let run = |variables: &[&str]| {
        let mut test = test_behind(":", CHECKED);
        test.env("GAS_FILE", &file).env_remove(BLESS_GAS);
        test.envs(variables.iter().map(|it| (it, "1")));
        let output = String::from_utf8(test.output().expect("it runs").stdout).expect("text");
        let said = output.lines().find_map(|line| line.split_once("checked: "));
        said.expect("an answer").1.to_owned()
    };
    assert!(run(&[]).contains("gas.json: "), "there is no file");
    assert_eq!(run(&[BLESS_GAS]), "ok");
    assert_eq!(run(&[]), "ok");
    let recorded = fs::read_to_string(&file).expect("recorded");
    assert!(run(&["GAS_DEARER"]).starts_with("main: "), "{recorded}");
    assert_eq!(fs::read_to_string(&file).expect("kept"), recorded);
    assert_eq!(run(&["GAS_DEARER", BLESS_GAS]), "ok");
    assert_eq!(run(&["GAS_DEARER"]), "ok");
    assert_eq!(run(&[]), "ok", "cheaper is no failure");
    let recorded = fs::read_to_string(&file).expect("recorded");
    fs::write(&file, recorded.replace("main", "other")).expect("written");
    assert_eq!(run(&[]), "main is not recorded: BLESS_GAS=1 records it");
}

#[test]
fn the_gas_of_a_failure_is_no_figure() {
    let failed = check_gas("none.json", "main", &outcome("(unreachable)"), b"");
    assert!(matches!(failed, Err(GasFileError::Failed { name, .. }) if name == "main"));
}
