//! The one difference between the builds: the verifier of signatures.

use crate::Signed;

#[cfg(not(any(
    feature = "host",
    feature = "host-many",
    feature = "wasm",
    feature = "wasm-best"
)))]
compile_error!("choose a build: feature `host`, `host-many`, `wasm` or `wasm-best`");

/// Verifies by the SDK's function: one batch call with its feature `verify-many`, else many calls.
#[cfg(any(feature = "host", feature = "host-many"))]
pub(crate) fn verdicts(signed: &[Signed]) -> Vec<bool> {
    use near_sdk_ext::{Items, Rule, env};

    let mut items = Items::new();
    for (public_key, signature, message) in signed {
        items.push(public_key, signature, message);
    }
    let verdicts = env::ed25519_verify_many(&items, Rule::Nep364);
    verdicts.iter().collect()
}

/// Verifies in Wasm, one after the other.
#[cfg(not(any(feature = "host", feature = "host-many")))]
pub(crate) fn verdicts(signed: &[Signed]) -> Vec<bool> {
    use near_sdk_ext::{Flavour as _, Wasm};

    let verdicts = signed.iter().map(|(public_key, signature, message)| {
        Wasm::ed25519_verify(signature, message, public_key)
    });
    verdicts.collect()
}
