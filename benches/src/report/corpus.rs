//! What came of the corpus of contracts, and what the first calls of the large ones take: recorded by
//! `runtime/tests/backends_agree/corpus`, which also holds the records to the sources.

use anyhow::Context as _;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use test_contracts::CORPUS_LARGE;

const CALLED: &str = "corpus.json";
const FIRST_CALLS: &str = "first-calls.json";

/// A run in which no backend differed: with one that does, the test fails, and nothing is recorded.
#[derive(Deserialize)]
struct Record {
    contracts: BTreeMap<String, Called>,
}

#[derive(Deserialize)]
struct Called {
    bytes: usize,
    calls: u64,
    outcomes: BTreeMap<String, u64>,
}

#[derive(Deserialize)]
struct FirstCalls {
    cpu: String,
    launches: usize,
    contracts: Vec<Measured>,
}

#[derive(Deserialize)]
struct Measured {
    name: String,
    bytes: usize,
    /// The oracle first.
    backends: Vec<FirstCall>,
}

#[derive(Deserialize)]
struct FirstCall {
    backend: String,
    cpu_ms: u64,
    wall_ms: u64,
    peak_mib: u64,
}

/// Both tables, by name.
///
/// # Errors
///
/// A record is not there, or is none.
pub(super) fn blocks(recorded: &Path) -> anyhow::Result<[(&'static str, String); 2]> {
    let called = called(&read(&recorded.join(CALLED))?);
    let first_calls = first_calls(&read(&recorded.join(FIRST_CALLS))?);
    Ok([("corpus", called), ("first calls", first_calls)])
}

fn read<T: DeserializeOwned>(path: &Path) -> anyhow::Result<T> {
    let text = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_slice(&text).with_context(|| format!("{} is no record", path.display()))
}

fn called(record: &Record) -> String {
    let mut table = "| contracts | of bytes | calls | mismatches | what came of them |\n\
                     |---|---|---|---|---|\n"
        .to_owned();
    let is_large = |name: &str| CORPUS_LARGE.iter().any(|(large, _)| *large == name);
    for (kind, large) in [("of many kinds", false), ("of mere size", true)] {
        let contracts = record.contracts.iter();
        let contracts: Vec<_> = contracts
            .filter(|(name, _)| is_large(name) == large)
            .map(|(_, called)| called)
            .collect();
        let bytes = contracts.iter().map(|called| called.bytes);
        let range = bytes.clone().min().zip(bytes.max());
        let (least, most) = range.unwrap_or_default();
        let calls: u64 = contracts.iter().map(|called| called.calls).sum();
        let mut outcomes = BTreeMap::<&str, u64>::new();
        for (outcome, count) in contracts.iter().flat_map(|called| &called.outcomes) {
            *outcomes.entry(outcome).or_default() += count;
        }
        let outcomes = outcomes
            .iter()
            .map(|(what, count)| format!("{count} {what}"));
        let outcomes = outcomes.collect::<Vec<_>>().join(", ");
        let count = contracts.len();
        let _ = writeln!(
            table,
            "| {count} {kind} | {least} to {most} | {calls} | 0 | {outcomes} |"
        );
    }
    table
}

fn first_calls(record: &FirstCalls) -> String {
    let mut table = "| contract | bytes | backend | CPU, ms | times nearcore's | wall, ms | \
                     process, MiB |\n|---|---|---|---|---|---|---|\n"
        .to_owned();
    for contract in &record.contracts {
        let oracle = contract.backends.first().map_or(0, |call| call.cpu_ms);
        for call in &contract.backends {
            let Measured { name, bytes, .. } = contract;
            let FirstCall {
                backend,
                cpu_ms,
                wall_ms,
                peak_mib,
            } = call;
            let times = *cpu_ms as f64 / oracle as f64;
            let _ = writeln!(
                table,
                "| `{name}` | {bytes} | {backend} | {cpu_ms} | {times:.2} | {wall_ms} | {peak_mib} |"
            );
        }
    }
    let FirstCalls { cpu, launches, .. } = record;
    table + &format!("\nThe least of {launches} processes on {cpu}.\n")
}
