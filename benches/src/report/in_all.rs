//! What a user pays in all: transactions executed with all their receipts, callbacks and refunds.

use crate::chains::{chain_of, id};
use near_ed25519::light_clients::{ATTACHED, runtime};
use near_ed25519::output::format::format_tgas;
use near_frost::dealt_groups::Group;
use near_runtime_ext::{Balance, Chain, Succeeded};
use test_contracts::bridge::{BRIDGE, CLIENT, RELAYER, Sender};
use test_contracts::committee::{
    Action, Decision, approve_group_args, members, new_args, signed_bytes,
};
use test_contracts::{Build, committee, corpus, tendermint_client};

const COMMITTEE: &str = "committee.near";
const RECEIVER: &str = "bob.near";

/// A transaction, with what its signer pays for in each build.
pub(super) type Row = (&'static str, Vec<String>);

/// All transactions.
pub(super) fn rows() -> anyhow::Result<Vec<Row>> {
    let sender = Sender::new(150, RECEIVER, 1_500_000);
    let mut group = Group::new(67, 100, 1)?;
    let (mut packets, mut transfers) = (vec![], vec![]);
    for build in Build::CLIENT {
        packets.push(paid(&packet(build, &sender)?));
        transfers.push(paid(&transfer(build, &mut group)?));
    }
    Ok(vec![
        (
            "a bridge's packet, its proof, and the mint in the callback",
            packets,
        ),
        ("a committee's transfer", transfers),
    ])
}

/// What the signer has paid for: the conversion and all receipts but refunds, whose gas is free.
fn paid(executed: &Succeeded) -> String {
    const MICRO: u128 = 10_u128.pow(18);
    let receipts = executed.receipts.iter().map(|it| &it.outcome);
    let paid = receipts.filter(|it| !it.tokens_burnt.is_zero());
    let gas = paid.fold(executed.conversion.outcome.gas_burnt, |sum, it| {
        sum.saturating_add(it.gas_burnt)
    });
    let gas = format_tgas(gas.as_gas());
    let micro = executed.tokens_burnt().as_yoctonear().div_ceil(MICRO);
    format!(
        "{gas} Tgas, {}.{:06} NEAR",
        micro / 1_000_000,
        micro % 1_000_000
    )
}

/// A chain of two users and these contracts.
fn chain(contracts: &[(&str, &[u8])]) -> anyhow::Result<Chain> {
    chain_of(&runtime()?, &[RELAYER, RECEIVER], contracts)
}

/// A light client verifies a packet of a chain of 150 validators, whose header it knows, and the bridge
/// mints in its callback.
fn packet(build: Build, sender: &Sender) -> anyhow::Result<Succeeded> {
    let client = tendermint_client(build).wasm();
    let mut chain = chain(&[(CLIENT, client), (BRIDGE, corpus::wasm("bridge"))])?;
    chain.block_mut().timestamp = sender.now_ns;
    for step in &sender.setup {
        let call = chain.call(&id(step.contract)?, step.method);
        let call = call.signer(&id(step.signer)?).args(step.args.clone());
        call.gas(ATTACHED).transact()?.into_result()?;
    }
    let call = chain.call(&id(BRIDGE)?, "receive").signer(&id(RELAYER)?);
    let call = call.args(sender.proved.receive_args());
    let call = call.deposit(Balance::from_millinear(10));
    Ok(call.transact()?.into_result()?)
}

/// A committee of 100 transfers 3 NEAR by one signature of 67.
fn transfer(build: Build, group: &mut Group) -> anyhow::Result<Succeeded> {
    let mut chain = chain(&[(COMMITTEE, committee(build).wasm())])?;
    let created = new_args(&group.key, &members(100), 67);
    let call = chain.call(&id(COMMITTEE)?, "new").args(created);
    call.transact()?.into_result()?;
    let action = Action::Transfer {
        receiver: RECEIVER.to_owned(),
        amount: Balance::from_near(3).as_yoctonear(),
    };
    let signed = signed_bytes(COMMITTEE, 0, &Decision::Approve(action.clone()));
    let args = approve_group_args(&action, &group.sign(&signed)?);
    let call = chain.call(&id(COMMITTEE)?, "approve_group").args(args);
    Ok(call.signer(&id(RELAYER)?).transact()?.into_result()?)
}
