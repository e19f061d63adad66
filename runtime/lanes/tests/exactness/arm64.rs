//! The record of `.ci/qemu`: these test suites, and a contract's call, on emulated arm64.

use requirements::fuzzing::{LANES, PORTABLE, code_hash};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::{env, fs};

#[derive(Serialize, Deserialize)]
struct Record {
    /// The hash of the code that runs on arm64.
    #[serde(default)]
    code: String,
    qemu: String,
    /// Tests of this crate that passed.
    passed: u64,
    /// Gas of the call on this machine, and on arm64.
    burnt_gas: u64,
}

#[test]
fn the_emulated_run_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/recorded/arm64.json");
    let code = code_hash(&[LANES, PORTABLE].concat());
    if let Ok(run) = env::var("ARM64_RECORD") {
        let mut record: Record = serde_json::from_str(&run).expect("a run");
        record.code.clone_from(&code);
        let record = serde_json::to_string_pretty(&record).expect("JSON") + "\n";
        fs::write(&path, record).expect("the record is written");
    }
    let record = fs::read_to_string(&path).expect("a record");
    let record: Record = serde_json::from_str(&record).expect("a record in JSON");
    assert_eq!(record.code, code, "`bash .ci/qemu` records it anew");
    assert!(record.passed > 50 && record.burnt_gas > 0);
}
