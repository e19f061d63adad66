//! Verification of many signatures in one call.

#[cfg(not(all(target_arch = "wasm32", feature = "verify-many")))]
pub(crate) mod each;
mod items;
mod verdicts;

pub use items::Items;
pub use verdicts::Verdicts;

/// The rule by which [`env::ed25519_verify_many`](crate::env::ed25519_verify_many) accepts. Under
/// every rule `s` must be below the group's order, and the verdict on one item does not depend on
/// the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The rule of [`env::ed25519_verify`](crate::env::ed25519_verify), described in the
    /// [crate documentation](crate).
    Nep364,
    /// [`Self::Nep364`], but keys of small order are refused, so that a signature binds its signer:
    /// the rule of [`env::ed25519_verify_binding`](crate::env::ed25519_verify_binding).
    ///
    /// The contract itself checks the keys' bytes, for some hundred Wasm instructions an item, so
    /// the host function needs no such rule.
    Binding,
    /// The rule of CometBFT's and Substrate's validators: the equation is multiplied by the
    /// cofactor 8, and the key and `R` may be encoded non-canonically. Source:
    /// [ZIP-215](https://zips.z.cash/zip-0215).
    ///
    /// No host function verifies a single signature by this rule: in a contract this variant exists
    /// only with the feature `verify-many`.
    #[cfg(any(feature = "verify-many", not(target_arch = "wasm32")))]
    Zip215,
}

#[cfg(all(target_arch = "wasm32", feature = "verify-many"))]
impl Rule {
    /// The number that the host function takes.
    pub(crate) const fn number(self) -> u64 {
        match self {
            Self::Nep364 | Self::Binding => 0,
            Self::Zip215 => 1,
        }
    }
}
