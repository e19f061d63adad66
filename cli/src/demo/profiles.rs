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

/// A call whose gas is told by function.
pub struct Profile {
    /// The contract's name, and a file's.
    pub name: &'static str,
    /// The call in words.
    pub title: String,
    /// The gas of its functions.
    pub functions: CallTree,
}

/// A header of each light client, messages of many signers, and proofs of a beacon.
///
/// # Errors
///
/// A contract or its symbols cannot be read; a call is refused.
pub fn profiles() -> anyhow::Result<Vec<Profile>> {
    let runtime = runtime()?;
    let mut profiles = Vec::new();
    for header in headers()?.iter().filter(|header| header.power == "equal") {
        let (title, client) = (header.name(), header.update.client);
        let mut deployed = client.deploy(&runtime, Build::Host, &header.update.init)?;
        deployed.name_functions(&symbols((client.contract)(Build::Host))?)?;
        let outcome = client.update(&mut deployed, &header.update.args, header.update.now_ns)?;
        profiles.push(profile(client.name, title, outcome)?);
    }
    let messages = signed_messages(Build::Host);
    let account = Account::new(ACCOUNT.parse()?);
    let call = borsh_call(messages, &account, Signers::Many, super::messages::COUNT);
    let (outcome, _) = call.on(&runtime, Some(&symbols(messages)?))?;
    profiles.push(profile(messages.name(), messages.to_string(), outcome)?);

    let beacon = randomness_beacon(Build::HostMany);
    let proofs = Proofs::new()?;
    let account = proofs.waiting(&runtime, beacon)?;
    let call = proofs.call(beacon, &account, super::beacon::COUNT)?;
    let (outcome, _) = call.on(&runtime, Some(&symbols(beacon)?))?;
    profiles.push(profile(beacon.name(), beacon.to_string(), outcome)?);
    Ok(profiles)
}

fn profile(name: &'static str, title: String, outcome: Outcome) -> anyhow::Result<Profile> {
    Ok(Profile {
        name,
        title,
        functions: outcome.functions.context("functions are recorded")?,
    })
}

fn symbols(contract: &Contract) -> anyhow::Result<Vec<u8>> {
    let file = contract.symbols();
    fs::read(&file).with_context(|| format!("cannot read {}", file.display()))
}
