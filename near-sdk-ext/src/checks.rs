//! When an adapter verifies a header's signatures: each one at once, or all of them together.

use core::marker::PhantomData;

use crate::Flavour;
#[cfg(feature = "verify-many")]
use crate::{Items, Rule, env};

/// The signatures of one header, in the order in which an adapter finds them. A contract must not
/// answer or store anything before [`Self::finish`] returns `Ok`.
pub trait Checks: Default + Send {
    /// Whether [`Self::check`] only collects, so that [`Self::finish`] alone gives verdicts.
    const DEFERRED: bool;

    /// Checks or collects a signature. `false` means that it is not `public_key`'s signature of
    /// `message`.
    fn check(&mut self, signature: &[u8; 64], message: &[u8], public_key: &[u8; 32]) -> bool;

    /// Verifies the collected signatures.
    ///
    /// # Errors
    /// The number of good signatures before the first bad one.
    fn finish(self) -> Result<(), usize>;
}

/// Verifies each signature at once, by [`Flavour::ed25519_verify`].
///
/// # Cost
/// That of [`Flavour::ed25519_verify`] for each signature up to the first refused one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AtOnce<F>(PhantomData<F>);

impl<F: Flavour> Checks for AtOnce<F> {
    const DEFERRED: bool = false;

    fn check(&mut self, signature: &[u8; 64], message: &[u8], public_key: &[u8; 32]) -> bool {
        F::ed25519_verify(signature, message, public_key)
    }

    fn finish(self) -> Result<(), usize> {
        Ok(())
    }
}

/// Verifies all signatures in one call of [`env::ed25519_verify_many`], by [`Rule::Zip215`], or in
/// several calls if there are more than [`Items::MAX`].
///
/// # Cost
/// That of [`env::ed25519_verify_many`] for all of them, and of copying them into [`Items`].
#[cfg(feature = "verify-many")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Together {
    items: Items,
    verified: usize,
    refused: Option<usize>,
}

#[cfg(feature = "verify-many")]
impl Together {
    /// Verifies the collected signatures.
    fn verify(&mut self) {
        if self.items.is_empty() {
            return;
        }
        let verdicts = env::ed25519_verify_many(&self.items, Rule::Zip215);
        if !verdicts.all_accepted() {
            let first = verdicts.iter().position(|accepted| !accepted);
            let first = first.map(|index| self.verified.saturating_add(index));
            self.refused = self.refused.or(first);
        }
        self.verified = self.verified.saturating_add(self.items.len());
        self.items.clear();
    }
}

#[cfg(feature = "verify-many")]
impl Checks for Together {
    const DEFERRED: bool = true;

    fn check(&mut self, signature: &[u8; 64], message: &[u8], public_key: &[u8; 32]) -> bool {
        if self.items.len() == Items::MAX {
            self.verify();
        }
        self.items.push(public_key, signature, message);
        true
    }

    fn finish(mut self) -> Result<(), usize> {
        self.verify();
        self.refused.map_or(Ok(()), Err)
    }
}
