//! `--least-gas` of a transaction with all its receipts: how little gas may be attached, and what each receipt
//! leaves unused.

use super::{ended, fault};
use crate::call::headline;
use crate::exit::Failure;
use crate::output::{self, printable, table};
use near_runtime_ext::{
    Chain, ChainError, ChainLeastGas, Executed, Gas, SeesGas, SeesGasBy, UnusedGas,
};
use serde_json::{Value, json};

/// What holds of the least gas if a receipt sees how much is attached.
const MAY_DO: &str = "with less they may do something else, and an amount below may be enough, too";

/// Finds the least gas and prints it; the chain does not change.
pub(super) fn print(
    chain: &Chain,
    attached: Gas,
    is_json: bool,
    transact: impl Fn(&mut Chain, Gas) -> Result<Executed, ChainError>,
) -> Result<(), Failure> {
    let least = output::announced("trying amounts of gas ...", || {
        chain.least_gas(attached, transact)
    });
    let least = least.map_err(fault)?;
    let unused = least.executed.unused_gas();
    let json = json!({
        "least_gas": least.gas.map(|gas| gas.as_gas()),
        "sees_gas": least.sees_gas.iter().map(json_sight).collect::<Value>(),
        "receipts": unused.iter().map(json_receipt).collect::<Value>(),
    });
    output::report(is_json, &json, &text(&least, &unused, attached))?;
    match least.gas {
        Some(_) => Ok(()),
        None => ended(least.executed),
    }
}

/// A way of seeing the attached gas: its name in JSON, and in words.
fn words(by: SeesGasBy) -> (&'static str, &'static str) {
    match by {
        SeesGasBy::PrepaidGas => ("reads_prepaid_gas", "reads how much gas it has"),
        SeesGasBy::RandomSeed => ("reads_random_seed", "reads its random seed"),
        SeesGasBy::YieldId => ("reads_yield_id", "gets the id of a yield"),
        SeesGasBy::Balance => ("reads_balance", "reads the balance that pays for the gas"),
        SeesGasBy::SharesLeftOver => ("shares_left_over", "shares the gas that it leaves"),
        _ => ("other", "depends on the gas"),
    }
}

fn json_sight(sees: &SeesGas) -> Value {
    json!({
        "receiver_id": sees.receiver_id,
        "receipt_id": sees.receipt_id,
        "by": words(sees.by).0,
    })
}

fn json_receipt(receipt: &UnusedGas) -> Value {
    json!({
        "receiver_id": receipt.receiver_id,
        "receipt_id": receipt.receipt_id,
        "methods": receipt.methods,
        "attached_gas": receipt.attached.as_gas(),
        "used_gas": used(receipt),
        "unused_gas": receipt.unused.as_gas(),
    })
}

fn used(receipt: &UnusedGas) -> u64 {
    receipt.attached.saturating_sub(receipt.unused).as_gas()
}

fn text(least: &ChainLeastGas, unused: &[UnusedGas], attached: Gas) -> String {
    let titles = ["receipt", "attached gas", "used gas", "unused gas"];
    let mut receipts = table(titles);
    for receipt in unused {
        let (id, receiver) = (receipt.receipt_id, &receipt.receiver_id);
        let name = format!("{id} {receiver}: {}", receipt.methods.join(", "));
        receipts.add_row([
            printable(&name),
            receipt.attached.as_gas().to_string(),
            used(receipt).to_string(),
            receipt.unused.as_gas().to_string(),
        ]);
    }
    let notes = least.sees_gas.iter().map(|it| {
        let (receiver, id) = (&it.receiver_id, it.receipt_id);
        format!("receipt {id} of {receiver} {}", words(it.by).1)
    });
    let notes = notes.chain((!least.sees_gas.is_empty()).then(|| MAY_DO.to_owned()));
    let lines = [headline(least.gas, attached)]
        .into_iter()
        .chain(notes)
        .chain([receipts.to_string()]);
    lines.collect::<Vec<_>>().join("\n")
}
