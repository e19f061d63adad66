//! Why a run stops early, in nearcore's taxonomy.

use super::guest::HostTrap;
use near_vm_runner::logic::VMLogicError;
use near_vm_runner::logic::errors::{FunctionCallError, VMRunnerError};

/// Why a run stopped early.
pub(super) enum Stop {
    /// The contract's doing: an outcome.
    Fault(FunctionCallError),
    /// The embedder's: an error.
    Embedder(VMRunnerError),
}

impl Stop {
    /// What no prepared module can bring about.
    pub(super) fn unexpected(debug_message: String) -> Self {
        Self::Embedder(VMRunnerError::WasmUnknownError { debug_message })
    }
}

impl From<HostTrap> for Stop {
    fn from(trap: HostTrap) -> Self {
        match trap {
            HostTrap::Function(error) => {
                FunctionCallError::try_from(error).map_or_else(Self::Embedder, Self::Fault)
            }
            // nearcore's call hook fails with an error that its runner does not look into,
            // and therefore takes for a link error.
            HostTrap::Boundary(error @ VMLogicError::HostError(_)) => {
                Self::Fault(FunctionCallError::LinkError {
                    msg: error.to_string(),
                })
            }
            HostTrap::Boundary(error) => {
                FunctionCallError::try_from(error).map_or_else(Self::Embedder, Self::Fault)
            }
        }
    }
}
