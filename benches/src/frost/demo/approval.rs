//! An action of the contract `committee`: one approval by the group's signature, one by its
//! signers' own.

use anyhow::Context as _;
use near_ed25519::light_clients::{ATTACHED, burnt_gas, runtime};
use test_contracts::committee::{
    Action, Decision, approve_group_args, approve_members_args, members, new_args, signatures,
    signed_bytes,
};
use test_contracts::{ClientBuild, committee};

const ACCOUNT: &str = "committee.near";

/// The approved action.
const ACTION: Action = Action::Attest([7; 32]);

/// The gas of an approval in a build of the contract.
pub(super) struct Approval {
    pub(super) build: ClientBuild,
    /// With the group's signature.
    pub(super) of_group: u64,
    /// With a signature of each signer; `None` if a transaction runs out of gas.
    pub(super) of_members: Option<u64>,
}

/// The bytes that the group signs.
pub(super) fn message() -> Vec<u8> {
    signed_bytes(ACCOUNT, 0, &Decision::Approve(ACTION))
}

/// The gas of the approval in every build.
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
        let approve = |method, args| {
            let wasm = committee(build).wasm().to_vec();
            let mut contract = runtime.deploy(ACCOUNT.parse()?, wasm)?;
            let mut gas = None;
            for (method, args) in [("new", &new), (method, args)] {
                let call = contract.call(method).args(args.clone());
                let outcome = call.gas(ATTACHED).transact()?;
                gas = burnt_gas(&outcome, format_args!("the committee refused {method}"))?;
            }
            anyhow::Ok(gas)
        };
        let of_group = approve("approve_group", &by_group)?;
        Ok(Approval {
            build,
            of_group: of_group.context("one signature does not fit a transaction")?,
            of_members: approve("approve_members", &by_members)?,
        })
    };
    ClientBuild::ALL.into_iter().map(of).collect()
}
