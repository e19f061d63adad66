//! The commands that measure: a small run of each, its output, and the same output from its folder.
//! No sample is lost. Times are not checked.

use crate::BENCH;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::Value;
use std::fs::{self, File};
use std::io::Write as _;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;
use test_support::command::{Folder, assert_fails, json, rows, text};

/// Each command with rows that take little time; for frost all tasks, which check their own results.
const EXPERIMENTS: &str = "
batches: ed25519-dalek 2; portable, keys seen before
calibrate run: bare: valid; host: valid; marshalling: valid
calibrate run ecvrf-many: dalek: TAI, one try; dalek: ELL2; dalek: draft-03; dalek: draft-13; dalek: tries of one item
calibrate run many: dalek: honest, NEP-364; dalek: R another point, ZIP-215
chains: ft_transfer_call with all its receipts; ft_resolve_transfer alone
compare: ed25519-dalek 2; ring; host on nearcore
frost measure: wire to signature, 7 of 10; wire to share, 7 of 10; deserialising 1,334 points; \
    a VSS share, t = 667; DKG packages, 67 of 100; DKG part 3, 67 of 100; \
    aggregate after a session, 667 of 1000; culprits, 667 of 1000
headers: host: dalek; wasm-best
vrf: constant time, ell2; variable time, tai
";

/// A command for some rows, without instruction counts, recorded in `out`.
fn line(command: &str, names: &str) -> String {
    let only = names.split("; ").map(|name| format!("--only '{name}'"));
    let only = only.collect::<Vec<_>>().join(" ");
    format!("{command} --no-instructions {only} --out out")
}

fn small(folder: &Folder, command: &str, names: &str) -> Output {
    let line = line(command, names);
    let output = folder.run(&format!("{line} --launches 1 --rounds 1 --json"));
    // With few samples or on a busy machine a bound may fail, which also gives an exit code.
    let error = text(&output.stderr);
    let is_missed = error.contains("DOES NOT HOLD");
    assert!(output.status.success() || is_missed, "{error}");
    output
}

/// The samples of the recording in `out`.
fn samples(folder: &Folder) -> String {
    let file = File::open(folder.path("out/raw.csv.gz")).expect("samples");
    std::io::read_to_string(GzDecoder::new(file)).expect("gzip")
}

#[test]
fn a_run_is_printed_and_kept_and_printed_again_without_measuring() {
    for (command, names) in rows(EXPERIMENTS) {
        let folder = Folder::of(BENCH);
        let output = small(&folder, command, names);
        let found = json(&output);
        assert!(found["machine"]["cpu"].is_string(), "{command}");
        assert_eq!(found["effort"]["launches"], 1, "{command}");
        assert!(found["bounds"].is_array(), "{command}");

        let again = folder.run(&format!("{command} --from out --json"));
        assert_eq!(text(&again.stdout), text(&output.stdout), "{command}");
        let printed = folder.run(&format!("{command} --from out"));
        assert!(!printed.stdout.is_empty(), "{command}");
        let raw = samples(&folder);
        let head = "row,column,launch,round,stack,iterations,metric,value";
        assert_eq!(raw.lines().next(), Some(head), "{command}");
        for name in names.split("; ") {
            assert!(raw.contains(name), "{command}, {name}");
        }
    }
}

