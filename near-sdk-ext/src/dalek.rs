//! NEP-364 in pure Rust. The baseline compiles it into a contract, and off wasm32 it replaces the
//! host function.

use ed25519_dalek_wasm::{Signature, Verifier, VerifyingKey};

/// Whether any of the top three bits of the last byte is set. The runtime refuses such a
/// signature at once; its `s` is beyond the group order in any case.
pub(crate) fn has_top_bits(signature: &[u8; 64]) -> bool {
    signature[63] & 0b1110_0000 != 0
}

/// NEP-364's verdict: that of dalek's non-strict `verify`. It refuses a key that does not decompress.
pub(crate) fn verify(signature: &[u8; 64], message: &[u8], public_key: &[u8; 32]) -> bool {
    !has_top_bits(signature)
        && VerifyingKey::from_bytes(public_key).is_ok_and(|key| {
            key.verify(message, &Signature::from_bytes(signature))
                .is_ok()
        })
}
