#![doc = include_str!("../README.md")]
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
#[cfg_attr(
    feature = "unit-testing",
    expect(
        dead_code,
        reason = "unit tests call only some of what the mock replaces"
    )
)]
mod native;
#[cfg(feature = "nep-413")]
pub mod nep413;
#[cfg(any(target_arch = "wasm32", feature = "unit-testing"))]
mod register;
#[cfg(feature = "sha256")]
mod sha256;
mod small_order;
#[cfg(any(feature = "tendermint", feature = "tendermint-0-40"))]
pub mod tendermint;
mod types;
mod verifier;
#[cfg(feature = "vrf")]
pub mod vrf;
#[cfg(any(feature = "zip215", not(target_arch = "wasm32")))]
mod zip215;

// The module that makes the host calls.
#[cfg(any(target_arch = "wasm32", feature = "unit-testing"))]
use host as backend;
#[cfg(not(any(target_arch = "wasm32", feature = "unit-testing")))]
use native as backend;

#[cfg(feature = "verify-many")]
pub use flavour::HostMany;
#[cfg(feature = "wasm")]
pub use flavour::Wasm;
#[cfg(feature = "zip215")]
pub use flavour::Zip215;
pub use flavour::{Flavour, Host};
pub use many::{Items, Rule, Verdicts};
#[cfg(any(target_arch = "wasm32", feature = "unit-testing"))]
pub use register::Register;
#[cfg(feature = "sha256")]
pub use sha256::{SHA256_HOST_THRESHOLD, Sha256};
pub use types::{DecodeError, PublicKey, Signature};
#[cfg(feature = "wasm")]
pub use verifier::WasmVerifier;
pub use verifier::{BindingVerifier, HostVerifier};
