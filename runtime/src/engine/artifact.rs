//! Native code of a compiled contract, in memory and as bytes.
#![allow(
    unsafe_code,
    reason = "native code is only as good as the bytes it is loaded from"
)]

use near_primitives_core::hash::CryptoHash;
use wasmer::{Engine, Module};

/// Changes with everything that makes old artifacts unusable: wasmer's version, the lowering
/// pass, the engine's settings, the layout of [`Artifact::to_bytes`].
pub(super) const VERSION: &str = "wasmer-7.4.2/1";

/// A compiled contract.
pub(crate) struct Artifact {
    module: Module,
}

impl Artifact {
    pub(super) fn new(module: Module) -> Self {
        Self { module }
    }

    pub(super) fn module(&self) -> &Module {
        &self.module
    }

    /// Serialized native code, behind its SHA-256; `None` if wasmer cannot serialize it.
    pub(crate) fn to_bytes(&self) -> Option<Vec<u8>> {
        let code = self.module.serialize().ok()?;
        let mut bytes = CryptoHash::hash_bytes(&code).0.to_vec();
        bytes.extend_from_slice(&code);
        Some(bytes)
    }

    /// The contract that [`Self::to_bytes`] serialized; `None` if the bytes are damaged.
    pub(super) fn from_bytes(engine: &Engine, bytes: &[u8]) -> Option<Self> {
        let (hash, code) = bytes.split_first_chunk::<{ CryptoHash::LENGTH }>()?;
        if CryptoHash::hash_bytes(code).0 != *hash {
            return None;
        }
        // SAFETY: wasmer requires bytes that its own `serialize` made, for this engine. The
        // hash shows that they are what `to_bytes` wrote, the cache key names wasmer's version
        // and the engine's settings, and whoever may write to the cache directory is trusted
        // (see the threat model in ARCHITECTURE.md).
        let module = unsafe { Module::deserialize(engine, code) }.ok()?;
        Some(Self { module })
    }
}
