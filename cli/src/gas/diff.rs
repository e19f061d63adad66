//! `near-ed25519 gas diff`: which functions became dearer.

use super::call_of;
use crate::call::profile_of;
use crate::exit::Failure;
use crate::functions::{flame_graph_of, folded};
use crate::output::{self, printable, table};
use anyhow::{Context as _, bail};
use clap::Args;
use inferno::differential;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Largest profile, bytes.
const LIMIT: u64 = 1 << 30;
/// Rows of the table, at most.
const ROWS: usize = 25;

#[derive(Args)]
#[command(
    after_help = "Of two contracts the same call is compared; its arguments are those of near-ed25519 call, after both files. Nothing is
saved. Without names (--symbols) only exported functions of a stripped contract are told apart.

Examples:
  near-ed25519 gas diff old.wasm new.wasm fill --args-file order.json --state orders.json
  near-ed25519 gas diff --symbols old-names.wasm new-names.wasm --flamegraph diff.svg old.wasm new.wasm fill --args-file order.json
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
    let sides = [&args.before, &args.after].into_iter().enumerate();
    let profiles = sides.map(|(side, path)| {
        let text = match args.call.is_empty() {
            true => read(path).map_err(Failure::input)?,
            false => called(path, args.symbols.get(side), &args.call)?,
        };
        let gas = by_function(&text).with_context(|| path.display().to_string());
        Ok((text, gas.map_err(Failure::input)?))
    });
    let profiles: Vec<_> = profiles.collect::<Result<_, Failure>>()?;
    let [before, after] = profiles.as_slice() else {
        unreachable!("there are two files")
    };
    if let Some(path) = &args.flamegraph {
        let picture = drawn(&before.0, &after.0)?;
        output::file(path, &picture)?;
    }
    let changes = changes(&before.1, &after.1);
    match args.json {
        true => output::json(&changes.iter().map(Change::json).collect::<Value>())?,
        false => output::line(&text(&changes))?,
    }
    Ok(())
}

/// A function's gas in both profiles.
struct Change<'a> {
    function: &'a str,
    before: u64,
    after: u64,
}

impl Change<'_> {
    fn json(&self) -> Value {
        json!({ "function": self.function, "before": self.before, "after": self.after })
    }
}

/// All functions, those that changed most first.
fn changes<'a>(
    before: &'a BTreeMap<String, u64>,
    after: &'a BTreeMap<String, u64>,
) -> Vec<Change<'a>> {
    let gas = |profile: &BTreeMap<String, u64>, name: &str| profile.get(name).copied().unwrap_or(0);
    let names: BTreeSet<_> = before.keys().chain(after.keys()).collect();
    let change = |function: &'a String| Change {
        function,
        before: gas(before, function),
        after: gas(after, function),
    };
    let mut changes: Vec<_> = names.into_iter().map(change).collect();
    changes.sort_by_key(|it| Reverse(it.before.abs_diff(it.after)));
    changes
}

/// A recorded profile.
fn read(path: &Path) -> anyhow::Result<String> {
    if path.extension().is_some_and(|it| it == "wasm") {
        bail!(
            "{} is a contract: name the method to call after both files",
            path.display()
        );
    }
    let bytes = crate::input::read(path, LIMIT, ", the most that a profile may have")?;
    String::from_utf8(bytes).with_context(|| format!("{} is no text", path.display()))
}

/// The profile of a call of this contract.
fn called(wasm: &Path, symbols: Option<&String>, call: &[String]) -> Result<String, Failure> {
    let mut words = vec![wasm.display().to_string()];
    words.extend_from_slice(call);
    words.extend(
        symbols
            .into_iter()
            .flat_map(|it| ["--symbols".to_owned(), it.clone()]),
    );
    let call = call_of(&words).map_err(Failure::input)?;
    Ok(folded(&profile_of(&call)?))
}

/// The gas that each function burns itself.
fn by_function(folded: &str) -> anyhow::Result<BTreeMap<String, u64>> {
    let mut all: BTreeMap<String, u64> = BTreeMap::new();
    for (number, line) in folded.lines().enumerate() {
        let parts = line.rsplit_once(' ');
        let gas = parts.and_then(|(stack, gas)| Some((stack, gas.parse::<u64>().ok()?)));
        let Some((stack, gas)) = gas else {
            bail!("line {}: expected a stack and its gas", number + 1);
        };
        let function = stack.rsplit(';').next().unwrap_or(stack);
        let sum = all.entry(function.to_owned()).or_default();
        *sum = sum.saturating_add(gas);
    }
    Ok(all)
}

/// The functions that changed most.
fn text(changes: &[Change<'_>]) -> String {
    let signed = |before: u128, after: u128| match after >= before {
        true => format!("+{}", after - before),
        false => format!("-{}", before - after),
    };
    let mut lines = table(["function", "before", "after", "change"]);
    for change in changes.iter().take(ROWS) {
        let (before, after) = (change.before, change.after);
        if before != after {
            lines.add_row([
                printable(change.function),
                before.to_string(),
                after.to_string(),
                signed(before.into(), after.into()),
            ]);
        }
    }
    let sum = |gas: fn(&Change<'_>) -> u64| changes.iter().map(|it| u128::from(gas(it))).sum();
    let (before, after) = (sum(|it| it.before), sum(|it| it.after));
    let change = signed(before, after);
    format!("{lines}\nin all {before} -> {after} gas, {change}")
}

fn drawn(before: &str, after: &str) -> anyhow::Result<Vec<u8>> {
    let mut both = Vec::new();
    let options = differential::Options::default();
    differential::from_readers(options, before.as_bytes(), after.as_bytes(), &mut both)?;
    flame_graph_of(
        &String::from_utf8(both)?,
        "gas: red grew, blue shrank",
        None,
    )
}
