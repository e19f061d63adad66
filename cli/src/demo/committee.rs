//! The contract `committee`: the gas of an approval by the group's signature, and by a threshold of
//! members' signatures.

use super::run::{ACCOUNT, Backends, Call, Run};
use crate::output::Table;
use crate::output::format::{format_ratio, format_tgas};
use near_frost::dealt_groups::Group;
use near_runtime_ext::Account;
use serde::Serialize;
use test_contracts::Contract;
use test_contracts::committee::{
    Action, Decision, approve_group_args, approve_members_args, members, new_args, signatures,
    signed_bytes,
};

/// Thresholds, and numbers of members.
pub(super) const SIZES: [(u16, u16); 3] = [(7, 10), (67, 100), (667, 1000)];

const ACTION: Action = Action::Attest([7; 32]);

/// An approval by a committee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Approval {
    /// The threshold.
    pub threshold: u16,
    /// The number of members.
    pub members: u16,
    /// Whether one signature of the group approves, instead of one by each signer.
    pub by_group: bool,
}

/// A committee and its signed approvals: two by the group, and then one by members.
pub(super) struct Signed {
    size: (u16, u16),
    create: Vec<u8>,
    by_group: [Vec<u8>; 2],
    by_members: Vec<u8>,
}

impl Signed {
    /// The group signs by FROST.
    pub(super) fn new(size: (u16, u16)) -> anyhow::Result<Self> {
        let (threshold, count) = size;
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
            size,
            create: new_args(&group.key(), &members(count), threshold),
            by_group,
            by_members: approve_members_args(&ACTION, &by_members),
        })
    }

    /// The group's second approval, since the first one stores a digest where there was none; then
    /// one by members, in this build.
    pub(super) fn runs(
        &self,
        backends: &Backends,
        contract: &'static Contract,
    ) -> anyhow::Result<[Run<Approval>; 2]> {
        let limits = &backends.overlay.config().wasm_config.limit_config;
        let gas = limits.max_total_prepaid_gas;
        let account = Account::new(ACCOUNT.parse()?);
        let call = |account, method, args: &Vec<u8>| {
            Call::new(contract, account, gas, method, args.clone())
        };
        let [first, second] = &self.by_group;
        let created = call(&account, "new", &self.create).succeed(&backends.overlay)?;
        let approved = call(&created, "approve_group", first).succeed(&backends.overlay)?;
        let second = call(&approved, "approve_group", second);
        let after = second.succeed(&backends.overlay)?;
        let by_members = call(&after, "approve_members", &self.by_members);
        let (threshold, members) = self.size;
        let case = |by_group| Approval {
            threshold,
            members,
            by_group,
        };
        Ok([
            backends.run(case(true), &second)?,
            backends.run(case(false), &by_members)?,
        ])
    }
}

/// A row for each pair of runs.
pub(super) fn table(all: &[[Run<Approval>; 2]]) -> Table {
    let mut table = Table::titled(
        "committee | build | Tgas by the group's signature | Tgas by members' signatures | times the group's",
    );
    for [by_group, by_members] in all {
        let name = format!("{} of {}", by_group.case.threshold, by_group.case.members);
        let (gas, times) = match by_members.gas() {
            Some(gas) => (format_tgas(gas), format_ratio(gas, by_group.burnt_gas)),
            None => ("out of gas".to_owned(), String::new()),
        };
        let group = format_tgas(by_group.burnt_gas);
        table.row("", &name, vec![by_group.build.clone(), group, gas, times]);
    }
    table
}
