//! Native code of a compiled contract, in memory and as bytes.
#![allow(
    unsafe_code,
    reason = "native code is only as good as the bytes it is loaded from"
)]

use super::compiler::Compiler;
use crate::seal::Intact;
use borsh::{BorshDeserialize, BorshSerialize};
use near_vm_runner::logic::errors::CompilationError;
use wasmer::Module;

/// Changes with everything that makes old artifacts unusable: wasmer's version, the lowering
/// pass, the engine's settings, the layout of [`Artifact::to_bytes`].
pub(super) const VERSION: &str = "wasmer-7.4.2/3";

/// What is kept of a compilation, or why there is none.
type Entry = Result<Native, CompilationError>;

#[derive(BorshSerialize, BorshDeserialize)]
struct Native {
    compiler: Compiler,
    fits: bool,
    /// wasmer's serialization.
    code: Vec<u8>,
}

/// A compiled contract.
pub(crate) struct Artifact {
    compiler: Compiler,
    fits: bool,
    module: Module,
}

impl Artifact {
    pub(super) fn new(compiler: Compiler, fits: bool, module: Module) -> Self {
        Self {
            compiler,
            fits,
            module,
        }
    }

    /// Who compiled it, and whose engine must run it.
    pub(super) fn compiler(&self) -> Compiler {
        self.compiler
    }

    /// Whether nearcore's engine has room for an instance of it.
    pub(super) fn fits(&self) -> bool {
        self.fits
    }

    pub(super) fn module(&self) -> &Module {
        &self.module
    }

    /// What [`Self::from_bytes`] makes the compilation's result of; `None` if wasmer cannot
    /// serialize it.
    pub(crate) fn to_bytes(compiled: &Result<Self, CompilationError>) -> Option<Vec<u8>> {
        let entry: Entry = match compiled {
            Ok(artifact) => Ok(Native {
                compiler: artifact.compiler,
                fits: artifact.fits,
                code: artifact.module.serialize().ok()?.into(),
            }),
            Err(error) => Err(error.clone()),
        };
        borsh::to_vec(&entry).ok()
    }

    /// The compilation's result that [`Self::to_bytes`] serialized, for the engine of whoever
    /// compiled it; `None` if wasmer does not load it.
    pub(super) fn from_bytes<'a>(
        engine: impl FnOnce(Compiler) -> &'a wasmer::Engine,
        entry: Intact<'_>,
    ) -> Option<Result<Self, CompilationError>> {
        let Native {
            compiler,
            fits,
            code,
        } = match borsh::from_slice::<Entry>(entry.payload()).ok()? {
            Ok(compiled) => compiled,
            Err(error) => return Some(Err(error)),
        };
        // SAFETY: wasmer requires bytes that its own `serialize` made, for this engine. An
        // `Intact` entry is what was sealed under its key, byte for byte, and `to_bytes` made
        // what is sealed; the key names the contract, wasmer's version and the engines'
        // settings, the entry its compiler; and whoever may write to the cache folder is trusted (see the threat model
        // in ARCHITECTURE.md).
        let module = unsafe { Module::deserialize(engine(compiler), code) }.ok()?;
        Some(Ok(Self::new(compiler, fits, module)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Compiler, Engine};
    use near_parameters::RuntimeConfigStore;
    use near_primitives_core::version::PROTOCOL_VERSION;
    use std::collections::BTreeSet;

    #[test]
    fn artifacts_of_another_version_or_compiler_have_another_key() {
        let store = RuntimeConfigStore::new(None);
        let config = &store.get_config(PROTOCOL_VERSION).wasm_config;
        let version = |compiler| Engine::new(compiler, config).artifact_version();
        let versions: BTreeSet<_> = Compiler::ALL.into_iter().map(version).collect();
        assert!(versions.iter().all(|version| version.contains(VERSION)));
        assert_eq!(versions.len(), Compiler::ALL.len());
    }

    #[test]
    fn the_version_names_the_wasmer_that_is_built_in() {
        let lock = include_str!("../../../Cargo.lock");
        let version = |package: &str| {
            let (_, rest) = lock
                .split_once(&format!("name = \"{package}\"\nversion = \""))
                .expect("it is locked");
            let (version, rest) = rest.split_once('"').expect("a version");
            let again = format!("name = \"{package}\"\n");
            assert!(!rest.contains(&again), "two versions of {package}");
            version
        };
        let wasmer = version("wasmer");
        for part in [
            "wasmer-compiler",
            "wasmer-compiler-cranelift",
            "wasmer-compiler-singlepass",
            "wasmer-types",
            "wasmer-vm",
        ] {
            assert_eq!(version(part), wasmer, "{part}");
        }
        assert!(
            VERSION.starts_with(&format!("wasmer-{wasmer}/")),
            "{VERSION}"
        );
    }
}
