//! The contract `signed-messages`: the gas of a message, and how many fit a transaction.

use super::contract::capacity;
use crate::amount::{TRANSACTION, format_ratio, format_tgas};
use crate::light_clients::{OUT_OF_GAS, Verdict};
use crate::measure::table::Table;
use anyhow::{Context as _, bail};
use near_runtime_ext::Runtime;
use serde::Serialize;
use std::fmt::Display;
use test_contracts::signed_messages::{Signers, borsh_args, json_args, messages};
use test_contracts::{AnyBuild, ClientBuild, signed_messages};

/// Messages in a call.
pub(crate) const COUNT: u32 = 32;

const ACCOUNT: &str = "contract.near";

/// Messages of these signers in one build.
#[derive(Serialize)]
pub(crate) struct Taken {
    pub(crate) signers: &'static str,
    pub(crate) build: &'static str,
    /// Gas of a call with [`COUNT`] messages in Borsh.
    pub(crate) burnt_gas: u64,
    /// The same in JSON.
    pub(crate) burnt_gas_of_json: u64,
    /// Most messages in Borsh in one call of 300 Tgas.
    pub(crate) capacity_300_tgas: u32,
    /// Whether nearcore's runner burnt exactly the same; it cannot run `host-many`.
    pub(crate) backends_agree: bool,
}

impl Taken {
    /// Takes messages in this build; `overlay` offers the extension.
    pub(super) fn measure(
        signers: Signers,
        build: AnyBuild,
        overlay: &Runtime,
        nearcore: &Runtime,
    ) -> anyhow::Result<Self> {
        let take = |runtime, method, args| {
            let burnt = take(runtime, build, method, args)?;
            burnt.with_context(|| format!("{build}: {COUNT} messages do not fit {TRANSACTION}"))
        };
        let some = messages(COUNT, signers, ACCOUNT);
        let burnt_gas = take(overlay, "take_borsh", borsh_args(&some))?;
        let backends_agree = match build {
            AnyBuild::Client(ClientBuild::HostMany) => true,
            _ => take(nearcore, "take_borsh", borsh_args(&some))? == burnt_gas,
        };
        Ok(Self {
            signers: signers.name(),
            build: build.name(),
            burnt_gas,
            burnt_gas_of_json: take(overlay, "take", json_args(&some))?,
            capacity_300_tgas: capacity(TRANSACTION, [10, 50], |count| {
                let args = borsh_args(&messages(count, signers, ACCOUNT));
                self::take(overlay, build, "take_borsh", args)
            })?,
            backends_agree,
        })
    }

    /// A row for each.
    pub(crate) fn table(all: &[Self]) -> Table {
        let mut table = Table::titled(
            "messages | build | Tgas a message | of weak-in-wasm | Tgas in JSON | that fit 300 Tgas",
        );
        let each = |burnt_gas: u64| format_tgas(burnt_gas / u64::from(COUNT));
        for taken in all.chunk_by(|a, b| a.signers == b.signers) {
            for it in taken {
                let [borsh, json] = [it.burnt_gas, it.burnt_gas_of_json].map(each);
                let ratio = format_ratio(it.burnt_gas, taken[0].burnt_gas);
                let cells: [&dyn Display; 5] =
                    [&it.build, &borsh, &ratio, &json, &it.capacity_300_tgas];
                table.line(it.signers, &cells);
            }
        }
        table
    }
}

/// Gas of the first call of a contract; `None` if it is out of gas.
fn take(
    runtime: &Runtime,
    build: AnyBuild,
    method: &str,
    args: Vec<u8>,
) -> anyhow::Result<Option<u64>> {
    let wasm = signed_messages(build).wasm().to_vec();
    let mut contract = runtime.deploy(ACCOUNT.parse()?, wasm)?;
    let outcome = contract
        .call(method)
        .args(args)
        .gas(TRANSACTION)
        .transact()?;
    let ended = Verdict::of(&outcome);
    match ended.verdict.as_str() {
        _ if ended.is_success() => Ok(Some(outcome.burnt_gas.as_gas())),
        OUT_OF_GAS => Ok(None),
        _ => bail!("{build} refused signed messages: {ended}"),
    }
}
