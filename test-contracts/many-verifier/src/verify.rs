//! The one difference between the builds: the verifier of signatures.

use near_sdk_ext::Rule;

use crate::Signed;

/// 1 or 0 for each, by the SDK's function: one batch call with its feature `verify-many`, many
/// calls without it.
#[cfg(any(feature = "host", feature = "host-many"))]
pub(crate) fn verdicts(signed: &[Signed], rule: Rule) -> Vec<u8> {
    use near_sdk_ext::{Items, env};

    let mut items = Items::new();
    for (public_key, signature, message) in signed {
        items.push(public_key, signature, message);
    }
    let verdicts = env::ed25519_verify_many(&items, rule);
    verdicts.iter().map(u8::from).collect()
}

/// 1 or 0 for each, in Wasm, one by one.
#[cfg(not(any(feature = "host", feature = "host-many")))]
pub(crate) fn verdicts(signed: &[Signed], rule: Rule) -> Vec<u8> {
    use near_sdk_ext::{Flavour as _, PublicKey, Wasm};

    let verdicts = signed.iter().map(|(public_key, signature, message)| {
        let is_refused = rule == Rule::Binding && PublicKey::from(*public_key).is_small_order();
        u8::from(!is_refused && Wasm::ed25519_verify(signature, message, public_key))
    });
    verdicts.collect()
}
