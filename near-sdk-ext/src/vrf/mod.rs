//! Verifiable random functions, by RFC 9381: the types of [`env::ecvrf_verify`](crate::env::ecvrf_verify) and
//! [`env::ecvrf_verify_many`](crate::env::ecvrf_verify_many).
//!
//! They are `near-ecvrf`'s. Its documentation says which proofs each suite accepts, and what a contract must take care
//! of itself: who fixes alpha, and what happens if nobody answers.

#[cfg(feature = "vrf-many")]
mod calls;

pub use near_ecvrf::{DrawError, Draws, Output, Suite};

/// A proof to verify.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item<'a> {
    /// The prover's public key.
    pub public_key: &'a [u8; 32],
    /// The input.
    pub alpha: &'a [u8],
    /// The proof; it is refused unless it has [`Suite::proof_len`] bytes.
    pub proof: &'a [u8],
}

/// Verifies by the host function.
#[cfg(feature = "vrf-many")]
pub(crate) fn verify_many<'a>(
    suite: Suite,
    items: impl Iterator<Item = Item<'a>>,
) -> Vec<Option<Output>> {
    match suite {
        Suite::Tai | Suite::Ell2 | Suite::Draft03 => calls::verify_many::<80>(suite, items),
        Suite::Draft13 => calls::verify_many::<128>(suite, items),
    }
}

/// Verifies one by one, by the contract's own code.
#[cfg(not(feature = "vrf-many"))]
pub(crate) fn verify_many<'a>(
    suite: Suite,
    items: impl Iterator<Item = Item<'a>>,
) -> Vec<Option<Output>> {
    let verify = |it: Item<'_>| near_ecvrf::verify(suite, it.public_key, it.alpha, it.proof).ok();
    items.map(verify).collect()
}
