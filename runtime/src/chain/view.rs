//! View calls: a contract's answers without a transaction.

use super::{Chain, ChainError};
use crate::host::Observer;
use crate::outcome::{Failure, Outcome};
use crate::state::Changes;
use near_primitives_core::config::ViewConfig;
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::{AccountId, Gas};
use near_vm_runner::logic::VMContext;
use std::time::Instant;

impl Chain {
    /// Runs a method as a view in the last block: without signer, gas or deposit; nothing changes.
    ///
    /// # Errors
    ///
    /// There is no such account, or it has no contract; or the VM failed. A contract's fault is the
    /// outcome's `failure`.
    pub fn view(
        &self,
        contract: &AccountId,
        method: &str,
        args: impl Into<Vec<u8>>,
    ) -> Result<Outcome, ChainError> {
        let network = &self.world.network;
        let place = self.places.get(contract);
        let Some((place, account)) = place.and_then(|it| Some((it, it.account.as_ref()?))) else {
            return Err(ChainError::UnknownAccount(contract.clone()));
        };
        let code = self.world.code_of(place);
        let code = code.ok_or_else(|| ChainError::NoContract(contract.clone()))?;
        let max_gas_burnt = network.config.wasm_config.limit_config.max_gas_burnt;
        let context = VMContext {
            input: args.into().into(),
            prepaid_gas: max_gas_burnt,
            view_config: Some(ViewConfig { max_gas_burnt }),
            ..self.world.context(contract, account)
        };
        let mut external = self
            .world
            .external(place, Changes::new(), CryptoHash::default());
        let start = Instant::now();
        let config = &network.config;
        let mut outcome = network.vm.run(
            &code,
            method,
            context,
            &mut external,
            config,
            Observer::default(),
        )?;
        let failure = outcome.aborted.take().map(Failure::Call);
        Ok(Outcome::new(
            outcome,
            failure,
            network.backend,
            Gas::ZERO,
            vec![],
            start.elapsed(),
        ))
    }
}
