//! `near-ed25519 call --least-gas`: how little gas may be attached.

use super::{Call, fault, unsaved};
use crate::exit::{self, Failure};
use crate::output::{self, format::format_enough_tgas};
use near_runtime_ext::{Gas, LeastGas};
use serde_json::json;

/// Why an amount below the least may be enough, too.
const READS: &str = "the contract reads how much gas is attached: with less it may do something else, and an amount below may be enough, too";
/// Why `--gas` at the least may still not be enough for everything.
const SHARES: &str =
    "receipts share the gas left over: the least gas leaves none for them; --execute counts theirs";

/// Finds the least gas and prints it; nothing is saved.
pub(crate) fn run(args: &Call) -> Result<(), Failure> {
    let (prepared, account) = unsaved(args)?;
    let mut contract = prepared.deployed(account)?;
    let call = prepared.call(&mut contract, args.attached.gas);
    let least = output::announced("trying amounts of gas ...", || call.least_gas());
    let least = least.map_err(fault)?;
    let json = json!({
        "least_gas": least.gas.map(|gas| gas.as_gas()),
        "burnt_gas": least.outcome.burnt_gas.as_gas(),
        "reads_prepaid_gas": least.reads_prepaid_gas,
        "shares_left_over": least.shares_left_over,
        "failure": least.outcome.failure.as_ref().map(ToString::to_string),
    });
    output::report(args.json, &json, &text(&least, args.attached.gas))?;
    let failure = least.outcome.failure;
    exit::unless(failure.map(|it| format!("{}: {it}", args.method)))
}

/// The first line of a report.
pub(crate) fn headline(least: Option<Gas>, attached: Gas) -> String {
    let gas = least.unwrap_or(attached).as_gas();
    let amount = format!("{} Tgas ({gas} gas)", format_enough_tgas(gas));
    match least {
        Some(_) => format!("least gas: {amount}"),
        None => format!("the call fails with {amount}"),
    }
}

fn text(least: &LeastGas, attached: Gas) -> String {
    let mut lines = vec![headline(least.gas, attached)];
    let notes = [
        (least.reads_prepaid_gas, READS),
        (least.shares_left_over, SHARES),
    ];
    let notes = notes.into_iter().filter(|it| it.0 && least.gas.is_some());
    lines.extend(notes.map(|it| it.1.to_owned()));
    lines.join("\n")
}
