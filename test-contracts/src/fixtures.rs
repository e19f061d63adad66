//! Arguments of calls to `signature-verifier`, whose methods are `verify_ed25519`, `verify`,
//! `verify_raw`, `attempts` and `noop`.

/// NEP-364's own benchmark call; the contract compiles the same file.
#[path = "../signature-verifier/src/nep364.rs"]
pub mod nep364;

use borsh::BorshSerialize;
use serde_json::json;

/// JSON arguments of `verify_ed25519`: the NEP's own call, verified `iterations` times. The
/// signature is good, so the call succeeds; it returns nothing.
#[must_use]
pub fn verify_ed25519_args(iterations: u32) -> Vec<u8> {
    json!({
        "signature_p1": nep364::SIGNATURE_P1,
        "signature_p2": nep364::SIGNATURE_P2,
        "msg": nep364::MESSAGE,
        "iterations": iterations,
    })
    .to_string()
    .into_bytes()
}

/// Borsh arguments of `verify`: 64 bytes of signature, the message with its length before it, 32
/// bytes of key. The answer is one borsh bool, 0 or 1.
#[must_use]
pub fn verify_args(signature: &[u8; 64], message: &[u8], public_key: &[u8; 32]) -> Vec<u8> {
    encode(&(signature, message, public_key))
}

/// Borsh arguments of `verify_raw`: signature, message and key, each with its length before it.
/// The answer is one borsh bool, or an abort where the signature is not 64 bytes or the key not 32.
#[must_use]
pub fn verify_raw_args(signature: &[u8], message: &[u8], public_key: &[u8]) -> Vec<u8> {
    encode(&(signature, message, public_key))
}

/// Borsh bytes, as contracts take their arguments.
pub(crate) fn encode(args: &impl BorshSerialize) -> Vec<u8> {
    borsh::to_vec(args).expect("memory takes any bytes, and no slice is longer than a u32 counts")
}
