//! The report of a call: text, or JSON.

use super::Call;
use crate::functions;
use crate::output::format::{format_burnt, format_enough_tgas, format_gas};
use crate::output::{self, printable, table};
use near_runtime_ext::{CallTree, Outcome, Receipt, ReceiptAction, ReturnData};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// Prints the report in the requested form.
///
/// `stopped` has the stack of a failed call.
pub(super) fn print(
    outcome: &Outcome,
    stopped: Option<&CallTree>,
    missing_state: Option<&Path>,
    args: &Call,
) -> anyhow::Result<()> {
    let json = json(outcome, stopped, missing_state.is_some());
    let text = text(outcome, stopped, missing_state, args);
    output::report(args.json, &json, &text)
}

/// The output of `--json`. Receipts are numbered by their places in the list, from 0.
fn json(outcome: &Outcome, stopped: Option<&CallTree>, state_is_new: bool) -> Value {
    let returned = outcome.return_bytes();
    let profile = outcome.profile.iter();
    let profile: BTreeMap<_, _> = profile.map(|(cost, gas)| (cost, gas.as_gas())).collect();
    json!({
        "vm": outcome.backend.to_string(),
        // Gas burnt by the VM, gas for sending and beginning to execute the call's receipt, and
        // their sum.
        "burnt_gas": outcome.burnt_gas.as_gas(),
        "receipt_gas": outcome.receipt_gas.as_gas(),
        "total_gas": outcome.total_burnt_gas().as_gas(),
        "used_gas": outcome.used_gas.as_gas(),
        "return_hex": hex::encode(returned),
        "return_utf8": utf8(returned),
        // The receipt whose result is the call's.
        "return_receipt": return_receipt(outcome),
        "logs": outcome.logs,
        "receipts": outcome.receipts.iter().map(receipt_json).collect::<Vec<_>>(),
        "failure": outcome.failure.as_ref().map(ToString::to_string),
        // The functions that ran when the call failed, the innermost first.
        "stopped_in": stopped.map(CallTree::backtrace),
        "profile": profile,
        // The gas of each stack of functions, if it was asked for.
        "functions": outcome.functions.as_ref().map(CallTree::nodes),
        // Whether the file of `--state` was not there.
        "state_is_new": state_is_new,
        "wall_ns": outcome.wall.as_nanos(),
    })
}

/// A receipt that the call created; amounts are yoctoNEAR.
fn receipt_json(receipt: &Receipt) -> Value {
    let action = |action: &ReceiptAction| {
        json!({
            "name": action.name,
            "method": action.method,
            "args_hex": hex::encode(&action.args),
            "args_utf8": utf8(&action.args),
            "gas": action.gas.as_gas(),
            "deposit": action.deposit.as_yoctonear().to_string(),
        })
    };
    json!({
        "receiver_id": receipt.receiver_id,
        "after": receipt.after, // receipts whose results it waits for
        "is_yield": receipt.is_yield, // waits to be resumed
        "refund_to": receipt.refund_to,
        "actions": receipt.actions.iter().map(action).collect::<Vec<_>>(),
    })
}

fn text(
    outcome: &Outcome,
    stopped: Option<&CallTree>,
    missing_state: Option<&Path>,
    args: &Call,
) -> String {
    let ended = match outcome.is_success() {
        true => "succeeded",
        false => "failed",
    };
    // `--gas` accepts the rounded amount and the exact one: either is enough for this call.
    let [burnt, total] = [outcome.burnt_gas, outcome.total_burnt_gas()].map(format_burnt);
    let (vm, wall) = (outcome.backend, outcome.wall.as_micros());
    let mut lines = vec![format!("{ended} on {vm}: {burnt}, {wall} us")];
    if outcome.receipt_gas.as_gas() != 0 {
        lines.push(format!("with its receipt: {total}"));
    }
    if outcome.used_gas != outcome.burnt_gas {
        let used = outcome.used_gas.as_gas();
        let tgas = format_enough_tgas(used);
        lines.push(format!(
            "used {tgas} Tgas ({used} gas), including gas for its receipts"
        ));
    }
    if let Some(path) = missing_state {
        let path = printable(&path.display().to_string());
        lines.push(format!(
            "there was no state file {path}: the account is new"
        ));
    }
    lines.extend(said(outcome));
    if let Some(place) = return_receipt(outcome) {
        lines.push(format!("returned: the result of receipt {place}"));
    }
    for (place, receipt) in outcome.receipts.iter().enumerate() {
        lines.push(format!("receipt {place} {}", receipt_text(receipt)));
    }
    if let Some(stopped) = stopped.filter(|tree| !tree.backtrace().is_empty()) {
        lines.push(functions::stopped(stopped));
    }
    if args.profile {
        let mut profile = table(["cost", "gas"]);
        let mut costs: Vec<_> = outcome.profile.iter().collect();
        costs.sort_by_key(|(_, gas)| std::cmp::Reverse(**gas));
        for (cost, gas) in costs {
            profile.add_row([cost, &gas.as_gas().to_string()]);
        }
        lines.push(profile.to_string());
    }
    if let (true, Some(tree)) = (args.functions.functions, &outcome.functions) {
        lines.push(functions::text(tree));
    }
    lines.join("\n")
}

/// The lines of the logs and of the returned value.
pub(crate) fn said(outcome: &Outcome) -> impl Iterator<Item = String> {
    let logs = outcome.logs.iter();
    let returned = outcome.return_bytes();
    let returned = (!returned.is_empty()).then(|| format!("returned: {}", shown(returned)));
    logs.map(|log| format!("log: {}", printable(log)))
        .chain(returned)
}

fn receipt_text(receipt: &Receipt) -> String {
    let mut text = format!("to {}", receipt.receiver_id);
    let after: Vec<_> = receipt.after.iter().map(ToString::to_string).collect();
    if !after.is_empty() {
        text += &format!(", after {}", after.join(" and "));
    }
    if receipt.is_yield {
        text += ", when it is resumed";
    }
    if let Some(account) = &receipt.refund_to {
        text += &format!(", refunds to {account}");
    }
    text += ":";
    for action in &receipt.actions {
        text += &format!("\n  {}", action.name);
        if let Some(method) = &action.method {
            text += &format!(" {}", printable(method));
        }
        if !action.args.is_empty() {
            text += &format!(" {}", shown(&action.args));
        }
        if action.method.is_some() {
            text += &format!(", {}", format_gas(action.gas.as_gas()));
        }
        if !action.deposit.is_zero() {
            text += &format!(", {}", action.deposit.exact_amount_display());
        }
    }
    text
}

/// The place of the receipt that the contract returned.
fn return_receipt(outcome: &Outcome) -> Option<usize> {
    match outcome.return_data {
        ReturnData::ReceiptIndex(index) => usize::try_from(index).ok(),
        _ => None,
    }
}

/// The bytes as text, if they are UTF-8.
fn utf8(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}

/// Text if it is safe for a terminal, otherwise hex.
pub(crate) fn shown(bytes: &[u8]) -> String {
    match utf8(bytes) {
        Some(text) if printable(text) == text => text.to_owned(),
        _ => format!("0x{}", hex::encode(bytes)),
    }
}
