//! The contract `signature-verifier`: the NEP's call, and two that must fail.

use super::run::{ACCOUNT, Backends, Call, Run};
use crate::output::format::TRANSACTION;
use anyhow::bail;
use near_runtime_ext::{Account, Gas};
use serde_json::json;
use test_contracts::Contract;
use test_contracts::fixtures::{nep364, verify_ed25519_args, verify_raw_args};

/// Verifications in one call: those of the NEP's own benchmark, and more than fit in a Wasm build.
pub const ITERATIONS: [u32; 4] = [1, 10, 50, 130];

/// Every call in one build, each with 300 Tgas: the NEP's own signature, verified so many times; a signature
/// of another message, which is refused; and one of 63 bytes, at which the contract aborts.
pub(super) fn runs(backends: &Backends, contract: &'static Contract) -> anyhow::Result<Vec<Run>> {
    let account = &Account::new(ACCOUNT.parse()?);
    let call = |method, args| Call::new(contract, account, TRANSACTION, method, args);
    // Compiles the contract first, so that no run's time includes it.
    backends.run(json!("nothing"), &call("noop", Vec::new()))?;
    let mut runs = Vec::new();
    for count in ITERATIONS {
        let call = call("verify_ed25519", verify_ed25519_args(count));
        runs.push(backends.run(json!({ "valid": count }), &call)?);
    }
    let (signature, mut forged) = (nep364::SIGNATURE, nep364::MESSAGE);
    forged[0] ^= 1;
    for (case, signature, message) in [
        ("forged", &signature[..], &forged),
        ("malformed", &signature[..63], &nep364::MESSAGE),
    ] {
        let args = verify_raw_args(signature, message, &nep364::PUBLIC_KEY);
        let (mut run, outcome, after) = backends.run_any(json!(case), &call("verify_raw", args))?;
        let verdict = match (case, &outcome.failure, outcome.borsh()) {
            ("forged", None, Ok(false)) => "refused",
            // The method would have counted the call.
            ("malformed", Some(_), _) if after == *account => "aborted",
            other => bail!("{contract}: {other:?}"),
        };
        verdict.clone_into(&mut run.verdict);
        runs.push(run);
    }
    Ok(runs)
}

/// The most verifications in one call with this gas.
pub(super) fn capacity(
    backends: &Backends,
    contract: &'static Contract,
    gas: Gas,
) -> anyhow::Result<u32> {
    let account = &Account::new(ACCOUNT.parse()?);
    backends.capacity([10, 50], |count| {
        let args = verify_ed25519_args(count);
        Ok(Call::new(contract, account, gas, "verify_ed25519", args))
    })
}
