//! The ways to verify signatures: by host functions, or by the contract's own code.

use core::fmt::Debug;
#[cfg(feature = "zip215")]
use core::marker::PhantomData;

#[cfg(feature = "verify-many")]
use crate::{Items, Rule, checks::Together};
use crate::{
    checks::{AtOnce, Checks},
    env,
};

/// A way to verify signatures: [`Host`], `HostMany`, `Wasm` or `Zip215`. Adapters are generic over it,
/// so that one source makes a contract with host functions and one without.
///
/// [`Host`] and `Wasm` accept exactly the same signatures, those of the
/// [crate documentation](crate); `HostMany`, `Zip215<Host>` and `Zip215<Wasm>` those of
/// [ZIP-215](https://zips.z.cash/zip-0215), a few more.
pub trait Flavour: Copy + Debug + Default + Eq + Send + Sync + 'static {
    /// Whether adapters call host functions for cryptography.
    const HOST: bool;

    /// How an adapter verifies the signatures of a header: each at once, or all together.
    type Checks: Checks;

    /// Whether `signature` is `public_key`'s signature of `message`.
    ///
    /// # Cost
    /// [`Host`]: that of [`env::ed25519_verify`]. `HostMany`: that of [`env::ed25519_verify_many`]
    /// for one item. `Wasm`: the instructions executed.
    fn ed25519_verify(signature: &[u8; 64], message: &[u8], public_key: &[u8; 32]) -> bool;
}

/// Verifies signatures by the host function `ed25519_verify`, one at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Host;

impl Flavour for Host {
    const HOST: bool = true;

    type Checks = AtOnce<Self>;

    fn ed25519_verify(signature: &[u8; 64], message: &[u8], public_key: &[u8; 32]) -> bool {
        env::ed25519_verify(signature, message, public_key)
    }
}

/// Verifies signatures by the extension `ed25519_verify_many`, in batch calls and by
/// [ZIP-215](Rule::Zip215), so that a light client accepts every signature that the validators of
/// its chain accept.
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

/// Verifies signatures by dalek compiled into the contract: the baseline.
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

/// Verifies by ZIP-215, like CometBFT's and Substrate's validators: the contract's own code decides
/// about signatures that `F` refuses. So a light client accepts all votes that its chain counts.
///
/// `F` is [`Host`] or `Wasm`, which accept nothing that ZIP-215 refuses. `HostMany` verifies by ZIP-215
/// already.
///
/// # Cost
/// That of `F`; some Tgas of Wasm instructions more for a signature that `F` refuses, whatever the
/// verdict, unless `s` is not reduced. Every call loads the code, which is part of the contract.
#[cfg(feature = "zip215")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Zip215<F>(PhantomData<F>);

#[cfg(feature = "zip215")]
impl<F: Flavour<Checks = AtOnce<F>>> Flavour for Zip215<F> {
    const HOST: bool = F::HOST;

    type Checks = AtOnce<Self>;

    fn ed25519_verify(signature: &[u8; 64], message: &[u8], public_key: &[u8; 32]) -> bool {
        F::ed25519_verify(signature, message, public_key)
            || crate::zip215::verify(signature, message, public_key)
    }
}
