//! The commands that measure: a small run of each, what it prints, and its folder again; and that nothing
//! measured is lost. Times are not looked at.

use crate::command::{assert_fails, json, run, text};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

/// Each command, the experiment's name, and rows that take little time.
const EXPERIMENTS: [(&str, &str, &[&str]); 6] = [
    (
        "batches",
        "batches",
        &["ed25519-dalek 2", "portable, cold keys"],
    ),
    (
        "calibrate run",
        "calibrate",
        &["bare: valid", "host: valid", "marshalling: valid"],
    ),
    (
        "calibrate run many",
        "calibrate-many",
        &["dalek: honest, NEP-364", "dalek: R another point, ZIP-215"],
    ),
    (
        "compare",
        "compare",
        &["ed25519-dalek 2", "ring", "host on nearcore"],
    ),
    ("engines", "engines", &["nearcore", "wasmtime/winch"]),
    ("headers", "headers", &["host", "wasm-best"]),
];

/// A command for some rows, by time alone.
fn args<'a>(command: &'a str, rows: &'a [&str], more: &[&'a str]) -> Vec<&'a str> {
    let rows = rows.iter().flat_map(|row| ["--only", row]);
    let words = command.split(' ').chain(["--no-instructions"]);
    words.chain(rows).chain(more.iter().copied()).collect()
}

