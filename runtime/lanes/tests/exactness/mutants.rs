//! The record of `.ci/mutants`: which changes of this crate's code the proofs find.

use requirements::fuzzing::code_hash;
use serde_json::{Value, json};
use std::path::Path;
use std::{env, fs};

/// The code that is changed, and what it needs.
const SOURCES: &[&str] = &["runtime/lanes/src"];
const PROOFS: &[&str] = &["runtime/lanes/proofs"];

/// Those of a list, or the values of an object.
fn each(list: &Value) -> Vec<&Value> {
    match list {
        Value::Array(list) => list.iter().collect(),
        list => list
            .as_object()
            .into_iter()
            .flatten()
            .map(|it| it.1)
            .collect(),
    }
}

#[test]
fn the_record_of_mutants_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/recorded/mutants.json");
    let code = code_hash(SOURCES);
    if let Ok(run) = env::var("MUTANTS_RECORD") {
        // The code that was changed, and the proofs then: they may have grown.
        let mut record = json!({ "code": code, "proofs": code_hash(PROOFS) });
        let run: serde_json::Map<_, _> = serde_json::from_str(&run).expect("a run");
        record.as_object_mut().expect("an object").extend(run);
        let record = serde_json::to_string_pretty(&record).expect("JSON") + "\n";
        fs::write(&path, record).expect("the record is written");
    }
    let record = fs::read_to_string(&path).expect("a record");
    let record: Value = serde_json::from_str(&record).expect("a record in JSON");
    assert_eq!(record["code"], code, "`.ci/mutants` records it anew");
    // Changes by folder, kind and outcome.
    let outcomes = each(&record["mutants"]).into_iter().flat_map(each);
    let killed: u64 = outcomes.filter_map(|it| it["killed"].as_u64()).sum();
    assert!(killed >= 200, "{killed} mutants are killed");
    // Rare defects: the claim that finds each, and uniformly random signatures that do not.
    let planted = each(&record["planted"]);
    assert!(!planted.is_empty(), "defects were planted");
    for planted in planted {
        let claim = planted["claim"].as_str();
        assert!(
            claim.is_some_and(|it| it.contains("::")),
            "no proof finds {planted}"
        );
        let cases = planted["survived_cases"].as_u64();
        assert!(cases >= Some(10_000), "random cases survived {planted}");
    }
    // Changes that no proof finds: why no result changes.
    for unseen in each(&record["unseen"]) {
        let reason = unseen["reason"].as_str();
        assert!(
            reason.is_some_and(|it| !it.is_empty()),
            "no proof finds {unseen}"
        );
    }
}
