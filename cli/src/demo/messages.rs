//! The contract `signed-messages`: the gas of a message, and the number of messages that fit a
//! transaction.

use super::run::{ACCOUNT, Backends, Call, Run};
use crate::output::Table;
use crate::output::format::{TRANSACTION, format_ratio, format_tgas};
use near_runtime_ext::Account;
use serde_json::json;
use test_contracts::Contract;
use test_contracts::signed_messages::{Signers, borsh_args, json_args, messages};

/// Messages in a call.
pub(super) const COUNT: u32 = 32;

/// The messages of these signers in one build: in Borsh, with the capacity, and then in JSON.
pub(super) fn runs(
    backends: &Backends,
    contract: &'static Contract,
    signers: Signers,
) -> anyhow::Result<[Run; 2]> {
    let account = &Account::new(ACCOUNT.parse()?);
    let borsh = |count| borsh_call(contract, account, signers, count);
    let args = json_args(&messages(COUNT, signers, ACCOUNT));
    let json = Call::new(contract, account, TRANSACTION, "take", args);
    let case = |is_json: bool| json!({ "signers": signers.name(), "is_json": is_json });
    let mut in_borsh = backends.run(case(false), &borsh(COUNT))?;
    let capacity = backends.capacity([10, 50], |count| Ok(borsh(count)))?;
    in_borsh.capacity_300_tgas = Some(capacity);
    Ok([in_borsh, backends.run(case(true), &json)?])
}

/// A call with this many messages, in Borsh.
pub(super) fn borsh_call<'a>(
    contract: &'static Contract,
    account: &'a Account,
    signers: Signers,
    count: u32,
) -> Call<'a> {
    let args = borsh_args(&messages(count, signers, ACCOUNT));
    Call::new(contract, account, TRANSACTION, "take_borsh", args)
}

/// A row for each pair of runs.
pub(super) fn table(all: &[[Run; 2]]) -> Table {
    let mut table = Table::titled(
        "messages | build | Tgas a message | of weak-in-wasm | Tgas in JSON | that fit 300 Tgas",
    );
    let each = |burnt_gas: u64| format_tgas(burnt_gas / u64::from(COUNT));
    for of_signers in all.chunk_by(|[a, _], [b, _]| a.case == b.case) {
        for [borsh, json] in of_signers {
            let ratio = format_ratio(borsh.burnt_gas, of_signers[0][0].burnt_gas);
            let cells = [
                borsh.build.clone(),
                each(borsh.burnt_gas),
                ratio,
                each(json.burnt_gas),
                borsh.capacity_300_tgas.unwrap_or_default().to_string(),
            ];
            let signers = borsh.case["signers"].as_str();
            table.row("", signers.unwrap_or_default(), cells.into());
        }
    }
    table
}