#[test]
fn unreadable_input_and_senseless_options_are_refused_in_one_line() {
    for (command, _) in rows(EXPERIMENTS) {
        let name = command.replace(" run", "").replace(" measure", "");
        let name = name.replace(' ', "-");
        let folder = Folder::of(BENCH);
        let fails = |code: i32, options: &str, reason: &str| {
            assert_fails(&folder.run(&format!("{command} {options}")), code, reason);
        };
        fails(1, "--from no/such", "cannot read no/such/run.json");
        fails(1, "--only none", &format!("{name} has no row `none`"));
        fails(2, "--rounds 0", "--rounds");
        for also in ["--quick", "--rounds=2", "--launches=2"] {
            fails(2, &format!("--from a {also}"), "--from");
        }
        let other = format!("is not a recording of `{name}`, but of `another`");
        for (run, reason) in [
            ("", "is not a recording"),
            (r#""schema_version": 99"#, "this program reads version 1"),
            (r#""schema_version": 1, "experiment": "another""#, &other),
        ] {
            folder.write("run.json", format!("{{{run}}}"));
            fails(1, "--from .", reason);
        }
    }
}

#[test]
fn a_missing_recording_is_neither_reported_nor_within_bounds() {
    for command in ["bounds", "report"] {
        let absent = Folder::of(BENCH).run(&format!("{command} --recorded no/such"));
        assert_fails(&absent, 1, "cannot read no/such/");
    }
}

#[test]
fn samples_that_are_damaged_are_named_by_their_line() {
    let folder = Folder::of(BENCH);
    small(&folder, "headers", "host: dalek");
    let samples = samples(&folder);
    let fails = |samples: &str, reasons: [&str; 2]| {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
        gzip.write_all(samples.as_bytes()).expect("compressed");
        folder.write("out/raw.csv.gz", gzip.finish().expect("compressed"));
        for reason in reasons {
            assert_fails(&folder.run("headers --from out"), 1, reason);
        }
    };
    for (what, with, complaint) in [(",time,", ",thyme,", "thyme"), (",0,", ",,", "raw.csv.gz")] {
        let before = samples.lines().take_while(|line| !line.contains(what));
        let line = format!("line: {}", before.count() + 1);
        fails(&samples.replacen(what, with, 1), [complaint, &line]);
    }
    let head = samples.lines().next().expect("a header");
    fails(head, ["no samples", "raw.csv.gz"]);
}

fn child(id: u32) -> Option<u32> {
    let path = format!("/proc/{id}/task/{id}/children");
    let children = fs::read_to_string(path).ok()?;
    children.split_whitespace().next()?.parse().ok()
}

/// Starts a long run, and after a while interrupts it or kills the measuring process; returns
/// `false` if that was before the first sample.
fn is_cut_short(line: &str, signal: &str, why: &str, after: Duration) -> bool {
    let folder = Folder::of(BENCH);
    let mut process = folder.command(&format!("{line} --rounds 100000 --launches 3"));
    let process = process.stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
    let process = process.expect("it starts");
    thread::sleep(after);
    let whom = match signal {
        "-INT" => Some(process.id()),
        _ => child(process.id()),
    };
    let id = whom.unwrap_or(process.id()).to_string();
    let signalled = Command::new("kill").args([signal, &id]).status();
    assert!(signalled.expect("kill").success(), "{line}");
    let output = process.wait_with_output().expect("it ends");
    let error = text(&output.stderr);
    if whom.is_none() || error.contains("before anything was measured") {
        return false;
    }
    assert_fails(&output, 1, why);
    assert!(samples(&folder).lines().count() > 1, "{line}");
    let run: Value = serde_json::from_str(&folder.read("out/run.json")).expect("JSON");
    let ended_early = run["ended_early"].as_str().expect("a reason");
    assert!(ended_early.contains(why), "{line}: {ended_early}");
    true
}

/// All experiments measure by the same loop.
#[test]
fn an_interrupt_and_a_process_that_is_killed_lose_nothing_that_was_measured() {
    let is_chosen = |command: &str| ["calibrate run many", "compare"].contains(&command);
    let ends = [
        ("-INT", "interrupted"),
        ("-KILL", "a measuring process failed (signal: 9"),
    ];
    thread::scope(|scope| {
        for (command, names) in rows(EXPERIMENTS).filter(|it| is_chosen(it.0)) {
            scope.spawn(move || {
                let line = line(command, names.split("; ").next().expect("a row"));
                for (signal, why) in ends {
                    let mut waits = [2, 8, 32, 120].map(Duration::from_secs).into_iter();
                    let was_cut = waits.any(|after| is_cut_short(&line, signal, why, after));
                    assert!(was_cut, "{line}: nothing was measured");
                }
            });
        }
    });
}

/// The recordings in the repository.
const RECORDED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/recorded");

#[test]
fn a_calibration_priced_again_says_its_factor_everywhere_and_agrees_with_itself() {
    for (name, file) in [
        ("calibrate", "recommended.yaml"),
        ("calibrate-many", "ed25519_verify_many.yaml"),
        ("calibrate-ecvrf-many", "ecvrf_verify_many.yaml"),
    ] {
        let folder = Folder::of(BENCH);
        let recorded = format!("'{RECORDED}/{name}'");
        let priced = |line: &str| json(&folder.run(&format!("calibrate run --json --from {line}")));
        for factor in [4, 5] {
            let found = priced(&format!("{recorded} --out again --safety-factor {factor}"));
            let prices = found["prices"].as_array().expect("prices");
            let is_priced_so = prices.iter().any(|price| price["factor"] == factor);
            assert!(is_priced_so, "{found}");
            let yaml = folder.read(&format!("again/{file}"));
            assert!(yaml.contains(&format!("times {factor} ")), "{yaml}");
            // Readers of the folder, such as `report`, must use the same factor.
            assert_eq!(priced("again")["prices"], found["prices"]);
        }
        folder.prints(&format!("calibrate diff {recorded} again"));
    }
}

#[test]
fn prices_of_an_earlier_run_go_where_none_follow() {
    let folder = Folder::of(BENCH);
    let prices = "out/recommended.yaml";
    folder.write(prices, "wasm_ed25519_verify_base: 1");
    // dalek alone determines no price.
    small(&folder, "calibrate run", "bare: valid");
    assert!(!folder.path(prices).exists());
    // Nor is there a cost to compare.
    let diff = folder.run(&format!("calibrate diff '{RECORDED}/calibrate' out"));
    assert_fails(&diff, 1, "differ");
}

/// Instruction counts repeat from build to build, so a host function that does more or less work is
/// detected on any machine.
#[test]
fn instructions_are_those_recorded() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        requirements::skip("tool", "valgrind is not installed");
        return;
    }
    let check = format!("calibrate check --json --recorded '{RECORDED}/calibrate'");
    let output = Folder::of(BENCH).run(&check);
    let error = text(&output.stderr);
    if error.contains("which this processor lacks") {
        requirements::skip("backend", error.trim());
        return;
    }
    assert!(output.status.success(), "{error}");
    assert!(json(&output)["compared"].as_u64().expect("a count") > 100);
}
