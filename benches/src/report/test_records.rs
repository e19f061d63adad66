//! What tests recorded: tables of the suites, long fuzz runs, hostile contracts, the corpus, and first calls of large
//! contracts. The tests hold the records to their sources; with a mismatch they fail, and nothing is recorded.

use super::Block;
use crate::measure::table::Table;
use anyhow::Context as _;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use test_contracts::CORPUS_LARGE;

/// All tables, by name.
///
/// # Errors
///
/// A record is not there, or is none; for tables of suites, the command does not run in the project's folder.
pub(super) fn blocks(recorded: &Path) -> anyhow::Result<Vec<Block>> {
    let suite = |path: &str| text(Path::new("runtime/tests").join(path).as_path());
    let first_calls: FirstCalls = json(&recorded.join("first-calls.json"))?;
    Ok(vec![
        ("acceptance rules", suite("conformance/rules.md")?),
        ("published vectors", suite("conformance/vectors.md")?),
        ("hostile contracts", hostile(&suite("hostile/outcomes.md")?)),
        (
            "hostile families",
            families(&json(&recorded.join("hostile.json"))?),
        ),
        ("fuzzing", fuzzing(&recorded.join("fuzzing"))?),
        ("corpus", corpus(&json(&recorded.join("corpus.json"))?)),
        ("first calls", calls(&first_calls)),
    ])
}

