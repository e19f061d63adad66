//! The one difference between the builds: who verifies.

use crate::Signed;

#[cfg(not(any(
    feature = "host",
    feature = "host-many",
    feature = "wasm",
    feature = "wasm-best"
)))]
compile_error!("choose a build: feature `host`, `host-many`, `wasm` or `wasm-best`");

/// By the SDK's call for many, which is one host call or many, by its feature `verify-many`.
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

/// In Wasm, one after the other.
#[cfg(not(any(feature = "host", feature = "host-many")))]
pub(crate) fn verdicts(signed: &[Signed]) -> Vec<bool> {
    use near_sdk_ext::{Flavour as _, Wasm};

    let verdicts = signed.iter().map(|(public_key, signature, message)| {
        Wasm::ed25519_verify(signature, message, public_key)
    });
    verdicts.collect()
}
