//! Ed25519 verification for NEAR contracts.
//!
//! [`env::ed25519_verify`] calls the runtime's host function ([NEP-364]) in near-sdk's own shape;
//! [`env::ed25519_verify_inputs`] also takes inputs straight from registers, and
//! [`env::ed25519_verify_many`] takes many signatures in one call. [`Signature`] and
//! [`PublicKey`] travel through borsh and JSON, and [`HostVerifier`] puts the host call behind
//! RustCrypto's [`signature::Verifier`]. The crate needs [`near_sys`] only, so it goes with any
//! near-sdk 5 or none.
//!
//! ```
//! # use near_sdk as _; // links the mock that feature `unit-testing` calls
//! use near_sdk_ext::{HostVerifier, PublicKey, Signature};
//! use signature::Verifier;
//!
//! // RFC 8032, section 7.1, test 1.
//! let key: PublicKey = "ed25519:FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z".parse()?;
//! let signature: Signature = "ed25519:\
//!     5awYiUvGiDFA33EJjj4TXJG44a5afJc8QjWRpGgQiu6b23jCr7yndW2fmp9ujwqJVe32J456wV3VF78Asb1obnTc"
//!     .parse()?;
//!
//! assert!(HostVerifier(key).verify(b"", &signature).is_ok());
//! assert!(HostVerifier(key).verify(b"another message", &signature).is_err());
//! # Ok::<(), near_sdk_ext::DecodeError>(())
//! ```
//!
//! # What is accepted
//! The flavours [`Host`] and `Wasm` accept the same signatures, those of NEP-364: dalek's `verify`,
//! not `verify_strict`. `R` and `s` must be canonical; the key may be non-canonical or of small
//! order; the equation `R = [s]B - [k]A` is cofactorless. This is strictly narrower than ZIP-215, by
//! which CometBFT and Substrate accept: a signature made to be accepted by ZIP-215 alone is refused
//! here, which can stop a light client (liveness) but not fool it (soundness). Honest keys make no
//! such signatures; a relayer leaves those votes out, and others must do. `HostMany` accepts by
//! ZIP-215 itself, and so follows its chain wherever that goes.
//!
//! # Where the calls go
//! | build | `env::*`, [`HostVerifier`] | `WasmVerifier` |
//! |---|---|---|
//! | wasm32 | the runtime's host function | the contract's own code |
//! | native | dalek, natively; a host abort is a panic | the same code |
//! | native, feature `unit-testing` | near-sdk's mock, which is nearcore's own host function | the same code |
//!
//! [`env::ed25519_verify_many`] has a host function of its own on wasm32 with the feature
//! `verify-many`, and is `env::ed25519_verify` for each signature elsewhere.
//!
//! # Features
//! - `wasm`: `WasmVerifier`, dalek compiled into the contract: the baseline that the host function
//!   is measured against.
//! - `wasm-best`: `wasm` with dalek's precomputed tables.
//! - `verify-many`: [`env::ed25519_verify_many`] is one call of the host function of that name, an
//!   extension that a network need not have; and `HostMany`, the flavour that makes it.
//! - `sha256`: [`Sha256`], by the host function where that is cheaper; the next three have it.
//! - `tendermint`: [`tendermint`], the verifier of tendermint-rs 0.41's light client.
//! - `tendermint-0-40`: `tendermint_0_40`, its signatures and hashes for ibc-rs 0.57.
//! - `ics23`: [`ics23`], the hash functions of proofs of state.
//! - `grandpa`: [`grandpa`], justifications of Substrate's chains.
//! - `unit-testing`: the host calls go to near-sdk's mock off wasm32 too. Enable it together with
//!   near-sdk's feature of the same name, which defines the symbols; without it linking fails.
//!
//! [NEP-364]: https://github.com/near/NEPs/blob/master/neps/nep-0364.md

#![deny(unsafe_code)]

pub mod checks;
#[cfg(any(
    feature = "wasm",
    all(not(target_arch = "wasm32"), any(not(feature = "unit-testing"), test))
))]
mod dalek;
pub mod env;
mod flavour;
#[cfg(feature = "grandpa")]
pub mod grandpa;
#[cfg(any(target_arch = "wasm32", feature = "unit-testing"))]
mod host;
#[cfg(feature = "ics23")]
pub mod ics23;
mod input;
mod many;
#[cfg(all(not(target_arch = "wasm32"), any(not(feature = "unit-testing"), test)))]
mod native;
#[cfg(any(target_arch = "wasm32", feature = "unit-testing"))]
mod register;
#[cfg(feature = "sha256")]
mod sha256;
#[cfg(any(feature = "tendermint", feature = "tendermint-0-40"))]
pub mod tendermint;
mod types;
mod verifier;

// Who makes the host calls.
#[cfg(any(target_arch = "wasm32", feature = "unit-testing"))]
use host as backend;
#[cfg(not(any(target_arch = "wasm32", feature = "unit-testing")))]
use native as backend;

#[cfg(feature = "verify-many")]
pub use flavour::HostMany;
#[cfg(feature = "wasm")]
pub use flavour::Wasm;
pub use flavour::{Flavour, Host};
pub use many::{Items, Rule, Verdicts};
#[cfg(any(target_arch = "wasm32", feature = "unit-testing"))]
pub use register::Register;
#[cfg(feature = "sha256")]
pub use sha256::{SHA256_HOST_THRESHOLD, Sha256};
pub use types::{DecodeError, PublicKey, Signature};
pub use verifier::HostVerifier;
#[cfg(feature = "wasm")]
pub use verifier::WasmVerifier;