fn text(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

fn json<T: DeserializeOwned>(path: &Path) -> anyhow::Result<T> {
    let record = serde_json::from_str(&text(path)?);
    record.with_context(|| format!("{} is no record", path.display()))
}

/// How many contracts there are of each subject, and what nearcore answers, from the suite's text: by subject a
/// heading, and a table of contract, answer and gas.
fn hostile(outcomes: &str) -> String {
    let mut table = Table::new(["subject", "contracts", "answers"]);
    for subject in outcomes.split("### ").skip(1) {
        let (name, rest) = subject.split_once('\n').unwrap_or((subject, ""));
        let rows = rest.lines().filter(|line| line.starts_with("| ")).skip(1);
        let answers: Vec<_> = rows.filter_map(|row| row.split(" | ").nth(1)).collect();
        let kinds: BTreeSet<_> = answers.iter().flat_map(|answer| kinds(answer)).collect();
        let kinds: Vec<_> = kinds.into_iter().collect();
        table.line(name, &[&answers.len(), &kinds.join(", ")]);
    }
    table.markdown()
}

/// The names of an answer's errors, without what they carry and without whose they are: each is
/// between backticks, such as `HostError(KeyLengthExceeded { length: 2049, limit: 2048 })`.
fn kinds(answer: &str) -> impl Iterator<Item = &str> {
    let errors = answer.split('`').skip(1).step_by(2);
    errors.map(|error| {
        let name = error.split(" {").next().unwrap_or(error);
        let name = name.rsplit('(').next().unwrap_or(name);
        name.trim_end_matches(')')
    })
}

#[derive(Deserialize)]
struct Families {
    families: Vec<Family>,
}

#[derive(Deserialize)]
struct Family {
    family: String,
    seed: u64,
    outcomes: Counts,
    /// By backend, what took the largest part of its bound.
    worst: BTreeMap<String, Worst>,
    /// Each begins with the backend's name.
    mismatches: Vec<String>,
}

#[derive(Deserialize)]
struct Worst {
    cpu: Amount,
    memory: Amount,
}

/// What was used, and what nearcore's runner used of the same.
#[derive(Deserialize)]
struct Amount {
    used: u64,
    nearcore: u64,
    bound: u64,
}

/// How often something came of it.
type Counts = BTreeMap<String, u64>;

fn listed(counts: &Counts) -> String {
    let each = counts.iter().map(|(what, count)| format!("{count} {what}"));
    each.collect::<Vec<_>>().join(", ")
}

fn families(run: &Families) -> String {
    let mut table = Table::new(
        "family | contracts | seed | backend | mismatches | CPU time, ms: most, nearcore's, bound \
         | memory, MiB: most, nearcore's, bound"
            .split(" | "),
    );
    for it in &run.families {
        let contracts: u64 = it.outcomes.values().sum();
        for (backend, Worst { cpu, memory }) in &it.worst {
            let own = format!("{backend}: ");
            let mismatches = it.mismatches.iter().filter(|text| text.starts_with(&own));
            let mismatches = mismatches.count();
            let [cpu, memory] =
                [cpu, memory].map(|it| format!("{}, {}, {}", it.used, it.nearcore, it.bound));
            table.line(
                &it.family,
                &[&contracts, &it.seed, backend, &mismatches, &cpu, &memory],
            );
        }
    }
    table.markdown()
}

#[derive(Deserialize)]
struct FuzzRun {
    target: String,
    seed: u64,
    cases: u64,
    outcomes: Counts,
}

fn fuzzing(folder: &Path) -> anyhow::Result<String> {
    let context = || format!("cannot read {}", folder.display());
    let files = fs::read_dir(folder).with_context(context)?;
    let files = files.map(|entry| Ok(entry.with_context(context)?.path()));
    let files = files.collect::<anyhow::Result<BTreeSet<_>>>()?;
    let mut table = Table::new(["target", "cases", "seed", "mismatches", "what came of them"]);
    for file in files {
        let run: FuzzRun = json(&file)?;
        let target = format!("`{}`", run.target);
        table.line(
            &target,
            &[&run.cases, &run.seed, &0, &listed(&run.outcomes)],
        );
    }
    Ok(table.markdown())
}

#[derive(Deserialize)]
struct Corpus {
    contracts: BTreeMap<String, Called>,
}

#[derive(Deserialize)]
struct Called {
    bytes: usize,
    calls: u64,
    outcomes: Counts,
}

fn corpus(record: &Corpus) -> String {
    let titles = "contracts | of bytes | calls | mismatches | what came of them";
    let mut table = Table::new(titles.split(" | "));
    let is_large = |name: &str| CORPUS_LARGE.iter().any(|(large, _)| *large == name);
    for (kind, large) in [("of many kinds", false), ("of mere size", true)] {
        let contracts = record.contracts.iter();
        let contracts = contracts.filter(|(name, _)| is_large(name) == large);
        let contracts: Vec<_> = contracts.map(|(_, called)| called).collect();
        let bytes = contracts.iter().map(|called| called.bytes);
        let range = bytes.clone().min().zip(bytes.max());
        let (least, most) = range.unwrap_or_default();
        let calls: u64 = contracts.iter().map(|called| called.calls).sum();
        let mut outcomes = Counts::new();
        for (outcome, count) in contracts.iter().flat_map(|called| &called.outcomes) {
            *outcomes.entry(outcome.clone()).or_default() += count;
        }
        table.line(
            &format!("{} {kind}", contracts.len()),
            &[
                &format!("{least} to {most}"),
                &calls,
                &0,
                &listed(&outcomes),
            ],
        );
    }
    table.markdown()
}

#[derive(Deserialize)]
struct FirstCalls {
    cpu: String,
    launches: usize,
    contracts: Vec<Large>,
}

/// A large contract.
#[derive(Deserialize)]
struct Large {
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

fn calls(record: &FirstCalls) -> String {
    let titles =
        "contract | bytes | backend | CPU, ms | times nearcore's | wall, ms | process, MiB";
    let mut table = Table::new(titles.split(" | "));
    for it in &record.contracts {
        let oracle = it.backends.first().map_or(0, |call| call.cpu_ms);
        for call in &it.backends {
            let times = format!("{:.2}", call.cpu_ms as f64 / oracle as f64);
            let (cpu, wall, peak) = (&call.cpu_ms, &call.wall_ms, &call.peak_mib);
            table.line(
                &format!("`{}`", it.name),
                &[&it.bytes, &call.backend, cpu, &times, wall, peak],
            );
        }
    }
    let FirstCalls { cpu, launches, .. } = record;
    table.markdown() + &format!("\nThe least of {launches} processes on {cpu}.\n")
}
