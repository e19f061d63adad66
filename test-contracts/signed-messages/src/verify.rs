//! The one difference between the builds: the verifier of the messages.

use near_sdk_ext::nep413::{Refused, SignedMessage};

/// The index of the first refused message, and the reason.
type Fault = (usize, Refused);

/// Verifies one by one, by the function `one` of the build.
#[cfg(not(all(feature = "host-many", not(feature = "host"))))]
pub(crate) fn verify(messages: &[SignedMessage], recipient: &str) -> Result<(), Fault> {
    for (at, message) in messages.iter().enumerate() {
        one(message, recipient).map_err(|refused| (at, refused))?;
    }
    Ok(())
}

/// Verifies by the SDK's method.
#[cfg(feature = "host")]
fn one(message: &SignedMessage, recipient: &str) -> Result<(), Refused> {
    message.verify(recipient)
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

/// Verifies as the largest contracts do: dalek decodes the key to ask whether it is weak, and the host
/// function verifies.
#[cfg(all(
    feature = "weak-in-wasm",
    not(any(feature = "host", feature = "host-many"))
))]
fn one(message: &SignedMessage, recipient: &str) -> Result<(), Refused> {
    use ed25519_dalek_wasm::VerifyingKey;

    let (payload, public_key) = (&message.payload, message.public_key);
    if payload.recipient != recipient {
        let (expected, found) = (recipient.to_owned(), payload.recipient.clone());
        return Err(Refused::Recipient { expected, found });
    }
    let (signature, key) = (message.signature.as_bytes(), public_key.as_bytes());
    match VerifyingKey::from_bytes(key) {
        Ok(decoded) if decoded.is_weak() => Err(Refused::SmallOrder(public_key)),
        Ok(_) if near_sdk_ext::env::ed25519_verify(signature, payload.hash(), key) => Ok(()),
        _ => Err(Refused::Signature(public_key)),
    }
}

/// Verifies in Wasm.
#[cfg(not(any(feature = "host", feature = "host-many", feature = "weak-in-wasm")))]
fn one(message: &SignedMessage, recipient: &str) -> Result<(), Refused> {
    use near_sdk_ext::{Flavour as _, Wasm};

    let hash = message.bound(recipient)?;
    let (signature, key) = (message.signature.as_bytes(), message.public_key.as_bytes());
    match Wasm::ed25519_verify(signature, &hash, key) {
        true => Ok(()),
        false => Err(Refused::Signature(message.public_key)),
    }
}
