//! The contract in the metered runtimes, and its arguments, which unmetered engines use too.

use crate::contender::Contender;
use crate::library::Signed;
use anyhow::{Context as _, bail};
use near_runtime_ext::{Failure, FunctionCallError, Gas, HostError, RuntimeBuilder};
use serde_json::json;
use std::path::Path;
use std::sync::LazyLock;
use test_contracts::fixtures::nep364;
use test_contracts::{Build, signature_verifier};

/// The method, which verifies one signature repeatedly.
pub(super) const METHOD: &str = "verify_ed25519";

/// The contract's panic message for a refused signature.
pub(super) const REFUSED: &str = "signature verification failed";

/// The largest gas of a call: 300 verifications in Wasm.
const GAS: Gas = Gas::from_teragas(1000);

/// The NEP's own signature, of 32 bytes by a public key that the contract holds.
pub(crate) static NEP: LazyLock<Signed> = LazyLock::new(|| Signed {
    signature: nep364::SIGNATURE,
    message: nep364::MESSAGE.into(),
    public_key: nep364::PUBLIC_KEY,
});

/// Arguments of the method, which takes one signature and a number of repetitions.
pub(super) fn args(signed: &[Signed]) -> Vec<u8> {
    let first = signed.first().unwrap_or(&NEP);
    let (p1, p2) = first.signature.split_at(32);
    let args = json!({
        "signature_p1": p1,
        "signature_p2": p2,
        "msg": first.message,
        "iterations": signed.len(),
    });
    args.to_string().into_bytes()
}

/// The contract in a fresh runtime, as a contender, and the gas of one verification: that of a call
/// with two, minus that of a call with one. The folder `cache` keeps it compiled, as on a node; without
/// it nearcore's runner loads the contract anew for every call.
pub(super) fn contract(
    builder: RuntimeBuilder,
    build: Build,
    cache: &Path,
) -> anyhow::Result<(Contender, u64)> {
    let wasm = signature_verifier(build).wasm().to_vec();
    let runtime = builder.cache_folder(cache).build()?;
    let mut contract = runtime.deploy("contract.near".parse()?, wasm)?;
    let mut call = move |signed: &[Signed]| {
        let call = contract.call(METHOD).args(args(signed)).gas(GAS);
        let outcome = call.transact()?;
        let is_accepted = match outcome.failure {
            None => true,
            Some(Failure::Call(FunctionCallError::HostError(HostError::GuestPanic {
                panic_msg,
            }))) if panic_msg == REFUSED => false,
            Some(failure) => bail!("{failure}"),
        };
        Ok(((is_accepted, outcome.wall), outcome.burnt_gas.as_gas()))
    };
    let nep = [NEP.clone(), NEP.clone()];
    let ((_, one), (_, two)) = (call(&nep[..1])?, call(&nep)?);
    let gas = two.checked_sub(one).context("two take less than one")?;
    Ok((Box::new(move |signed| Ok(call(signed)?.0)), gas))
}
