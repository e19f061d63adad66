//! Applies a receipt: runs it, and puts its effects into the chain.
//!
//! nearcore's `apply_action_receipt` (`lib.rs`).

use super::executed::{self, ExecutedReceipt};
use super::execution::{Burnt, Execution};
use super::place::Place;
use super::queues::{Queued, Timeout};
use super::settlement::settle;
use super::supply::Tokens;
use super::{Chain, ChainError, add};
use crate::state::Changes;
use near_primitives::errors::{ActionError, TxExecutionError};
use near_primitives::profile_data_v3::ProfileDataV3;
use near_primitives::receipt::{
    DataReceipt, Receipt, ReceiptEnum, ReceiptV0, VersionedActionReceipt,
};
use near_primitives::transaction::{
    ExecutionMetadata, ExecutionMetadataV4, ExecutionOutcome, ExecutionStatus,
};
use near_primitives::utils::create_receipt_id_from_receipt_id;
use near_primitives_core::account::AccountContract;
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::AccountId;
use near_primitives_core::version::ProtocolFeature;
use near_vm_runner::logic::ReturnData;
use std::sync::Arc;

impl Chain {
    /// Runs a receipt after all its inputs have arrived, and queues the receipts that it creates.
    pub(super) fn execute(&mut self, queued: &Queued) -> Result<(), ChainError> {
        let (receipt, transaction) = (&queued.receipt, queued.transaction);
        let Some(action_receipt) = executed::action_receipt(receipt) else {
            return Ok(());
        };
        let receiver = receipt.receiver_id();
        let ids = action_receipt.input_data_ids().iter();
        let keys: Vec<_> = ids.map(|id| (receiver.clone(), *id)).collect();
        let inputs = keys
            .iter()
            .map(|key| self.queues.received.get(key).cloned());
        let inputs: Vec<_> = inputs.map(Option::flatten).collect();
        let before = self.places.remove(receiver).unwrap_or_default();
        let done = match self.run(receipt, &action_receipt, &inputs, &before) {
            Ok(done) => done,
            Err(error) => {
                self.places.insert(receiver.clone(), before);
                return Err(error);
            }
        };
        // The new place is now the only owner of what both shared, and changes it without a copy.
        drop(before);
        let mut place = done.place;
        place.write(done.changes);
        self.places.insert(receiver.clone(), place);
        self.written.insert(receiver.clone());
        self.tokens = done.tokens;
        for key in keys {
            self.queues.received.remove(&key);
        }
        let limits = &self.world.network.config.wasm_config.limit_config;
        let lifetime = limits.yield_timeout_length_in_blocks;
        let timeouts = done.yields.into_iter().map(|data_id| Timeout {
            account_id: receiver.clone(),
            data_id,
            expires_at: done.executed.block_height.saturating_add(lifetime),
            transaction,
        });
        self.queues.timeouts.extend(timeouts);
        for receipt in done.created {
            let queue = match receipt.is_instant_receipt() {
                true => &mut self.queues.instant,
                false => &mut self.queues.incoming,
            };
            queue.push_back(Queued {
                transaction,
                receipt,
            });
        }
        if let Some(executed) = self.executed.get_mut(&transaction) {
            Arc::make_mut(executed).receipts.push(done.executed);
        }
        Ok(())
    }

