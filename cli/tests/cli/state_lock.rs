//! Concurrent calls of one contract: a call is saved exactly if it succeeds and is reported. The
//! session `faults` has reports that cannot be printed.

use std::io::Read as _;
use std::process::{Command, Stdio};
use test_support::command::{Folder, assert_fails};

/// The counter, its state file, and the cache that all calls share.
const SHARED: &str = "counter.wasm --state state.json --cache cache";

/// A folder with these files.
struct Counter(Folder);

impl Counter {
    fn new() -> Self {
        let wasm = wat::parse_str(include_str!("counter.wat"));
        Self(Folder::with([("counter.wasm", wasm.expect("valid WAT"))]))
    }

    /// A call of the method; options and redirections may follow the name.
    fn call(&self, method: &str) -> Command {
        self.0.command(&format!("call {SHARED} {method}"))
    }

    #[track_caller]
    fn assert_count(&self, count: u64) {
        let report = self.0.report(&format!("call {SHARED} count --view"));
        assert_eq!(report["return_hex"], hex::encode(count.to_le_bytes()));
    }
}

const WRITERS: u64 = 200;

#[test]
fn of_two_hundred_writers_at_once_none_is_lost() {
    let counter = Counter::new();
    let writer = || counter.call("increment --json >/dev/null 2>&1").spawn();
    let writers: Vec<_> = (0..WRITERS).map(|_| writer().expect("started")).collect();
    for mut writer in writers {
        assert!(writer.wait().expect("gone").success());
    }
    counter.assert_count(WRITERS);
    let files = ["cache", "counter.wasm", "state.json"];
    assert_eq!(counter.0.names("."), files);
}

/// A writer whose output nobody reads waits while it holds the lock; views do not wait for it.
#[test]
fn a_writer_that_waits_too_long_names_the_other_and_a_killed_one_holds_no_lock() {
    let counter = Counter::new();
    counter.call("increment").output().expect("it runs");
    let holder = counter.call("tell --json").stdout(Stdio::piped()).spawn();
    let mut holder = holder.expect("started");
    // Its report begins once it has the lock, and exceeds the pipe's capacity.
    let mut stdout = holder.stdout.take().expect("piped");
    stdout.read_exact(&mut [0]).expect("a report");

    let output = counter.call("increment --lock-timeout 50ms").output();
    let holds = format!("is locked by process {}: waited 50ms", holder.id());
    assert_fails(&output.expect("it runs"), 1, &holds);
    counter.assert_count(1); // a view reads the saved state

    let mut patient = counter.call("increment >/dev/null");
    let mut patient = patient.stderr(Stdio::piped()).spawn().expect("started");
    let mut said = [0; 8];
    let stderr = patient.stderr.as_mut().expect("piped");
    stderr.read_exact(&mut said).expect("a message");
    assert_eq!(&said, b"waiting ");
    holder.kill().expect("killed");
    holder.wait().expect("gone");
    assert!(patient.wait().expect("gone").success());
    counter.assert_count(2); // an unreported call is not saved
}
