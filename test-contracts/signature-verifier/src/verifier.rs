//! The one difference between the builds: the verifier of signatures.

#[cfg(feature = "host")]
pub(crate) use near_sdk_ext::HostVerifier as Verifier;
#[cfg(not(feature = "host"))]
pub(crate) use near_sdk_ext::WasmVerifier as Verifier;

/// Verifies with the host function, which aborts on a wrong length.
#[cfg(feature = "host")]
pub(crate) fn verify_any_length(signature: &[u8], message: &[u8], public_key: &[u8]) -> bool {
    near_sdk_ext::env::ed25519_verify_inputs(signature.into(), message.into(), public_key.into())
}

/// Verifies in Wasm, and aborts on any wrong length.
#[cfg(not(feature = "host"))]
pub(crate) fn verify_any_length(signature: &[u8], message: &[u8], public_key: &[u8]) -> bool {
    use near_sdk::env::panic_str;
    use near_sdk_ext::{PublicKey, Signature};
    use signature::Verifier as _;

    let Ok(signature) = Signature::try_from(signature) else {
        panic_str(&format!("invalid signature length: {}", signature.len()));
    };
    let Ok(public_key) = PublicKey::try_from(public_key) else {
        panic_str(&format!("invalid public key length: {}", public_key.len()));
    };
    Verifier(public_key).verify(message, &signature).is_ok()
}
