//! The contract `committee`: the gas of an approval by the group's signature, and by a threshold of
//! members' signatures.

use super::run::{ACCOUNT, Backends, Call, Run};
use crate::output::Table;
use crate::output::format::{format_ratio, format_tgas};
use near_frost::dealt_groups::Group;
use near_runtime_ext::Account;
use serde_json::json;
use test_contracts::Build;
use test_contracts::committee::{
    Action, Decision, approve_group_args, approve_members_args, members, new_args, signatures,
    signed_bytes,
};

/// Thresholds, and numbers of members.
pub(super) const SIZES: [(u16, u16); 3] = [(7, 10), (67, 100), (667, 1000)];

const ACTION: Action = Action::Attest([7; 32]);

/// Approvals by a committee of this size in each build: the group's second one by FROST, since the first stores a
/// digest where there was none; then one by members.
pub(super) fn runs(
    backends: &Backends,
    (threshold, count): (u16, u16),
    step: impl Fn(String),
) -> anyhow::Result<Vec<[Run; 2]>> {
    let mut group = Group::new(threshold, count, 1)?;
    let decision = Decision::Approve(ACTION);
    let bytes = |nonce| signed_bytes(ACCOUNT, nonce, &decision);
    let create = new_args(&group.key, &members(count), threshold);
    let mut by_group = |nonce| {
        let signature = group.sign(&bytes(nonce))?;
        anyhow::Ok(approve_group_args(&ACTION, &signature))
    };
    let [first, second] = [by_group(0)?, by_group(1)?];
    let by_members = approve_members_args(&ACTION, &signatures(&bytes(2), 0..threshold));
    let overlay = &backends.overlay;
    let limits = &overlay.config().wasm_config.limit_config;
    let account = Account::new(ACCOUNT.parse()?);
    let in_build = |build| {
        step(format!("approving by {threshold} of {count} ({build})"));
        let contract = test_contracts::committee(build);
        let gas = limits.max_total_prepaid_gas;
        let call = |account, method, args: &Vec<u8>| {
            Call::new(contract, account, gas, method, args.clone())
        };
        let run = |by_group: bool, call| {
            let case = json!({ "threshold": threshold, "members": count, "by_group": by_group });
            backends.run(case, call)
        };
        let created = call(&account, "new", &create).succeed(overlay)?;
        let approved = call(&created, "approve_group", &first).succeed(overlay)?;
        let second = call(&approved, "approve_group", &second);
        let after = second.succeed(overlay)?;
        let by_members = call(&after, "approve_members", &by_members);
        Ok([run(true, &second)?, run(false, &by_members)?])
    };
    Build::CLIENT.into_iter().map(in_build).collect()
}

/// A row for each pair of runs.
pub(super) fn table(all: &[[Run; 2]]) -> Table {
    let mut table = Table::titled(
        "committee | build | Tgas by the group's signature | Tgas by members' signatures | times the group's",
    );
    for [by_group, by_members] in all {
        let name = format!(
            "{} of {}",
            by_group.case["threshold"], by_group.case["members"]
        );
        let (gas, times) = match by_members.gas() {
            Some(gas) => (format_tgas(gas), format_ratio(gas, by_group.burnt_gas)),
            None => ("out of gas".to_owned(), String::new()),
        };
        let group = format_tgas(by_group.burnt_gas);
        table.row("", &name, vec![by_group.build.clone(), group, gas, times]);
    }
    table
}
