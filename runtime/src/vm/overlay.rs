//! nearcore's contract runtime, with the overlay.

use super::Vm;
use crate::cache::{Cache, CacheFault};
use crate::engine::{Contract, Engine};
use crate::functions::Reports;
use crate::host::{Host, HostContext, Observer, Verification};
use crate::imports::Imports;
use near_parameters::RuntimeConfig;
use near_parameters::vm::Config;
use near_vm_runner::ContractCode;
use near_vm_runner::logic::errors::{FunctionCallError, MethodResolveError, VMRunnerError};
use near_vm_runner::logic::{External, VMContext, VMOutcome};
use std::sync::{Arc, OnceLock};

pub(crate) struct OverlayVm {
    engine: Engine,
    cache: Cache,
    verification: Arc<Verification>,
    imports: Imports,
    /// Compile contracts that report what they run, once there is a call to profile; by [`Reports`].
    instrumenting: [OnceLock<Engine>; 2],
}

impl OverlayVm {
    pub(crate) fn new(
        config: &Config,
        imports: Imports,
        cache: Cache,
        verification: Verification,
    ) -> Self {
        Self {
            engine: Engine::new(config, &imports),
            cache,
            verification: Arc::new(verification),
            imports,
            instrumenting: [OnceLock::new(), OnceLock::new()],
        }
    }

    /// The contract's instrumented build.
    fn instrumented(
        &self,
        code: &ContractCode,
        config: &Config,
        reports: Reports,
    ) -> Result<Arc<Contract>, VMRunnerError> {
        let engine = || Engine::instrumenting(config, &self.imports, reports);
        let engine = self.instrumenting[reports as usize].get_or_init(engine);
        let compiled = self.cache.get_or_compile(code, engine, config)?;
        compiled.map_err(|error| VMRunnerError::LoadingError(error.to_string()))
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
        observer: Observer<'_>,
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
        let reports = observer.functions.as_ref().map(|it| it.reports);
        let context = HostContext::from(context);
        let mut host = Host::new(
            external,
            &context,
            Arc::clone(&config.fees),
            Arc::clone(&config.wasm_config),
        )
        .verifying(Arc::clone(&self.verification))
        .observed(observer);

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
        // All checks were of the build that the network would run; only the run itself uses another build.
        let contract = match reports {
            Some(reports) => {
                host.records(code, &config.wasm_config);
                self.instrumented(code, &config.wasm_config, reports)?
            }
            None => contract,
        };
        let (fault, host) = contract.run(method, host);
        Ok(host.finish(fault?))
    }

    fn cache_fault(&self) -> Option<CacheFault> {
        self.cache.fault()
    }
}
