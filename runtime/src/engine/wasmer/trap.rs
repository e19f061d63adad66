//! wasmer's runtime errors in nearcore's taxonomy.

use crate::engine::guest::HostTrap;
use crate::engine::trap::Stop;
use near_vm_runner::logic::errors::{FunctionCallError, WasmTrap};
use wasmer::RuntimeError;
use wasmer_types::TrapCode;

impl From<RuntimeError> for Stop {
    fn from(error: RuntimeError) -> Self {
        let error = match error.downcast::<HostTrap>() {
            Ok(trap) => return trap.into(),
            Err(error) => error,
        };
        let message = error.message();
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
            _ => return Self::unexpected(message),
        };
        Self::Fault(FunctionCallError::WasmTrap(trap))
    }
}
