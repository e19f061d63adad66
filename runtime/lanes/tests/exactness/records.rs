//! Records of long runs, which are made by hand: they must be of today's code.

use requirements::fuzzing::{LANES, PORTABLE, code_hash};
use serde_json::Value;
use std::path::Path;
use std::{env, fs};

/// The code that `.ci/mutants` changes, and the proofs, which may have grown since.
const SOURCES: &[&str] = &["runtime/lanes/src"];
const PROOFS: &[&str] = &["runtime/lanes/proofs"];

/// The record in this file. If the environment variable `run` holds a record, it is written first, with these hashes.
fn record(file: &str, run: &str, hashes: &[(&str, String)]) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/recorded");
    let path = path.join(file);
    if let Ok(run) = env::var(run) {
        let mut record: Value = serde_json::from_str(&run).expect("a run");
        for (name, hash) in hashes {
            record[*name] = hash.as_str().into();
        }
        let record = serde_json::to_string_pretty(&record).expect("JSON") + "\n";
        fs::write(&path, record).expect("the record is written");
    }
    let record = fs::read_to_string(&path).expect("a record");
    serde_json::from_str(&record).expect("a record in JSON")
}

/// `.ci/qemu`: these test suites, and a contract's call, on emulated arm64.
#[test]
fn the_emulated_run_is_current() {
    let code = code_hash(&[LANES, PORTABLE].concat());
    let record = record("arm64.json", "ARM64_RECORD", &[("code", code.clone())]);
    assert_eq!(record["code"], code, "`bash .ci/qemu` records it anew");
    assert!(record["passed"].as_u64() > Some(50) && record["burnt_gas"].as_u64() > Some(0));
}

/// `.ci/mutants`: which changes of this crate's code the proofs find.
#[test]
fn the_record_of_mutants_is_current() {
    let code = code_hash(SOURCES);
    let hashes = [("code", code.clone()), ("proofs", code_hash(PROOFS))];
    let record = record("mutants.json", "MUTANTS_RECORD", &hashes);
    assert_eq!(record["code"], code, "`.ci/mutants` records it anew");
    let values = |value: &Value| value.as_object().expect("an object").clone().into_values();
    let kinds = values(&record["mutants"]).flat_map(|folder| values(&folder));
    let killed: u64 = kinds.filter_map(|kind| kind["killed"].as_u64()).sum();
    assert!(killed >= 200, "{killed} mutants are killed");
    for (name, planted) in record["planted"].as_object().expect("rare defects") {
        let is_found = planted["claim"]
            .as_str()
            .is_some_and(|it| it.contains("::"));
        assert!(is_found, "no proof finds that {name}");
        // Uniformly random signatures do not find it.
        let cases = planted["survived_cases"].as_u64();
        assert!(
            cases >= Some(10_000),
            "{name}: {cases:?} random cases survived"
        );
    }
    for unseen in record["unseen"]
        .as_array()
        .expect("changes that no proof finds")
    {
        let has_reason = unseen["reason"].as_str().is_some_and(|it| !it.is_empty());
        assert!(has_reason, "no proof finds a change: {unseen}");
    }
}
