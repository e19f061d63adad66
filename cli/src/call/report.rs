//! What is printed of a call: text, or JSON.

use crate::arguments;
use near_ed25519_benches::amount::{format_gas, format_tgas};
use near_ed25519_benches::stdout::{self, printable, table};
use near_runtime_ext::{MockAction, Outcome, Receipt, ReceiptAction, ReturnData};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What `--json` prints.
#[derive(Serialize)]
pub(super) struct Report {
    vm: String,
    /// What the VM burnt.
    burnt_gas: u64,
    /// What sending and beginning to execute the call's receipt burns beside it.
    receipt_gas: u64,
    /// The two together.
    total_gas: u64,
    used_gas: u64,
    return_hex: String,
    /// `null` if the contract returned something else than text.
    return_utf8: Option<String>,
    /// The receipt whose result is the call's, by its place in the list, from 0.
    return_receipt: Option<usize>,
    logs: Vec<String>,
    receipts: Vec<ReportedReceipt>,
    /// `null` if the call succeeded.
    failure: Option<String>,
    profile: BTreeMap<String, u64>,
    wall_ns: u128,
}

/// A receipt that the call created; amounts are yoctoNEAR.
#[derive(Serialize)]
struct ReportedReceipt {
    receiver_id: String,
    /// The receipts whose results it waits for, by their places in the list, from 0.
    after: Vec<usize>,
    /// Whether it waits to be resumed.
    is_yield: bool,
    refund_to: Option<String>,
    actions: Vec<ReportedAction>,
}

#[derive(Serialize)]
struct ReportedAction {
    name: &'static str,
    method: Option<String>,
    args_hex: String,
    /// `null` if the arguments are something else than text.
    args_utf8: Option<String>,
    gas: u64,
    deposit: String,
    #[serde(skip)]
    near: String,
}

impl Report {
    pub(super) fn new(outcome: &Outcome) -> Self {
        let returned = outcome.return_bytes();
        Self {
            vm: outcome.backend.to_string(),
            burnt_gas: outcome.burnt_gas.as_gas(),
            receipt_gas: outcome.receipt_gas.as_gas(),
            total_gas: outcome.total_burnt_gas().as_gas(),
            used_gas: outcome.used_gas.as_gas(),
            return_hex: hex::encode(returned),
            return_utf8: utf8(returned),
            return_receipt: return_receipt(outcome),
            logs: outcome.logs.clone(),
            receipts: outcome.receipts.iter().map(Into::into).collect(),
            failure: outcome.failure.as_ref().map(ToString::to_string),
            profile: outcome
                .profile
                .iter()
                .map(|(cost, gas)| (cost.clone(), gas.as_gas()))
                .collect(),
            wall_ns: outcome.wall.as_nanos(),
        }
    }

    /// Prints the report, in the form that is asked for.
    ///
    /// # Errors
    ///
    /// Standard output cannot be written to.
    pub(super) fn print(&self, args: &arguments::Call) -> anyhow::Result<()> {
        match args.json {
            true => stdout::json(self),
            false => stdout::line(&self.text(args.profile)),
        }
    }

