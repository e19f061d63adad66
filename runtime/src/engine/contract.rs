//! A compiled contract, linked, and one run of it.

use super::artifact::Artifact;
use super::compiler::Compiler;
use super::guest::{Guest, HostTrap};
use super::link::{self, LinkError, Linker};
use super::trap::Stop;
use crate::imports::Imports;
use near_vm_runner::logic::errors::{FunctionCallError, MethodResolveError, VMRunnerError};
use std::collections::HashMap;
use wasmer::{
    ExternType, FunctionEnv, Instance, InstantiationError, LinkError as WasmerLinkError, Module,
    Store,
};

/// Preparation puts this before the names of a contract's own exports.
const EXPORT_PREFIX: char = '\0';
/// Under this name preparation exports a module's start function.
const START_EXPORT: &str = "start";

/// A compiled contract, linked against one ABI.
pub(crate) struct Contract {
    module: Module,
    compiler: Compiler,
    fits: bool,
    imports: Result<Vec<Linker>, LinkError>,
    /// Whether each of the contract's exported functions is a method, by name.
    methods: HashMap<String, bool>,
    has_start: bool,
}

impl Contract {
    /// Links a module's imports, and finds its methods.
    pub(crate) fn new(artifact: &Artifact, imports: &Imports) -> Self {
        let module = artifact.module().clone();
        let imports = link::resolve(&module, imports);
        let mut methods = HashMap::new();
        let mut has_start = false;
        for export in module.exports() {
            let ExternType::Function(ty) = export.ty() else {
                continue;
            };
            match export.name().strip_prefix(EXPORT_PREFIX) {
                Some(method) => {
                    let is_method = ty.params().is_empty() && ty.results().is_empty();
                    methods.insert(method.to_owned(), is_method);
                }
                None => has_start |= export.name() == START_EXPORT,
            }
        }
        Self {
            module,
            compiler: artifact.compiler(),
            fits: artifact.fits(),
            imports,
            methods,
            has_start,
        }
    }

    /// Who compiled it.
    pub(super) fn compiler(&self) -> Compiler {
        self.compiler
    }

    /// Whether nearcore's engine has room for an instance.
    ///
    /// # Errors
    ///
    /// wasmtime's text, which nearcore puts on chain.
    pub(crate) fn check_size(&self) -> Result<(), String> {
        match self.fits {
            true => Ok(()),
            false => {
                Err("module instance size does not fit in pooling allocator requirements".into())
            }
        }
    }

    /// Whether every import links.
    ///
    /// # Errors
    ///
    /// nearcore's `LinkError`.
    pub(crate) fn check_imports(&self) -> Result<(), FunctionCallError> {
        self.linkers().map(|_| ())
    }

    /// Whether `method` is a function without parameters and results.
    ///
    /// # Errors
    ///
    /// nearcore's `MethodResolveError`.
    pub(crate) fn check_method(&self, method: &str) -> Result<(), FunctionCallError> {
        let error = match self.methods.get(method) {
            Some(true) => return Ok(()),
            Some(false) => MethodResolveError::MethodInvalidSignature,
            None => MethodResolveError::MethodNotFound,
        };
        Err(FunctionCallError::MethodResolveError(error))
    }

    fn linkers(&self) -> Result<&[Linker], FunctionCallError> {
        match &self.imports {
            Ok(linkers) => Ok(linkers),
            Err(error) => Err(FunctionCallError::LinkError {
                msg: error.to_string(),
            }),
        }
    }

    /// Runs the start function, if there is one, and the method; returns the contract's fault.
    ///
    /// # Errors
    ///
    /// The embedder's faults.
    pub(super) fn run(
        &self,
        method: &str,
        store: &mut Store,
        env: &FunctionEnv<Guest>,
    ) -> Result<Option<FunctionCallError>, VMRunnerError> {
        match self.run_exports(method, store, env) {
            Ok(()) => Ok(None),
            Err(Stop::Fault(fault)) => Ok(Some(fault)),
            Err(Stop::Embedder(error)) => Err(error),
        }
    }

    fn run_exports(
        &self,
        method: &str,
        store: &mut Store,
        env: &FunctionEnv<Guest>,
    ) -> Result<(), Stop> {
        let externs = link::instantiate(self.linkers().map_err(Stop::Fault)?, store, env);
        let instance =
            Instance::new_by_index(store, &self.module, &externs).map_err(instantiation_failed)?;
        Guest::attach(env, store, &instance);
        if self.has_start {
            call(&instance, START_EXPORT, store, env)?;
        }
        call(&instance, &format!("{EXPORT_PREFIX}{method}"), store, env)
    }
}

/// Calls an export that takes and returns nothing, gas in step on both sides.
fn call(
    instance: &Instance,
    export: &str,
    store: &mut Store,
    env: &FunctionEnv<Guest>,
) -> Result<(), Stop> {
    let function = instance
        .exports
        .get_function(export)
        .map_err(|error| unexpected(format!("export {export:?}: {error}")))?;
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
        other => unexpected(other.to_string()),
    }
}

fn unexpected(debug_message: String) -> Stop {
    Stop::Embedder(VMRunnerError::WasmUnknownError { debug_message })
}
