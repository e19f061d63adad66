//! The record of `.ci/qemu`: these test suites, and a contract's call, on emulated arm64.

use requirements::fuzzing::{LANES, PORTABLE, code_hash};
use serde_json::Value;
use std::path::Path;
use std::{env, fs};

#[test]
fn the_emulated_run_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/recorded/arm64.json");
    // The code that runs on arm64.
    let code = code_hash(&[LANES, PORTABLE].concat());
    if let Ok(run) = env::var("ARM64_RECORD") {
        let mut record: Value = serde_json::from_str(&run).expect("a run");
        record["code"] = code.clone().into();
        let record = serde_json::to_string_pretty(&record).expect("JSON") + "\n";
        fs::write(&path, record).expect("the record is written");
    }
    let record = fs::read_to_string(&path).expect("a record");
    let record: Value = serde_json::from_str(&record).expect("a record in JSON");
    assert_eq!(record["code"], code, "`bash .ci/qemu` records it anew");
    // Tests of this crate that passed, and the gas of the call on this machine and on arm64.
    let [passed, gas] = ["passed", "burnt_gas"].map(|it| record[it].as_u64());
    assert!(passed > Some(50) && gas > Some(0));
}
