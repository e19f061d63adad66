//! The wasmer engine: compiles prepared contracts and runs them against a [`Host`].
//!
//! Everything that decides what a contract may do comes from nearcore: its preparation
//! validates and meters the module, its host functions do the work. The engine only compiles,
//! links, keeps the gas global in step at every host boundary, and names traps.

mod artifact;
mod compiler;
mod contract;
mod guest;
mod link;
mod lowering;
mod trap;
mod tunables;

pub(crate) use artifact::Artifact;
pub use compiler::{Compiler, UnknownCompiler};
pub(crate) use contract::Contract;

use crate::cache::Intact;
use crate::host::Host;
use guest::with_guest;
use near_parameters::vm::{Config, VMKind};
use near_vm_runner::logic::errors::{CompilationError, FunctionCallError, VMRunnerError};
use near_vm_runner::prepare::prepare_contract;
use wasmer::sys::{
    CompilerConfig, Cranelift, CraneliftOptLevel, EngineBuilder, Features, Singlepass,
};
use wasmer::{CompileError, Module};

/// Compiles contracts with one compiler and one network's limits, and runs them.
pub(crate) struct Engine {
    compiler: Compiler,
    engine: wasmer::Engine,
    /// What native code is compiled for: the platform, and the features of its CPU.
    target: String,
}

impl Engine {
    pub(crate) fn new(compiler: Compiler, config: &Config) -> Self {
        let compiler_config: Box<dyn CompilerConfig> = match compiler {
            Compiler::Cranelift => {
                let mut cranelift = Cranelift::new();
                cranelift
                    .opt_level(CraneliftOptLevel::None)
                    .canonicalize_nans(true);
                Box::new(cranelift)
            }
            Compiler::Singlepass => {
                let mut singlepass = Singlepass::new();
                singlepass.canonicalize_nans(true);
                Box::new(singlepass)
            }
        };
        let mut features = Features::default();
        features.wide_arithmetic(compiler == Compiler::Cranelift);
        let mut engine = EngineBuilder::new(compiler_config)
            .set_features(Some(features))
            .engine();
        engine.set_tunables(tunables::NearTunables::new(
            config.limit_config.max_elements_per_contract_table,
        ));
        let target = engine.target();
        let target = format!("{} {:x}", target.triple(), target.cpu_features().as_u64());
        Self {
            compiler,
            engine: engine.into(),
            target,
        }
    }

    /// What a native artifact depends on besides the contract and the configuration.
    pub(crate) fn artifact_version(&self) -> String {
        format!("{} {} {}", self.compiler, artifact::VERSION, self.target)
    }

    /// Prepares and compiles a contract.
    ///
    /// # Errors
    ///
    /// The embedder's: the machine has no memory left for native code. The contract's fault is
    /// the inner error: nearcore's `PrepareError`, or a module the compiler rejects.
    pub(crate) fn compile(
        &self,
        wasm: &[u8],
        config: &Config,
    ) -> Result<Result<Artifact, CompilationError>, VMRunnerError> {
        let prepared = match prepare_contract(wasm, config, VMKind::Wasmtime) {
            Ok(prepared) => prepared,
            Err(error) => return Ok(Err(CompilationError::PrepareError(error))),
        };
        let rejected = |msg: String| Ok(Err(CompilationError::WasmerCompileError { msg }));
        let prepared = match self.compiler {
            Compiler::Cranelift => prepared,
            Compiler::Singlepass => match lowering::lower_wide_arithmetic(&prepared) {
                Ok(lowered) => lowered,
                Err(error) => return rejected(error.to_string()),
            },
        };
        match Module::new(&self.engine, prepared) {
            Ok(module) => Ok(Ok(Artifact::new(module))),
            // Another time it would compile: it must not be remembered as the contract's fault.
            Err(CompileError::Resource(reason)) => Err(VMRunnerError::LoadingError(reason)),
            Err(error) => rejected(error.to_string()),
        }
    }

    /// Loads what [`Artifact::to_bytes`] made of a compilation by this engine's
    /// [`Self::artifact_version`]; `None` if wasmer refuses it.
    pub(crate) fn load(&self, entry: Intact<'_>) -> Option<Result<Artifact, CompilationError>> {
        Artifact::from_bytes(&self.engine, entry)
    }

    /// Runs a method; gives the host back, with the contract's fault if there was one.
    ///
    /// # Errors
    ///
    /// The embedder's faults.
    pub(crate) fn run<'a>(
        &self,
        contract: &Contract,
        method: &str,
        host: Host<'a>,
    ) -> (Result<Option<FunctionCallError>, VMRunnerError>, Host<'a>) {
        with_guest(&self.engine, host, |store, env| {
            contract.run(method, store, env)
        })
    }
}
