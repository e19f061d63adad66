//! An action of the contract `committee`, approved by the group's signature, and by one of each signer.

use crate::light_clients::{OUT_OF_GAS, Verdict, runtime};
use anyhow::{bail, ensure};
use near_runtime_ext::{Outcome, Runtime};
use test_contracts::ClientBuild;
use test_contracts::committee::{
    Action, Decision, approve_group_args, approve_members_args, members, new_args, signatures,
    signed_bytes,
};

const ACCOUNT: &str = "committee.near";

/// What is approved.
const ACTION: Action = Action::Attest([7; 32]);

/// The gas of an approval in a build of the contract.
pub(super) struct Approval {
    pub(super) build: ClientBuild,
    /// By the group's signature.
    pub(super) of_group: u64,
    /// By a signature of each signer; `None` if a transaction runs out of gas.
    pub(super) of_members: Option<u64>,
}

/// The bytes that the group signs.
pub(super) fn message() -> Vec<u8> {
    signed_bytes(ACCOUNT, 0, &Decision::Approve(ACTION))
}

/// The approval in every build.
///
/// # Errors
///
/// The contract refuses the signature.
pub(super) fn of_every_build(
    group_key: &[u8; 32],
    signature: &[u8; 64],
    signers: u16,
    count: u16,
) -> anyhow::Result<Vec<Approval>> {
    let runtime = runtime()?;
    let new = new_args(group_key, &members(count), signers);
    let by_group = approve_group_args(&ACTION, signature);
    let by_members = approve_members_args(&ACTION, &signatures(&message(), 0..signers));
    let of = |build| {
        let approve = |method, args| approve(&runtime, build, &new, method, args);
        let of_group = approve("approve_group", &by_group)?;
        ensure!(of_group.is_success(), "{build}: {:?}", of_group.failure);
        let of_members = approve("approve_members", &by_members)?;
        let ended = Verdict::of(&of_members);
        Ok(Approval {
            build,
            of_group: of_group.burnt_gas.as_gas(),
            of_members: match ended.verdict.as_str() {
                _ if ended.is_success() => Some(of_members.burnt_gas.as_gas()),
                OUT_OF_GAS => None,
                _ => bail!("{build} refused the members' signatures: {ended}"),
            },
        })
    };
    ClientBuild::ALL.into_iter().map(of).collect()
}

/// A call of a new committee.
fn approve(
    runtime: &Runtime,
    build: ClientBuild,
    new: &[u8],
    method: &str,
    args: &[u8],
) -> anyhow::Result<Outcome> {
    let wasm = test_contracts::committee(build).wasm().to_vec();
    let mut contract = runtime.deploy(ACCOUNT.parse()?, wasm)?;
    let gas = runtime
        .config()
        .wasm_config
        .limit_config
        .max_total_prepaid_gas;
    let call = contract.call("new").args(new.to_vec());
    let created = call.gas(gas).transact()?;
    ensure!(created.is_success(), "{build}: {:?}", created.failure);
    let call = contract.call(method).args(args.to_vec());
    Ok(call.gas(gas).transact()?)
}
