//! tendermint-rs: signatures, hashing and the light client's verifier.
//!
//! [`tendermint_light_client_verifier`] verifies headers; this adapter only decides how
//! signatures are verified. Each signature is verified at most once, and none after the threshold
//! is reached.
//!
//! ```
//! # use near_sdk as _; // links the mock that feature `unit-testing` calls
//! use near_sdk_ext::{Host, Wasm, tendermint::{PredicateVerifier, SignatureVerifier}};
//! use tendermint::{PublicKey, Signature, crypto::signature::Verifier};
//!
//! // RFC 8032, section 7.1, test 2.
//! let key = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";
//! let signature = "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da\
//!                  085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00";
//! let bytes = |text| hex::decode(text).expect("hex");
//! let key = PublicKey::from_raw_ed25519(&bytes(key)).expect("32 bytes");
//! let signature = Signature::try_from(bytes(signature)).expect("64 bytes");
//!
//! assert!(SignatureVerifier::<Host>::default().verify(key, &[0x72], &signature).is_ok());
//! assert!(SignatureVerifier::<Wasm>::default().verify(key, &[0x73], &signature).is_err());
//!
//! // The verifier of headers in a contract; with `Wasm` it needs no host function.
//! let verifier = PredicateVerifier::<Host>::default();
//! # let _ = verifier;
//! ```
//!
//! CometBFT's validators accept signatures by ZIP-215, a superset of what `Host` and `Wasm` accept;
//! `HostMany`, `Zip215<Host>` and `Zip215<Wasm>` accept exactly ZIP-215's, and `HostMany` verifies all of
//! a header's in one batch call. See the [crate documentation](crate).
//!
//! # Versions
//! With the feature `tendermint`, the whole module, for tendermint-rs 0.41. With `tendermint-0-40`,
//! [`SignatureVerifier`] and [`Sha256`](crate::Sha256) for 0.40, which ibc-rs 0.57 uses. Both
//! features can be on.

#[cfg(feature = "tendermint")]
mod predicates;
mod signature;
#[cfg(feature = "tendermint")]
mod voting_power;

#[cfg(feature = "tendermint")]
pub use predicates::{OrderedCommits, PredicateVerifier, Predicates, failed_predicate};
pub use signature::SignatureVerifier;
#[cfg(feature = "tendermint")]
pub use voting_power::VotingPower;
