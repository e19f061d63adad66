//! What tests wrote down: tables of the suites, and what came of long fuzz runs.

use anyhow::Context as _;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Tables that a suite writes beside itself, and checks: by name, and where they are.
const TABLES: [(&str, &str); 2] = [
    ("acceptance rules", "runtime/tests/conformance/rules.md"),
    ("published vectors", "runtime/tests/conformance/vectors.md"),
];

/// The hostile contracts, by subject: a heading, and a table of contract, answer and gas.
const HOSTILE: &str = "runtime/tests/hostile/outcomes.md";
const HEADING: &str = "### ";
const ROW: &str = "| ";

/// The recorded fuzz runs' folder.
const FUZZING: &str = "fuzzing";

/// The suites' tables, by name.
///
/// # Errors
///
/// A table is not there: the command does not run in the project's folder.
pub(super) fn tables() -> anyhow::Result<Vec<(&'static str, String)>> {
    let read = |(name, path)| {
        let table = fs::read_to_string(path).with_context(|| format!("cannot read {path}"))?;
        Ok((name, table))
    };
    TABLES.into_iter().map(read).collect()
}

/// How many hostile contracts there are of each subject, and what nearcore answers.
///
/// # Errors
///
/// The suite's table is not there.
pub(super) fn hostile() -> anyhow::Result<(&'static str, String)> {
    let text = fs::read_to_string(HOSTILE).with_context(|| format!("cannot read {HOSTILE}"))?;
    let mut table = "| subject | contracts | answers |\n|---|---|---|\n".to_owned();
    let subjects = text.split(HEADING).skip(1);
    for subject in subjects {
        let (name, rest) = subject.split_once('\n').unwrap_or((subject, ""));
        let rows = rest.lines().filter(|line| line.starts_with(ROW)).skip(1);
        let answers: Vec<_> = rows.filter_map(|row| row.split(" | ").nth(1)).collect();
        let distinct: BTreeSet<_> = answers.iter().flat_map(|answer| kinds(answer)).collect();
        let distinct: Vec<_> = distinct.into_iter().collect();
        let (count, distinct) = (answers.len(), distinct.join(", "));
        let _ = writeln!(table, "| {name} | {count} | {distinct} |");
    }
    Ok(("hostile contracts", table))
}

/// The names of an answer's errors, without what they carry and without whose they are: each is
/// between backticks, such as `HostError(KeyLengthExceeded { length: 2049, limit: 2048 })`.
fn kinds(answer: &str) -> Vec<&str> {
    let errors = answer.split('`').skip(1).step_by(2);
    errors
        .map(|error| {
            let name = error.split(" {").next().unwrap_or(error);
            let name = name.rsplit('(').next().unwrap_or(name);
            name.trim_end_matches(')')
        })
        .collect()
}

/// The recorded run of the families of hostile contracts.
const FAMILIES: &str = "hostile.json";

#[derive(Deserialize)]
struct HostileRun {
    families: Vec<HostileFamily>,
}

#[derive(Deserialize)]
struct HostileFamily {
    family: String,
    seed: u64,
    outcomes: BTreeMap<String, u64>,
    worst: BTreeMap<String, HostileWorst>,
    /// Each begins with the backend's name.
    mismatches: Vec<String>,
}

#[derive(Deserialize)]
struct HostileWorst {
    cpu: HostileMost,
    memory: HostileMost,
}

/// What took the largest part of its bound, and what it took nearcore's runner.
#[derive(Deserialize)]
struct HostileMost {
    used: u64,
    nearcore: u64,
    bound: u64,
}

/// The table of the recorded run of hostile families.
///
/// # Errors
///
/// The record cannot be read.
pub(super) fn hostile_families(recorded: &Path) -> anyhow::Result<(&'static str, String)> {
    let file = recorded.join(FAMILIES);
    let context = || format!("cannot read {}", file.display());
    let text = fs::read_to_string(&file).with_context(context)?;
    let run: HostileRun = serde_json::from_str(&text).with_context(context)?;
    let mut table = "| family | contracts | seed | backend | mismatches | CPU time, ms: most, nearcore's, bound \
                     | memory, MiB: most, nearcore's, bound |\n|---|---|---|---|---|---|---|\n"
        .to_owned();
    for family in &run.families {
        let contracts: u64 = family.outcomes.values().sum();
        for (backend, HostileWorst { cpu, memory }) in &family.worst {
            let own = format!("{backend}: ");
            let mismatches = family.mismatches.iter();
            let mismatches = mismatches.filter(|it| it.starts_with(&own)).count();
            let [cpu, memory] =
                [cpu, memory].map(|it| format!("{}, {}, {}", it.used, it.nearcore, it.bound));
            let _ = writeln!(
                table,
                "| {} | {contracts} | {} | {backend} | {mismatches} | {cpu} | {memory} |",
                family.family, family.seed
            );
        }
    }
    Ok(("hostile families", table))
}

/// A run that found no fault: one with a fault fails, and is not recorded.
#[derive(Deserialize)]
struct FuzzRun {
    target: String,
    seed: u64,
    cases: u64,
    outcomes: BTreeMap<String, u64>,
}

/// The table of recorded fuzz runs.
///
/// # Errors
///
/// The folder cannot be read, or a file in it is no run.
pub(super) fn fuzzing(recorded: &Path) -> anyhow::Result<(&'static str, String)> {
    let folder = recorded.join(FUZZING);
    let mut table = "| target | cases | seed | mismatches | what came of them |\n\
                     |---|---|---|---|---|\n"
        .to_owned();
    let context = || format!("cannot read {}", folder.display());
    let mut files = fs::read_dir(&folder)
        .with_context(context)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()
        .with_context(context)?;
    files.sort();
    for file in files {
        let text =
            fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let run: FuzzRun = serde_json::from_str(&text)
            .with_context(|| format!("{} is no fuzz run", file.display()))?;
        let outcomes = run.outcomes.iter();
        let outcomes: Vec<_> = outcomes
            .map(|(what, count)| format!("{count} {what}"))
            .collect();
        let FuzzRun {
            target,
            seed,
            cases,
            ..
        } = run;
        let outcomes = outcomes.join(", ");
        let _ = writeln!(table, "| `{target}` | {cases} | {seed} | 0 | {outcomes} |");
    }
    Ok((FUZZING, table))
}
