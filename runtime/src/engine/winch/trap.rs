//! wasmtime's errors in nearcore's taxonomy.

use crate::engine::guest::HostTrap;
use crate::engine::trap::Stop;
use near_vm_runner::logic::errors::{FunctionCallError, WasmTrap};
use wasmtime::Trap;

impl From<wasmtime::Error> for Stop {
    fn from(error: wasmtime::Error) -> Self {
        let error = match error.downcast::<HostTrap>() {
            Ok(trap) => return trap.into(),
            Err(error) => error,
        };
        let trap = match error.downcast_ref::<Trap>() {
            Some(Trap::StackOverflow) => WasmTrap::StackOverflow,
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
