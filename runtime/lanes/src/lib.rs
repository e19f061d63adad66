#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]
// Without the feature nothing calls the lanes, and the compiler emits no code for them.
#![cfg_attr(not(feature = "lanes"), allow(unused))]

mod added;
mod backend;
mod batch;
mod cofactor;
mod combine;
mod crossover;
mod curve;
mod hash;
mod item;
mod points;
mod prepared;
mod single;
mod tables;
mod verifier;
mod vrf;

pub use backend::{Backend, BackendUnavailable};
pub use item::{Item, Rule};
pub use points::{PublicPoint, Share};
#[doc(hidden)]
pub use single::work::{densest_s, work};
pub use tables::{ITEMS_FOR_TABLES, KeyTables, Layout, USES_BEFORE_TABLES};
pub use verifier::Verifier;
pub use vrf::{VrfItem, VrfOutput, VrfSuite};

/// The verdict on each of `items`, in their order, from this processor's fastest backend.
///
/// Short for [`Verifier::detect`] and [`Verifier::verify_many`].
#[must_use]
pub fn verify_many(items: &[Item<'_>], rule: Rule) -> Vec<bool> {
    Verifier::detect().verify_many(items, rule)
}
