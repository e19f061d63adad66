//! `near-ed25519 gas check`: fails when a call has become more expensive.

use super::call_of;
use crate::call::outcome;
use crate::exit::{self, Failure};
use crate::output::{self, Table, printable};
use anyhow::{Context as _, ensure};
use clap::Args;
use near_runtime_ext::{GasFile, RecordedCall};
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

/// A recorded call; today's gas and size of its contract, or why it failed.
struct Row {
    recorded: RecordedCall,
    now: Result<[u64; 2], String>,
}

impl Row {
    /// Whether a figure is above the recorded one by more than the threshold, or is missing.
    fn has_grown(&self, file: &GasFile) -> bool {
        let Ok(now) = &self.now else { return true };
        let mut pairs = now.iter().zip([self.recorded.gas, self.recorded.bytes]);
        pairs.any(|(now, before)| before.is_none_or(|before| file.has_grown(*now, before)))
    }
}

pub(super) fn run(args: &Check) -> Result<(), Failure> {
    let mut file = read(&args.file).map_err(Failure::input)?;
    let mut rows = Vec::new();
    let source = newest(&args.file.with_file_name("src"));
    let mut old = BTreeSet::new();
    // Tests make and check the others.
    let calls = file.calls.iter_mut().filter(|it| !it.call.is_empty());
    for call in calls {
        let made = call_of(&call.call).map_err(Failure::input);
        let now = made.and_then(|made| {
            old.extend(is_older(&made.wasm, source).then(|| made.wasm.clone()));
            outcome(&made, false)
        });
        let at = || format!("{}: {}", args.file.display(), call.name);
        let (now, size) = now.map_err(|it| it.at(at()))?;
        let now = match now.failure {
            None => Ok([now.burnt_gas.as_gas(), size]),
            Some(failure) => Err(failure.to_string()),
        };
        let recorded = call.clone();
        if let Ok(now) = now {
            [call.gas, call.bytes] = now.map(Some);
        }
        rows.push(Row { recorded, now });
    }
    for wasm in old {
        let name = crate::input::name(&wasm);
        output::complain(&format!(
            "warning: {name} is older than src beside {}: build it again",
            args.file.display()
        ));
    }
    let json = rows.iter().map(json_row).collect::<Value>();
    output::report(args.json, &json, table(&rows).trim_end())?;
    let has_failed = rows.iter().any(|row| row.now.is_err());
    if args.bless && !has_failed {
        let written = output::file(&args.file, file.text().as_bytes());
        return written.map_err(exit::after_report);
    }
    let grown = rows.iter().filter(|row| row.has_grown(&file));
    let names: Vec<_> = grown
        .map(|row| format!("{:?}", row.recorded.name))
        .collect();
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
    let json = crate::input::read(path, LIMIT, Some("calls"))?;
    let file = GasFile::parse(&json).with_context(|| path.display().to_string())?;
    let is_empty = file.calls.iter().all(|it| it.call.is_empty());
    ensure!(!is_empty, "{}: no calls", path.display());
    Ok(file)
}

fn table(rows: &[Row]) -> String {
    let mut table = Table::titled("call | gas | recorded | change | bytes | recorded");
    let cell = |text: &str| printable(text).replace('|', "\\|");
    let figure = |figure: Option<u64>| figure.map(|it| it.to_string()).unwrap_or_default();
    for row in rows {
        let before = &row.recorded;
        let (now, size) = match &row.now {
            Err(failure) => (format!("failed: {}", cell(failure)), None),
            Ok([now, size]) => (now.to_string(), Some(*size)),
        };
        let both = row.now.iter().zip(before.gas).next();
        let change = both.map(|(now, before)| change(now[0], before));
        let change = change.unwrap_or_default();
        let (gas, bytes) = (figure(before.gas), figure(before.bytes));
        let cells = [now, gas, change, figure(size), bytes];
        table.row("", &cell(&before.name), cells.into());
    }
    table.markdown()
}

/// The change in percent with three digits, rounded away from 0.
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
        "name": row.recorded.name,
        "gas": now.ok().map(|now| now[0]),
        "bytes": now.ok().map(|now| now[1]),
        "failure": now.err(),
        "recorded_gas": row.recorded.gas,
        "recorded_bytes": row.recorded.bytes,
    })
}
