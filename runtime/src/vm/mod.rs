//! Two ways to run a contract behind one interface: the overlay, and, as the
//! oracle, nearcore's own runner.

#[cfg(feature = "nearcore-vm")]
mod nearcore;
mod overlay;

#[cfg(feature = "nearcore-vm")]
pub(crate) use nearcore::NearcoreVm;
pub(crate) use overlay::OverlayVm;

use crate::cache::CacheFault;
use crate::host::HostCall;
use near_parameters::RuntimeConfig;
use near_vm_runner::ContractCode;
use near_vm_runner::logic::errors::VMRunnerError;
use near_vm_runner::logic::{External, VMContext, VMOutcome};
use std::sync::Arc;

/// Runs contracts by one network's configuration.
pub(crate) trait Vm: Send + Sync {
    /// Runs a method to its end.
    ///
    /// A contract's fault is an outcome. Calls of the host are recorded in `trace`, by the overlay only.
    ///
    /// # Errors
    ///
    /// The embedder's faults: no memory for native code, nearcore's own cache, a broken engine.
    ///
    /// # Cost
    ///
    /// Burns what the network would burn inside the VM: loading, Wasm, host functions.
    fn run(
        &self,
        code: &Arc<ContractCode>,
        method: &str,
        context: VMContext,
        external: &mut (dyn External + Send),
        config: &RuntimeConfig,
        trace: Option<&mut Vec<HostCall>>,
    ) -> Result<VMOutcome, VMRunnerError>;

    /// Whether this contract, which has run, was compiled by Winch and not by the compiler that was
    /// asked for.
    fn was_left_to_winch(&self, code: &Arc<ContractCode>, config: &RuntimeConfig) -> bool;

    /// What was wrong with the cache folder last.
    fn cache_fault(&self) -> Option<CacheFault>;
}
