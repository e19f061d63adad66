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
#[cfg(feature = "singlepass")]
mod lowering;
mod outline;
mod refusals;
mod trap;
mod tunables;

pub(crate) use artifact::Artifact;
pub use compiler::{Compiler, UnknownCompiler};
pub(crate) use contract::Contract;

use crate::host::Host;
use crate::seal::Intact;
use guest::with_guest;
use near_parameters::vm::{Config, VMKind};
use near_vm_runner::logic::errors::{CompilationError, FunctionCallError, VMRunnerError};
use near_vm_runner::prepare::prepare_contract;
use outline::Outline;
use wasmer::sys::Target;
use wasmer::{CompileError, Module};
use wasmparser::BinaryReaderError;

/// Compiles contracts with one compiler and one network's limits, and runs them.
pub(crate) struct Engine {
    compiler: Compiler,
    /// One for each compiler, in the order of [`Compiler::ALL`].
    engines: [wasmer::Engine; Compiler::ALL.len()],
    /// What native code is compiled for: the platform, and the features of its CPU.
    target: String,
}

impl Engine {
    pub(crate) fn new(compiler: Compiler, config: &Config) -> Self {
        let target = Target::default(); // which is what engines compile for
        let target = format!("{} {:x}", target.triple(), target.cpu_features().as_u64());
        Self {
            compiler,
            engines: Compiler::ALL.map(|it| it.engine(config)),
            target,
        }
    }

    fn of(&self, compiler: Compiler) -> &wasmer::Engine {
        &self.engines[compiler as usize]
    }

    /// What a native artifact depends on besides the contract and the configuration.
    pub(crate) fn artifact_version(&self) -> String {
        format!("{} {} {}", self.compiler, artifact::VERSION, self.target)
    }

    /// Prepares and compiles a contract; with Singlepass where Cranelift would take too long.
    ///
    /// # Errors
    ///
    /// The embedder's: the machine has no memory left for native code, or Cranelift would take too
    /// long and Singlepass is not built in. The contract's fault is the inner error: nearcore's
    /// `PrepareError`, or a module the compiler rejects.
    pub(crate) fn compile(
        &self,
        wasm: &[u8],
        config: &Config,
    ) -> Result<Result<Artifact, CompilationError>, VMRunnerError> {
        let Prepared {
            wasm,
            instance_fits,
            suits_cranelift,
        } = match Prepared::new(wasm, config, self.compiler) {
            Ok(prepared) => prepared,
            Err(fault) => return Ok(Err(fault)),
        };
        let (compiler, wasm) = match suits_cranelift {
            true => (Compiler::Cranelift, wasm),
            false => match for_singlepass(&wasm)? {
                Ok(lowered) => lowered,
                Err(error) => return Ok(Err(rejected(&error))),
            },
        };
        match Module::new(self.of(compiler), wasm) {
            Ok(module) => Ok(Ok(Artifact::new(compiler, instance_fits, module))),
            // Another time it would compile: it must not be remembered as the contract's fault.
            Err(CompileError::Resource(reason)) => Err(VMRunnerError::LoadingError(reason)),
            Err(error) => Ok(Err(rejected(&error))),
        }
    }

    /// Loads what [`Artifact::to_bytes`] made of a compilation by this engine's
    /// [`Self::artifact_version`]; `None` if wasmer refuses it.
    pub(crate) fn load(&self, entry: Intact<'_>) -> Option<Result<Artifact, CompilationError>> {
        Artifact::from_bytes(|compiler| self.of(compiler), entry)
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

/// A module that nearcore's preparation lets through, and so does its engine.
struct Prepared {
    wasm: Vec<u8>,
    /// Whether nearcore's engine has room for an instance.
    instance_fits: bool,
    /// Whether Cranelift is asked for, and would not take too long.
    suits_cranelift: bool,
}

impl Prepared {
    fn new(wasm: &[u8], config: &Config, asked: Compiler) -> Result<Self, CompilationError> {
        let wasm = prepare_contract(wasm, config, VMKind::Wasmtime)
            .map_err(CompilationError::PrepareError)?;
        let invalid = |error: BinaryReaderError| rejected(&error);
        let outline = Outline::read(&wasm).map_err(invalid)?;
        if let Some(refused) = refusals::too_many_locals(&outline) {
            return Err(refused);
        }
        let instance_fits = refusals::instance_fits(&wasm).map_err(invalid)?;
        // Reads all code: not for Singlepass, whose own work is hardly more.
        let suits_cranelift =
            asked == Compiler::Cranelift && effort::suits_cranelift(&outline).map_err(invalid)?;
        Ok(Self {
            wasm,
            instance_fits,
            suits_cranelift,
        })
    }
}

/// A module that wasmer takes for invalid.
fn rejected(error: &impl ToString) -> CompilationError {
    let msg = error.to_string();
    CompilationError::WasmerCompileError { msg }
}

/// Singlepass, and the module as it takes it.
#[cfg(feature = "singlepass")]
fn for_singlepass(
    prepared: &[u8],
) -> Result<Result<(Compiler, Vec<u8>), lowering::LoweringError>, VMRunnerError> {
    let lowered = lowering::lower_wide_arithmetic(prepared);
    Ok(lowered.map(|lowered| (Compiler::Singlepass, lowered)))
}

/// There is none: the embedder's error, since nearcore would run the contract.
#[cfg(not(feature = "singlepass"))]
fn for_singlepass(
    _: &[u8],
) -> Result<Result<(Compiler, Vec<u8>), std::convert::Infallible>, VMRunnerError> {
    Err(VMRunnerError::LoadingError(
        "Cranelift would take too long over this contract; near-runtime-ext's feature `singlepass` \
         has a compiler that would not"
            .to_owned(),
    ))
}
