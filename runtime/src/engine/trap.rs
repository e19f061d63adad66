//! Why a run stops early, as nearcore classifies it.

use super::guest::HostTrap;
use near_vm_runner::logic::VMLogicError;
use near_vm_runner::logic::errors::{FunctionCallError, VMRunnerError, WasmTrap};
use wasmtime::Trap;

/// Why a run stopped early.
pub(super) enum Stop {
    /// The contract's fault: an outcome.
    Fault(FunctionCallError),
    /// The embedder's fault: an error.
    Embedder(VMRunnerError),
}

impl Stop {
    /// An error that no prepared module can cause.
    pub(super) fn unexpected(debug_message: String) -> Self {
        Self::Embedder(VMRunnerError::WasmUnknownError { debug_message })
    }
}

impl From<HostTrap> for Stop {
    fn from(trap: HostTrap) -> Self {
        match trap {
            // nearcore's runner does not look into errors of its call hook: it reports them as link
            // errors.
            HostTrap::Boundary(error @ VMLogicError::HostError(_)) => {
                Self::Fault(FunctionCallError::LinkError {
                    msg: error.to_string(),
                })
            }
            HostTrap::Function(error) | HostTrap::Boundary(error) => {
                FunctionCallError::try_from(error).map_or_else(Self::Embedder, Self::Fault)
            }
        }
    }
}

impl From<wasmtime::Error> for Stop {
    fn from(error: wasmtime::Error) -> Self {
        let error = match error.downcast::<HostTrap>() {
            Ok(trap) => return trap.into(),
            Err(error) => error,
        };
        let trap = match error.downcast_ref::<Trap>() {
            // Winch keeps native frames within the metered stack. Cranelift does not, so on other
            // processors a stack overflow is not the contract's fault.
            Some(Trap::StackOverflow) if cfg!(target_arch = "x86_64") => WasmTrap::StackOverflow,
            Some(Trap::MemoryOutOfBounds | Trap::TableOutOfBounds) => WasmTrap::MemoryOutOfBounds,
            Some(Trap::IndirectCallToNull) => WasmTrap::IndirectCallToNull,
            Some(Trap::BadSignature) => WasmTrap::IncorrectCallIndirectSignature,
            Some(
                Trap::IntegerOverflow | Trap::IntegerDivisionByZero | Trap::BadConversionToInteger,
            ) => WasmTrap::IllegalArithmetic,
            Some(Trap::UnreachableCodeReached) => WasmTrap::Unreachable,
            // No prepared module can raise the rest.
            _ => return Self::unexpected(format!("{error:#}")),
        };
        Self::Fault(FunctionCallError::WasmTrap(trap))
    }
}
