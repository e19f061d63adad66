//! The gas of functions in this project's own contracts: headers, messages and proofs, by the host
//! functions.

use super::beacon::Proofs;
use super::messages::borsh_call;
use super::run::ACCOUNT;
use crate::light_clients::made_up::headers;
use crate::light_clients::runtime;
use anyhow::Context as _;
use near_runtime_ext::{Account, CallTree, Outcome};
use std::fs;
use test_contracts::signed_messages::Signers;
use test_contracts::{Build, Contract, randomness_beacon, signed_messages};

/// The gas of functions in a header of each light client, in messages of many signers, and in proofs
/// of a beacon; with each the contract's name, and the call in words.
///
/// # Errors
///
/// A contract or its symbols cannot be read; a call is refused.
pub fn profiles() -> anyhow::Result<Vec<(&'static str, String, CallTree)>> {
    let runtime = runtime()?;
    let mut profiles = Vec::new();
    for header in headers().iter().filter(|header| header.power == "equal") {
        let (title, client) = (header.name(), header.update.client);
        let mut deployed = client.deploy(&runtime, Build::Host, &header.update.init)?;
        deployed.name_functions(&symbols((client.contract)(Build::Host))?)?;
        let outcome = client.update(&mut deployed, &header.update.args, header.update.now_ns)?;
        profiles.push((client.name, title, functions(outcome)?));
    }
    let messages = signed_messages(Build::Host);
    let account = Account::new(ACCOUNT.parse()?);
    let call = borsh_call(messages, &account, Signers::Many, super::messages::COUNT);
    let (outcome, _) = call.on(&runtime, Some(&symbols(messages)?))?;
    profiles.push((messages.name(), messages.to_string(), functions(outcome)?));

    let beacon = randomness_beacon(Build::HostMany);
    let proofs = Proofs::new()?;
    let account = proofs.waiting(&runtime, beacon)?;
    let call = proofs.call(beacon, &account, super::beacon::COUNT)?;
    let (outcome, _) = call.on(&runtime, Some(&symbols(beacon)?))?;
    profiles.push((beacon.name(), beacon.to_string(), functions(outcome)?));
    Ok(profiles)
}

fn functions(outcome: Outcome) -> anyhow::Result<CallTree> {
    outcome.functions.context("functions are recorded")
}

fn symbols(contract: &Contract) -> anyhow::Result<Vec<u8>> {
    let file = contract.symbols();
    fs::read(&file).with_context(|| format!("cannot read {}", file.display()))
}
