//! `near-ed25519 gas check`: fails when a call has become dearer.

use super::file::{Figures, File, is_above};
use crate::arguments::{Cli, Command};
use crate::call::{Call, figures};
use crate::exit::{FAILED, Failure};
use crate::output::{self, printable};
use anyhow::{Context as _, anyhow, bail};
use clap::{Args, Parser as _};
use near_runtime_ext::replace_file;
use serde_json::{Value, json};
use std::path::PathBuf;

#[derive(Args)]
#[command(
    after_help = r#"The file lists calls in the form of `near-ed25519 call`'s arguments. --bless writes gas and size of each:

  {
    "threshold": "0.1%",
    "calls": [
      { "name": "count", "call": ["counter.wasm", "increment", "--args", "{\"by\":2}"] }
    ]
  }

Without a threshold the figures must not grow at all. A call begins from its --state, if it has one; nothing is
saved. The report is a Markdown table. Exit code 1: a figure has grown, is missing, or a call failed.

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

/// A call with its figures, recorded and today's.
struct Row {
    name: String,
    before: Option<Figures>,
    now: Figures,
}

pub(super) fn run(args: &Check) -> Result<(), Failure> {
    let mut file = File::read(&args.file).map_err(Failure::input)?;
    let threshold = file.threshold().map_err(Failure::input)?;
    let mut rows = Vec::new();
    for recorded in &mut file.calls {
        let (name, call) = (&recorded.name, parsed(&recorded.call));
        let call = call.with_context(|| name.clone()).map_err(Failure::input)?;
        let (gas, bytes) = figures(&call)?;
        let now = Figures { gas, bytes };
        rows.push(Row {
            name: name.clone(),
            before: recorded.figures.replace(now),
            now,
        });
    }
    match args.json {
        true => output::json(&rows.iter().map(json_row).collect::<Value>())?,
        false => output::line(&table(&rows))?,
    }
    if args.bless {
        let text = file.text()?;
        let written = replace_file(&args.file, text.as_bytes());
        return Ok(written.with_context(|| format!("cannot write {}", args.file.display()))?);
    }
    let grown = rows.iter().filter(|row| match row.before {
        None => true,
        Some(before) => {
            is_above(row.now.gas, before.gas, threshold)
                || is_above(row.now.bytes, before.bytes, threshold)
        }
    });
    let names: Vec<_> = grown.map(|row| format!("{:?}", row.name)).collect();
    match names.as_slice() {
        [] => Ok(()),
        names => Err(Failure::refused(
            FAILED,
            format!(
                "dearer than recorded, or not recorded: {}; --bless records today's figures",
                names.join(", ")
            ),
        )),
    }
}

/// The call that the words of a command line make.
fn parsed(words: &[String]) -> anyhow::Result<Box<Call>> {
    let line = ["near-ed25519", "call"].into_iter();
    let line = line.chain(words.iter().map(String::as_str));
    let parsed = Cli::try_parse_from(line).map_err(|error| {
        let text = error.to_string();
        let first = text.lines().next().unwrap_or_default();
        anyhow!("{}", first.trim_start_matches("error: "))
    })?;
    match parsed.command {
        Some(Command::Call(call)) if !call.execute && !call.least_gas => Ok(call),
        _ => bail!("only calls without --execute and --least-gas have figures"),
    }
}

fn table(rows: &[Row]) -> String {
    let mut lines = vec![
        "| call | gas | recorded | change | bytes | recorded |".to_owned(),
        "|---|---|---|---|---|---|".to_owned(),
    ];
    for Row { name, before, now } in rows {
        let name = printable(name).replace('|', "\\|");
        let (gas, bytes, change) = match before {
            None => (String::new(), String::new(), String::new()),
            Some(before) => (
                before.gas.to_string(),
                before.bytes.to_string(),
                change(now.gas, before.gas),
            ),
        };
        lines.push(format!(
            "| {name} | {} | {gas} | {change} | {} | {bytes} |",
            now.gas, now.bytes
        ));
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
    let figures = |it: Figures| json!({ "gas": it.gas, "bytes": it.bytes });
    json!({ "name": row.name, "now": figures(row.now), "recorded": row.before.map(figures) })
}
