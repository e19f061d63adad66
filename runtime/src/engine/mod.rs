//! The wasmer engine: compiles prepared contracts and runs them against a [`Host`].
//!
//! Everything that decides what a contract may do comes from nearcore: its preparation
//! validates and meters the module, its host functions do the work. The engine only compiles,
//! links, keeps the gas global in step at every host boundary, and names traps.

mod artifact;
mod compiler;
mod contract;
mod effort;
mod guest;
mod link;
mod lowering;
mod outline;
mod refusals;
mod trap;
mod tunables;

pub(crate) use artifact::Artifact;
pub use compiler::{Compiler, UnknownCompiler};
pub(crate) use contract::Contract;

use crate::host::Host;
use guest::with_guest;
use near_parameters::vm::{Config, VMKind};
use near_vm_runner::logic::errors::{CompilationError, FunctionCallError, VMRunnerError};
use near_vm_runner::prepare::prepare_contract;
use outline::Outline;
use wasmer::Module;
use wasmer::sys::{
    CompilerConfig, Cranelift, CraneliftOptLevel, EngineBuilder, Features, Singlepass, Target,
};
use wasmparser::BinaryReaderError;

/// Compiles contracts with one compiler and one network's limits, and runs them.
pub(crate) struct Engine {
    compiler: Compiler,
    cranelift: wasmer::Engine,
    singlepass: wasmer::Engine,
    /// What native code is compiled for: the platform, and the features of its CPU.
    target: String,
}

impl Engine {
    pub(crate) fn new(compiler: Compiler, config: &Config) -> Self {
        let mut cranelift = Cranelift::new();
        cranelift
            .opt_level(CraneliftOptLevel::None)
            .canonicalize_nans(true);
        let mut singlepass = Singlepass::new();
        singlepass.canonicalize_nans(true);
        let target = Target::default(); // which is what engines compile for
        let target = format!("{} {:x}", target.triple(), target.cpu_features().as_u64());
        Self {
            compiler,
            cranelift: engine(cranelift, true, config),
            singlepass: engine(singlepass, false, config),
            target,
        }
    }

    fn of(&self, compiler: Compiler) -> &wasmer::Engine {
        match compiler {
            Compiler::Cranelift => &self.cranelift,
            Compiler::Singlepass => &self.singlepass,
        }
    }

    /// What a native artifact depends on besides the contract and the configuration.
    pub(crate) fn artifact_version(&self) -> String {
        format!("{} {} {}", self.compiler, artifact::VERSION, self.target)
    }

    /// Prepares and compiles a contract; with Singlepass where Cranelift would take too long.
    ///
    /// # Errors
    ///
    /// The contract's fault: nearcore's `PrepareError`, or a module the compiler rejects.
    pub(crate) fn compile(
        &self,
        wasm: &[u8],
        config: &Config,
    ) -> Result<Artifact, CompilationError> {
        let prepared = prepare_contract(wasm, config, VMKind::Wasmtime)
            .map_err(CompilationError::PrepareError)?;
        let rejected = |msg: String| CompilationError::WasmerCompileError { msg };
        let invalid = |error: BinaryReaderError| rejected(error.to_string());
        let outline = Outline::read(&prepared).map_err(invalid)?;
        if let Some(refused) = refusals::too_many_locals(&outline) {
            return Err(refused);
        }
        let fits = refusals::instance_fits(&prepared).map_err(invalid)?;
        let suits_cranelift = self.compiler == Compiler::Cranelift
            && effort::suits_cranelift(&outline).map_err(invalid)?;
        let (compiler, prepared) = match suits_cranelift {
            true => (Compiler::Cranelift, prepared),
            false => {
                let lowered = lowering::lower_wide_arithmetic(&prepared)
                    .map_err(|error| rejected(error.to_string()))?;
                (Compiler::Singlepass, lowered)
            }
        };
        let module = Module::new(self.of(compiler), prepared)
            .map_err(|error| rejected(error.to_string()))?;
        Ok(Artifact::new(module, compiler, fits))
    }

    /// Loads a native artifact that [`Artifact::to_bytes`] made, of this engine's
    /// [`Self::artifact_version`]; `None` if it is damaged.
    pub(crate) fn load(&self, bytes: &[u8]) -> Option<Artifact> {
        Artifact::from_bytes(bytes, |compiler| self.of(compiler))
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
        with_guest(self.of(contract.compiler()), host, |store, env| {
            contract.run(method, store, env)
        })
    }
}

/// A compiler's engine, with one network's limits.
fn engine(
    compiler: impl Into<Box<dyn CompilerConfig>>,
    wide_arithmetic: bool,
    config: &Config,
) -> wasmer::Engine {
    let mut features = Features::default();
    features.wide_arithmetic(wide_arithmetic);
    let mut engine = EngineBuilder::new(compiler)
        .set_features(Some(features))
        .engine();
    engine.set_tunables(tunables::NearTunables::new(
        config.limit_config.max_elements_per_contract_table,
    ));
    engine.into()
}
