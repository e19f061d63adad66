//! A network whose host functions are called without a contract, as an engine would.

use super::measured;
use anyhow::Context as _;
use near_parameters::{RuntimeConfig, RuntimeConfigStore};
use near_runtime_ext::PROTOCOL_VERSION;
use near_runtime_ext::host::{Host, HostContext, HostResult, Verification, bare_context};
use near_runtime_ext::imports::{Gates, Imports};
use near_vm_runner::logic::mocks::mock_external::MockedExternal;
use near_vm_runner::logic::{ExecutionResultState, HostCtx};
use std::sync::Arc;
use std::time::Duration;

pub(crate) struct Network {
    config: Arc<RuntimeConfig>,
    imports: Imports,
}

impl Network {
    pub(crate) fn new() -> Self {
        let config = Arc::clone(RuntimeConfigStore::new(None).get_config(PROTOCOL_VERSION));
        let imports = Imports::new(&config.wasm_config, &Gates::open_all());
        Self { config, imports }
    }

    /// Runs `body` with nearcore's own state of a call that has the most gas possible.
    pub(crate) fn with_nearcore<R>(&self, body: impl FnOnce(&mut HostCtx<'_>) -> R) -> R {
        let (config, fees) = (&self.config.wasm_config, Arc::clone(&self.config.fees));
        let context = bare_context(config.limit_config.max_gas_burnt, None);
        let counter = context.make_gas_counter(config);
        let state = ExecutionResultState::new(&context, counter, Arc::clone(config));
        let mut external = MockedExternal::new();
        body(&mut HostCtx::new(&mut external, &context, fees, state))
    }

    /// Calls a function of our host with this verification and the most gas that a call can have;
    /// returns the result and the time.
    pub(crate) fn call(
        &self,
        name: &str,
        verification: Arc<Verification>,
        memory: &mut [u8],
        args: &[u64],
    ) -> anyhow::Result<(HostResult<u64>, Duration)> {
        let function = self.imports.get("env", name);
        let function = function.with_context(|| format!("this network has no {name}"))?;
        let (config, fees) = (&self.config.wasm_config, Arc::clone(&self.config.fees));
        let context = HostContext::from(bare_context(config.limit_config.max_gas_burnt, None));
        let mut external = MockedExternal::new();
        let host = Host::new(&mut external, &context, fees, Arc::clone(config));
        let mut host = host.verifying(verification);
        Ok(measured(|| function.call(&mut host, memory, args)))
    }
}
