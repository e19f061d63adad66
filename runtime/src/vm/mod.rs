//! Two ways to run a contract behind one interface: the overlay, and nearcore's own runner, the oracle.

#[cfg(feature = "nearcore-vm")]
mod nearcore;
mod overlay;

#[cfg(feature = "nearcore-vm")]
pub(crate) use nearcore::NearcoreVm;
pub(crate) use overlay::OverlayVm;

use crate::cache::CacheFault;
use crate::host::Observer;
use near_parameters::RuntimeConfig;
use near_vm_runner::ContractCode;
use near_vm_runner::logic::errors::VMRunnerError;
use near_vm_runner::logic::{External, VMContext, VMOutcome};
use std::sync::Arc;

/// A way to run contracts with one network's configuration.
pub(crate) trait Vm: Send + Sync {
    /// Runs a method to its end.
    ///
    /// A contract's fault is an outcome. Only the overlay reports to `observer`.
    ///
    /// # Errors
    ///
    /// The embedder's faults: no memory for native code, nearcore's own cache, a broken engine.
    ///
    /// # Cost
    ///
    /// Burns the gas that the network would burn inside the VM: loading, Wasm, host functions.
    fn run(
        &self,
        code: &Arc<ContractCode>,
        method: &str,
        context: VMContext,
        external: &mut (dyn External + Send),
        config: &RuntimeConfig,
        observer: Observer<'_>,
    ) -> Result<VMOutcome, VMRunnerError>;

    /// The cache folder's last fault, if the backend reports it.
    fn cache_fault(&self) -> Option<CacheFault> {
        None
    }
}
