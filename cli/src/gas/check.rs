//! `near-ed25519 gas check`: fails when a call has become dearer.

use super::call_of;
use crate::call::figures;
use crate::exit::{self, Failure};
use crate::output::{self, printable};
use anyhow::{Context as _, ensure};
use clap::Args;
use near_runtime_ext::GasFile;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Largest file of calls, bytes.
const LIMIT: u64 = 16 << 20;

#[derive(Args)]
#[command(
    after_help = r#"The file lists calls in the form of `near-ed25519 call`'s arguments. --bless writes gas and size of each:

  {
    "threshold": "0.1%",
    "calls": [
      { "name": "count", "call": ["counter.wasm", "increment", "--args", "{\"by\":2}"] }
    ]
  }

Without a threshold the figures must not grow at all. A call begins from its --state, if it has one; nothing is saved. A contract that is older than the folder src beside the file gets a warning. near-runtime-ext's check_gas compares a test's call with the same file: a call without "call" is made by a test alone. The report is a Markdown table. Exit code 1: a figure grew or is not recorded, or a call failed.

Examples:
  near-ed25519 gas check --bless
  near-ed25519 gas check gas.json >> "$GITHUB_STEP_SUMMARY""#
)]
pub(crate) struct Check {
    /// The file of calls
    #[arg(default_value = "gas.json")]
    file: PathBuf,
    /// Record today's figures
    #[arg(long)]
    bless: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A call with its gas and the size of its contract: recorded and today's, or why it failed.
struct Row {
    name: String,
    recorded: [Option<u64>; 2],
    now: Result<[u64; 2], String>,
}

impl Row {
    /// Whether a figure is above the recorded one by more than the threshold, or is missing.
    fn has_grown(&self, file: &GasFile) -> bool {
        let Ok(now) = &self.now else { return true };
        let mut pairs = now.iter().zip(self.recorded);
        pairs.any(|(now, before)| before.is_none_or(|before| file.has_grown(*now, before)))
    }
}

pub(super) fn run(args: &Check) -> Result<(), Failure> {
    let mut file = read(&args.file).map_err(Failure::input)?;
    let mut rows = Vec::new();
    let source = newest(&args.file.with_file_name("src"));
    let mut old = BTreeSet::new();
    // A test makes the others, and checks them.
    let calls = file.calls.iter_mut().filter(|it| !it.call.is_empty());
    for recorded in calls {
        let name = recorded.name.clone();
        let call = call_of(&recorded.call).map_err(Failure::input);
        let now = call.and_then(|call| {
            old.extend(is_older(&call.wasm, source).then(|| call.wasm.clone()));
            figures(&call)
        });
        let now = now.map_err(|it| it.at(format!("{}: {name}", args.file.display())))?;
        let before = [recorded.gas, recorded.bytes];
        if let Ok(now) = now {
            [recorded.gas, recorded.bytes] = now.map(Some);
        }
        rows.push(Row {
            name,
            recorded: before,
            now,
        });
    }
    for wasm in old {
        let name = crate::input::name(&wasm);
        output::complain(&format!(
            "warning: {name} is older than src beside {}: build it again",
            args.file.display()
        ));
    }
    let json = rows.iter().map(json_row).collect::<Value>();
    output::report(args.json, &json, &table(&rows))?;
    let has_failed = rows.iter().any(|row| row.now.is_err());
    if args.bless && !has_failed {
        return Ok(output::file(&args.file, file.text().as_bytes())?);
    }
    let grown = rows.iter().filter(|row| row.has_grown(&file));
    let names: Vec<_> = grown.map(|row| format!("{:?}", row.name)).collect();
    exit::unless((!names.is_empty()).then(|| {
        format!(
            "failed, dearer than recorded, or not recorded: {}; --bless records figures of calls that succeed",
            names.join(", ")
        )
    }))
}

/// Whether the contract's file was written before `source`.
fn is_older(wasm: &Path, source: Option<SystemTime>) -> bool {
    let written = fs::metadata(wasm).and_then(|file| file.modified());
    written.is_ok_and(|written| Some(written) < source)
}

/// When the newest file of a folder was written; `None` without one.
fn newest(folder: &Path) -> Option<SystemTime> {
    let times = fs::read_dir(folder).ok()?.flatten().map(|entry| {
        let metadata = entry.metadata().ok()?;
        match metadata.is_dir() {
            true => newest(&entry.path()),
            false => metadata.modified().ok(),
        }
    });
    times.max().flatten()
}

fn read(path: &Path) -> anyhow::Result<GasFile> {
    ensure!(
        !crate::input::is_stdin(path),
        "the calls must be in a file: --bless writes it"
    );
    let json = crate::input::read(path, LIMIT, ", the most that calls may have")?;
    let file = GasFile::parse(&json).with_context(|| path.display().to_string())?;
    let is_empty = file.calls.iter().all(|it| it.call.is_empty());
    ensure!(!is_empty, "{}: no calls", path.display());
    Ok(file)
}

fn table(rows: &[Row]) -> String {
    let mut lines = vec![
        "| call | gas | recorded | change | bytes | recorded |".to_owned(),
        "|---|---|---|---|---|---|".to_owned(),
    ];
    let cell = |text: &str| printable(text).replace('|', "\\|");
    let figure = |figure: Option<u64>| figure.map(|it| it.to_string()).unwrap_or_default();
    for row in rows {
        let name = cell(&row.name);
        let [gas, bytes] = row.recorded.map(figure);
        lines.push(match &row.now {
            Err(failure) => format!(
                "| {name} | failed: {} | {gas} | | | {bytes} |",
                cell(failure)
            ),
            Ok([now, size]) => {
                let change = row.recorded[0].map(|before| change(*now, before));
                let change = change.unwrap_or_default();
                format!("| {name} | {now} | {gas} | {change} | {size} | {bytes} |")
            }
        });
    }
    lines.join("\n")
}

/// The change in percent with three digits, away from 0.
fn change(now: u64, before: u64) -> String {
    let difference = u128::from(now.abs_diff(before)) * 100_000;
    let parts = difference.div_ceil(u128::from(before.max(1)));
    let sign = match now.cmp(&before) {
        std::cmp::Ordering::Less => "-",
        std::cmp::Ordering::Equal => "",
        std::cmp::Ordering::Greater => "+",
    };
    format!("{sign}{}.{:03} %", parts / 1000, parts % 1000)
}

fn json_row(row: &Row) -> Value {
    let now = row.now.as_ref();
    json!({
        "name": row.name,
        "gas": now.ok().map(|now| now[0]),
        "bytes": now.ok().map(|now| now[1]),
        "failure": now.err(),
        "recorded_gas": row.recorded[0],
        "recorded_bytes": row.recorded[1],
    })
}
