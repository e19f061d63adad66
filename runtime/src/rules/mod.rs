//! What is odd about an Ed25519 signature, and which rule of verification allows it.
//!
//! Verifiers of Ed25519 differ on signatures that an honest signer does not make. This module
//! verifies nothing: [`Triple::flags`] finds all oddities from the bytes and the curve's
//! arithmetic, and a [`Rule`] is the set of oddities that it allows. With them a test can compare a
//! verifier's answer with its rule, and a command can explain a refusal.
//!
//! ```
//! use near_runtime_ext::rules::{Answer, Flag, Oddity, Rule, Triple};
//!
//! // The identity as key and as R, and 0 as s: a signature of every message.
//! let identity = [&[1][..], &[0; 31]].concat();
//! let triple = Triple {
//!     signature: [&identity[..], &[0; 32]].concat(),
//!     message: b"any message".to_vec(),
//!     public_key: identity,
//! };
//! let flags = triple.flags();
//! assert_eq!(Rule::Nep364.answer(&flags), Answer::Accepted);
//! assert_eq!(Rule::Binding.answer(&flags), Answer::Refused);
//! assert!(Rule::Binding.refuses(&flags).eq([Flag::A(Oddity::SmallOrder)]));
//! ```

mod oddity;
mod rule;
mod triple;

pub use oddity::{Flag, Flags, Oddity, words};
pub use rule::{Answer, Rule};
pub use triple::Triple;
