//! Calls of one contract at the same time: each is saved if, and only if, it succeeds and is told of.

use crate::command::{assert_fails, json, text};
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Counts its calls in storage; `tell` also returns more than a pipe holds.
const COUNTER: &str = r#"(module
    (import "env" "storage_read" (func $read (param i64 i64 i64) (result i64)))
    (import "env" "storage_write" (func $write (param i64 i64 i64 i64 i64) (result i64)))
    (import "env" "read_register" (func $register (param i64 i64)))
    (import "env" "value_return" (func $return (param i64 i64)))
    (memory 2) (data (i32.const 0) "n")
    (func $load
        (if (i64.eq (call $read (i64.const 1) (i64.const 0) (i64.const 0)) (i64.const 1))
            (then (call $register (i64.const 0) (i64.const 8)))))
    (func $increment (export "increment")
        (call $load)
        (i64.store (i32.const 8) (i64.add (i64.load (i32.const 8)) (i64.const 1)))
        (drop (call $write
            (i64.const 1) (i64.const 0) (i64.const 8) (i64.const 8) (i64.const 0))))
    (func (export "tell") (call $increment) (call $return (i64.const 100000) (i64.const 0)))
    (func (export "count") (call $load) (call $return (i64.const 8) (i64.const 8))))"#;

/// The counter, its state file, and the cache that all calls share, in a folder of their own.
struct Counter(TempDir);

impl Counter {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let wasm = wat::parse_str(COUNTER).expect("valid WAT");
        fs::write(folder.path().join("counter.wasm"), wasm).expect("written");
        Self(folder)
    }

    fn state(&self) -> PathBuf {
        self.0.path().join("state.json")
    }

    /// `options` may begin with another program to run, before the words of a call.
    fn command(&self, program: &str, before: &[&str], method: &str, options: &[&str]) -> Command {
        let mut command = Command::new(program);
        command
            .args(before)
            .arg("call")
            .arg(self.0.path().join("counter.wasm"))
            .arg(method)
            .arg("--state")
            .arg(self.state())
            .arg("--cache")
            .arg(self.0.path().join("cache"))
            .args(options);
        command
    }

    fn call(&self, method: &str, options: &[&str]) -> Command {
        self.command(BINARY, &[], method, options)
    }

    fn count(&self) -> u64 {
        let view = self.call("count", &["--view", "--json"]).output();
        let report = json(&view.expect("it runs"));
        let bytes = hex::decode(report["return_hex"].as_str().expect("hex")).expect("hex");
        u64::from_le_bytes(bytes.try_into().expect("eight bytes"))
    }
}

const BINARY: &str = env!("CARGO_BIN_EXE_near-ed25519");
const WRITERS: u64 = 200;

#[test]
fn of_two_hundred_writers_at_once_none_is_lost() {
    let counter = Counter::new();
    let writers: Vec<_> = (0..WRITERS)
        .map(|_| {
            let mut call = counter.call("increment", &["--json"]);
            let call = call.stdout(Stdio::null()).stderr(Stdio::null());
            call.spawn().expect("started")
        })
        .collect();
    for mut writer in writers {
        assert!(writer.wait().expect("gone").success());
    }
    assert_eq!(counter.count(), WRITERS);
    let mut files = fs::read_dir(counter.0.path()).expect("listed");
    assert_eq!(files.by_ref().count(), 3, "contract, state and cache");
}

/// A writer that nobody listens to waits with the lock; views do not.
#[test]
fn who_waits_too_long_is_told_for_whom_and_a_killed_writer_is_not_waited_for() {
    let counter = Counter::new();
    counter.call("increment", &[]).output().expect("it runs");
    let mut holder = counter
        .call("tell", &["--json"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    // Its report begins when it has the lock, and is more than the pipe takes.
    let mut stdout = holder.stdout.take().expect("piped");
    stdout.read_exact(&mut [0]).expect("a report");

    let waited = counter.call("increment", &["--lock-timeout", "50ms"]);
    let output = { waited }.output().expect("it runs");
    let holds = format!("is locked by process {}: waited 50ms", holder.id());
    assert_fails(&output, 1, &holds);
    assert_eq!(counter.count(), 1, "a view sees what is saved");

    let patient = counter
        .call("increment", &[])
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn();
    let mut patient = patient.expect("started");
    let mut said = [0; 8];
    let stderr = patient.stderr.as_mut().expect("piped");
    stderr.read_exact(&mut said).expect("a message");
    assert_eq!(&said, b"waiting ");
    holder.kill().expect("killed");
    holder.wait().expect("gone");
    assert!(patient.wait().expect("gone").success());
    assert_eq!(counter.count(), 2, "what was not told of is not saved");
}

#[cfg(target_os = "linux")]
#[test]
fn a_report_that_cannot_be_printed_is_of_a_call_that_is_not_saved() {
    let counter = Counter::new();
    let closed = ["-c", "exec \"$0\" \"$@\" >&-", BINARY];
    let output = counter.command("sh", &closed, "increment", &["--json"]);
    let output = { output }.output().expect("it runs");
    assert_fails(&output, 1, "standard output is closed");
    for options in [&[][..], &["--json"]] {
        let full = File::options().write(true).open("/dev/full");
        let mut call = counter.call("increment", options);
        let output = call.stdout(full.expect("opened")).output();
        assert_fails(
            &output.expect("it runs"),
            1,
            "cannot write to standard output: No space left",
        );
    }
    assert!(!counter.state().exists());
    let left = fs::read_dir(counter.0.path()).expect("listed");
    let is_temporary = |path: &Path| {
        let name = path.file_name().expect("a name");
        text(name.as_encoded_bytes()).starts_with('.')
    };
    let mut left = left.map(|file| file.expect("listed").path());
    assert!(
        !left.any(|path| is_temporary(&path)),
        "nothing stays behind"
    );

    // What discards the report on purpose, or has read enough of it, is no failure.
    let (reader, gone) = io::pipe().expect("a pipe");
    drop(reader);
    for (saved, stdout) in [(1, Stdio::null()), (2, gone.into())] {
        let mut call = counter.call("increment", &["--json"]);
        assert!(call.stdout(stdout).status().expect("it runs").success());
        assert_eq!(counter.count(), saved);
    }
}
