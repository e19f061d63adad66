//! The one difference between the builds: the verifier of the messages.

use near_sdk_ext::nep413::{Refused, SignedMessage};

#[cfg(not(any(
    feature = "host",
    feature = "host-many",
    feature = "weak-in-wasm",
    feature = "wasm",
    feature = "wasm-best"
)))]
compile_error!(
    "choose a build: feature `host`, `host-many`, `weak-in-wasm`, `wasm` or `wasm-best`"
);

/// The index of the first refused message, and the reason.
type Fault = (usize, Refused);

/// Verifies by the SDK's method, one by one.
#[cfg(feature = "host")]
pub(crate) fn verify(messages: &[SignedMessage], recipient: &str) -> Result<(), Fault> {
    for (at, message) in messages.iter().enumerate() {
        message.verify(recipient).map_err(|refused| (at, refused))?;
    }
    Ok(())
}

/// Verifies in one batch call. The fault is the one that verifying one by one would find: if a
/// message is refused before verification, the signatures before it are verified first.
#[cfg(all(feature = "host-many", not(feature = "host")))]
pub(crate) fn verify(messages: &[SignedMessage], recipient: &str) -> Result<(), Fault> {
    use near_sdk_ext::{Items, Rule, env};

    let mut items = Items::with_capacity(messages.len(), 32 * messages.len());
    let mut refused = Ok(());
    for (at, message) in messages.iter().enumerate() {
        match message.bound(recipient) {
            Ok(hash) => items.push(
                message.public_key.as_bytes(),
                message.signature.as_bytes(),
                hash,
            ),
            Err(reason) => {
                refused = Err((at, reason));
                break;
            }
        }
    }
    if items.is_empty() {
        return refused;
    }
    let verdicts = env::ed25519_verify_many(&items, Rule::Nep364);
    match verdicts.iter().position(|is_accepted| !is_accepted) {
        None => refused,
        Some(at) => Err((at, Refused::Signature(messages[at].public_key))),
    }
}

/// Verifies one by one, as the largest contracts do: dalek decodes the key to ask whether it is
/// weak, and the host function verifies.
#[cfg(all(
    feature = "weak-in-wasm",
    not(any(feature = "host", feature = "host-many"))
))]
pub(crate) fn verify(messages: &[SignedMessage], recipient: &str) -> Result<(), Fault> {
    use ed25519_dalek_wasm::VerifyingKey;

    for (at, message) in messages.iter().enumerate() {
        let (payload, public_key) = (&message.payload, message.public_key);
        if payload.recipient != recipient {
            let (expected, found) = (recipient.to_owned(), payload.recipient.clone());
            return Err((at, Refused::Recipient { expected, found }));
        }
        let (signature, key) = (message.signature.as_bytes(), public_key.as_bytes());
        let Ok(decoded) = VerifyingKey::from_bytes(key) else {
            return Err((at, Refused::Signature(public_key)));
        };
        if decoded.is_weak() {
            return Err((at, Refused::SmallOrder(public_key)));
        }
        if !near_sdk_ext::env::ed25519_verify(signature, payload.hash(), key) {
            return Err((at, Refused::Signature(public_key)));
        }
    }
    Ok(())
}

/// Verifies one by one, in Wasm.
#[cfg(not(any(feature = "host", feature = "host-many", feature = "weak-in-wasm")))]
pub(crate) fn verify(messages: &[SignedMessage], recipient: &str) -> Result<(), Fault> {
    use near_sdk_ext::{Flavour as _, Wasm};

    for (at, message) in messages.iter().enumerate() {
        let hash = message.bound(recipient).map_err(|refused| (at, refused))?;
        let (signature, key) = (message.signature.as_bytes(), message.public_key.as_bytes());
        if !Wasm::ed25519_verify(signature, &hash, key) {
            return Err((at, Refused::Signature(message.public_key)));
        }
    }
    Ok(())
}
