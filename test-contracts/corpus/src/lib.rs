//! Contracts of the kinds that people deploy: each module is one, for a feature of near-sdk, a
//! standard, or an application in short.
//!
//! A module's documentation lists calls to make of it, one a line, as `test_contracts::corpus`
//! reads them: whoever calls, where it is another account than the contract's (`alice.near`), the
//! yoctoNEAR attached (`+1`), the block's time in nanoseconds (`@7`), the method, and its arguments,
//! JSON or `hex:…`. Each is made in the state that those before it left. Many must fail.
//!
//! For Wasm only the module that `--cfg contract="…"` names is compiled, since methods of two would
//! have the same names; elsewhere all are, so that the compiler and clippy see them.

#![expect(
    missing_docs,
    reason = "near-sdk's macros write public items without documentation"
)]

#[cfg(any(not(target_arch = "wasm32"), contract = "bridge"))]
pub mod bridge;
#[cfg(any(not(target_arch = "wasm32"), contract = "cryptography"))]
pub mod cryptography;
#[cfg(any(not(target_arch = "wasm32"), contract = "fungible_token"))]
pub mod fungible_token;
#[cfg(any(not(target_arch = "wasm32"), contract = "gas_meter"))]
pub mod gas_meter;
#[cfg(any(not(target_arch = "wasm32"), contract = "low_level_promises"))]
pub mod low_level_promises;
#[cfg(any(not(target_arch = "wasm32"), contract = "non_fungible_token"))]
pub mod non_fungible_token;
#[cfg(any(not(target_arch = "wasm32"), contract = "panics"))]
pub mod panics;
#[cfg(any(not(target_arch = "wasm32"), contract = "promise_batch"))]
pub mod promise_batch;
#[cfg(any(not(target_arch = "wasm32"), contract = "token_receiver"))]
pub mod token_receiver;
#[cfg(any(not(target_arch = "wasm32"), contract = "yield_resume"))]
pub mod yield_resume;
// Only where it was generated, which is never outside of Wasm.
#[cfg(contract = "large")]
pub mod large;
