//! A compiled contract, linked, and one run of it.

use super::artifact::{Artifact, Module};
use super::trap::Stop;
#[cfg(feature = "wasmer")]
use super::wasmer;
use super::{Engine, winch};
use crate::host::Host;
use near_vm_runner::logic::errors::{FunctionCallError, MethodResolveError, VMRunnerError};
use std::collections::HashMap;

/// Preparation puts this before the names of a contract's own exports.
const EXPORT_PREFIX: char = '\0';
/// Under this name preparation exports a module's start function.
const START_EXPORT: &str = "start";

/// A compiled contract, linked against one ABI.
pub(crate) struct Contract {
    linked: Linked,
    fits: bool,
    /// Whether each of the contract's exported functions is a method, by name.
    methods: HashMap<String, bool>,
    has_start: bool,
}

/// A module whose imports are linked, or not, on one engine or the other.
enum Linked {
    Winch(winch::Linked),
    #[cfg(feature = "wasmer")]
    Wasmer(wasmer::Linked),
}

impl Contract {
    /// Links a module's imports, and finds its methods.
    pub(super) fn new(artifact: Artifact, engine: &Engine) -> Self {
        let (linked, functions) = match artifact.module {
            Module::Winch(module) => (
                Linked::Winch(engine.winch.link(&module)),
                winch::exported_functions(&module),
            ),
            #[cfg(feature = "wasmer")]
            Module::Wasmer(compiled) => {
                let functions = wasmer::exported_functions(&compiled);
                (Linked::Wasmer(engine.wasmer.link(compiled)), functions)
            }
        };
        let has_start = functions.iter().any(|(name, _)| name == START_EXPORT);
        let methods = functions.into_iter().filter_map(|(name, is_bare)| {
            let method = name.strip_prefix(EXPORT_PREFIX)?;
            Some((method.to_owned(), is_bare))
        });
        Self {
            linked,
            fits: artifact.fits,
            methods: methods.collect(),
            has_start,
        }
    }

    /// Whether Winch compiled it: it does what the others leave to it.
    pub(crate) fn is_of_winch(&self) -> bool {
        matches!(self.linked, Linked::Winch(_))
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
        match &self.linked {
            Linked::Winch(linked) => linked.check_imports(),
            #[cfg(feature = "wasmer")]
            Linked::Wasmer(linked) => linked.check_imports(),
        }
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

    /// Runs the start function, if there is one, and the method; gives the host back, with the
    /// contract's fault if there was one.
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
        let (result, host) = match &self.linked {
            Linked::Winch(linked) => linked.run(exports, host),
            #[cfg(feature = "wasmer")]
            Linked::Wasmer(linked) => linked.run(exports, host),
        };
        let fault = match result {
            Ok(()) => Ok(None),
            Err(Stop::Fault(fault)) => Ok(Some(fault)),
            Err(Stop::Embedder(error)) => Err(error),
        };
        (fault, host)
    }
}
