//! The record of `.ci/mutants`: which changes of this crate's code the proofs find.

use requirements::fuzzing::code_hash;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};

/// The code that is changed, and what it needs.
const SOURCES: &[&str] = &["runtime/lanes/src"];
const PROOFS: &[&str] = &["runtime/lanes/proofs"];

/// Changes by folder, kind and outcome.
type Counts = BTreeMap<String, BTreeMap<String, BTreeMap<String, u32>>>;

#[derive(Serialize, Deserialize)]
struct Record {
    /// The hash of the code that was changed.
    #[serde(default)]
    code: String,
    /// The hash of the proofs then. They may have grown.
    #[serde(default)]
    proofs: String,
    mutants: Counts,
    /// Changes by the claim that found them.
    killed_by: BTreeMap<String, u32>,
    planted: BTreeMap<String, Planted>,
    unseen: Vec<Unseen>,
}

/// A rare defect.
#[derive(Serialize, Deserialize)]
struct Planted {
    /// The claim that finds it.
    claim: String,
    /// Uniformly random signatures that do not.
    survived_cases: u32,
}

/// A change that no proof finds.
#[derive(Serialize, Deserialize)]
struct Unseen {
    file: String,
    from: String,
    to: String,
    /// Why no result changes.
    reason: String,
}

#[test]
fn the_record_of_mutants_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/recorded/mutants.json");
    let code = code_hash(SOURCES);
    if let Ok(run) = env::var("MUTANTS_RECORD") {
        let mut record: Record = serde_json::from_str(&run).expect("a run");
        record.code.clone_from(&code);
        record.proofs = code_hash(PROOFS);
        let record = serde_json::to_string_pretty(&record).expect("JSON") + "\n";
        fs::write(&path, record).expect("the record is written");
    }
    let record = fs::read_to_string(&path).expect("a record");
    let record: Record = serde_json::from_str(&record).expect("a record in JSON");
    assert_eq!(record.code, code, "`.ci/mutants` records it anew");
    let outcomes = record.mutants.values().flat_map(BTreeMap::values);
    let killed: u32 = outcomes.filter_map(|it| it.get("killed")).sum();
    assert!(killed >= 200, "{killed} mutants are killed");
    for (name, planted) in &record.planted {
        assert!(planted.claim.contains("::"), "no proof finds that {name}");
        let cases = planted.survived_cases;
        assert!(cases >= 10_000, "{name}: {cases} random cases survived");
    }
    for Unseen {
        file, from, reason, ..
    } in &record.unseen
    {
        assert!(
            !reason.is_empty(),
            "{file}: no proof finds a change of {from}"
        );
    }
}
