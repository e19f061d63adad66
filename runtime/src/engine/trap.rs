//! wasmer's runtime errors in nearcore's taxonomy.

use super::guest::HostTrap;
use near_vm_runner::logic::VMLogicError;
use near_vm_runner::logic::errors::{FunctionCallError, VMRunnerError, WasmTrap};
use wasmer::RuntimeError;
use wasmer_types::TrapCode;

/// Why a run stopped early.
pub(super) enum Stop {
    /// The contract's doing: an outcome.
    Fault(FunctionCallError),
    /// The embedder's: an error.
    Embedder(VMRunnerError),
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

impl From<RuntimeError> for Stop {
    fn from(error: RuntimeError) -> Self {
        let error = match error.downcast::<HostTrap>() {
            Ok(trap) => return trap.into(),
            Err(error) => error,
        };
        let debug_message = error.message();
        let trap = match error.to_trap() {
            Some(TrapCode::StackOverflow) => WasmTrap::StackOverflow,
            Some(TrapCode::HeapAccessOutOfBounds | TrapCode::TableAccessOutOfBounds) => {
                WasmTrap::MemoryOutOfBounds
            }
            Some(TrapCode::IndirectCallToNull) => WasmTrap::IndirectCallToNull,
            Some(TrapCode::BadSignature) => WasmTrap::IncorrectCallIndirectSignature,
            Some(
                TrapCode::IntegerOverflow
                | TrapCode::IntegerDivisionByZero
                | TrapCode::BadConversionToInteger,
            ) => WasmTrap::IllegalArithmetic,
            Some(TrapCode::UnreachableCodeReached) => WasmTrap::Unreachable,
            // No prepared module can raise the rest.
            _ => return Self::Embedder(VMRunnerError::WasmUnknownError { debug_message }),
        };
        Self::Fault(FunctionCallError::WasmTrap(trap))
    }
}
