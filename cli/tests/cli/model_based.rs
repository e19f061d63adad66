//! `near-ed25519 tendermint --mbt`, on tendermint-rs's model-based tests.

use crate::command::{Folder, assert_fails, text};

const FILE: &str = "tendermint/mbt/MC4_4_faulty_Test2NotEnoughTrustFailure.json";

#[test]
fn a_model_based_test_has_the_verdicts_it_expects_in_every_build_or_exits_with_1() {
    let Some(case) = requirements::peers::read(FILE) else {
        return;
    };
    let folder = Folder::new();
    folder.write("case.json", &case);
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

    folder.write("case.json", case.replacen("\"INVALID\"", "\"SUCCESS\"", 1));
    let output = folder.run("tendermint --mbt case.json");
    let reason = "1 of 3 steps have another verdict than expected";
    assert_fails(&output, 1, reason);
    assert!(text(&output.stdout).contains("✗"));
}
