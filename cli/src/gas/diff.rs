//! `near-ed25519 gas diff`: which functions became more expensive.

use super::call_of;
use crate::call::outcome;
use crate::exit::{self, Failure};
use crate::functions::{flame_graph_of, folded};
use crate::input::one_stdin;
use crate::output::{self, printable, table};
use anyhow::{Context as _, bail};
use clap::Args;
use inferno::differential;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Largest profile, bytes.
const LIMIT: u64 = 1 << 30;
/// Rows of the table, at most.
const ROWS: usize = 25;

#[derive(Args)]
#[command(
    after_help = r"Of two contracts the same call is compared; its arguments are those of near-ed25519 call, after both files. Nothing is saved. Without names (--symbols) only exported functions of a stripped contract are told apart.

Examples:
  near-ed25519 gas diff old.wasm new.wasm fill --args-file order.json \
      --state orders.json
  near-ed25519 gas diff --symbols old-names.wasm new-names.wasm \
      --flamegraph diff.svg old.wasm new.wasm fill --args-file order.json
  near-ed25519 gas diff old.folded new.folded"
)]
pub(crate) struct Diff {
    /// Write a flame graph of the second profile, whose colors show what grew (red) and what shrank (blue)
    #[arg(long, value_name = "FILE.svg")]
    flamegraph: Option<PathBuf>,
    /// The contracts before their names were stripped
    #[arg(long, num_args = 2, requires = "call", value_names = ["BEFORE", "AFTER"])]
    symbols: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// The contract before the change, or its profile as --flamegraph writes it (.folded)
    before: PathBuf,
    /// The contract after the change, or its profile
    after: PathBuf,
    /// Of contracts: the method, and options of near-ed25519 call
    #[arg(trailing_var_arg = true)]
    call: Vec<String>,
}

pub(super) fn run(args: &Diff) -> Result<(), Failure> {
    one_stdin([&args.before, &args.after].into_iter()).map_err(Failure::input)?;
    let mut folded = [String::new(), String::new()];
    let mut gas = BTreeMap::new();
    for (side, path) in [(0, &args.before), (1, &args.after)] {
        folded[side] = match args.call.is_empty() {
            true => read(path).map_err(Failure::input)?,
            false => called(path, args.symbols.get(side), &args.call)?,
        };
        add(&mut gas, side, &folded[side])
            .with_context(|| path.display().to_string())
            .map_err(Failure::input)?;
    }
    if let Some(path) = &args.flamegraph {
        output::file(path, &drawn(&folded)?)?;
    }
    let mut gas: Vec<_> = gas.into_iter().collect();
    gas.sort_by_key(|(_, [before, after])| Reverse(before.abs_diff(*after)));
    match args.json {
        true => output::json(&gas.iter().map(json_row).collect::<Value>())?,
        false => output::line(&text(&gas))?,
    }
    Ok(())
}

/// A function, and the gas that it burns itself in both profiles.
type Row = (String, [u64; 2]);

fn json_row((function, [before, after]): &Row) -> Value {
    json!({ "function": function, "before": before, "after": after })
}

/// A recorded profile.
fn read(path: &Path) -> anyhow::Result<String> {
    if path.extension().is_some_and(|it| it == "wasm") {
        bail!(
            "{} is a contract: name the method to call after both files",
            path.display()
        );
    }
    let bytes = crate::input::read(path, LIMIT, Some("a profile"))?;
    String::from_utf8(bytes).with_context(|| format!("{} is no text", path.display()))
}

/// The profile of a call of this contract.
fn called(wasm: &Path, symbols: Option<&String>, call: &[String]) -> Result<String, Failure> {
    let mut words = vec![wasm.display().to_string()];
    words.extend_from_slice(call);
    if let Some(symbols) = symbols {
        words.extend(["--symbols".to_owned(), symbols.clone()]);
    }
    let call = call_of(&words).map_err(Failure::input)?;
    let (outcome, _) = outcome(&call, true)?;
    let (name, method) = (crate::input::name(&call.wasm), &call.method);
    exit::unless(outcome.failure.map(|it| format!("{name}: {method}: {it}")))?;
    Ok(folded(&outcome.functions.unwrap_or_default()))
}

/// Adds the gas that each function burns itself in one of the profiles.
fn add(all: &mut BTreeMap<String, [u64; 2]>, side: usize, folded: &str) -> anyhow::Result<()> {
    for (number, line) in folded.lines().enumerate() {
        let parts = line.rsplit_once(' ');
        let gas = parts.and_then(|(stack, gas)| Some((stack, gas.parse::<u64>().ok()?)));
        let Some((stack, gas)) = gas else {
            bail!("line {}: expected a stack and its gas", number + 1);
        };
        let function = stack.rsplit(';').next().unwrap_or(stack);
        let sum = &mut all.entry(function.to_owned()).or_default()[side];
        *sum = sum.saturating_add(gas);
    }
    Ok(())
}

/// The functions that changed most.
fn text(rows: &[Row]) -> String {
    let mut lines = table(["function", "before", "after", "change"]);
    for (function, [before, after]) in rows.iter().take(ROWS) {
        if before != after {
            lines.add_row([
                printable(function),
                before.to_string(),
                after.to_string(),
                format!("{:+}", i128::from(*after) - i128::from(*before)),
            ]);
        }
    }
    let sum = |side: usize| rows.iter().map(|it| i128::from(it.1[side])).sum::<i128>();
    let (before, after) = (sum(0), sum(1));
    let change = after - before;
    format!("{lines}\nin all {before} -> {after} gas, {change:+}")
}

fn drawn([before, after]: &[String; 2]) -> anyhow::Result<Vec<u8>> {
    let mut both = Vec::new();
    let options = differential::Options::default();
    differential::from_readers(options, before.as_bytes(), after.as_bytes(), &mut both)?;
    flame_graph_of(
        &String::from_utf8(both)?,
        "gas: red grew, blue shrank",
        None,
    )
}
