//! The one difference between the builds: the verifier of signatures.

use crate::members::Keyed;

/// The index of the first refused signature of `message`, each with its key; verifies one by one.
#[cfg(not(all(feature = "host-many", not(feature = "host"))))]
pub(crate) fn first_refused(message: &[u8], signed: &[Keyed<'_>]) -> Option<usize> {
    use near_sdk_ext::Flavour;
    #[cfg(feature = "host")]
    use near_sdk_ext::Host as Verifier;
    #[cfg(not(feature = "host"))]
    use near_sdk_ext::Wasm as Verifier;

    signed.iter().position(|(key, signature)| {
        !<Verifier as Flavour>::ed25519_verify(signature, message, key)
    })
}

/// The same, in one batch call.
#[cfg(all(feature = "host-many", not(feature = "host")))]
pub(crate) fn first_refused(message: &[u8], signed: &[Keyed<'_>]) -> Option<usize> {
    use near_sdk_ext::{Items, Rule, env};

    let mut items = Items::with_capacity(signed.len(), message.len() * signed.len());
    for (key, signature) in signed {
        items.push(key, signature, message);
    }
    let verdicts = env::ed25519_verify_many(&items, Rule::Nep364);
    verdicts.iter().position(|is_accepted| !is_accepted)
}
