//! `near-ed25519 gas diff`: which functions became dearer.

use crate::exit::Failure;
use crate::functions::flame_graph_of;
use crate::output::{self, printable, table};
use anyhow::{Context as _, bail};
use clap::Args;
use inferno::differential;
use near_runtime_ext::replace_file;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Largest profile, bytes.
const LIMIT: u64 = 1 << 30;
/// Rows of the table, at most.
const ROWS: usize = 25;

#[derive(Args)]
#[command(after_help = "Examples:
  near-ed25519 call old.wasm fill --args-file order.json --symbols old-names.wasm --flamegraph old.folded
  near-ed25519 call new.wasm fill --args-file order.json --symbols new-names.wasm --flamegraph new.folded
  near-ed25519 gas diff old.folded new.folded --flamegraph diff.svg")]
pub(crate) struct Diff {
    /// The profile before the change (.folded)
    before: PathBuf,
    /// The profile after it
    after: PathBuf,
    /// Write a flame graph of the second profile, whose colors show what grew (red) and what shrank (blue)
    #[arg(long, value_name = "FILE.svg")]
    flamegraph: Option<PathBuf>,
}

pub(super) fn run(args: &Diff) -> Result<(), Failure> {
    let read = |path: &Path| -> anyhow::Result<String> {
        let bytes = crate::input::read(path, LIMIT, ", the most that a profile may have")?;
        String::from_utf8(bytes).with_context(|| format!("{} is no text", path.display()))
    };
    let [before, after] = [&args.before, &args.after].map(|path| {
        let text = read(path)?;
        let gas = by_function(&text).with_context(|| path.display().to_string())?;
        anyhow::Ok((text, gas))
    });
    let (before, after) = (
        before.map_err(Failure::input)?,
        after.map_err(Failure::input)?,
    );
    if let Some(path) = &args.flamegraph {
        let picture = drawn(&before.0, &after.0)?;
        let written = replace_file(path, &picture);
        written.with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(output::line(&text(&before.1, &after.1))?)
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
fn text(before: &BTreeMap<String, u64>, after: &BTreeMap<String, u64>) -> String {
    let gas = |profile: &BTreeMap<String, u64>, name: &str| profile.get(name).copied().unwrap_or(0);
    let mut names: Vec<_> = before.keys().chain(after.keys()).collect();
    names.sort_unstable();
    names.dedup();
    names.sort_by_key(|name| std::cmp::Reverse(gas(before, name).abs_diff(gas(after, name))));
    let signed = |before: u128, after: u128| match after >= before {
        true => format!("+{}", after - before),
        false => format!("-{}", before - after),
    };
    let mut lines = table(["function", "before", "after", "change"]);
    for name in names.iter().take(ROWS) {
        let (before, after) = (gas(before, name), gas(after, name));
        if before != after {
            let row = [
                before.to_string(),
                after.to_string(),
                signed(before.into(), after.into()),
            ];
            lines.add_row([printable(name)].into_iter().chain(row));
        }
    }
    let sum = |profile: &BTreeMap<String, u64>| {
        profile.values().fold(0, |sum, gas| sum + u128::from(*gas))
    };
    let (before, after) = (sum(before), sum(after));
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
