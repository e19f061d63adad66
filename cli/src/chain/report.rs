//! What commands about a chain print: text, or JSON.

use crate::call::{said, shown};
use crate::functions;
use crate::output::format::format_burnt;
use crate::output::{self, table};
use near_runtime_ext::{AccountId, CallTree, Chain, Executed, Outcome};
use serde_json::{Value, json};

/// Transactions with receipts that ran since `before`.
pub(super) fn ran<'a>(before: &Chain, after: &'a Chain) -> Vec<&'a Executed> {
    let count = |executed: Option<&Executed>| executed.map(|it| it.receipts.len());
    let transactions = after.transactions();
    let news = transactions.filter(|it| {
        let hash = &it.conversion.hash;
        count(Some(it)) != count(before.executed(hash))
    });
    let mut news: Vec<_> = news.collect();
    news.sort_by_key(|it| it.conversion.block_height);
    news
}

/// A transaction, and earlier ones with receipts that ran since; then the gas of its functions.
pub(super) fn executed(
    executed: &Executed,
    ran: &[&Executed],
    functions: Option<&CallTree>,
    is_json: bool,
) -> anyhow::Result<()> {
    let hash = &executed.conversion.hash;
    let earlier: Vec<_> = ran
        .iter()
        .filter(|it| it.conversion.hash != *hash)
        .collect();
    let mut json = executed.to_rpc();
    let mut text: String = earlier.iter().map(|it| format!("{it}\n")).collect();
    text += &executed.to_string();
    if !earlier.is_empty() {
        json["earlier_transactions"] = earlier.iter().map(|it| it.to_rpc()).collect();
    }
    if let Ok(Some(value)) = executed.result()
        && !value.is_empty()
    {
        text += &format!("\nreturned: {}", shown(value));
    }
    if let Some(tree) = functions {
        json["functions"] = json!(tree.nodes());
        text += &format!("\n{}", functions::text(tree));
    }
    output::report(is_json, &json, &text)
}

/// What ran in blocks without a new transaction.
pub(super) fn advanced(ran: &[&Executed], chain: &Chain, is_json: bool) -> anyhow::Result<()> {
    let height = chain.block().height;
    let transactions: Vec<_> = ran.iter().map(|it| it.to_rpc()).collect();
    let json = json!({ "block_height": height, "transactions": transactions });
    let trees: String = ran.iter().map(|it| format!("{it}\n")).collect();
    output::report(is_json, &json, &format!("{trees}block {height}"))
}

/// What a view answered.
pub(super) fn view(outcome: &Outcome, is_json: bool) -> anyhow::Result<()> {
    // As RPC's `call_function` has it.
    let json = json!({
        "result": outcome.return_bytes(),
        "logs": outcome.logs,
        "error": outcome.failure.as_ref().map(ToString::to_string),
        "burnt_gas": outcome.burnt_gas.as_gas(),
    });
    let lines = said(outcome).chain([format_burnt(outcome.burnt_gas)]);
    output::report(is_json, &json, &lines.collect::<Vec<_>>().join("\n"))
}

/// An account that was added.
pub(super) fn account(id: &AccountId, chain: &Chain, is_json: bool) -> anyhow::Result<()> {
    let text = format!("{id} has {}", balance(id, chain));
    output::report(is_json, &account_json(id, chain), &text)
}

/// All accounts.
pub(super) fn accounts(chain: &Chain, is_json: bool) -> anyhow::Result<()> {
    let json: Value = chain.accounts().map(|id| account_json(id, chain)).collect();
    let mut lines = table(["account", "balance", "storage, bytes"]);
    for id in chain.accounts() {
        let storage = chain.account(id).map_or(0, |it| it.storage_usage());
        lines.add_row([id.to_string(), balance(id, chain), storage.to_string()]);
    }
    output::report(is_json, &json, &lines.to_string())
}

/// As nearcore's state records have it: amounts, hash of the code, storage usage in bytes.
fn account_json(id: &AccountId, chain: &Chain) -> Value {
    json!({ "account_id": id, "account": chain.account(id) })
}

fn balance(id: &AccountId, chain: &Chain) -> String {
    let balance = chain.balance(id).unwrap_or_default();
    balance.exact_amount_display()
}
