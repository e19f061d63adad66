//! One run of a linked module on wasmer, gas in step on both sides of every host boundary.
#![allow(
    unsafe_code,
    reason = "guest memory, and a host that outlives nothing it should not"
)]

use super::Compiled;
use super::link::{self, LinkError, Linker};
use crate::engine::guest::{
    HostTrap, MEMORY_EXPORT, REMAINING_GAS_EXPORT, lend, offered_gas, take_gas,
};
use crate::engine::trap::Stop;
use crate::host::{Host, HostResult};
use crate::imports::Imports;
use near_vm_runner::logic::errors::{FunctionCallError, InconsistentStateError};
use wasmer::{
    AsStoreMut, Engine, ExternType, FunctionEnv, FunctionEnvMut, Global, Instance,
    InstantiationError, LinkError as WasmerLinkError, Memory, Module, Store, Value,
};

/// A module whose imports are linked, or why they do not.
pub(in crate::engine) struct Linked {
    engine: Engine,
    module: Module,
    imports: Result<Vec<Linker>, LinkError>,
}

impl Linked {
    pub(super) fn new(compiled: Compiled, imports: &Imports) -> Self {
        let Compiled { engine, module, .. } = compiled;
        let imports = link::resolve(&module, imports);
        Self {
            engine,
            module,
            imports,
        }
    }

    fn linkers(&self) -> Result<&[Linker], FunctionCallError> {
        match &self.imports {
            Ok(linkers) => Ok(linkers),
            Err(error) => Err(FunctionCallError::LinkError {
                msg: error.to_string(),
            }),
        }
    }

    /// Whether every import links.
    ///
    /// # Errors
    ///
    /// nearcore's `LinkError`.
    pub(in crate::engine) fn check_imports(&self) -> Result<(), FunctionCallError> {
        self.linkers().map(|_| ())
    }

    /// Makes an instance, and calls these exports of it one after another.
    pub(in crate::engine) fn run<'a>(
        &self,
        exports: &[&str],
        host: Host<'a>,
    ) -> (Result<(), Stop>, Host<'a>) {
        let run = |host| {
            let mut store = Store::new(self.engine.clone());
            let guest = Guest {
                host: Some(host),
                memory: None,
                remaining_gas: None,
            };
            let env = FunctionEnv::new(&mut store, guest);
            let result = self.run_exports(exports, &mut store, &env);
            let host = env.as_mut(&mut store).host.take();
            (result, host.expect("nobody else takes the host"))
        };
        // SAFETY: the host is only ever in `store`, a local of `run`, whose functions see it through
        // `Guest`'s methods; `run` takes it out again, and drops it with the store when it unwinds.
        unsafe { lend(host, run) }
    }

    fn run_exports(
        &self,
        exports: &[&str],
        store: &mut Store,
        env: &FunctionEnv<Guest>,
    ) -> Result<(), Stop> {
        let externs = link::instantiate(self.linkers().map_err(Stop::Fault)?, store, env);
        let instance =
            Instance::new_by_index(store, &self.module, &externs).map_err(instantiation_failed)?;
        Guest::attach(env, store, &instance);
        exports
            .iter()
            .try_for_each(|export| call(&instance, export, store, env))
    }
}

/// The functions that a module exports: their names, and whether they take and return nothing.
pub(in crate::engine) fn exported_functions(compiled: &Compiled) -> Vec<(String, bool)> {
    let functions = compiled
        .module
        .exports()
        .filter_map(|export| match export.ty() {
            ExternType::Function(ty) => {
                let is_bare = ty.params().is_empty() && ty.results().is_empty();
                Some((export.name().to_owned(), is_bare))
            }
            _ => None,
        });
    functions.collect()
}

/// Calls an export that takes and returns nothing.
fn call(
    instance: &Instance,
    export: &str,
    store: &mut Store,
    env: &FunctionEnv<Guest>,
) -> Result<(), Stop> {
    let function = instance
        .exports
        .get_function(export)
        .map_err(|error| Stop::unexpected(format!("export {export:?}: {error}")))?;
    Guest::enter_wasm(env, store)?;
    let result = function.call(store, &[]);
    // Out of gas wins over a trap; a host error has already settled the gas.
    let host_failed = matches!(&result, Err(error) if error.is::<HostTrap>());
    if !host_failed {
        Guest::leave_wasm(env, store)?;
    }
    result?;
    Ok(())
}

/// Memory or tables that data or elements do not fit are the contract's fault.
fn instantiation_failed(error: InstantiationError) -> Stop {
    match error {
        InstantiationError::Start(error)
        | InstantiationError::Link(WasmerLinkError::Trap(error)) => error.into(),
        other => Stop::unexpected(other.to_string()),
    }
}

/// What host functions reach through wasmer's function environment.
pub(super) struct Guest {
    /// Taken out only after the run, by [`Linked::run`].
    host: Option<Host<'static>>,
    memory: Option<Memory>,
    /// Gas that Wasm may consume until the next boundary; `None` in a module without code.
    remaining_gas: Option<Global>,
}

// SAFETY: wasmer asks for `Send` because a store may be moved between threads; `Host` is not
// `Send` because nearcore's registers are `Rc`s. The only store that ever holds a `Guest` is
// local to `Linked::run`, which neither moves nor shares it, and drops it before it returns.
unsafe impl Send for Guest {}

impl Guest {
    /// Finds what preparation exports in every module: the memory and the gas global.
    fn attach(env: &FunctionEnv<Self>, store: &mut Store, instance: &Instance) {
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
    fn enter_wasm(env: &FunctionEnv<Self>, store: &mut Store) -> Result<(), HostTrap> {
        let mut env = env.clone().into_mut(store);
        let (guest, mut store) = env.data_and_store_mut();
        guest.offer(&mut store).map_err(HostTrap::Boundary)
    }

    /// Burns what Wasm consumed, after it was left.
    fn leave_wasm(env: &FunctionEnv<Self>, store: &mut Store) -> Result<(), HostTrap> {
        let mut env = env.clone().into_mut(store);
        let (guest, mut store) = env.data_and_store_mut();
        guest.take(&mut store).map_err(HostTrap::Boundary)
    }

    /// Sets the gas global to what is left.
    fn offer(&self, store: &mut impl AsStoreMut) -> HostResult<()> {
        let Some(global) = &self.remaining_gas else {
            return Ok(());
        };
        let left = Value::I64(offered_gas(self.host()));
        global
            .set(store, left)
            .or(Err(InconsistentStateError::IntegerOverflow.into()))
    }

    /// Burns what the gas global has gone down by.
    fn take(&mut self, store: &mut impl AsStoreMut) -> HostResult<()> {
        let Some(global) = &self.remaining_gas else {
            return Ok(());
        };
        match global.get(store) {
            Value::I64(left) => take_gas(self.host_mut(), left),
            _ => Ok(()),
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
    guest.take(&mut store).map_err(HostTrap::Boundary)?;
    let left = guest.host().remaining_gas();
    let memory = guest.memory.clone().ok_or_else(HostTrap::no_memory)?;
    let view = memory.view(&store);
    // SAFETY: the guest is suspended in this call, wasm threads are off, and host functions
    // neither grow the memory nor call back into Wasm: for as long as the slice lives nothing
    // else reads, writes, moves or unmaps it.
    let bytes = unsafe { view.data_unchecked_mut() };
    let value = function(guest.host_mut(), bytes).map_err(HostTrap::Function)?;
    guest.host_mut().record(name, left);
    guest.offer(&mut store).map_err(HostTrap::Boundary)?;
    Ok(value)
}
