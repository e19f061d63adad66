//! Compiles prepared contracts and runs them against a [`Host`](crate::host::Host).
//!
//! nearcore decides everything that a contract may do: its preparation validates and meters the
//! module, its host functions do the work, and its settings of wasmtime compile it. The engine
//! links, synchronizes the gas global at every host boundary, and classifies traps.

mod artifact;
mod config;
mod contract;
mod guest;
mod instance_size;
mod link;
mod run;
mod trap;

pub(crate) use artifact::Artifact;
pub(crate) use contract::Contract;

use crate::functions::{Reports, instrument};
use crate::imports::Imports;
use crate::seal::Intact;
use artifact::Code;
use config::Limits;
use near_parameters::vm::{Config, VMKind};
use near_vm_runner::logic::errors::{CompilationError, VMRunnerError};
use near_vm_runner::prepare::prepare_contract;
use run::Guest;
use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use wasmtime::Linker;

/// Compiles and links contracts for one network.
pub(crate) struct Engine {
    wasmtime: wasmtime::Engine,
    linker: Linker<Guest>,
    limits: Limits,
    /// What contracts report of their functions.
    reports: Option<Reports>,
}

impl Engine {
    pub(crate) fn new(config: &Config, imports: &Imports) -> Self {
        Self::build(config, imports, None)
    }

    /// An engine whose contracts report their functions to the host, see [`crate::functions`].
    pub(crate) fn instrumenting(config: &Config, imports: &Imports, reports: Reports) -> Self {
        Self::build(config, imports, Some(reports))
    }

    fn build(config: &Config, imports: &Imports, reports: Option<Reports>) -> Self {
        let limits = Limits::new(&config.limit_config);
        let mut settings = config::engine_config(&limits);
        if reports.is_some() {
            config::instrument(&mut settings);
        }
        let wasmtime = wasmtime::Engine::new(&settings)
            .expect("nearcore's configuration is one that wasmtime takes");
        let mut linker = link::linker(&wasmtime, imports);
        if reports.is_some() {
            link::link_functions(&mut linker);
        }
        Self {
            wasmtime,
            linker,
            limits,
            reports,
        }
    }

    /// What native code depends on besides the contract and the configuration: the layout of
    /// [`Artifact::to_bytes`], wasmtime's version, its settings and the processor.
    pub(crate) fn artifact_version(&self) -> String {
        let mut hasher = DefaultHasher::new();
        let wasmtime = self.wasmtime.precompile_compatibility_hash();
        wasmtime.hash(&mut hasher);
        let instrumented = match self.reports {
            None => "",
            Some(Reports::Functions) => " instrumented",
            Some(Reports::Blocks) => " instrumented, with blocks",
        };
        format!("{} {:x}{instrumented}", artifact::VERSION, hasher.finish())
    }

    /// Prepares and compiles a contract.
    ///
    /// # Errors
    ///
    /// The outer error is the embedder's: the machine has no memory left for native code. The inner
    /// one is the contract's, in nearcore's words: preparation or the compiler refuses it.
    pub(crate) fn compile(
        &self,
        wasm: &[u8],
        config: &Config,
    ) -> Result<Result<Artifact, CompilationError>, VMRunnerError> {
        let prepared = match prepare_contract(wasm, config, VMKind::Wasmtime) {
            Ok(prepared) => prepared,
            Err(fault) => return Ok(Err(CompilationError::PrepareError(fault))),
        };
        let compiled = match self.reports {
            Some(reports) => instrument(wasm, &prepared, reports).map_err(loading)?,
            None => Cow::Borrowed(&*prepared),
        };
        let code = match Code::compile(&self.wasmtime, &compiled) {
            Ok(code) => code,
            Err(fault) => return Ok(Err(fault)),
        };
        // Preparation and compilation have validated the module.
        let fits = instance_size::fits(&prepared).map_err(loading)?;
        let module = code.load(&self.wasmtime);
        let module = module.map_err(VMRunnerError::LoadingError)?;
        Ok(Ok(Artifact { fits, module }))
    }

    /// Loads bytes that [`Artifact::to_bytes`] made for this engine's [`Self::artifact_version`]; `None` if
    /// the engine refuses them.
    pub(crate) fn load(&self, entry: Intact<'_>) -> Option<Result<Artifact, CompilationError>> {
        Artifact::from_bytes(&self.wasmtime, entry)
    }

    pub(crate) fn link(&self, artifact: &Artifact) -> Contract {
        Contract::new(artifact, &self.linker, self.limits)
    }
}

fn loading(error: impl std::fmt::Display) -> VMRunnerError {
    VMRunnerError::LoadingError(error.to_string())
}