    fn text(&self, with_profile: bool) -> String {
        let mut text = format!(
            "{} on {}: {} Tgas burnt ({} gas), {} us",
            if self.failure.is_some() {
                "failed"
            } else {
                "succeeded"
            },
            self.vm,
            format_tgas(self.burnt_gas),
            self.burnt_gas,
            self.wall_ns / 1000,
        );
        if self.receipt_gas != 0 {
            append(
                &mut text,
                format_args!(
                    "with its receipt: {} Tgas burnt ({} gas)",
                    format_tgas(self.total_gas),
                    self.total_gas
                ),
            );
        }
        if self.used_gas != self.burnt_gas {
            append(
                &mut text,
                format_args!(
                    "used {} Tgas, with what its receipts ask for",
                    format_tgas(self.used_gas)
                ),
            );
        }
        for log in &self.logs {
            append(&mut text, format_args!("log: {}", printable(log)));
        }
        match &self.return_utf8 {
            Some(value) if value.is_empty() => {}
            value => {
                let value = shown(value.as_ref(), &self.return_hex);
                append(&mut text, format_args!("returned: {value}"));
            }
        }
        if let Some(place) = self.return_receipt {
            append(
                &mut text,
                format_args!("returned: the result of receipt {place}"),
            );
        }
        for (place, receipt) in self.receipts.iter().enumerate() {
            append(&mut text, format_args!("receipt {place} {receipt}"));
        }
        if with_profile {
            let mut profile = table(["cost", "gas"]);
            let mut costs: Vec<_> = self.profile.iter().collect();
            costs.sort_by_key(|(_, gas)| std::cmp::Reverse(**gas));
            for (cost, gas) in costs {
                profile.add_row([cost, &gas.to_string()]);
            }
            append(&mut text, format_args!("{profile}"));
        }
        text
    }
}

impl From<&Receipt> for ReportedReceipt {
    fn from(receipt: &Receipt) -> Self {
        Self {
            receiver_id: receipt.receiver_id.to_string(),
            after: receipt.after.clone(),
            is_yield: receipt.is_yield,
            refund_to: receipt.refund_to.as_ref().map(ToString::to_string),
            actions: receipt.actions.iter().map(Into::into).collect(),
        }
    }
}

impl From<&ReceiptAction> for ReportedAction {
    fn from(action: &ReceiptAction) -> Self {
        Self {
            name: action.name,
            method: action.method.clone(),
            args_hex: hex::encode(&action.args),
            args_utf8: utf8(&action.args),
            gas: action.gas.as_gas(),
            deposit: action.deposit.as_yoctonear().to_string(),
            near: action.deposit.exact_amount_display(),
        }
    }
}

impl std::fmt::Display for ReportedReceipt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "to {}", self.receiver_id)?;
        for (nth, place) in self.after.iter().enumerate() {
            let word = if nth == 0 { ", after" } else { " and" };
            write!(f, "{word} {place}")?;
        }
        if self.is_yield {
            f.write_str(", when it is resumed")?;
        }
        if let Some(account) = &self.refund_to {
            write!(f, ", refunds to {account}")?;
        }
        f.write_str(":")?;
        for action in &self.actions {
            write!(f, "\n  {action}")?;
        }
        Ok(())
    }
}

impl std::fmt::Display for ReportedAction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)?;
        if let Some(method) = &self.method {
            write!(f, " {}", printable(method))?;
        }
        if !self.args_hex.is_empty() {
            write!(f, " {}", shown(self.args_utf8.as_ref(), &self.args_hex))?;
        }
        if self.method.is_some() {
            write!(f, ", {}", format_gas(self.gas))?;
        }
        match self.deposit.as_str() {
            "0" => Ok(()),
            _ => write!(f, ", {}", self.near),
        }
    }
}

/// The place of the receipt that the contract returned. nearcore's mock counts actions as well.
fn return_receipt(outcome: &Outcome) -> Option<usize> {
    let ReturnData::ReceiptIndex(index) = outcome.return_data else {
        return None;
    };
    let before = outcome.actions.iter().take(usize::try_from(index).ok()?);
    let receipts = before.filter(|action| {
        matches!(
            action,
            MockAction::CreateReceipt { .. }
                | MockAction::YieldCreate { .. }
                | MockAction::YieldResume { .. }
        )
    });
    Some(receipts.count())
}

fn utf8(bytes: &[u8]) -> Option<String> {
    String::from_utf8(bytes.to_vec()).ok()
}

/// Text that a terminal may have, or else hex.
fn shown(text: Option<&String>, hex: &str) -> String {
    match text {
        Some(text) if printable(text) == *text => text.clone(),
        _ => format!("0x{hex}"),
    }
}

fn append(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = write!(text, "\n{line}");
}