fn small(command: &str, rows: &[&str], more: &[&str]) -> Output {
    let mut args = args(command, rows, more);
    args.extend(["--launches", "1", "--rounds", "1"]);
    let output = run(args);
    // Of little, and on a busy machine, a bound may be missed, which is an exit code too.
    let error = text(&output.stderr);
    assert!(
        output.status.success() || error.contains("DOES NOT HOLD"),
        "{error}"
    );
    output
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn path(folder: &Path) -> &str {
    folder.to_str().expect("a path in UTF-8")
}

#[test]
fn a_run_is_printed_and_kept_and_printed_again_without_measuring() {
    for (command, _, rows) in EXPERIMENTS {
        let folder = folder();
        let output = small(command, rows, &["--json", "--out", path(folder.path())]);
        let found = json(&output);
        assert!(found["machine"]["cpu"].is_string(), "{command}");
        assert_eq!(found["effort"]["launches"], 1, "{command}");
        assert!(found["bounds"].is_array(), "{command}");

        let from = ["--from", path(folder.path())];
        let again = |more: &[&str]| run(command.split(' ').chain(from).chain(more.iter().copied()));
        assert_eq!(
            text(&again(&["--json"]).stdout),
            text(&output.stdout),
            "{command}"
        );
        assert!(!again(&[]).stdout.is_empty(), "{command}");
        let raw = fs::read_to_string(folder.path().join("raw.csv")).expect("samples");
        let head = "row,column,launch,round,stack,iterations,metric,value";
        assert_eq!(raw.lines().next(), Some(head), "{command}");
        for row in rows {
            assert!(raw.contains(row), "{command}, {row}");
        }
    }
}

#[test]
fn everybody_burns_the_same_gas_with_the_same_header() {
    let rows = [
        "host",
        "host-many: dalek, one by one",
        "host-many: portable, new keys",
    ];
    let found = json(&small("headers", &rows, &["--json"]));
    let mut gas = BTreeMap::new();
    for row in found["rows"].as_array().expect("rows") {
        let build = row["name"].as_str().expect("a name").split(':').next();
        for header in row["columns"].as_array().expect("headers") {
            let burnt = &header["gas"];
            assert!(burnt.is_u64(), "{row}");
            let key = (build, header["column"].to_string());
            assert_eq!(gas.entry(key).or_insert(burnt), &burnt, "{row}");
        }
    }
    assert_eq!(gas.len(), 2 * 4, "two builds, four headers");
}

#[test]
fn what_cannot_be_read_or_makes_no_sense_is_one_line() {
    for (command, name, _) in EXPERIMENTS {
        let run = |more: [&str; 2]| run(command.split(' ').chain(more));
        assert_fails(
            &run(["--from", "no/such"]),
            1,
            "cannot read no/such/run.json",
        );
        let folder = folder();
        let from = ["--from", path(folder.path())];
        let write = |name: &str, text: &str| {
            fs::write(folder.path().join(name), text).expect("written");
        };
        write("run.json", "{}");
        assert_fails(&run(from), 1, "is no recording");
        write("run.json", r#"{"schema_version": 99}"#);
        assert_fails(
            &run(from),
            1,
            "its schema version is 99, and 1 is understood",
        );
        write(
            "run.json",
            r#"{"schema_version": 1, "experiment": "another"}"#,
        );
        let other = format!("is no recording of `{name}`: it is one of `another`");
        assert_fails(&run(from), 1, &other);
        assert_fails(
            &run(["--only", "no one"]),
            1,
            &format!("{name} has no row `no one`"),
        );
        assert_fails(&run(["--rounds", "0"]), 2, "--rounds");
        for also in ["--quick", "--rounds=2", "--launches=2"] {
            let args = command.split(' ').chain(["--from", "a", also]);
            assert_fails(&crate::command::run(args), 2, "--from");
        }
    }
}

#[test]
fn what_is_not_recorded_is_neither_reported_nor_within_bounds() {
    for command in ["bounds", "report"] {
        let absent = run([command, "--recorded", "no/such"]);
        assert_fails(&absent, 1, "cannot read no/such/");
    }
}

#[test]
fn samples_that_are_damaged_are_named_by_their_line() {
    let folder = folder();
    small("engines", &["nearcore"], &["--out", path(folder.path())]);
    let raw = folder.path().join("raw.csv");
    let samples = fs::read_to_string(&raw).expect("samples");
    let from = || run(["engines", "--from", path(folder.path())]);
    for (what, with, complaint) in [(",time,", ",thyme,", "thyme"), (",0,", ",,", "raw.csv")] {
        fs::write(&raw, samples.replacen(what, with, 1)).expect("written");
        assert_fails(&from(), 1, complaint);
        let line = samples
            .lines()
            .position(|line| line.contains(what))
            .expect(what)
            + 1;
        assert_fails(&from(), 1, &format!("line: {line}"));
    }
    fs::write(&raw, samples.lines().next().expect("a header")).expect("written");
    assert_fails(&from(), 1, "no samples");
}

/// Whom to signal, of a process: itself, or one that it has started.
type Whom = fn(u32) -> Option<u32>;

fn child(id: u32) -> Option<u32> {
    let path = format!("/proc/{id}/task/{id}/children");
    let children = fs::read_to_string(path).ok()?;
    children.split_whitespace().next()?.parse().ok()
}

/// Starts a run that would take long, has it signalled after a while, and returns what it said and kept;
/// `None` if that was before anything was measured.
fn cut_short(
    command: &str,
    rows: &[&str],
    signal: &str,
    whom: Whom,
    after: Duration,
) -> Option<(String, Value)> {
    let folder = folder();
    let many = [
        "--rounds",
        "100000",
        "--launches",
        "3",
        "--out",
        path(folder.path()),
    ];
    let process = Command::new(env!("CARGO_BIN_EXE_near-ed25519"))
        .args(args(command, rows, &many))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn();
    let process = process.expect("it starts");
    thread::sleep(after);
    let whom = whom(process.id());
    let id = whom.unwrap_or(process.id()).to_string();
    let signalled = Command::new("kill").args([signal, &id]).status();
    assert!(signalled.expect("kill").success(), "{command}");
    let output = process.wait_with_output().expect("it ends");
    let error = text(&output.stderr);
    if whom.is_none() || error.contains("before anything was measured") {
        return None;
    }
    assert_eq!(output.status.code(), Some(1), "{command}: {error}");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect(name);
    assert!(read("raw.csv").lines().count() > 1, "{command}");
    let run: Value = serde_json::from_str(&read("run.json")).expect("JSON");
    Some((error, run["ended_early"].clone()))
}

#[test]
fn an_interrupt_and_a_process_that_is_killed_lose_nothing_that_was_measured() {
    let ends: [(&str, Whom, &str); 2] = [
        ("-INT", Some, "interrupted"),
        ("-KILL", child, "a measuring process failed (signal: 9"),
    ];
    thread::scope(|scope| {
        for (command, _, rows) in EXPERIMENTS {
            scope.spawn(move || {
                for (signal, whom, why) in ends {
                    let waits = [2, 8, 32, 120].map(Duration::from_secs).into_iter();
                    let mut attempts = waits
                        .filter_map(|after| cut_short(command, &rows[..1], signal, whom, after));
                    let (error, ended_early) = attempts.next().expect("it was measured at last");
                    assert!(error.contains(why), "{command}: {error}");
                    let ended_early = ended_early.as_str().expect("a reason");
                    assert!(ended_early.contains(why), "{command}: {ended_early}");
                }
            });
        }
    });
}

fn recorded(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../benches/recorded")
        .join(name)
}

#[test]
fn a_calibration_priced_again_says_its_factor_everywhere_and_agrees_with_itself() {
    for (name, file) in [
        ("calibrate", "recommended.yaml"),
        ("calibrate-many", "ed25519_verify_many.yaml"),
    ] {
        let recorded = recorded(name);
        let again = folder();
        let fit = |more: &[&str]| {
            let fit = ["calibrate", "fit", "--from", path(&recorded), "--json"];
            let out = ["--out", path(again.path())];
            run(fit.into_iter().chain(out).chain(more.iter().copied()))
        };
        for factor in [4, 6] {
            let found = json(&fit(&["--safety-factor", &factor.to_string()]));
            let prices = found["prices"].as_array().expect("prices").iter();
            assert!(
                prices.clone().any(|price| price["factor"] == factor),
                "{found}"
            );
            let yaml = fs::read_to_string(again.path().join(file)).expect("prices");
            assert!(yaml.contains(&format!("times {factor} ")), "{yaml}");
            // Whoever reads the folder later, such as `report`, prices by the same factor.
            let from = ["calibrate", "fit", "--from", path(again.path()), "--json"];
            assert_eq!(json(&run(from))["prices"], found["prices"]);
        }
        let output = run(["calibrate", "diff", path(&recorded), path(again.path())]);
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
}

#[test]
fn prices_of_an_earlier_run_go_where_none_follow() {
    let folder = folder();
    let prices = folder.path().join("recommended.yaml");
    fs::write(&prices, "wasm_ed25519_verify_base: 1").expect("written");
    // Nothing is priced by dalek alone.
    small(
        "calibrate run",
        &["bare: valid"],
        &["--out", path(folder.path())],
    );
    assert!(!prices.exists());
}

/// Instructions repeat from build to build, so that a host function that does more, or less, is found
/// out whatever the machine is.
#[test]
fn instructions_are_those_recorded() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("SKIPPED: valgrind is not installed");
        return;
    }
    let output = run([
        "calibrate",
        "check",
        "--json",
        "--recorded",
        path(&recorded("calibrate")),
    ]);
    if text(&output.stderr).contains("which this processor lacks") {
        println!("SKIPPED: {}", text(&output.stderr));
        return;
    }
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(json(&output)["compared"].as_u64().expect("a count") > 100);
}
