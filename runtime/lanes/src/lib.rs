//! Verifies many Ed25519 signatures at once, each with a verdict of its own.

#![forbid(unsafe_code)]

mod backend;
mod item;
mod single;
mod verifier;

pub use backend::{Backend, BackendUnavailable};
pub use item::{Item, Rule};
pub use verifier::Verifier;

/// The verdict on each of `items`, in their order, by the fastest backend of this processor.
///
/// Short for [`Verifier::detect`] and [`Verifier::verify_many`].
#[must_use]
pub fn verify_many(items: &[Item<'_>], rule: Rule) -> Vec<bool> {
    Verifier::detect().verify_many(items, rule)
}
