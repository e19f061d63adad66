//! The boundary between a running guest and its host.
#![allow(
    unsafe_code,
    reason = "guest memory, and a host that outlives nothing it should not"
)]

use crate::host::{Host, HostResult};
use near_vm_runner::logic::errors::InconsistentStateError;
use near_vm_runner::logic::{HostError, VMLogicError};
use wasmer::{
    AsStoreMut, Engine, FunctionEnv, FunctionEnvMut, Global, Instance, Memory, Store, Value,
};

/// Export names that nearcore's preparation gives every module.
const MEMORY_EXPORT: &str = "memory";
const REMAINING_GAS_EXPORT: &str = "remaining_gas";

/// Why a host function stopped the guest.
#[derive(Debug, thiserror::Error)]
pub(super) enum HostTrap {
    /// Burning what Wasm had consumed failed.
    #[error("{0}")]
    Boundary(VMLogicError),
    /// The host function failed.
    #[error("{0}")]
    Function(VMLogicError),
}

/// What host functions reach through wasmer's function environment.
pub(super) struct Guest {
    /// Taken out only after the run, by [`with_guest`].
    host: Option<Host<'static>>,
    memory: Option<Memory>,
    /// Gas that Wasm may consume until the next boundary; `None` in a module without code.
    remaining_gas: Option<Global>,
}

// SAFETY: wasmer asks for `Send` because a store may be moved between threads; `Host` is not
// `Send` because nearcore's registers are `Rc`s. The only store that ever holds a `Guest` is
// local to `with_guest`, which neither moves nor shares it, and drops it before it returns.
unsafe impl Send for Guest {}

/// Runs `body` in a fresh store whose host functions act on `host`; gives the host back.
pub(super) fn with_guest<'a, T>(
    engine: &Engine,
    host: Host<'a>,
    body: impl FnOnce(&mut Store, &FunctionEnv<Guest>) -> T,
) -> (T, Host<'a>) {
    // SAFETY: only the lifetime changes. The extended host lives in `store`, a local that is
    // dropped before `'a` ends, also when `body` panics. `body` sees the host only through
    // `Guest`'s methods, none of which lets it, or anything of its lifetime, out.
    let host = unsafe { std::mem::transmute::<Host<'a>, Host<'static>>(host) };
    let mut store = Store::new(engine.clone());
    let guest = Guest {
        host: Some(host),
        memory: None,
        remaining_gas: None,
    };
    let env = FunctionEnv::new(&mut store, guest);
    let value = body(&mut store, &env);
    let host = env
        .as_mut(&mut store)
        .host
        .take()
        .expect("nobody else takes the host");
    // SAFETY: gives back the lifetime that was taken above.
    let host = unsafe { std::mem::transmute::<Host<'static>, Host<'a>>(host) };
    (value, host)
}

impl Guest {
    /// Finds what preparation exports in every module: the memory and the gas global.
    pub(super) fn attach(env: &FunctionEnv<Self>, store: &mut Store, instance: &Instance) {
        let memory = instance.exports.get_memory(MEMORY_EXPORT).ok().cloned();
        let remaining_gas = instance
            .exports
            .get_global(REMAINING_GAS_EXPORT)
            .ok()
            .cloned();
        let guest = env.as_mut(store);
        guest.memory = memory;
        guest.remaining_gas = remaining_gas;
    }

    /// Lets Wasm consume what is left, before it is called from outside.
    pub(super) fn enter_wasm(env: &FunctionEnv<Self>, store: &mut Store) -> Result<(), HostTrap> {
        let mut env = env.clone().into_mut(store);
        let (guest, mut store) = env.data_and_store_mut();
        guest.offer_gas(&mut store).map_err(HostTrap::Boundary)
    }

    /// Burns what Wasm consumed, after it was left.
    pub(super) fn leave_wasm(env: &FunctionEnv<Self>, store: &mut Store) -> Result<(), HostTrap> {
        let mut env = env.clone().into_mut(store);
        let (guest, mut store) = env.data_and_store_mut();
        guest.take_gas(&mut store).map_err(HostTrap::Boundary)
    }

