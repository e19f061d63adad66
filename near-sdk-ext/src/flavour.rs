//! Who does the cryptography: the host functions or the contract's own code.

use core::fmt::Debug;

#[cfg(feature = "verify-many")]
use crate::{Items, Rule, checks::Together};
use crate::{
    checks::{AtOnce, Checks},
    env,
};

/// One of the ways to verify, [`Host`], `HostMany` or `Wasm`; the adapters are generic over it, so
/// that one source makes a contract and its Wasm-only twin.
///
/// [`Host`] and `Wasm` accept exactly the same signatures, those of the
/// [crate documentation](crate), and `HostMany` a few more.
pub trait Flavour: Copy + Debug + Default + Eq + Send + Sync + 'static {
    /// Whether host functions may be called for cryptography.
    const HOST: bool;

    /// When an adapter has the signatures of a header verified.
    type Checks: Checks;

    /// Whether `signature` is `public_key`'s signature of `message`.
    ///
    /// # Cost
    /// [`Host`]: that of [`env::ed25519_verify`]. `HostMany`: that of [`env::ed25519_verify_many`]
    /// for one item. `Wasm`: the instructions executed.
    fn ed25519_verify(signature: &[u8; 64], message: &[u8], public_key: &[u8; 32]) -> bool;
}

/// Signatures are verified by the runtime's host function, one at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Host;

impl Flavour for Host {
    const HOST: bool = true;

    type Checks = AtOnce<Self>;

    fn ed25519_verify(signature: &[u8; 64], message: &[u8], public_key: &[u8; 32]) -> bool {
        env::ed25519_verify(signature, message, public_key)
    }
}

/// Signatures are verified by the runtime's host function for many, by
/// [ZIP-215](Rule::Zip215): what a chain's own validators accept among themselves, a light client
/// accepts too.
#[cfg(feature = "verify-many")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HostMany;

#[cfg(feature = "verify-many")]
impl Flavour for HostMany {
    const HOST: bool = true;

    type Checks = Together;

    fn ed25519_verify(signature: &[u8; 64], message: &[u8], public_key: &[u8; 32]) -> bool {
        let mut items = Items::with_capacity(1, message.len());
        items.push(public_key, signature, message);
        env::ed25519_verify_many(&items, Rule::Zip215).all_accepted()
    }
}

/// Signatures are verified by dalek compiled into the contract: the baseline.
#[cfg(feature = "wasm")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wasm;

#[cfg(feature = "wasm")]
impl Flavour for Wasm {
    const HOST: bool = false;

    type Checks = AtOnce<Self>;

    fn ed25519_verify(signature: &[u8; 64], message: &[u8], public_key: &[u8; 32]) -> bool {
        crate::dalek::verify(signature, message, public_key)
    }
}
