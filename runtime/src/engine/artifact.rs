//! Native code of a compiled contract, in memory and as bytes.
#![allow(
    unsafe_code,
    reason = "native code is only as good as the bytes it is loaded from"
)]

use super::Engine;
use super::compiler::Compiler;
#[cfg(feature = "wasmer")]
use super::wasmer;
use crate::seal::Intact;
use borsh::{BorshDeserialize, BorshSerialize};
use near_vm_runner::logic::errors::CompilationError;

/// Changes with everything that makes old artifacts unusable and that the engines do not say
/// themselves: wasmer's version, the lowering pass, the layout of [`Artifact::to_bytes`].
pub(super) const VERSION: &str = "wasmer-7.4.2/4";

/// What is kept of a compilation, or why there is none.
type Entry = Result<Native, CompilationError>;

#[derive(BorshSerialize, BorshDeserialize)]
struct Native {
    compiler: Compiler,
    fits: bool,
    /// The engine's serialization.
    code: Vec<u8>,
}

/// A compiled contract.
pub(crate) struct Artifact {
    /// Whether nearcore's engine has room for an instance of it.
    pub(super) fits: bool,
    pub(super) module: Module,
}

/// Native code of one engine or the other.
pub(super) enum Module {
    Winch(wasmtime::Module),
    #[cfg(feature = "wasmer")]
    Wasmer(wasmer::Compiled),
}

impl Artifact {
    pub(super) fn of_winch(fits: bool, module: wasmtime::Module) -> Self {
        let module = Module::Winch(module);
        Self { fits, module }
    }

    #[cfg(feature = "wasmer")]
    pub(super) fn of_wasmer(compiled: wasmer::Compiled) -> Self {
        Self {
            fits: true, // or Winch would have taken it
            module: Module::Wasmer(compiled),
        }
    }

    /// What [`Self::from_bytes`] makes the compilation's result of; `None` if the engine cannot
    /// serialize it.
    pub(crate) fn to_bytes(compiled: &Result<Self, CompilationError>) -> Option<Vec<u8>> {
        let entry: Entry = match compiled {
            Ok(artifact) => {
                let (compiler, code) = match &artifact.module {
                    Module::Winch(module) => (Compiler::Winch, module.serialize().ok()?),
                    #[cfg(feature = "wasmer")]
                    Module::Wasmer(compiled) => (compiled.compiler, compiled.serialize()?),
                };
                let fits = artifact.fits;
                Ok(Native {
                    compiler,
                    fits,
                    code,
                })
            }
            Err(error) => Err(error.clone()),
        };
        borsh::to_vec(&entry).ok()
    }

    /// The compilation's result that [`Self::to_bytes`] serialized, by an engine of the same
    /// [`Engine::artifact_version`]; `None` if it does not load.
    pub(super) fn from_bytes(
        engine: &Engine,
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
        let module = match compiler {
            Compiler::Winch => {
                // SAFETY: an `Intact` entry is what was sealed under its key, byte for byte, and
                // `to_bytes` made what is sealed; the key names the contract, the engines' versions
                // and settings, the entry its compiler; and whoever may write to the cache folder is
                // trusted (SECURITY.md, "Who is trusted with what").
                let module = unsafe { wasmtime::Module::deserialize(engine.winch.engine(), code) };
                Module::Winch(module.ok()?)
            }
            #[cfg(feature = "wasmer")]
            compiler => {
                let engine = engine.wasmer.of(compiler)?.clone();
                // SAFETY: as above.
                let module = unsafe { ::wasmer::Module::deserialize(&engine, code) }.ok()?;
                Module::Wasmer(wasmer::Compiled {
                    compiler,
                    engine,
                    module,
                })
            }
        };
        Some(Ok(Self { fits, module }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::imports::{Gates, Imports};
    use near_parameters::RuntimeConfigStore;
    use near_primitives_core::version::PROTOCOL_VERSION;
    use std::collections::BTreeSet;

    #[test]
    fn artifacts_of_another_version_or_compiler_have_another_key() {
        let store = RuntimeConfigStore::new(None);
        let config = &store.get_config(PROTOCOL_VERSION).wasm_config;
        let imports = || Imports::new(config, &Gates::default());
        let version = |compiler| Engine::new(compiler, config, imports()).artifact_version();
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
