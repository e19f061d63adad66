//! Who does the cryptography: the host function or the contract's own code.

use core::fmt::Debug;

use crate::env;

/// One of the two ways to verify, [`Host`] or `Wasm`; the adapters are generic over it, so that
/// one source makes a contract and its Wasm-only twin.
///
/// Both accept exactly the same signatures, those of the [crate documentation](crate).
pub trait Flavour: Copy + Debug + Default + Eq + Send + Sync + 'static {
    /// Whether host functions may be called for cryptography.
    const HOST: bool;

    /// Whether `signature` is `public_key`'s signature of `message`.
    ///
    /// # Cost
    /// [`Host`]: that of [`env::ed25519_verify`]. `Wasm`: the instructions executed.
    fn ed25519_verify(signature: &[u8; 64], message: &[u8], public_key: &[u8; 32]) -> bool;
}

/// Signatures are verified by the runtime's host function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Host;

impl Flavour for Host {
    const HOST: bool = true;

    fn ed25519_verify(signature: &[u8; 64], message: &[u8], public_key: &[u8; 32]) -> bool {
        env::ed25519_verify(signature, message, public_key)
    }
}

/// Signatures are verified by dalek compiled into the contract: the baseline.
#[cfg(feature = "wasm")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wasm;

#[cfg(feature = "wasm")]
impl Flavour for Wasm {
    const HOST: bool = false;

    fn ed25519_verify(signature: &[u8; 64], message: &[u8], public_key: &[u8; 32]) -> bool {
        crate::dalek::verify(signature, message, public_key)
    }
}
