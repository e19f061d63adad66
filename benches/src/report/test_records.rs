//! Records of tests: suites' tables, long fuzz runs, hostile contracts, the corpus, calls of patched
//! nearcore. Tests check that those with a hash of code are current; a run with a mismatch records nothing.

use super::Block;
use anyhow::Context as _;
use near_ed25519::output::Table;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use test_contracts::CORPUS_LARGE;

/// All tables, by name.
///
/// # Errors
///
/// A record is missing or malformed, or a suite's table is not below the working folder.
pub(super) fn blocks(recorded: &Path) -> anyhow::Result<Vec<Block>> {
    let suite = |path: &str| text(Path::new("runtime/tests").join(path).as_path());
    let record = |name: &str| json(&recorded.join(name));
    Ok(vec![
        ("acceptance rules", suite("conformance/rules.md")?),
        ("published vectors", suite("conformance/vectors.md")?),
        ("hostile contracts", hostile(&suite("hostile/outcomes.md")?)),
        ("fuzzing", fuzzing(&recorded.join("fuzzing"))?),
        ("corpus", corpus(&record("corpus.json")?)),
        ("both patches", both_patches(&record("upstream.json")?)),
        ("native stack", native_stack(&record("stack.json")?)),
    ])
}

pub(super) fn text(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

fn json(path: &Path) -> anyhow::Result<Value> {
    let record = serde_json::from_str(&text(path)?);
    record.with_context(|| format!("{} is not a JSON record", path.display()))
}

/// The number of contracts and nearcore's answers, by subject. The suite's text has a heading for
/// each subject, and a table of contract, answer and gas.
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

/// The names of an answer's errors, without their fields and enclosing types: each is between
/// backticks, such as `HostError(KeyLengthExceeded { length: 2049, limit: 2048 })`.
fn kinds(answer: &str) -> impl Iterator<Item = &str> {
    let errors = answer.split('`').skip(1).step_by(2);
    errors.map(|error| {
        let name = error.split(" {").next().unwrap_or(error);
        let name = name.rsplit('(').next().unwrap_or(name);
        name.trim_end_matches(')')
    })
}

/// The members of an object, by name.
fn members(of: &Value) -> impl Iterator<Item = (&String, &Value)> {
    of.as_object().into_iter().flatten()
}

/// A text without its quotes; other values as JSON.
fn shown(of: &Value) -> String {
    of.as_str().map_or_else(|| of.to_string(), str::to_owned)
}

/// The counts of each outcome, summed, as a list.
fn outcomes<'a>(of: impl Iterator<Item = &'a Value>) -> String {
    let mut sums: BTreeMap<_, u64> = BTreeMap::new();
    for (what, count) in of.flat_map(|it| members(&it["outcomes"])) {
        *sums.entry(what).or_default() += count.as_u64().unwrap_or_default();
    }
    let each = sums.iter().map(|(what, count)| format!("{count} {what}"));
    each.collect::<Vec<_>>().join(", ")
}

fn fuzzing(folder: &Path) -> anyhow::Result<String> {
    let context = || format!("cannot read {}", folder.display());
    let files = fs::read_dir(folder).with_context(context)?;
    let files = files.map(|entry| Ok(entry.with_context(context)?.path()));
    let files = files.collect::<anyhow::Result<BTreeSet<_>>>()?;
    let mut table = Table::new(["target", "cases", "seed", "mismatches", "outcomes"]);
    for file in files {
        let run = json(&file)?;
        let how = match run["emulated"].as_bool() {
            Some(true) => ", with IFMA's instructions emulated",
            _ => "",
        };
        let target = format!("`{}`{how}", shown(&run["target"]));
        // Coverage guides some runs, which have no seed and count no outcomes.
        let (seed, outcomes) = match run["cpu_seconds"].as_u64() {
            Some(seconds) => ("guided".to_owned(), format!("{seconds} s of CPU time")),
            None => (shown(&run["seed"]), outcomes([&run].into_iter())),
        };
        table.line(&target, &[&run["cases"], &seed, &0, &outcomes]);
    }
    Ok(table.markdown())
}

fn corpus(record: &Value) -> String {
    let mut table = Table::titled("contracts | bytes | calls | mismatches | outcomes");
    let is_large = |name: &str| CORPUS_LARGE.iter().any(|(large, _)| *large == name);
    for (kind, large) in [("of many kinds", false), ("of large size", true)] {
        let contracts = members(&record["contracts"]);
        let contracts = contracts.filter(|(name, _)| is_large(name) == large);
        let contracts: Vec<_> = contracts.map(|(_, called)| called).collect();
        let numbers = |what| contracts.iter().filter_map(move |it| it[what].as_u64());
        let range = numbers("bytes").min().zip(numbers("bytes").max());
        let (least, most) = range.unwrap_or_default();
        let calls: u64 = numbers("calls").sum();
        let outcomes = outcomes(contracts.iter().copied());
        table.line(
            &format!("{} {kind}", contracts.len()),
            &[&format!("{least} to {most}"), &calls, &0, &outcomes],
        );
    }
    table.markdown()
}

/// Calls of patched nearcore with the first patch, and with both.
fn both_patches(record: &Value) -> String {
    let mut table =
        Table::titled("items in a call | 0001, us | 0001 and 0002, us | both / 0001 alone");
    for call in record["calls"].as_array().into_iter().flatten() {
        let [first, both] = ["first_ns", "both_ns"].map(|it| call[it].as_f64().unwrap_or(f64::NAN));
        let [first_us, both_us] = [first, both].map(|ns| format!("{:.0}", ns / 1000.0));
        let ratio = format!("{:.2}", both / first);
        table.line(&call["items"].to_string(), &[&first_us, &both_us, &ratio]);
    }
    let [launches, cpu] = ["launches", "cpu"].map(|it| shown(&record[it]));
    table.markdown() + &format!("\nEach figure is the least of {launches} processes on {cpu}.\n")
}

/// The smallest stack of a thread, KiB, by entry point and backend, at each opt-level.
fn native_stack(record: &Value) -> String {
    let mut table = Table::titled("entry point | backend | opt-level 0 | 1 | 2 | 3");
    for (entry_point, backends) in members(&record["bytes"]) {
        for (backend, levels) in members(backends) {
            let [o0, o1, o2, o3] =
                ["0", "1", "2", "3"].map(|level| levels[level].as_u64().unwrap_or_default() / 1024);
            table.line(&format!("`{entry_point}`"), &[backend, &o0, &o1, &o2, &o3]);
        }
    }
    table.markdown()
}
