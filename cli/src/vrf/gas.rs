//! The gas of verifying a proof in a contract, in each build.

use crate::light_clients::{ATTACHED, burnt_gas, runtime};
use crate::output::format::format_enough_tgas;
use near_ecvrf::Suite;
use test_contracts::randomness_beacon::verify_args;
use test_contracts::{Build, randomness_beacon};

/// Verifies the proof by the contract `randomness-beacon`. Returns the gas of the whole call in each build, by its
/// name; `None` if it needs more than a transaction can attach.
///
/// # Errors
///
/// A call ends otherwise than with an answer or out of gas.
pub(super) fn gas_by_build(
    suite: Suite,
    public_key: &[u8; 32],
    alpha: &[u8],
    proof: &[u8],
) -> anyhow::Result<Vec<(&'static str, Option<u64>)>> {
    let runtime = runtime()?;
    let args = verify_args(suite.code(), public_key, alpha, proof);
    let of_build = |build: Build| {
        let wasm = randomness_beacon(build).wasm().to_vec();
        let mut contract = runtime.deploy("contract.near".parse()?, wasm)?;
        let call = contract.call("verify").args(args.clone());
        let outcome = call.gas(ATTACHED).transact()?;
        Ok((build.name(), burnt_gas(&outcome, build)?))
    };
    Build::VRF.into_iter().map(of_build).collect()
}

/// Gas of a call in words.
pub(super) fn in_words(burnt: Option<u64>) -> String {
    match burnt {
        Some(gas) => format!("{} Tgas", format_enough_tgas(gas)),
        None => format!("more than {ATTACHED}"),
    }
}
