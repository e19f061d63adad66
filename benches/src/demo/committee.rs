//! The contract `committee`: the gas of an approval by one signature of a group, and by the signatures of a
//! threshold of members.

use crate::amount::{format_ratio, format_tgas};
use crate::light_clients::{OUT_OF_GAS, Verdict};
use crate::measure::table::Table;
use anyhow::{bail, ensure};
use dealt_groups::Group;
use near_runtime_ext::{Contract, Gas, Runtime};
use serde::Serialize;
use std::fmt::Display;
use test_contracts::committee::{
    Action, Decision, approve_group_args, approve_members_args, members, new_args, signatures,
    signed_bytes,
};
use test_contracts::{ClientBuild, committee};

/// The least number of signers, and of members.
pub(super) const SIZES: [(u16, u16); 3] = [(7, 10), (67, 100), (667, 1000)];

const ACCOUNT: &str = "contract.near";
const ACTION: Action = Action::Attest([7; 32]);

/// Approvals by one committee in one build.
#[derive(Serialize)]
pub(crate) struct Approved {
    pub(crate) threshold: u16,
    pub(crate) members: u16,
    pub(crate) build: &'static str,
    /// Gas of an approval by one signature of the group.
    pub(crate) burnt_gas_by_group: u64,
    /// Gas of one by a threshold of members; `None` if it is more than a transaction can have.
    pub(crate) burnt_gas_by_members: Option<u64>,
    /// Whether nearcore's runner burnt exactly the same; it cannot run `host-many`.
    pub(crate) backends_agree: bool,
}

/// A committee's size, and its approvals, signed: an action by the group, again by the group, and by
/// members.
pub(super) struct Signed {
    threshold: u16,
    members: u16,
    create: Vec<u8>,
    by_group: [Vec<u8>; 2],
    by_members: Vec<u8>,
}

impl Signed {
    /// The group signs by FROST.
    pub(super) fn new((threshold, count): (u16, u16)) -> anyhow::Result<Self> {
        let mut group = Group::new(threshold, count, 1)?;
        let decision = Decision::Approve(ACTION);
        let bytes = |nonce| signed_bytes(ACCOUNT, nonce, &decision);
        let mut by_group = |nonce| {
            let signature = group.sign(&bytes(nonce))?;
            anyhow::Ok(approve_group_args(&ACTION, &signature))
        };
        let by_group = [by_group(0)?, by_group(1)?];
        let by_members = signatures(&bytes(2), 0..threshold);
        Ok(Self {
            threshold,
            members: count,
            create: new_args(&group.key(), &members(count), threshold),
            by_group,
            by_members: approve_members_args(&ACTION, &by_members),
        })
    }

    /// Approves the actions in this build; `overlay` offers the extension.
    pub(super) fn measure(
        &self,
        build: ClientBuild,
        overlay: &Runtime,
        nearcore: &Runtime,
    ) -> anyhow::Result<Approved> {
        let burnt = self.burnt(build, overlay)?;
        let backends_agree = match build {
            ClientBuild::HostMany => true,
            _ => self.burnt(build, nearcore)? == burnt,
        };
        let (burnt_gas_by_group, burnt_gas_by_members) = burnt;
        Ok(Approved {
            threshold: self.threshold,
            members: self.members,
            build: build.name(),
            burnt_gas_by_group,
            burnt_gas_by_members,
            backends_agree,
        })
    }

    /// Gas of the second approval by the group, since the first stores a digest where there was none,
    /// and of the one by members.
    fn burnt(&self, build: ClientBuild, runtime: &Runtime) -> anyhow::Result<(u64, Option<u64>)> {
        let mut committee = Created::new(ACCOUNT, build, runtime, &self.create)?;
        let [first, second] = &self.by_group;
        committee.call("approve_group", first)?;
        let by_group = committee.call("approve_group", second)?;
        let by_members = committee.call("approve_members", &self.by_members)?;
        match by_group {
            Some(by_group) => Ok((by_group, by_members)),
            None => bail!("{build}: one signature does not fit a transaction"),
        }
    }
}

impl Approved {
    /// A row for each.
    pub(crate) fn table(all: &[Self]) -> Table {
        let mut table = Table::titled(
            "committee | build | Tgas by the group's signature | Tgas by members' signatures | times the group's",
        );
        for it in all {
            let name = format!("{} of {}", it.threshold, it.members);
            let by_group = format_tgas(it.burnt_gas_by_group);
            let (by_members, times) = match it.burnt_gas_by_members {
                Some(gas) => (format_tgas(gas), format_ratio(gas, it.burnt_gas_by_group)),
                None => ("out of gas".to_owned(), String::new()),
            };
            let cells: [&dyn Display; 4] = [&it.build, &by_group, &by_members, &times];
            table.line(&name, &cells);
        }
        table
    }
}

/// A committee's contract, created; calls have all the gas that a transaction may have.
pub(crate) struct Created {
    contract: Contract,
    gas: Gas,
}

impl Created {
    pub(crate) fn new(
        account: &str,
        build: ClientBuild,
        runtime: &Runtime,
        create: &[u8],
    ) -> anyhow::Result<Self> {
        let wasm = committee(build).wasm().to_vec();
        let limits = &runtime.config().wasm_config.limit_config;
        let mut created = Self {
            contract: runtime.deploy(account.parse()?, wasm)?,
            gas: limits.max_total_prepaid_gas,
        };
        created.call("new", create)?;
        Ok(created)
    }

    /// Gas of a call; `None` if it is out of gas.
    pub(crate) fn call(&mut self, method: &str, args: &[u8]) -> anyhow::Result<Option<u64>> {
        let call = self.contract.call(method).args(args).gas(self.gas);
        let outcome = call.transact()?;
        let ended = Verdict::of(&outcome);
        if ended.verdict == OUT_OF_GAS {
            return Ok(None);
        }
        ensure!(
            ended.is_success(),
            "the committee refused {method}: {ended}"
        );
        Ok(Some(outcome.burnt_gas.as_gas()))
    }
}
