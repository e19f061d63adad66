//! Commands that measure: they moved to a program of their own.

use anyhow::anyhow;
use std::ffi::OsString;

/// Commands of `near-ed25519-bench` that were this program's, by their former names.
const MOVED: [&str; 8] = [
    "batches",
    "bounds",
    "calibrate",
    "compare",
    "frost",
    "headers",
    "many",
    "report",
];

/// The error of a command line whose command moved.
pub(crate) fn moved(words: impl Iterator<Item = OsString>) -> Option<anyhow::Error> {
    let words: Vec<_> = words.take(2).collect();
    let words: Vec<_> = words.iter().filter_map(|word| word.to_str()).collect();
    let name = match *words.as_slice() {
        [name, ..] if MOVED.contains(&name) => name,
        ["vrf", "measure"] => "vrf measure",
        _ => return None,
    };
    Some(anyhow!(
        "`{name}` is in a program of its own now: cargo run --release -p near-ed25519-benches -- --help"
    ))
}
