//! Native code of a compiled contract, in memory and as bytes.
#![allow(
    unsafe_code,
    reason = "native code is only as good as the bytes it is loaded from"
)]

use super::compiler::Compiler;
use near_primitives_core::hash::CryptoHash;
use wasmer::{Engine, Module};

/// Changes with everything that makes old artifacts unusable: wasmer's version, the lowering
/// pass, the engine's settings, the layout of [`Artifact::to_bytes`].
pub(super) const VERSION: &str = "wasmer-7.4.2/2";

/// A compiled contract.
pub(crate) struct Artifact {
    module: Module,
    compiler: Compiler,
    fits: bool,
}

impl Artifact {
    pub(super) fn new(module: Module, compiler: Compiler, fits: bool) -> Self {
        Self {
            module,
            compiler,
            fits,
        }
    }

    pub(super) fn module(&self) -> &Module {
        &self.module
    }

    /// Who compiled it, and whose engine must run it.
    pub(super) fn compiler(&self) -> Compiler {
        self.compiler
    }

    /// Whether nearcore's engine has room for an instance of it.
    pub(super) fn fits(&self) -> bool {
        self.fits
    }

    /// Serialized native code, what else there is to know, and in front of both their SHA-256; `None`
    /// if wasmer cannot serialize it.
    pub(crate) fn to_bytes(&self) -> Option<Vec<u8>> {
        let mut content = self.module.serialize().ok()?.to_vec();
        content.push(tag(self.compiler, self.fits));
        let mut bytes = CryptoHash::hash_bytes(&content).0.to_vec();
        bytes.append(&mut content);
        Some(bytes)
    }

    /// The contract that [`Self::to_bytes`] serialized, for the engine of whoever compiled it; `None`
    /// if the bytes are damaged.
    pub(super) fn from_bytes<'a>(
        bytes: &[u8],
        engine: impl FnOnce(Compiler) -> &'a Engine,
    ) -> Option<Self> {
        let (hash, content) = bytes.split_first_chunk::<{ CryptoHash::LENGTH }>()?;
        if CryptoHash::hash_bytes(content).0 != *hash {
            return None;
        }
        let (&last, code) = content.split_last()?;
        let (compiler, fits) = Compiler::ALL
            .into_iter()
            .flat_map(|compiler| [(compiler, true), (compiler, false)])
            .find(|&(compiler, fits)| tag(compiler, fits) == last)?;
        // SAFETY: wasmer requires bytes that its own `serialize` made, for this engine. The
        // hash shows that they are what `to_bytes` wrote, the cache key names wasmer's version
        // and the engine's settings, the tag its compiler, and whoever may write to the cache
        // directory is trusted (see the threat model in ARCHITECTURE.md).
        let module = unsafe { Module::deserialize(engine(compiler), code) }.ok()?;
        Some(Self::new(module, compiler, fits))
    }
}

/// What is known of an artifact beside its code.
const fn tag(compiler: Compiler, fits: bool) -> u8 {
    match (compiler, fits) {
        (Compiler::Cranelift, true) => 0,
        (Compiler::Singlepass, true) => 1,
        (Compiler::Cranelift, false) => 2,
        (Compiler::Singlepass, false) => 3,
    }
}
