//! Faults of the file system: a damaged cache folder, and no room for messages. The runtime's
//! `faults::state_kill` covers state files after a kill.

use crate::call::{timeless, verifier};
use std::fs;
use test_support::command::{json, text};

const CALL: &str = "call c.wasm verify_raw --args-file raw --json";

#[test]
fn a_damaged_cache_is_one_warning_and_the_same_report() {
    let folder = verifier();
    let reported = |options: &str| {
        let output = folder.run(&format!("{CALL} {options}"));
        (timeless(json(&output)), text(&output.stderr))
    };
    let unharmed = reported("");
    assert_eq!(unharmed.1, "");
    let cached = || reported("--cache cache");
    assert_eq!(cached(), unharmed);
    assert_eq!(cached(), unharmed, "from the folder");

    let entries = folder.names("cache/contracts");
    let [entry] = entries.try_into().expect("one entry");
    let entry = format!("cache/contracts/{entry}");
    let warned = |what: &str| {
        let warning = format!("warning: {what}; contracts are compiled anew\n");
        (unharmed.0.clone(), warning)
    };
    folder.write(&entry, b"damage");
    assert_eq!(cached(), warned(&format!("cache entry {entry} is damaged")));
    assert_eq!(cached(), unharmed, "it was written again");

    let entry_path = folder.path(&entry);
    fs::remove_file(&entry_path).expect("removed");
    fs::create_dir(&entry_path).expect("made");
    let what = format!("cannot write cache entry {entry}: there is something else than a file");
    assert_eq!(cached(), warned(&what));
}

/// Standard error may lead to a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_failure_that_cannot_be_printed_is_an_exit_code() {
    let output = verifier().run("call no/such/file.wasm noop 2>/dev/full");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty(), "JSON was not asked for");
}
