//! `calibrate`: what it writes, that it can be repeated, and that nothing measured is lost.

use crate::command::{assert_fails, json, run, text};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Files that follow from the samples.
const DERIVED: [&str; 7] = [
    "summary.json",
    "report.md",
    "time.svg",
    "time-residuals.svg",
    "families.svg",
    "layers.svg",
    "stack.svg",
];

fn path(folder: &Path) -> &str {
    folder.to_str().expect("a path in UTF-8")
}

/// A small calibration by time alone; what it printed.
fn measured(folder: &Path) -> Value {
    let output = run([
        "calibrate",
        "run",
        "--out",
        path(folder),
        "--quick",
        "--launches",
        "1",
        "--rounds",
        "1",
        "--no-instructions",
        "--json",
    ]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    json(&output)
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn read(folder: &Path, name: &str) -> Vec<u8> {
    fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn a_run_can_be_fitted_again_and_compared() {
    let first = folder();
    let summary = measured(first.path());
    assert_eq!(summary["schema_version"], 2);
    let machine = &summary["run"]["machine"];
    for field in [
        "cpu",
        "governor",
        "rustc",
        "dalek_backend",
        "commit",
        "command",
    ] {
        let value = machine[field].as_str().expect(field);
        assert!(!value.is_empty(), "{field}");
    }
    let samples = String::from_utf8(read(first.path(), "raw.csv")).expect("text");
    assert_eq!(
        samples.lines().count() as u64 - 1,
        summary["samples"].as_u64().expect("a count")
    );
    for family in ["valid", "A undecodable", "refused, heaviest scalars"] {
        assert!(samples.contains(family), "{family}");
    }
    // A price is written where there is one, and only there.
    let recommended = summary["recommended"].as_array().expect("two prices");
    let is_certain = recommended.iter().all(|price| price.is_u64());
    let yaml = first.path().join("ed25519_verify.yaml");
    assert_eq!(yaml.exists(), is_certain, "{recommended:?}");

    // The same samples give the same files, byte for byte, wherever they are.
    let again = folder();
    let fit = ["calibrate", "fit", "--from", path(first.path())];
    let output = run(fit.into_iter().chain(["--out", path(again.path())]));
    assert!(output.status.success(), "{}", text(&output.stderr));
    for name in DERIVED.into_iter().chain(["raw.csv", "run.json"]) {
        assert!(
            read(first.path(), name) == read(again.path(), name),
            "{name}"
        );
    }
    let output = run(["calibrate", "diff", path(first.path()), path(again.path())]);
    assert!(output.status.success(), "{}", text(&output.stderr));

    // Another factor, other prices.
    let output = run(fit.into_iter().chain(["--safety-factor", "2"]));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let summary: Value = serde_json::from_slice(&read(first.path(), "summary.json")).expect("JSON");
    assert_eq!(summary["safety_factor"], 2);
}

#[test]
fn what_is_no_calibration_is_refused() {
    let empty = folder();
    let fit = |folder: &Path| run(["calibrate", "fit", "--from", path(folder)]);
    assert_fails(&fit(empty.path()), 1, "run.json");
    fs::write(empty.path().join("run.json"), "{}").expect("written");
    assert_fails(&fit(empty.path()), 1, "schema_version");

    let damaged = folder();
    measured(damaged.path());
    let samples = String::from_utf8(read(damaged.path(), "raw.csv")).expect("text");
    let summary = read(damaged.path(), "summary.json");
    for (what, with, complaint) in [
        (",bare,", ",bear,", "bear"),
        ("time,", "thyme,", "thyme"),
        (",memory,", ",,", "raw.csv"),
    ] {
        let changed = samples.replacen(what, with, 1);
        fs::write(damaged.path().join("raw.csv"), changed).expect("written");
        let output = fit(damaged.path());
        assert_fails(&output, 1, complaint);
        assert_fails(&output, 1, "line: 2");
    }
    let header = samples.lines().next().expect("a header");
    fs::write(damaged.path().join("raw.csv"), header).expect("written");
    assert_fails(&fit(damaged.path()), 1, "no samples");
    assert_eq!(
        read(damaged.path(), "summary.json"),
        summary,
        "nothing is lost"
    );
}

#[test]
fn an_interrupt_keeps_what_was_measured() {
    let folder = folder();
    let child = Command::new(env!("CARGO_BIN_EXE_near-ed25519"))
        .args(["calibrate", "run", "--quick", "--no-instructions"])
        .args([
            "--rounds",
            "1000",
            "--launches",
            "1000",
            "--out",
            path(folder.path()),
        ])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // The signatures are written when measuring begins.
    let start = Instant::now();
    while !folder.path().join("cases.csv").exists() {
        assert!(
            start.elapsed() < Duration::from_secs(120),
            "nothing was measured"
        );
        std::thread::sleep(Duration::from_millis(100));
    }
    std::thread::sleep(Duration::from_secs(2));
    let signalled = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(signalled.expect("kill").success());
    let output = child.wait_with_output().expect("it ends");
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("interrupted: "), "{error}");
    let run: Value = serde_json::from_slice(&read(folder.path(), "run.json")).expect("JSON");
    assert_eq!(run["is_interrupted"], true);
    let report = String::from_utf8(read(folder.path(), "report.md")).expect("text");
    assert!(report.contains("interrupted"), "{report}");
}

#[test]
fn without_valgrind_it_says_so_before_it_measures() {
    let folder = folder();
    let out = folder.path().join("out");
    let output = Command::new(env!("CARGO_BIN_EXE_near-ed25519"))
        .args(["calibrate", "run", "--out", path(&out)])
        .env("PATH", "")
        .output()
        .expect("it runs");
    assert_fails(&output, 1, "valgrind");
    assert!(!out.exists());
}

#[test]
fn the_recorded_prices_are_a_parameter_file() {
    let recorded = Path::new(env!("CARGO_MANIFEST_DIR")).join("../benches/recorded/calibration");
    let file = recorded.join("ed25519_verify.yaml");
    let parameters = near_gas_params::Parameters::load(&file).expect("a parameter file");
    let summary: Value = serde_json::from_slice(&read(&recorded, "summary.json")).expect("JSON");
    let prices = [
        parameters.ed25519_verify_base,
        parameters.ed25519_verify_byte,
    ];
    assert_eq!(summary["recommended"], serde_json::json!(prices));
}

/// Instructions are the same on every machine with the same vectors, so that a change of what the
/// host function does shows here, however busy the machine is.
#[test]
fn instructions_are_those_recorded() {
    let recorded = Path::new(env!("CARGO_MANIFEST_DIR")).join("../benches/recorded/calibration");
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("SKIPPED: valgrind is not installed");
        return;
    }
    let output = run([
        "calibrate",
        "check",
        "--json",
        "--recorded",
        path(&recorded),
    ]);
    if text(&output.stderr).contains("which this processor lacks") {
        println!("SKIPPED: {}", text(&output.stderr));
        return;
    }
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(json(&output)["compared"].as_u64().expect("a count") > 100);
}
