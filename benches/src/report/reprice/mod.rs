//! `docs/reprice.md`: prices of `ed25519_verify` that the recordings support, and what each would
//! change for users.

mod costs;

use super::Block;
use crate::batches::{self, beside_dalek_3};
use anyhow::{Context as _, ensure};
use chain_files::tendermint::generate::Power;
use costs::Costs;
use near_ed25519::light_clients::{made_up::headers, runtime};
use near_ed25519::output::Table;
use near_ed25519::output::format::{TRANSACTION, format_gas, format_tgas};
use near_gas_params::PricedFunction;
use near_runtime_ext::Outcome;
use std::path::Path;
use test_contracts::signed_messages::{Signers, json_args, messages};
use test_contracts::{Build, signed_messages};

/// The page's generated parts.
pub(super) fn blocks(recorded: &Path) -> anyhow::Result<Vec<Block>> {
    let batches = batches::EXPERIMENT.recording(recorded)?;
    let machines: Vec<_> = batches.everywhere().collect();
    let costs = costs::all(recorded, &machines)?;
    Ok(vec![
        ("reprice: costs", costs::table(&costs)?.markdown()),
        ("reprice: users", of_users(&costs)?.markdown()),
        ("reprice: dalek 3", beside_dalek_3(&machines).markdown()),
    ])
}

/// The account of the contract that takes signed messages.
const RECIPIENT: &str = "contract.near";

/// A call of a contract: its gas, and the amounts that the prices of `ed25519_verify` multiply.
struct Call {
    name: String,
    gas: u64,
    /// Host calls, and bytes of their messages.
    amounts: [u64; 2],
}

impl Call {
    fn new(name: String, outcome: &Outcome, charged: [u64; 2]) -> anyhow::Result<Self> {
        ensure!(outcome.is_success(), "{name} fails");
        let mut amounts = [0; 2];
        let costs = ["ed25519_verify_base", "ed25519_verify_byte"];
        for ((amount, cost), price) in amounts.iter_mut().zip(costs).zip(charged) {
            let gas = outcome.profile.get(cost).context(cost)?.as_gas();
            ensure!(gas % price == 0, "{name}: {cost} is not what is charged");
            *amount = gas / price;
        }
        let gas = outcome.burnt_gas.as_gas();
        Ok(Self { name, gas, amounts })
    }

    /// Its gas at these prices instead of those charged.
    fn at(&self, prices: [u64; 2], charged: [u64; 2]) -> Option<u64> {
        let both = self.amounts.into_iter().zip(prices).zip(charged);
        let more = both.map(|((amount, price), charged)| {
            i128::from(amount) * (i128::from(price) - i128::from(charged))
        });
        u64::try_from(i128::from(self.gas) + more.sum::<i128>()).ok()
    }
}

/// What users would pay for the same host calls at other prices. A row for each price, and a column for
/// each call.
fn of_users(costs: &[Costs]) -> anyhow::Result<Table> {
    let charged = PricedFunction::Ed25519Verify.prices();
    let charged = [charged.base, charged.byte];
    let mut prices = vec![("in force", charged)];
    prices.extend(costs::prices(costs)?);
    let calls = calls(charged)?;
    let titles = ["price", "base", "byte"].map(str::to_owned).into_iter();
    let mut table = Table::new(titles.chain(calls.iter().map(|it| {
        let [calls, bytes] = it.amounts;
        format!("{} (signatures: {calls}, bytes: {bytes}), Tgas", it.name)
    })));
    for (who, price) in prices {
        let mut cells = price.map(format_gas).to_vec();
        for call in &calls {
            let gas = call.at(price, charged);
            let gas = gas.with_context(|| format!("{}: no such gas", call.name))?;
            let percent = u128::from(gas) * 100 / u128::from(call.gas);
            cells.push(format!("{} ({percent} %)", format_tgas(gas)));
        }
        table.row("", who, cells);
    }
    Ok(table)
}

/// Headers of equal power, and one message of a wallet, by the host function.
fn calls(charged: [u64; 2]) -> anyhow::Result<Vec<Call>> {
    let runtime = runtime()?;
    let mut calls = Vec::new();
    for header in headers() {
        if header.power == Power::Equal.name() {
            let outcome = header.update.outcome(&runtime, Build::Host)?;
            calls.push(Call::new(header.name(), &outcome, charged)?);
        }
    }
    let wasm = signed_messages(Build::Host).wasm();
    let mut contract = runtime.deploy(RECIPIENT.parse()?, wasm.to_vec())?;
    let args = json_args(&messages(1, Signers::Many, RECIPIENT));
    let outcome = contract
        .call("take")
        .args(args)
        .gas(TRANSACTION)
        .transact()?;
    calls.push(Call::new(
        "a message by NEP-413".to_owned(),
        &outcome,
        charged,
    )?);
    Ok(calls)
}
