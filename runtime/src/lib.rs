#![doc = include_str!("../README.md")]
#![deny(unsafe_code)] // allowed in engine::{artifact, guest, run}, nowhere else

pub mod abi;
mod build_contract;
mod cache;
mod call;
mod chain;
mod context;
mod contract;
mod engine;
mod external;
mod fees;
mod functions;
mod gas_file;
pub mod host;
pub mod imports;
mod least_gas;
mod network;
mod outcome;
pub mod overlay;
mod promises;
mod receipt;
mod replace_file;
pub mod rules;
mod runtime;
mod seal;
mod state;
mod uncovered;
mod vm;

pub use build_contract::{BuildContractError, build_contract, build_contract_symbols};
pub use cache::CacheFault;
pub use call::{Call, CallError};
pub use chain::{
    Chain, ChainCall, ChainError, Conversion, Executed, ExecutedReceipt, ExecutionFailed,
    Succeeded, Supply, Transaction,
};
pub use contract::{Contract, DeployError};
pub use functions::{CallNode, CallTree, Coverage, FunctionGas, StackFrame, SymbolsError};
pub use gas_file::{BLESS_GAS, GasFile, GasFileError, RecordedCall, check_gas};
pub use host::HostCall;
pub use imports::Gates;
pub use least_gas::{ChainLeastGas, LeastGas, SeesGas, SeesGasBy, UnusedGas};
pub use network::Backend;
pub use outcome::{CallFailed, Failure, Outcome, ReturnValueError, Success};
pub use receipt::{Receipt, ReceiptAction};
pub use replace_file::replace_file;
pub use runtime::{BuildError, Runtime, RuntimeBuilder};
pub use state::{
    Account, Block, LockHolder, StagedState, StateFile, StateFileError, TYPICAL_TRIE_DEPTH,
};
pub use uncovered::UNCOVERED;

/// The verify backend of our host functions: see [`RuntimeBuilder::verify_backend`].
pub use ed25519_lanes::{Backend as VerifyBackend, BackendUnavailable as VerifyBackendUnavailable};
/// Prices of host functions: see [`RuntimeBuilder::prices`].
pub use near_gas_params::{PricedFunction, Prices};

// nearcore's types in this API.
pub use near_crypto::{PublicKey, PublicKeyHandle};
pub use near_primitives_core::types::{AccountId, Balance, Gas, ProtocolVersion};
pub use near_primitives_core::version::{MIN_SUPPORTED_PROTOCOL_VERSION, PROTOCOL_VERSION};
pub use near_vm_runner::logic::errors::FunctionCallError;
pub use near_vm_runner::logic::types::PromiseResult;
pub use near_vm_runner::logic::{HostError, ReturnData};
