//! The one difference between the builds: the verifier of signatures.

use crate::members::Keyed;

#[cfg(not(any(
    feature = "host",
    feature = "host-many",
    feature = "wasm",
    feature = "wasm-best"
)))]
compile_error!("choose a build: feature `host`, `host-many`, `wasm` or `wasm-best`");

/// Verifies the signatures of one message, each with its key, one by one. The error is the index of
/// the first bad one.
#[cfg(not(all(feature = "host-many", not(feature = "host"))))]
pub(crate) fn verify(message: &[u8], signed: &[Keyed<'_>]) -> Result<(), usize> {
    use near_sdk_ext::Flavour;
    #[cfg(feature = "host")]
    use near_sdk_ext::Host as Verifier;
    #[cfg(not(feature = "host"))]
    use near_sdk_ext::Wasm as Verifier;

    let is_refused = |(key, signature): &Keyed<'_>| {
        !<Verifier as Flavour>::ed25519_verify(signature, message, key)
    };
    signed.iter().position(is_refused).map_or(Ok(()), Err)
}

/// Verifies the signatures of one message, each with its key, in one batch call. The error is the
/// index of the first bad one.
#[cfg(all(feature = "host-many", not(feature = "host")))]
pub(crate) fn verify(message: &[u8], signed: &[Keyed<'_>]) -> Result<(), usize> {
    use near_sdk_ext::{Items, Rule, env};

    let mut items = Items::with_capacity(signed.len(), message.len() * signed.len());
    for (key, signature) in signed {
        items.push(key, signature, message);
    }
    let verdicts = env::ed25519_verify_many(&items, Rule::Nep364);
    let first_refused = verdicts.iter().position(|is_accepted| !is_accepted);
    first_refused.map_or(Ok(()), Err)
}
