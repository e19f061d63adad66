//! Many signatures in one call.

#[cfg(not(all(target_arch = "wasm32", feature = "verify-many")))]
pub(crate) mod each;
mod items;
mod verdicts;
#[cfg(not(target_arch = "wasm32"))]
mod zip215;

pub use items::Items;
pub use verdicts::Verdicts;

/// Which signatures [`env::ed25519_verify_many`](crate::env::ed25519_verify_many) accepts. By
/// either rule `s` must be below the group's order, and the verdict on one item does not depend on
/// the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// What [`env::ed25519_verify`](crate::env::ed25519_verify) accepts, said in the
    /// [crate documentation](crate).
    Nep364 = 0,
    /// What CometBFT's and Substrate's validators accept: the equation is multiplied by the
    /// cofactor 8, and the key and `R` may be encoded non-canonically. Source:
    /// [ZIP-215](https://zips.z.cash/zip-0215).
    ///
    /// There is no such host function for a single signature: in a contract this variant exists
    /// only with the feature `verify-many`.
    #[cfg(any(feature = "verify-many", not(target_arch = "wasm32")))]
    Zip215 = 1,
}
