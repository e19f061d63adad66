//! A compiled and linked contract, and one run of it.

use super::artifact::Artifact;
use super::config::Limits;
use super::run::{self, Guest};
use super::trap::Stop;
use crate::host::Host;
use near_vm_runner::logic::errors::{FunctionCallError, MethodResolveError, VMRunnerError};
use std::collections::HashMap;
use wasmtime::{ExternType, InstancePre, Linker, Module, UnknownImportError};

/// Preparation prefixes the names of a contract's own exports with this.
const EXPORT_PREFIX: char = '\0';
/// Preparation exports a module's start function under this name.
const START_EXPORT: &str = "start";

/// A compiled contract, linked against one ABI.
pub(crate) struct Contract {
    /// The linked module, or nearcore's text for an import that does not link.
    linked: Result<InstancePre<Guest>, String>,
    limits: Limits,
    fits: bool,
    /// Every exported function, and whether it takes and returns nothing, as a method must.
    methods: HashMap<String, bool>,
    has_start: bool,
}

impl Contract {
    /// Links a module's imports, and finds its methods.
    pub(super) fn new(artifact: &Artifact, linker: &Linker<Guest>, limits: Limits) -> Self {
        let module = &artifact.module;
        let linked = linker.instantiate_pre(module).map_err(|error| {
            // nearcore stores this text on chain.
            match error.root_cause() {
                cause if cause.is::<UnknownImportError>() => "unknown or invalid import".to_owned(),
                cause => cause.to_string(),
            }
        });
        let methods = exported_functions(module).filter_map(|(name, is_bare)| {
            let method = name.strip_prefix(EXPORT_PREFIX)?;
            Some((method.to_owned(), is_bare))
        });
        Self {
            linked,
            limits,
            fits: artifact.fits,
            methods: methods.collect(),
            has_start: exported_functions(module).any(|(name, _)| name == START_EXPORT),
        }
    }

    /// Whether nearcore's engine has room for an instance.
    ///
    /// # Errors
    ///
    /// wasmtime's text; nearcore stores it on chain.
    pub(crate) fn check_size(&self) -> Result<(), String> {
        let message = "module instance size does not fit in pooling allocator requirements";
        self.fits.then_some(()).ok_or_else(|| message.to_owned())
    }

    /// Whether every import links.
    ///
    /// # Errors
    ///
    /// nearcore's `LinkError`.
    pub(crate) fn check_imports(&self) -> Result<(), FunctionCallError> {
        self.linked().map(drop)
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

    /// Runs the start function, if any, and the method. Returns the host, and the contract's fault
    /// if there was one.
    ///
    /// # Errors
    ///
    /// The embedder's faults.
    pub(crate) fn run<'a>(
        &self,
        method: &str,
        host: Host<'a>,
    ) -> (Result<Option<FunctionCallError>, VMRunnerError>, Host<'a>) {
        let method = format!("{EXPORT_PREFIX}{method}");
        let exports = [START_EXPORT, &method];
        let exports = if self.has_start {
            &exports[..]
        } else {
            &exports[1..]
        };
        let linked = match self.linked() {
            Ok(linked) => linked,
            Err(fault) => return (Ok(Some(fault)), host),
        };
        let (result, host) = run::run(linked, self.limits, exports, host);
        let fault = match result {
            Ok(()) => Ok(None),
            Err(Stop::Fault(fault)) => Ok(Some(fault)),
            Err(Stop::Embedder(error)) => Err(error),
        };
        (fault, host)
    }

    fn linked(&self) -> Result<&InstancePre<Guest>, FunctionCallError> {
        let linked = self.linked.as_ref();
        linked.map_err(|msg| FunctionCallError::LinkError { msg: msg.clone() })
    }
}

/// The functions that a module exports: their names, and whether they take and return nothing.
fn exported_functions(module: &Module) -> impl Iterator<Item = (&str, bool)> {
    module.exports().filter_map(|export| match export.ty() {
        ExternType::Func(ty) => {
            let is_bare = ty.params().len() == 0 && ty.results().len() == 0;
            Some((export.name(), is_bare))
        }
        _ => None,
    })
}
