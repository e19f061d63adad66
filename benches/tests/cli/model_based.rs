//! `near-ed25519 tendermint --mbt`, on tendermint-rs's model-based tests.

use crate::command::{Folder, assert_fails, text};
use test_contracts::peers;

/// A folder with a case of tendermint-rs.
fn case(name: &str) -> Option<(Folder, String)> {
    let case = peers::read(&format!("tendermint/mbt/MC4_4_faulty_{name}.json"))?;
    let folder = Folder::new();
    folder.write("case.json", &case);
    Some((folder, case))
}

#[test]
fn a_model_based_test_has_the_verdicts_it_expects_in_every_build() {
    let Some((folder, _)) = case("Test2NotEnoughTrustFailure") else {
        return;
    };
    for build in ["host", "host-many", "wasm", "wasm-best"] {
        let runs = folder.report(&format!("tendermint --mbt case.json --build {build}"));
        let steps = runs[0]["steps"].as_array().expect("steps");
        let verdicts: Vec<_> = steps.iter().map(|step| &step["verdict"]).collect();
        let no_trust = "not_enough_trust";
        assert_eq!(verdicts, [no_trust, no_trust, "invalid: valid_commit"]);
        for step in steps {
            assert!(step["as_expected"] == true && step["burnt_gas"].is_u64());
        }
    }
    let table = folder.prints("tendermint --mbt case.json");
    assert!(table.contains("✓") && !table.contains("✗"), "{table}");
}

#[test]
fn a_verdict_that_is_not_the_expected_one_exits_with_1() {
    let Some((folder, case)) = case("TestSuccess") else {
        return;
    };
    folder.write("case.json", case.replacen("\"SUCCESS\"", "\"INVALID\"", 1));
    let output = folder.run("tendermint --mbt case.json");
    assert_fails(&output, 1, "steps have another verdict than expected");
    assert!(text(&output.stdout).contains("✗"));
}