    /// Runs a receipt without changing the chain.
    fn run(
        &self,
        receipt: &Receipt,
        action_receipt: &VersionedActionReceipt<'_>,
        inputs: &[Option<Vec<u8>>],
        before: &Place,
    ) -> Result<Done, ChainError> {
        let world = &self.world;
        let mut execution = Execution {
            world,
            receipt,
            action_receipt,
            inputs,
            place: before.clone(),
            changes: Changes::new(),
            actor: receipt.predecessor_id().clone(),
            contracts: vec![],
            burnt: Burnt::default(),
            created: vec![],
            yields: vec![],
        };
        let mut result = execution.run()?;
        let Execution {
            mut place,
            changes,
            mut contracts,
            burnt,
            mut created,
            yields,
            ..
        } = execution;
        let succeeded = result.is_ok();
        if !succeeded {
            place = before.clone();
        }
        let creates = succeeded && before.account.is_none() && place.account.is_some();
        let burn = world.burn_price(action_receipt.gas_price());
        let config = &world.network.config;
        let settlement = settle(
            config,
            burn,
            receipt,
            action_receipt,
            &burnt,
            succeeded,
            creates,
        )?;
        created.extend(settlement.refunds);
        let mut gone = add(settlement.burnt, settlement.lost)?;
        if let Some(account) = &mut place.account {
            account.set_amount(add(account.amount(), settlement.reward)?);
            gone = gone.saturating_sub(settlement.reward);
        }
        pass_on(
            action_receipt,
            receipt.receiver_id(),
            &mut result,
            &mut created,
        );
        let height = world.block.height;
        let id_of = |index| create_receipt_id_from_receipt_id(receipt.receipt_id(), height, index);
        let mut receipt_ids = vec![];
        for (index, new) in created.iter_mut().enumerate() {
            new.set_receipt_id(id_of(index));
            if executed::action_receipt(new).is_some() {
                receipt_ids.push(id_of(index));
            }
        }
        let status = match result {
            Ok(ReturnData::ReceiptIndex(index)) => {
                let index = usize::try_from(index).map_err(|_| ChainError::Overflow)?;
                ExecutionStatus::SuccessReceiptId(id_of(index))
            }
            Ok(ReturnData::Value(value)) => ExecutionStatus::SuccessValue(value),
            Ok(ReturnData::None) => ExecutionStatus::SuccessValue(vec![]),
            Err(error) => ExecutionStatus::Failure(TxExecutionError::ActionError(error)),
        };
        let profile = ProfileDataV3 {
            actions_profile: burnt.profile.actions_profile,
            wasm_ext_profile: burnt.profile.wasm_ext_profile,
            wasm_gas: burnt.profile.wasm_gas,
        };
        // Actions that did not run have no contract.
        contracts.resize(action_receipt.actions().len(), AccountContract::None);
        let outcome = ExecutionOutcome {
            logs: burnt.logs,
            receipt_ids,
            gas_burnt: burnt.gas,
            compute_usage: None,
            tokens_burnt: settlement.burnt,
            executor_id: receipt.receiver_id().clone(),
            status,
            metadata: match ProtocolFeature::ExecutionMetadataV4.enabled(world.network.version) {
                true => ExecutionMetadata::V4(Box::new(ExecutionMetadataV4 { profile, contracts })),
                false => ExecutionMetadata::V3(Box::new(profile)),
            },
        };
        Ok(Done {
            executed: ExecutedReceipt {
                receipt: receipt.clone(),
                block_height: height,
                outcome,
                functions: burnt.functions,
            },
            created,
            yields,
            place,
            changes: if succeeded { changes } else { Changes::new() },
            tokens: Tokens {
                burnt: add(self.tokens.burnt, gone)?,
                subsidized: add(self.tokens.subsidized, burnt.subsidized)?,
                ..self.tokens
            },
        })
    }
}

/// What a receipt leaves to the chain.
struct Done {
    executed: ExecutedReceipt,
    created: Vec<Receipt>,
    /// Yields that it created.
    yields: Vec<CryptoHash>,
    /// Its receiver afterwards, and the changes of the receiver's storage.
    place: Place,
    changes: Changes,
    /// The chain's totals afterwards.
    tokens: Tokens,
}

/// Sends a receipt's result to its data receivers; a promise that it returned sends its own result instead.
fn pass_on(
    action_receipt: &VersionedActionReceipt<'_>,
    sender: &AccountId,
    result: &mut Result<ReturnData, ActionError>,
    created: &mut Vec<Receipt>,
) {
    let receivers = action_receipt.output_data_receivers();
    let data = match result {
        Ok(ReturnData::ReceiptIndex(index)) => {
            let promise = usize::try_from(*index).ok();
            let promise = promise.and_then(|index| created.get_mut(index));
            if let Some(ReceiptEnum::ActionV2(it) | ReceiptEnum::PromiseYieldV2(it)) =
                promise.map(Receipt::receipt_mut)
            {
                it.output_data_receivers.extend_from_slice(receivers);
            }
            return;
        }
        Ok(ReturnData::Value(value)) => Some(value.clone()),
        Ok(ReturnData::None) => Some(vec![]),
        Err(_) => None,
    };
    created.extend(receivers.iter().map(|receiver| {
        Receipt::V0(ReceiptV0 {
            predecessor_id: sender.clone(),
            receiver_id: receiver.receiver_id.clone(),
            receipt_id: CryptoHash::default(),
            receipt: ReceiptEnum::Data(DataReceipt {
                data_id: receiver.data_id,
                data: data.clone(),
            }),
        })
    }));
}