    /// Sets the gas global to what is left.
    fn offer_gas(&self, store: &mut impl AsStoreMut) -> HostResult<()> {
        let Some(global) = &self.remaining_gas else {
            return Ok(());
        };
        // Gas is a u64 and the global an i64: nearcore reinterprets likewise.
        let left = Value::I64(self.host().remaining_gas().cast_signed());
        global
            .set(store, left)
            .or(Err(InconsistentStateError::IntegerOverflow.into()))
    }

    /// Burns what the gas global has gone down by.
    fn take_gas(&mut self, store: &mut impl AsStoreMut) -> HostResult<()> {
        let Some(global) = &self.remaining_gas else {
            return Ok(());
        };
        let Value::I64(left) = global.get(store) else {
            return Ok(());
        };
        match self
            .host()
            .remaining_gas()
            .saturating_sub(left.cast_unsigned())
        {
            0 => Ok(()),
            consumed => self.host_mut().burn_wasm(consumed),
        }
    }

    fn host(&self) -> &Host<'static> {
        self.host
            .as_ref()
            .expect("the host is there until the run is over")
    }

    fn host_mut(&mut self) -> &mut Host<'static> {
        self.host
            .as_mut()
            .expect("the host is there until the run is over")
    }
}

/// Calls the host function `name` from Wasm, with the gas global kept in step on both sides.
///
/// Out of gas at the boundary wins over whatever the function would do.
pub(super) fn call_host<T>(
    mut env: FunctionEnvMut<'_, Guest>,
    name: &'static str,
    function: impl FnOnce(&mut Host<'static>, &mut [u8]) -> HostResult<T>,
) -> Result<T, HostTrap> {
    let (guest, mut store) = env.data_and_store_mut();
    guest.take_gas(&mut store).map_err(HostTrap::Boundary)?;
    let left = guest.host().remaining_gas();
    let memory = guest.memory.clone().ok_or_else(no_memory)?;
    let view = memory.view(&store);
    // SAFETY: the guest is suspended in this call, wasm threads are off, and host functions
    // neither grow the memory nor call back into Wasm: for as long as the slice lives nothing
    // else reads, writes, moves or unmaps it.
    let bytes = unsafe { view.data_unchecked_mut() };
    let value = function(guest.host_mut(), bytes).map_err(HostTrap::Function)?;
    guest.host_mut().record(name, left);
    guest.offer_gas(&mut store).map_err(HostTrap::Boundary)?;
    Ok(value)
}

/// Preparation gives every module a memory; this is what nearcore answers where there is none.
fn no_memory() -> HostTrap {
    HostTrap::Function(HostError::MemoryAccessViolation.into())
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

    /// Runs `body` on a host of things that live no longer than this call.
    fn lent<T>(body: impl FnOnce(&mut Store, &FunctionEnv<Guest>) -> T) -> (T, u64) {
        let store = RuntimeConfigStore::new(None);
        let config = store.get_config(PROTOCOL_VERSION);
        let context = HostContext::from(bare_context(Gas::from_gas(100), None));
        let mut external = MockedExternal::new();
        let (fees, wasm) = (Arc::clone(&config.fees), Arc::clone(&config.wasm_config));
        let host = Host::new(&mut external, &context, fees, wasm);
        let (value, host) = with_guest(&Engine::default(), host, body);
        (value, host.finish(None).burnt_gas.as_gas())
    }

    #[test]
    fn a_host_is_lent_to_the_guest_and_given_back() {
        let burn = |store: &mut Store, env: &FunctionEnv<Guest>| {
            let guest = env.as_mut(store);
            guest.host_mut().burn_wasm(30).expect("affordable");
            guest.host().remaining_gas()
        };
        assert_eq!(lent(burn), (70, 30));
    }

    #[test]
    fn a_host_that_a_panic_takes_is_dropped_before_what_it_borrows() {
        let panics = || lent::<()>(|_, _| panic!("in the body"));
        assert!(catch_unwind(AssertUnwindSafe(panics)).is_err());
    }
}
