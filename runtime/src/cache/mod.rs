//! Compiled contracts, in memory and, on request, in a folder.
//!
//! The key names everything the native code depends on: the contract's hash, the configuration,
//! wasmtime's version and settings, and the CPU. Results never depend on the cache: a missing,
//! damaged or unreadable entry is compiled again, and one that cannot be written is kept in memory.
//! [`CacheFault`] reports the fault.

mod fault;
mod folder;

pub use fault::CacheFault;

use crate::engine::{Artifact, Contract, Engine};
use folder::Folder;
use lru::LruCache;
use near_parameters::vm::Config;
use near_primitives_core::hash::CryptoHash;
use near_vm_runner::ContractCode;
use near_vm_runner::logic::errors::{CompilationError, VMRunnerError};
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Linked contracts kept in memory.
pub(crate) const MEMORY_ENTRIES: NonZeroUsize = NonZeroUsize::new(64).expect("64 is not 0");
/// Native code kept on disk, bytes.
pub(crate) const DISK_BYTES: u64 = 1 << 30;
/// Subfolder of the entries, in the folder that the embedder names.
const ENTRIES: &str = "contracts";

/// A compilation's result: a contract ready to run, or the reason why it never will be.
pub(crate) type Compiled = Result<Arc<Contract>, CompilationError>;

/// The cache of one runtime, shared by its threads.
pub(crate) struct Cache {
    memory: Mutex<LruCache<CryptoHash, Compiled>>,
    folder: Option<Folder>,
}

impl Cache {
    /// An empty cache in memory, on top of the one in `folder`, if any.
    pub(crate) fn new(folder: Option<&Path>) -> io::Result<Self> {
        Ok(Self {
            memory: Mutex::new(LruCache::new(MEMORY_ENTRIES)),
            folder: folder
                .map(|folder| Folder::open(folder.join(ENTRIES), DISK_BYTES))
                .transpose()?,
        })
    }

    /// The folder's last fault.
    pub(crate) fn fault(&self) -> Option<CacheFault> {
        self.folder.as_ref().and_then(Folder::fault)
    }

    /// The contract of `code`, compiled now if it is not cached.
    ///
    /// # Errors
    ///
    /// The machine cannot compile it now.
    pub(crate) fn get_or_compile(
        &self,
        code: &ContractCode,
        engine: &Engine,
        config: &Config,
    ) -> Result<Compiled, VMRunnerError> {
        let key = CryptoHash::hash_borsh((
            code.hash(),
            config.non_crypto_hash(),
            engine.artifact_version(),
        ));
        // No thread panics while it holds the lock; even if one did, the entries would be sound.
        let memory = || self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(compiled) = memory().get(&key) {
            return Ok(compiled.clone());
        }
        // Compiled without the lock: two threads may compile one contract, to the same result.
        let compiled = self
            .load_or_compile(&key, code, engine, config)?
            .map(|artifact| Arc::new(engine.link(&artifact)));
        memory().put(key, compiled.clone());
        Ok(compiled)
    }

    fn load_or_compile(
        &self,
        key: &CryptoHash,
        code: &ContractCode,
        engine: &Engine,
        config: &Config,
    ) -> Result<Result<Artifact, CompilationError>, VMRunnerError> {
        let Some(folder) = &self.folder else {
            return engine.compile(code.code(), config);
        };
        if let Some(compiled) = folder.load(key, |entry| engine.load(entry)) {
            return Ok(compiled);
        }
        let compiled = engine.compile(code.code(), config)?;
        if let Some(payload) = Artifact::to_bytes(&compiled) {
            folder.store(key, &payload);
        }
        Ok(compiled)
    }
}
