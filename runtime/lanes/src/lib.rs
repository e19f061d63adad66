//! Verifies many Ed25519 signatures at once, each with a verdict of its own: exactly that of
//! ed25519-dalek's `verify`, or of ZIP-215, several times faster.
//!
//! **Not constant-time.** Everything here is public: keys, messages and signatures. Nothing secret
//! must ever be computed with this crate.
//!
//! ```
//! use ed25519_lanes::{Item, Rule, verify_many};
//! # use ed25519_dalek::{Signer, SigningKey};
//! # let signing_key = SigningKey::from_bytes(&[1; 32]);
//! # let public_key = signing_key.verifying_key().to_bytes();
//! # let signature = signing_key.sign(b"signed").to_bytes();
//! let item = |message| Item {
//!     public_key: &public_key,
//!     signature: &signature,
//!     message,
//! };
//! let verdicts = verify_many(&[item(b"signed"), item(b"not signed")], Rule::Nep364);
//! assert_eq!(verdicts, [true, false]);
//! ```
//!
//! # How
//!
//! A batch equation adds signatures up, and what it says of all is not what each would be told
//! alone. Here nothing is added up: signatures lie side by side in the lanes of vector registers,
//! one in each, and every lane computes `[s]B - [k]A`. What lanes share is work that does not
//! depend on what is in them, and one inversion for all, so that each sum can be encoded and
//! compared with R byte for byte, as dalek does.
//!
//! - [`Verifier`] verifies, by a [`Backend`] that the processor has: AVX-512 IFMA (8 lanes), AVX2
//!   (4 lanes), portable code, or dalek alone, the kill switch.
//! - [`KeyTables`] keep multiples of keys that are used again, laid out as one [`Layout`] says.
//! - `near-ed25519 batches` measures all of it; the README of the repository has the table.
//!
//! # Reading
//!
//! `verifier`: which backend verifies which signature · `batch`: the steps for some hundred
//! signatures · `hash`: k, by SHA-512 · `tables`: multiples of points · `combine`: `[s]B - [k]A` ·
//! `cofactor`: ZIP-215's comparison · `curve`: the curve, over any machine · `backend`: the
//! arithmetic of each kind of processor, where all `unsafe` is.

#![deny(unsafe_code)]

mod backend;
mod batch;
mod cofactor;
mod combine;
mod curve;
mod hash;
mod item;
mod single;
mod tables;
mod verifier;

pub use backend::{Backend, BackendUnavailable};
pub use item::{Item, Rule};
pub use tables::{ITEMS_FOR_TABLES, KeyTables, Layout, USES_BEFORE_TABLES};
pub use verifier::Verifier;

/// The verdict on each of `items`, in their order, by the fastest backend of this processor.
///
/// Short for [`Verifier::detect`] and [`Verifier::verify_many`].
#[must_use]
pub fn verify_many(items: &[Item<'_>], rule: Rule) -> Vec<bool> {
    Verifier::detect().verify_many(items, rule)
}
