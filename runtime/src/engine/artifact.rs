//! Native code of a compiled contract, in memory and as bytes.
#![allow(
    unsafe_code,
    reason = "native code is only as good as the bytes it is loaded from"
)]

use crate::seal::Intact;
use borsh::{BorshDeserialize, BorshSerialize};
use near_vm_runner::logic::errors::CompilationError;
use wasmtime::{Engine, Module};

/// Raise this when the layout of [`Artifact::to_bytes`] changes, or when anything that wasmtime
/// does not detect makes old artifacts unusable.
pub(super) const VERSION: &str = "5";

/// The result of a compilation: native code, or the contract's fault.
type Entry = Result<Native, CompilationError>;

#[derive(BorshSerialize, BorshDeserialize)]
struct Native {
    fits: bool,
    /// wasmtime's serialization.
    code: Vec<u8>,
}

/// Native code that wasmtime made, not loaded yet.
pub(super) struct Code(Vec<u8>);

impl Code {
    /// Compiles a prepared module.
    ///
    /// # Errors
    ///
    /// nearcore's error: nearcore, too, blames the contract if the compiler refuses it.
    pub(super) fn compile(engine: &Engine, prepared: &[u8]) -> Result<Self, CompilationError> {
        let compiled = engine.precompile_module(prepared);
        compiled.map(Self).map_err(|error| {
            let msg = error.to_string();
            CompilationError::WasmtimeCompileError { msg }
        })
    }

    /// Loads the native code.
    ///
    /// # Errors
    ///
    /// wasmtime's text: the machine has no memory left for native code.
    pub(super) fn load(&self, engine: &Engine) -> Result<Module, String> {
        // SAFETY: wasmtime requires bytes that it made itself, and only `compile` makes a `Code`. wasmtime
        // itself checks that the engine has the same settings.
        let module = unsafe { Module::deserialize(engine, &self.0) };
        module.map_err(|error| error.to_string())
    }
}

/// A compiled contract.
pub(crate) struct Artifact {
    /// Whether nearcore's engine has room for an instance of it.
    pub(super) fits: bool,
    pub(super) module: Module,
}

impl Artifact {
    /// The compilation's result as bytes, for [`Self::from_bytes`]; `None` if wasmtime cannot
    /// serialize it.
    pub(crate) fn to_bytes(compiled: &Result<Self, CompilationError>) -> Option<Vec<u8>> {
        let entry: Entry = match compiled {
            Ok(Self { fits, module }) => Ok(Native {
                fits: *fits,
                code: module.serialize().ok()?,
            }),
            Err(error) => Err(error.clone()),
        };
        borsh::to_vec(&entry).ok()
    }

    /// The compilation's result that [`Self::to_bytes`] serialized, by an engine of the same
    /// `artifact_version`; `None` if it does not load.
    pub(super) fn from_bytes(
        engine: &Engine,
        entry: Intact<'_>,
    ) -> Option<Result<Self, CompilationError>> {
        let Native { fits, code } = match borsh::from_slice::<Entry>(entry.payload()).ok()? {
            Ok(compiled) => compiled,
            Err(error) => return Some(Err(error)),
        };
        // SAFETY: an `Intact` entry is, byte for byte, what `to_bytes` made and this process or an
        // earlier one sealed under its key; the key names the contract, wasmtime's version and its
        // settings; whoever may write to the cache folder is trusted (SECURITY.md, "Roles and
        // trust").
        let module = unsafe { Module::deserialize(engine, code) }.ok()?;
        Some(Ok(Self { fits, module }))
    }
}
