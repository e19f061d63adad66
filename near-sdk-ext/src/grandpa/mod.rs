//! GRANDPA, the finality of Substrate's chains: whether a justification proves that a block is
//! final.
//!
//! The verifier is this crate's own, so that a justification burns at most 5% more gas than its
//! signatures. The signatures of 300 authorities and 201 precommits burn 44.0 Tgas; a contract with
//! finality-grandpa 0.16 burnt 46.5, and one with this verifier, which copies and allocates nothing
//! for a precommit, 45.0. The tests compare its verdicts with those of finality-grandpa.
//!
//! ```
//! # use near_sdk as _; // links the mock that feature `unit-testing` calls
//! use ed25519_dalek::{Signer, SigningKey};
//! use near_sdk_ext::{Host, grandpa::{self, AuthoritySet, Justification}};
//!
//! // One authority, which votes for block 7 in round 2 of set 5.
//! let key = SigningKey::from_bytes(&[1; 32]);
//! let authority = key.verifying_key().to_bytes();
//! let (round, set_id) = (2_u64, 5_u64);
//! let vote = [[0xab; 32].as_slice(), &7_u32.to_le_bytes()].concat();
//! let (round_bytes, set_id_bytes) = (round.to_le_bytes(), set_id.to_le_bytes());
//! let message = [&[1], vote.as_slice(), &round_bytes, &set_id_bytes].concat();
//! let signature = key.sign(&message).to_bytes();
//!
//! // Round, target, one precommit (a target, a signature, a key), no headers.
//! let scale = [&round_bytes, vote.as_slice(), &[4], &vote, &signature, &authority, &[0]].concat();
//! let justification = Justification::decode(&scale)?;
//! let packed = grandpa::pack([(authority, 1)])?;
//! let authorities = AuthoritySet::new(&packed)?;
//!
//! let finalized = grandpa::verify::<Host>(&justification, &[], &authorities, set_id)?;
//! assert_eq!((finalized.hash, finalized.number), (&[0xab; 32], 7));
//! let stale = grandpa::verify::<Host>(&justification, &[], &authorities, set_id + 1);
//! assert_eq!(stale, Err(grandpa::Error::BadSignature { precommit: 0 }));
//! # Ok::<(), grandpa::Error>(())
//! ```
//!
//! # What is accepted
//! A justification proves its target final where authorities that weigh the threshold or more
//! ([`AuthoritySet::threshold`]) each signed one precommit for the target, or for a block that
//! headers show to descend from it. This is GRANDPA's own rule. Differences from Substrate's
//! `GrandpaJustification::verify`, none of which lets anything be final without these signatures:
//! - finality-grandpa demands that the target be the highest block of that weight, and takes the
//!   lowest block voted for as the base of the round, so it refuses votes that are all above the
//!   target; here the target is the base.
//! - A precommit whose route to the target lacks a header is not counted, rather than refused: its
//!   weight must not be needed. A route that leads elsewhere is refused.
//! - Once the threshold is reached, further signatures are not checked.
//! - Stricter: a vote below the target, by a stranger, or a second vote of one authority is always
//!   refused, never passed over. finality-grandpa's `validate_commit` counts a voter with several votes
//!   once, so that a node accepts an equivocation where the other votes suffice; polkadot-sdk's bridge
//!   pallet does not (`DuplicateAuthorityVote` of `bp-header-chain`, `justification/verification/strict.rs`), and
//!   its relayers leave second votes out (`optimizer.rs` beside it). Callers do the same: they pass the first
//!   vote of each authority that leads to the target, without the headers that only other votes need. Where
//!   these votes suffice, nothing else is refused.
//! - With `Host` and `Wasm`, signatures are NEP-364's, strictly fewer than Substrate accepts (see the
//!   [crate documentation](crate)); with `HostMany`, `Zip215<Host>` and `Zip215<Wasm>` they are those
//!   Substrate accepts, ZIP-215's.
//!
//! Block numbers are 32 bits, as on Polkadot and related chains.
//!
//! A client that follows a chain from block to block, and from one authority set to the next, keeps
//! a [`Progress`].
//!
//! # Cost
//! Work on an input of size `n` grows no faster than `n log n`, and memory is allocated for the bytes
//! of the input, not for the length that it claims.

mod authorities;
mod change;
mod error;
mod header;
mod justification;
mod message;
mod order;
mod progress;
mod route;
mod scale;
mod verify;

pub use authorities::{AuthoritySet, pack, threshold};
pub use change::{ScheduledChange, scheduled_change};
pub use error::Error;
pub use header::{DigestItem, Header};
pub use justification::{Justification, Precommit};
pub use message::check_message_signature;
pub use progress::Progress;
pub use verify::{Finalized, verify};
