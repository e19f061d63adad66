//! View calls: what a contract answers without a transaction.

use super::external::ChainExternal;
use super::promises::Promises;
use super::{Chain, ChainError};
use crate::outcome::{Failure, Outcome};
use crate::state::{Changes, Layers};
use near_primitives_core::config::ViewConfig;
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::{AccountId, Balance, Gas};
use near_vm_runner::logic::VMContext;
use std::sync::Arc;
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
        let (network, block) = (&self.world.network, &self.world.block);
        let place = self.places.get(contract);
        let Some((place, account)) = place.and_then(|it| Some((it, it.account.as_ref()?))) else {
            return Err(ChainError::UnknownAccount(contract.clone()));
        };
        let code = self.world.code_of(place);
        let code = code.ok_or_else(|| ChainError::NoContract(contract.clone()))?;
        let max_gas_burnt = network.config.wasm_config.limit_config.max_gas_burnt;
        let context = VMContext {
            current_account_id: contract.clone(),
            signer_account_id: contract.clone(),
            // A view sees no key; this has the form of one.
            signer_account_pk: vec![0; 33],
            predecessor_account_id: contract.clone(),
            refund_to_account_id: contract.clone(),
            input: args.into().into(),
            promise_results: [].into(),
            block_height: block.height,
            block_timestamp: block.timestamp,
            epoch_height: block.epoch_height,
            account_balance: account.amount(),
            account_locked_balance: account.locked(),
            storage_usage: account.storage_usage(),
            account_contract: account.contract().into_owned(),
            attached_deposit: Balance::ZERO,
            prepaid_gas: max_gas_burnt,
            random_seed: block.random_seed.to_vec(),
            view_config: Some(ViewConfig { max_gas_burnt }),
            output_data_receivers: vec![],
        };
        let mut external = ChainExternal {
            storage: Layers::new(&place.storage).changed(&place.written, Changes::new()),
            promises: Promises::default(),
            yields: Arc::clone(&place.yields),
            block,
            chain_id: &self.world.chain_id,
            version: network.version,
            action_hash: CryptoHash::default(),
            data_count: 0,
        };
        let start = Instant::now();
        let config = &network.config;
        let mut outcome = network
            .vm
            .run(&code, method, context, &mut external, config, None)?;
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
