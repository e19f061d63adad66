//! Verifies many Ed25519 signatures at once, each with a verdict of its own.

mod backend;
mod base;
mod batch;
mod challenge;
mod cofactor;
mod combine;
mod decode;
mod digits;
mod engine;
mod field;
mod item;
mod key_tables;
mod layout;
mod machine;
mod point;
mod row;
mod sha512;
mod single;
mod table;
mod verifier;

pub use backend::{Backend, BackendUnavailable};
pub use item::{Item, Rule};
pub use key_tables::KeyTables;
pub use layout::Layout;
pub use verifier::Verifier;

/// The verdict on each of `items`, in their order, by the fastest backend of this processor.
///
/// Short for [`Verifier::detect`] and [`Verifier::verify_many`].
#[must_use]
pub fn verify_many(items: &[Item<'_>], rule: Rule) -> Vec<bool> {
    Verifier::detect().verify_many(items, rule)
}
