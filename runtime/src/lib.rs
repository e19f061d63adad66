//! nearcore's contract runtime with an overlay of host functions, and exact gas.
//!
//! A contract developer runs a contract offline with the gas mainnet would burn, but for what
//! [`UNCOVERED`] lists; a protocol engineer adds a host function and prices it. Host functions,
//! preparation, limits and fees are nearcore's own (`near-vm-runner`, `near-parameters`); what is ours
//! is the [overlay], the engine, and the bookkeeping that makes the gas exact through nearcore's
//! public API.
//!
//! | module | what it is |
//! |---|---|
//! | [`abi`] | the table of host functions |
//! | [`host`] | one run's host state, and how it is charged |
//! | [`overlay`] | our host functions |
//! | [`imports`] | what a contract can import on one network |
//! | `engine` | compile, link, run, traps: by wasmtime's Winch, or wasmer |
//! | `vm` | the two backends: the overlay, and nearcore's own runner |
//! | `cache` | compiled contracts, in memory and in a folder |
//! | `state` | accounts and their files |
//!
//! With the feature `nearcore-vm` the same API runs contracts on nearcore's own runner; with `wasmer`
//! it compiles by Cranelift what that is shown to be safe and cheap for.
#![deny(unsafe_code)] // allowed in engine::{artifact, guest, winch, wasmer}, nowhere else

pub mod abi;
mod cache;
mod call;
mod context;
mod contract;
mod engine;
pub mod host;
pub mod imports;
mod network;
mod outcome;
pub mod overlay;
mod receipt;
mod replace_file;
mod runtime;
mod seal;
mod state;
mod uncovered;
mod vm;

pub use cache::CacheFault;
pub use call::{Call, CallError};
pub use contract::{Contract, DeployError};
pub use engine::{Compiler, UnknownCompiler};
pub use host::HostCall;
pub use imports::Gates;
pub use network::Backend;
pub use outcome::{CallFailed, Failure, Outcome, ReturnValueError, Success};
pub use receipt::{Receipt, ReceiptAction};
pub use replace_file::replace_file;
pub use runtime::{BuildError, Runtime, RuntimeBuilder};
pub use state::{
    Account, Block, LockHolder, StagedState, StateFile, StateFileError, TYPICAL_TRIE_DEPTH,
};
pub use uncovered::UNCOVERED;

/// Who verifies for `ed25519_verify_many`: see [`RuntimeBuilder::verify_backend`].
pub use ed25519_lanes::{Backend as VerifyBackend, BackendUnavailable as VerifyBackendUnavailable};
/// Gas parameters: see [`RuntimeBuilder::parameters`].
pub use near_gas_params::{Parameters, VerifyManyParameters};

// nearcore's types in this API.
pub use near_crypto::PublicKey;
pub use near_primitives_core::types::{AccountId, Balance, Gas, ProtocolVersion};
pub use near_primitives_core::version::{MIN_SUPPORTED_PROTOCOL_VERSION, PROTOCOL_VERSION};
pub use near_vm_runner::logic::errors::FunctionCallError;
pub use near_vm_runner::logic::mocks::mock_external::MockAction;
pub use near_vm_runner::logic::types::PromiseResult;
pub use near_vm_runner::logic::{HostError, ReturnData};
