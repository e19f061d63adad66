//! The boundary between a running guest and its host.
#![allow(unsafe_code, reason = "a host whose lifetime wasmtime cannot express")]

use crate::host::{Host, HostResult};
use near_vm_runner::logic::{HostError, VMLogicError};

/// Export names that nearcore's preparation adds to every module.
pub(super) const MEMORY_EXPORT: &str = "memory";
pub(super) const REMAINING_GAS_EXPORT: &str = "remaining_gas";

/// Why a host function stopped the guest.
#[derive(Debug, thiserror::Error)]
pub(super) enum HostTrap {
    /// Burning the gas that Wasm consumed failed.
    #[error("{0}")]
    Boundary(VMLogicError),
    /// The host function failed.
    #[error("{0}")]
    Function(VMLogicError),
}

impl HostTrap {
    /// nearcore's error for a module without memory. Preparation gives every module a memory.
    pub(super) fn no_memory() -> Self {
        Self::Function(HostError::MemoryAccessViolation.into())
    }
}

/// Runs `body` on the host with its lifetime erased; returns the host.
///
/// # Safety
///
/// `body` must keep nothing of the host when it returns or unwinds: by then it has given the host
/// back or dropped it.
pub(super) unsafe fn lend<'a, T>(
    host: Host<'a>,
    body: impl FnOnce(Host<'static>) -> (T, Host<'static>),
) -> (T, Host<'a>) {
    // SAFETY: only the lifetime changes. The caller guarantees that the host does not outlive
    // `body`, and `'a` outlives `body`.
    let host = unsafe { std::mem::transmute::<Host<'a>, Host<'static>>(host) };
    let (value, host) = body(host);
    // SAFETY: this restores the lifetime that was erased above.
    let host = unsafe { std::mem::transmute::<Host<'static>, Host<'a>>(host) };
    (value, host)
}

/// The value of the gas global before Wasm continues. Gas is a u64 and the global an i64; nearcore
/// reinterprets the bits likewise.
pub(super) fn offered_gas(host: &Host<'_>) -> i64 {
    host.remaining_gas().cast_signed()
}

/// Burns the gas that Wasm consumed to reach `left` in the gas global.
pub(super) fn take_gas(host: &mut Host<'_>, left: i64) -> HostResult<()> {
    match host.remaining_gas().saturating_sub(left.cast_unsigned()) {
        0 => Ok(()),
        consumed => host.burn_wasm(consumed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::{HostContext, bare_context};
    use near_parameters::RuntimeConfigStore;
    use near_primitives_core::types::Gas;
    use near_primitives_core::version::PROTOCOL_VERSION;
    use near_vm_runner::logic::mocks::mock_external::MockedExternal;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Arc;

    /// Lends `body` a host whose parts live only during this call.
    fn lent<T>(body: impl FnOnce(Host<'static>) -> (T, Host<'static>)) -> (T, u64) {
        let store = RuntimeConfigStore::new(None);
        let config = store.get_config(PROTOCOL_VERSION);
        let context = HostContext::from(bare_context(Gas::from_gas(100), None));
        let mut external = MockedExternal::new();
        let (fees, wasm) = (Arc::clone(&config.fees), Arc::clone(&config.wasm_config));
        let host = Host::new(&mut external, &context, fees, wasm);
        // SAFETY: each `body` below drops the host or gives it back.
        let (value, host) = unsafe { lend(host, body) };
        (value, host.finish(None).burnt_gas.as_gas())
    }

    #[test]
    fn a_host_is_lent_to_the_guest_and_given_back() {
        let burn = |mut host: Host<'static>| {
            assert_eq!(offered_gas(&host), 100);
            take_gas(&mut host, 70).expect("affordable");
            (host.remaining_gas(), host)
        };
        assert_eq!(lent(burn), (70, 30));
    }

    #[test]
    fn a_host_that_a_panic_takes_is_dropped_before_what_it_borrows() {
        let panics = || lent::<()>(|_| panic!("in the body"));
        assert!(catch_unwind(AssertUnwindSafe(panics)).is_err());
    }
}
