//! Compiles prepared contracts and runs them against a [`Host`](crate::host::Host).
//!
//! Everything that decides what a contract may do comes from nearcore: its preparation
//! validates and meters the module, its host functions do the work. The engines only compile,
//! link, keep the gas global in step at every host boundary, and name traps.
//!
//! [`winch`] is nearcore's own compiler, and takes any contract. [`wasmer`], where it is built in and
//! asked for, takes those that its compilers are shown to be safe and cheap for.

mod artifact;
mod compiler;
mod contract;
#[cfg(all(test, feature = "wasmer", target_arch = "x86_64"))]
mod frames;
mod guest;
mod instance_size;
mod trap;
#[cfg(feature = "wasmer")]
mod wasmer;
mod winch;

pub(crate) use artifact::Artifact;
pub use compiler::{Compiler, UnknownCompiler};
pub(crate) use contract::Contract;

use crate::imports::Imports;
use crate::seal::Intact;
use near_parameters::vm::{Config, VMKind};
use near_vm_runner::logic::errors::{CompilationError, VMRunnerError};
use near_vm_runner::prepare::prepare_contract;
#[cfg(feature = "wasmer")]
use wasmer::Wasmer;
use winch::Winch;

/// Compiles and links contracts with one compiler, for one network.
pub(crate) struct Engine {
    compiler: Compiler,
    winch: Winch,
    #[cfg(feature = "wasmer")]
    wasmer: Wasmer,
}

impl Engine {
    pub(crate) fn new(compiler: Compiler, config: &Config, imports: Imports) -> Self {
        Self {
            compiler,
            winch: Winch::new(config, &imports),
            #[cfg(feature = "wasmer")]
            wasmer: Wasmer::new(config, imports),
        }
    }

    /// What a native artifact depends on besides the contract and the configuration.
    pub(crate) fn artifact_version(&self) -> String {
        let version = format!(
            "{} {} {:x}",
            self.compiler,
            artifact::VERSION,
            self.winch.version()
        );
        #[cfg(feature = "wasmer")]
        let version = format!("{version} {}", self.wasmer.target());
        version
    }

    /// Prepares and compiles a contract.
    ///
    /// # Errors
    ///
    /// The embedder's: the machine has no memory left for native code. The contract's fault is the
    /// inner error, in nearcore's words: its preparation or its compiler refuses the contract.
    pub(crate) fn compile(
        &self,
        wasm: &[u8],
        config: &Config,
    ) -> Result<Result<Artifact, CompilationError>, VMRunnerError> {
        let prepared = match prepare_contract(wasm, config, VMKind::Wasmtime) {
            Ok(prepared) => prepared,
            Err(fault) => return Ok(Err(CompilationError::PrepareError(fault))),
        };
        #[cfg(feature = "wasmer")]
        if let Some(compiled) = self.wasmer.compile(self.compiler, &prepared) {
            return Ok(Ok(Artifact::of_wasmer(compiled)));
        }
        let code = match self.winch.compile(&prepared) {
            Ok(code) => code,
            Err(fault) => return Ok(Err(fault)),
        };
        // What Winch compiled is valid.
        let fits = instance_size::fits(&prepared)
            .map_err(|error| VMRunnerError::LoadingError(error.to_string()))?;
        let module = self.winch.load(&code);
        let module = module.map_err(VMRunnerError::LoadingError)?;
        Ok(Ok(Artifact::of_winch(fits, module)))
    }

    /// Loads what [`Artifact::to_bytes`] made of a compilation by this engine's
    /// [`Self::artifact_version`]; `None` if the engine refuses it.
    pub(crate) fn load(&self, entry: Intact<'_>) -> Option<Result<Artifact, CompilationError>> {
        Artifact::from_bytes(self, entry)
    }

    /// The contract, linked.
    pub(crate) fn link(&self, artifact: Artifact) -> Contract {
        Contract::new(artifact, self)
    }
}
