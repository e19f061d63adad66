//! nearcore's contract runtime, with the overlay.

use super::Vm;
use crate::cache::{Cache, CacheFault};
use crate::engine::Engine;
use crate::host::{Host, HostCall, HostContext, Verification};
use near_parameters::RuntimeConfig;
use near_vm_runner::ContractCode;
use near_vm_runner::logic::errors::{FunctionCallError, MethodResolveError, VMRunnerError};
use near_vm_runner::logic::{External, VMContext, VMOutcome};
use std::sync::Arc;

pub(crate) struct OverlayVm {
    engine: Engine,
    cache: Cache,
    verification: Arc<Verification>,
}

impl OverlayVm {
    pub(crate) fn new(engine: Engine, cache: Cache, verification: Verification) -> Self {
        Self {
            engine,
            cache,
            verification: Arc::new(verification),
        }
    }
}

impl Vm for OverlayVm {
    /// Faults have nearcore's order and cost. Code that does not compile and a missing method cost
    /// nothing until a protocol version sets `fix_contract_loading_cost`. Code that nearcore's
    /// engine cannot load is the embedder's fault until one sets `fix_contract_loading_error`.
    fn run(
        &self,
        code: &Arc<ContractCode>,
        method: &str,
        context: VMContext,
        external: &mut (dyn External + Send),
        config: &RuntimeConfig,
        trace: Option<&mut Vec<HostCall>>,
    ) -> Result<VMOutcome, VMRunnerError> {
        let compiled = self
            .cache
            .get_or_compile(code, &self.engine, &config.wasm_config)?;
        let too_large = match &compiled {
            Ok(contract) => contract.check_size().err(),
            Err(_) => None,
        };
        if let (Some(msg), false) = (&too_large, config.wasm_config.fix_contract_loading_error) {
            return Err(VMRunnerError::LoadingError(msg.clone()));
        }
        let size = code.code().len() as u64;
        let charge_first = config.wasm_config.fix_contract_loading_cost;
        let context = HostContext::from(context);
        let mut host = Host::new(
            external,
            &context,
            Arc::clone(&config.fees),
            Arc::clone(&config.wasm_config),
        )
        .verifying(Arc::clone(&self.verification))
        .traced(trace);

        if method.is_empty() {
            let fault = FunctionCallError::MethodResolveError(MethodResolveError::MethodEmptyName);
            return Ok(host.finish(Some(fault)));
        }
        if charge_first && let Err(fault) = host.charge_loading(size) {
            return Ok(host.finish(Some(fault)));
        }
        let contract = match compiled {
            Ok(contract) => contract,
            Err(error) => {
                return Ok(host.finish(Some(FunctionCallError::CompilationError(error))));
            }
        };
        if !charge_first && let Err(fault) = host.charge_loading(size) {
            return Ok(host.finish(Some(fault)));
        }
        if let Some(msg) = too_large {
            return Ok(host.finish(Some(FunctionCallError::LoadingError { msg })));
        }
        if let Err(fault) = contract.check_imports() {
            return Ok(host.finish(Some(fault)));
        }
        if let Err(fault) = contract.check_method(method) {
            return Ok(match charge_first {
                true => host.finish(Some(fault)),
                false => VMOutcome::nop_outcome(fault),
            });
        }
        let (fault, host) = contract.run(method, host);
        Ok(host.finish(fault?))
    }

    fn cache_fault(&self) -> Option<CacheFault> {
        self.cache.fault()
    }
}
