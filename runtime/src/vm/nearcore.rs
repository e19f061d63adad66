//! nearcore's own runner (wasmtime with Winch), which mainnet validators run.

use super::Vm;
use crate::cache::{DISK_BYTES, MEMORY_ENTRIES};
use crate::host::Observer;
use near_parameters::RuntimeConfig;
use near_primitives_core::hash::CryptoHash;
use near_vm_runner::logic::errors::VMRunnerError;
use near_vm_runner::logic::{External, VMContext, VMOutcome};
use near_vm_runner::{
    Contract, ContractCode, ContractRuntimeCache, FilesystemContractRuntimeCache,
    MockContractRuntimeCache, noop_background_spawner,
};
use std::io;
use std::path::Path;
use std::sync::Arc;

pub(crate) struct NearcoreVm {
    cache: Box<dyn ContractRuntimeCache>,
}

impl NearcoreVm {
    /// A runner whose compiled contracts are kept in memory, or in `folder`.
    pub(crate) fn new(folder: Option<&Path>) -> io::Result<Self> {
        let cache: Box<dyn ContractRuntimeCache> = match folder {
            None => Box::new(MockContractRuntimeCache::default()),
            Some(folder) => Box::new(FilesystemContractRuntimeCache::with_memory_cache(
                folder,
                None::<&str>,
                "nearcore",
                MEMORY_ENTRIES.get(),
                None,
                DISK_BYTES,
                noop_background_spawner(),
            )?),
        };
        Ok(Self { cache })
    }
}

struct Code<'a>(&'a Arc<ContractCode>);

impl Contract for Code<'_> {
    fn hash(&self) -> CryptoHash {
        *self.0.hash()
    }

    fn get_code(&self) -> Option<Arc<ContractCode>> {
        Some(Arc::clone(self.0))
    }
}

impl Vm for NearcoreVm {
    fn run(
        &self,
        code: &Arc<ContractCode>,
        method: &str,
        context: VMContext,
        external: &mut (dyn External + Send),
        config: &RuntimeConfig,
        _observer: Observer<'_>,
    ) -> Result<VMOutcome, VMRunnerError> {
        let prepared = near_vm_runner::prepare(
            &Code(code),
            Arc::clone(&config.wasm_config),
            Some(self.cache.as_ref()),
            context.make_gas_counter(&config.wasm_config),
            method,
        );
        near_vm_runner::run(prepared, external, &context, Arc::clone(&config.fees))
    }
}
