//! Compiled contracts, in memory and, on request, on disk.
//!
//! The key names everything the native code depends on: the contract's hash, the
//! configuration, the compiler, wasmer's version and the CPU. Results never depend on whether
//! the cache has an entry: one that is missing or damaged is compiled again.

use crate::engine::{Contract, Engine};
use crate::imports::Imports;
use lru::LruCache;
use near_parameters::vm::Config;
use near_primitives_core::hash::CryptoHash;
use near_vm_runner::logic::errors::{CacheError, CompilationError};
use near_vm_runner::{
    CompiledContract, CompiledContractInfo, ContractCode, ContractRuntimeCache,
    FilesystemContractRuntimeCache,
};
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Linked contracts kept in memory.
const MEMORY_ENTRIES: NonZeroUsize = NonZeroUsize::new(64).expect("64 is not 0");
/// Native code kept on disk, bytes; the least recently used goes first.
const DISK_BYTES: u64 = 1 << 30;
/// The folder nearcore's cache keeps inside ours.
const DISK_FOLDER: &str = "contracts";

/// A compilation's result: a contract ready to run, or why it never will be.
pub(crate) type Compiled = Result<Arc<Contract>, CompilationError>;

/// The cache of one runtime, shared by its threads.
pub(crate) struct Cache {
    memory: Mutex<LruCache<CryptoHash, Compiled>>,
    disk: Option<FilesystemContractRuntimeCache>,
}

impl Cache {
    /// An empty cache in memory, on top of the one in `folder`, if any.
    pub(crate) fn new(folder: Option<&Path>) -> io::Result<Self> {
        let disk = folder
            .map(|folder| {
                FilesystemContractRuntimeCache::new(folder, None::<&str>, DISK_FOLDER, DISK_BYTES)
            })
            .transpose()?;
        Ok(Self {
            memory: Mutex::new(LruCache::new(MEMORY_ENTRIES)),
            disk,
        })
    }

    /// The contract of `code`, compiled now if it was not before.
    ///
    /// # Errors
    ///
    /// The disk cache cannot be read or written.
    pub(crate) fn get_or_compile(
        &self,
        code: &ContractCode,
        engine: &Engine,
        imports: &Imports,
        config: &Config,
    ) -> Result<Compiled, CacheError> {
        let key = CryptoHash::hash_borsh((
            code.hash(),
            config.non_crypto_hash(),
            engine.artifact_version(),
        ));
        // No thread panics while it holds the lock; were one to, the entries would still be sound.
        let memory = || self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(compiled) = memory().get(&key) {
            return Ok(compiled.clone());
        }
        // Not under the lock: two threads may compile the same contract, to the same result.
        let compiled = self.load_or_compile(&key, code, engine, imports, config)?;
        memory().put(key, compiled.clone());
        Ok(compiled)
    }

    fn load_or_compile(
        &self,
        key: &CryptoHash,
        code: &ContractCode,
        engine: &Engine,
        imports: &Imports,
        config: &Config,
    ) -> Result<Compiled, CacheError> {
        if let Some(disk) = &self.disk
            && let Some(entry) = disk.get(key).map_err(CacheError::ReadError)?
        {
            match entry.compiled {
                CompiledContract::CompileModuleError(error) => return Ok(Err(error)),
                CompiledContract::Code(bytes) => {
                    if let Some(artifact) = engine.load(&bytes) {
                        return Ok(Ok(Arc::new(Contract::new(&artifact, imports))));
                    }
                }
            }
        }
        let artifact = engine.compile(code.code(), config);
        if let Some(disk) = &self.disk {
            let compiled = match &artifact {
                Ok(artifact) => artifact.to_bytes().map(CompiledContract::Code),
                Err(error) => Some(CompiledContract::CompileModuleError(error.clone())),
            };
            if let Some(compiled) = compiled {
                let info = CompiledContractInfo {
                    wasm_bytes: code.code().len() as u64,
                    compiled,
                };
                disk.put(key, info).map_err(CacheError::WriteError)?;
            }
        }
        Ok(artifact.map(|artifact| Arc::new(Contract::new(&artifact, imports))))
    }
}
