//! `near-ed25519 tendermint --mbt`, on tendermint-rs's model-based tests.

use crate::command::{assert_fails, json, run, text};
use std::fs;
use test_contracts::peers;

#[test]
fn a_model_based_test_has_the_verdicts_it_expects_in_every_build() {
    let Some(path) = peers::path("tendermint/mbt/MC4_4_faulty_Test2NotEnoughTrustFailure.json")
    else {
        return;
    };
    let path = path.to_str().expect("a path");
    for build in ["host", "host-many", "wasm", "wasm-best"] {
        let output = run(["tendermint", "--mbt", path, "--json", "--build", build]);
        assert!(output.status.success());
        let runs = json(&output);
        let steps = runs[0]["steps"].as_array().expect("steps");
        let verdicts: Vec<_> = steps.iter().map(|step| &step["verdict"]).collect();
        assert_eq!(
            verdicts,
            [
                "not_enough_trust",
                "not_enough_trust",
                "invalid: valid_commit"
            ]
        );
        assert!(
            steps
                .iter()
                .all(|step| step["as_expected"] == true && step["burnt_gas"].is_u64())
        );
    }
    let table = text(&run(["tendermint", "--mbt", path]).stdout);
    assert!(table.contains("✓") && !table.contains("✗"), "{table}");
}

#[test]
fn a_verdict_that_is_not_the_expected_one_exits_with_1() {
    let Some(case) = peers::read("tendermint/mbt/MC4_4_faulty_TestSuccess.json") else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("case.json");
    fs::write(&path, case.replacen("\"SUCCESS\"", "\"INVALID\"", 1)).expect("written");
    let output = run(["tendermint", "--mbt", path.to_str().expect("a path")]);
    assert_fails(&output, 1, "steps have another verdict than expected");
    assert!(text(&output.stdout).contains("✗"));
}
