//! RustCrypto's [`Verifier`] over the host call and over the Wasm-only baseline.

use signature::{Error, Verifier};

#[cfg(feature = "wasm")]
use crate::Wasm;
use crate::{Flavour, Host, PublicKey, Signature};

/// Verifies by the host function, [`env::ed25519_verify`](crate::env::ed25519_verify).
///
/// # Cost
/// That of [`env::ed25519_verify`](crate::env::ed25519_verify), 3 inputs in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostVerifier(pub PublicKey);

impl Verifier<Signature> for HostVerifier {
    fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), Error> {
        verify::<Host>(&self.0, message, signature)
    }
}

/// Verifies by the host function, and refuses keys of small order:
/// [`env::ed25519_verify_binding`](crate::env::ed25519_verify_binding).
///
/// # Cost
/// That of [`env::ed25519_verify_binding`](crate::env::ed25519_verify_binding).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BindingVerifier(pub PublicKey);

impl Verifier<Signature> for BindingVerifier {
    fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), Error> {
        match self.0.is_small_order() {
            true => Err(Error::new()),
            false => HostVerifier(self.0).verify(message, signature),
        }
    }
}

/// Verifies by dalek compiled into the contract, without the host function: the baseline. It
/// accepts and refuses exactly what [`HostVerifier`] does.
///
/// # Cost
/// The Wasm instructions executed and, once per call of the contract, the loading fee of the added
/// code. Each verification decodes the key, as the host function does.
#[cfg(feature = "wasm")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WasmVerifier(pub PublicKey);

#[cfg(feature = "wasm")]
impl Verifier<Signature> for WasmVerifier {
    fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), Error> {
        verify::<Wasm>(&self.0, message, signature)
    }
}

fn verify<F: Flavour>(key: &PublicKey, message: &[u8], signature: &Signature) -> Result<(), Error> {
    match F::ed25519_verify(signature.as_bytes(), message, key.as_bytes()) {
        true => Ok(()),
        false => Err(Error::new()),
    }
}
