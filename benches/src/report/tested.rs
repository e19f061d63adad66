//! What tests wrote down: tables of the suites, and what came of long fuzz runs.

use anyhow::Context as _;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Tables that a suite writes beside itself, and checks: by name, and where they are.
const TABLES: [(&str, &str); 3] = [
    ("acceptance rules", "runtime/tests/conformance/rules.md"),
    ("published vectors", "runtime/tests/conformance/vectors.md"),
    ("hostile contracts", "runtime/tests/hostile/outcomes.md"),
];

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
