//! Faults of the file system: a damaged cache folder, a killed call, nowhere to complain.

use crate::command::{assert_fails, json, run, text};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use test_contracts::fixtures::{nep364, verify_raw_args};
use test_contracts::{Build, signature_verifier};

const KILLS: u32 = 20;

/// A call of the method that counts itself in state.
fn counting(options: &[(&str, &Path)]) -> Command {
    let args = verify_raw_args(&nep364::SIGNATURE, &nep364::MESSAGE, &nep364::PUBLIC_KEY);
    let mut command = Command::new(env!("CARGO_BIN_EXE_near-ed25519"));
    command
        .arg("call")
        .arg(signature_verifier(Build::Host).path())
        .args(["verify_raw", "--args-hex", &hex::encode(args), "--json"])
        .args(["--compiler", "winch"]);
    for (option, path) in options {
        command.arg(option).arg(path);
    }
    command
}

/// What is printed, but for the time it took.
fn report(output: &Output) -> Value {
    let mut report = json(output);
    report["wall_ns"] = Value::Null;
    report
}

#[test]
fn a_damaged_cache_is_one_warning_and_the_same_report() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let call = || {
        let output = counting(&[("--cache", folder.path())])
            .output()
            .expect("it runs");
        (report(&output), text(&output.stderr))
    };
    let uncached = report(&counting(&[]).output().expect("it runs"));
    let unharmed = (uncached, String::new());
    assert_eq!(call(), unharmed);
    assert_eq!(call(), unharmed, "from the folder");

    let entries = fs::read_dir(folder.path().join("contracts")).expect("listed");
    let [entry] = entries.collect::<Vec<_>>().try_into().expect("one entry");
    let entry = entry.expect("listed").path();
    fs::write(&entry, b"damage").expect("written");
    let warning = |what: &str| format!("warning: {what}; contracts are compiled anew\n");
    let entry_name = entry.display();
    let said = warning(&format!("cache entry {entry_name} is damaged"));
    assert_eq!(call(), (unharmed.0.clone(), said));
    assert_eq!(call(), unharmed, "it was written again");

    fs::remove_file(&entry).expect("removed");
    fs::create_dir(&entry).expect("made");
    let said = warning(&format!(
        "cannot write cache entry {entry_name}: there is something else than a file"
    ));
    assert_eq!(call(), (unharmed.0, said));
}

#[test]
fn a_cache_folder_that_cannot_be_is_refused() {
    let nowhere = [("--cache", "/dev/null/cache".as_ref())];
    let output = counting(&nowhere).output().expect("it runs");
    assert_fails(&output, 2, "cannot open the cache folder /dev/null/cache");
}

#[test]
fn a_killed_call_has_counted_or_has_not() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let state = folder.path().join("state.json");
    let options = [("--state", state.as_path())];
    let start = Instant::now();
    assert!(
        counting(&options)
            .output()
            .expect("it runs")
            .status
            .success()
    );
    let once = start.elapsed();
    let attempts = || {
        let view = ["--view", "--json", "--state"];
        let contract = signature_verifier(Build::Host).path();
        let call = ["call".as_ref(), contract.as_os_str(), "attempts".as_ref()];
        let view = view.iter().map(AsRef::as_ref).chain([state.as_os_str()]);
        let report = json(&run(call.into_iter().chain(view)));
        let count = report["return_utf8"].as_str().expect("a count");
        count.parse::<u32>().expect("a number")
    };
    let mut before = attempts();
    for kill in 0..KILLS {
        let mut child = counting(&options)
            .stdout(Stdio::null())
            .spawn()
            .expect("started");
        // Before, while and after it saves, which it does last.
        let life = once.mul_f64(0.5 + f64::from(kill) / f64::from(KILLS));
        thread::sleep(life.max(Duration::from_millis(1)));
        child.kill().expect("killed");
        child.wait().expect("gone");
        let after = attempts();
        assert!([before, before + 1].contains(&after), "{before}, {after}");
        before = after;
    }
    let files = fs::read_dir(folder.path()).expect("listed").count();
    assert!(
        files <= 2 + KILLS as usize,
        "{files} files: state, lock, and what was being written"
    );
}

/// The disk may be full that standard error goes to.
#[cfg(target_os = "linux")]
#[test]
fn a_failure_that_cannot_be_told_of_is_an_exit_code() {
    let full = fs::File::options()
        .write(true)
        .open("/dev/full")
        .expect("opened");
    let status = Command::new(env!("CARGO_BIN_EXE_near-ed25519"))
        .args(["call", "no/such/file.wasm", "noop"])
        .stderr(full)
        .status();
    assert_eq!(status.expect("it runs").code(), Some(2));
}
