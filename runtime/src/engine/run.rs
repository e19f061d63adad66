//! One run of a linked module on wasmtime; gas is synchronized at every host boundary.
#![allow(unsafe_code, reason = "a host that outlives nothing it should not")]

use super::config::Limits;
use super::guest::{HostTrap, MEMORY_EXPORT, REMAINING_GAS_EXPORT, lend, offered_gas, take_gas};
use super::trap::Stop;
use crate::host::{Host, HostResult};
use near_vm_runner::logic::errors::InconsistentStateError;
use wasmtime::{
    AsContextMut, Caller, Global, Instance, InstancePre, Memory, Store, StoreLimits, Val,
    WasmBacktrace,
};

/// Makes an instance and calls these exports of it in order; returns the host.
pub(super) fn run<'a>(
    linked: &InstancePre<Guest>,
    limits: Limits,
    exports: &[&str],
    host: Host<'a>,
) -> (Result<(), Stop>, Host<'a>) {
    let run = |host| {
        let guest = Guest {
            host,
            memory: None,
            remaining_gas: None,
            limits: limits.of_a_store(),
        };
        let mut store = Store::new(linked.module().engine(), guest);
        store.limiter(|guest| &mut guest.limits);
        let result = run_exports(linked, exports, &mut store);
        (result, store.into_data().host)
    };
    // SAFETY: the host lives only in `store`, a local of `run`, and the store's functions see it
    // through `call_host`. `run` takes the host out again, or drops it with the store when it
    // unwinds.
    unsafe { lend(host, run) }
}

/// What host functions reach through wasmtime's store.
pub(super) struct Guest {
    host: Host<'static>,
    memory: Option<Memory>,
    /// Gas that Wasm may consume until the next boundary; `None` in a module without code.
    remaining_gas: Option<Global>,
    limits: StoreLimits,
}

fn run_exports(
    pre: &InstancePre<Guest>,
    exports: &[&str],
    store: &mut Store<Guest>,
) -> Result<(), Stop> {
    let instance = pre.instantiate(&mut *store)?;
    let memory = instance.get_memory(&mut *store, MEMORY_EXPORT);
    let remaining_gas = instance.get_global(&mut *store, REMAINING_GAS_EXPORT);
    let guest = store.data_mut();
    guest.memory = memory;
    guest.remaining_gas = remaining_gas;
    exports
        .iter()
        .try_for_each(|export| call(instance, export, store))
}

/// Calls an export that takes and returns nothing.
fn call(instance: Instance, export: &str, store: &mut Store<Guest>) -> Result<(), Stop> {
    let function = instance
        .get_typed_func::<(), ()>(&mut *store, export)
        .map_err(|error| Stop::unexpected(format!("export {export:?}: {error}")))?;
    offer(store).map_err(HostTrap::Boundary)?;
    let result = function.call(&mut *store, ());
    if let Err(error) = &result
        && let Some(backtrace) = error.downcast_ref::<WasmBacktrace>()
    {
        let frames = backtrace.frames().iter();
        let frames = frames.filter_map(|it| Some((it.func_index(), it.module_offset()?)));
        let frames = frames.collect();
        store.data_mut().host.stopped(frames);
    }
    // Out of gas takes precedence over a trap; a host error has already settled the gas.
    let host_failed = matches!(&result, Err(error) if error.is::<HostTrap>());
    if !host_failed {
        take(store).map_err(HostTrap::Boundary)?;
    }
    Ok(result?)
}

/// Sets the gas global to the gas left.
fn offer(store: &mut impl AsContextMut<Data = Guest>) -> HostResult<()> {
    let mut store = store.as_context_mut();
    let guest = store.data();
    let Some(global) = guest.remaining_gas else {
        return Ok(());
    };
    let left = Val::I64(offered_gas(&guest.host));
    global
        .set(&mut store, left)
        .or(Err(InconsistentStateError::IntegerOverflow.into()))
}

/// Burns the gas that Wasm consumed.
fn take(store: &mut impl AsContextMut<Data = Guest>) -> HostResult<()> {
    let mut store = store.as_context_mut();
    let Some(global) = store.data().remaining_gas else {
        return Ok(());
    };
    match global.get(&mut store) {
        Val::I64(left) => take_gas(&mut store.data_mut().host, left),
        _ => Ok(()),
    }
}

/// A function of an instrumented contract begins.
pub(super) fn enter(mut caller: Caller<'_, Guest>, function: u32) {
    let left = left_in_wasm(&mut caller);
    caller.data_mut().host.enter(function, left);
}

/// The innermost function ends.
pub(super) fn leave(mut caller: Caller<'_, Guest>) {
    let left = left_in_wasm(&mut caller);
    caller.data_mut().host.leave(left);
}

/// A block of an instrumented contract runs.
pub(super) fn block(mut caller: Caller<'_, Guest>, offset: u32) {
    caller.data_mut().host.block(offset);
}

/// Gas left in Wasm; the host learns of it at the next boundary.
fn left_in_wasm(caller: &mut Caller<'_, Guest>) -> u64 {
    let global = caller.data().remaining_gas;
    match global.map(|global| global.get(&mut *caller)) {
        Some(Val::I64(left)) => left.cast_unsigned(),
        _ => caller.data().host.remaining_gas(),
    }
}

/// Calls a host function from Wasm, and tells the observer if it has a name.
///
/// If the gas runs out at the boundary, the function is not called.
pub(super) fn call_host<T>(
    mut caller: Caller<'_, Guest>,
    name: Option<&'static str>,
    function: impl FnOnce(&mut Host<'static>, &mut [u8]) -> HostResult<T>,
) -> wasmtime::Result<T> {
    take(&mut caller).map_err(HostTrap::Boundary)?;
    let memory = caller.data().memory.ok_or_else(HostTrap::no_memory)?;
    let (bytes, guest) = memory.data_and_store_mut(&mut caller);
    let left = guest.host.begin_call(name);
    let value = function(&mut guest.host, bytes).map_err(HostTrap::Function)?;
    guest.host.end_call(name, left);
    offer(&mut caller).map_err(HostTrap::Boundary)?;
    Ok(value)
}
