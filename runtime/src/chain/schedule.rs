//! Blocks: which receipts run in one, in which order.
//!
//! nearcore's `process_receipts` and `process_receipt` (`lib.rs`), for one shard: transactions, local
//! receipts, receipts of the block before, then yields that time out. Every other receipt takes one
//! block, also to its own sender. A callback runs in the block of its last result.

use super::executed::ExecutedReceipt;
use super::execution::Execution;
use super::place::Place;
use super::settlement::settle;
use super::world::global_key;
use super::{Chain, ChainError, add};
use crate::state::Changes;
use near_primitives::errors::{ActionError, TxExecutionError};
use near_primitives::receipt::{
    DataReceipt, Receipt, ReceiptEnum, ReceiptV0, VersionedActionReceipt, VersionedReceiptEnum,
};
use near_primitives::transaction::{ExecutionMetadata, ExecutionOutcome, ExecutionStatus};
use near_primitives::utils::{
    create_receipt_id_from_action_hash, create_receipt_id_from_receipt_id,
};
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::{AccountId, Balance, Gas};
use near_vm_runner::ContractCode;
use near_vm_runner::logic::ReturnData;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Time from one block to the next, nanoseconds: about what mainnet takes.
const BLOCK_TIME: u64 = 1_000_000_000;

/// Blocks that [`Chain::settle`] waits at most: more than 1 Pgas can create by the cheapest receipts.
const LONGEST: u64 = 10_000;

/// A receipt that is to run, and the place of its transaction in `Chain::executed`.
#[derive(Clone)]
pub(super) struct Queued {
    pub(super) receipt: Receipt,
    pub(super) transaction: usize,
}

/// A receipt that waits for results.
#[derive(Clone)]
pub(super) struct Postponed {
    pub(super) queued: Queued,
    pub(super) missing: usize,
}

/// A yield that ends at a height.
#[derive(Clone)]
pub(super) struct Timeout {
    account_id: AccountId,
    data_id: CryptoHash,
    expires_at: u64,
    transaction: usize,
}

impl Chain {
    /// Makes the next block: its height is one more, its time one second later.
    ///
    /// # Errors
    ///
    /// The embedder's faults. The receipt that met one is the next block's first.
    pub fn step(&mut self) -> Result<(), ChainError> {
        let block = &mut self.world.block;
        if block.total_stake().is_none() {
            return Err(ChainError::Overflow);
        }
        block.height = block.height.checked_add(1).ok_or(ChainError::Overflow)?;
        block.timestamp = block.timestamp.saturating_add(BLOCK_TIME);
        block.random_seed = CryptoHash::hash_bytes(&block.random_seed).0;
        // What is converted now arrives in the next block, unless it is local.
        let mut arrived = std::mem::take(&mut self.incoming);
        let mut queue = match self.convert_submitted() {
            Ok(local) => local,
            Err(error) => {
                arrived.append(&mut self.incoming);
                self.incoming = arrived;
                return Err(error);
            }
        };
        queue.append(&mut arrived);
        while let Some(queued) = self.instant.pop_front().or_else(|| queue.pop_front()) {
            if let Err(error) = self.process(&queued) {
                self.instant.push_front(queued);
                queue.append(&mut std::mem::take(&mut self.incoming));
                self.incoming = queue;
                return Err(error);
            }
        }
        self.time_out();
        for account_id in std::mem::take(&mut self.written) {
            if let Some(place) = self.places.get_mut(&account_id) {
                place.end_block();
            }
        }
        Ok(())
    }

    /// Makes this many blocks.
    ///
    /// # Errors
    ///
    /// See [`Self::step`].
    pub fn advance(&mut self, blocks: u64) -> Result<(), ChainError> {
        (0..blocks).try_for_each(|_| self.step())
    }

    /// Makes blocks until only yields wait.
    ///
    /// # Errors
    ///
    /// See [`Self::step`].
    pub fn settle(&mut self) -> Result<(), ChainError> {
        for _ in 0..LONGEST {
            if self.submitted.is_empty() && self.incoming.is_empty() {
                return Ok(());
            }
            self.step()?;
        }
        Err(ChainError::Endless(LONGEST))
    }

    fn process(&mut self, queued: &Queued) -> Result<(), ChainError> {
        let Queued {
            receipt,
            transaction,
        } = queued;
        let receiver = receipt.receiver_id().clone();
        match receipt.versioned_receipt() {
            VersionedReceiptEnum::Data(data) => {
                let id = (receiver, data.data_id);
                self.received.insert(id.clone(), data.into_owned().data);
                self.arrived(&id)
            }
            VersionedReceiptEnum::Action(action_receipt) => {
                let id = *receipt.receipt_id();
                let inputs = action_receipt.input_data_ids().iter();
                let missing: Vec<_> = inputs
                    .map(|data_id| (receiver.clone(), *data_id))
                    .filter(|key| !self.received.contains_key(key))
                    .collect();
                if missing.is_empty() {
                    return self.execute(queued);
                }
                let postponed = Postponed {
                    missing: missing.len(),
                    queued: queued.clone(),
                };
                self.waiting
                    .extend(missing.into_iter().map(|key| (key, id)));
                self.postponed.insert((receiver, id), postponed);
                Ok(())
            }
            VersionedReceiptEnum::PromiseYield(action_receipt) => {
                let data_id = action_receipt.input_data_ids().first().copied();
                let place = self.places.entry(receiver).or_default();
                if let Some(waiting) =
                    data_id.and_then(|data_id| Arc::make_mut(&mut place.yields).get_mut(&data_id))
                {
                    waiting.receipt = Some((receipt.clone(), *transaction));
                }
                Ok(())
            }
            VersionedReceiptEnum::PromiseResume(data) => self.resume(&receiver, data.into_owned()),
            VersionedReceiptEnum::GlobalContractDistribution(distribution) => {
                let code = ContractCode::new(distribution.code().to_vec(), None);
                let name = global_key(distribution.id());
                self.world.globals.insert(name, Arc::new(code));
                Ok(())
            }
        }
    }

    /// A result arrived: the receipt that waits for it runs if this is its last.
    fn arrived(&mut self, id: &(AccountId, CryptoHash)) -> Result<(), ChainError> {
        let Some(waiting) = self.waiting.get(id) else {
            return Ok(());
        };
        let key = (id.0.clone(), *waiting);
        match self.postponed.get_mut(&key) {
            Some(postponed) if postponed.missing > 1 => postponed.missing -= 1,
            // Forgotten only once it has run: a fault of the VM loses nothing.
            Some(ready) => {
                let queued = ready.queued.clone();
                self.execute(&queued)?;
                self.postponed.remove(&key);
            }
            None => {}
        }
        self.waiting.remove(id);
        Ok(())
    }

    /// The first resume of a yield runs its callback; a timeout only if no resume is on its way.
    fn resume(&mut self, account_id: &AccountId, data: DataReceipt) -> Result<(), ChainError> {
        let Some(place) = self.places.get_mut(account_id) else {
            return Ok(());
        };
        let Some(waiting) = place.yields.get(&data.data_id) else {
            return Ok(());
        };
        if data.data.is_none() && waiting.is_resumed {
            return Ok(());
        }
        let Some((receipt, transaction)) = waiting.receipt.clone() else {
            return Ok(());
        };
        let Some(ended) = Arc::make_mut(&mut place.yields).remove(&data.data_id) else {
            return Ok(());
        };
        let id = (account_id.clone(), data.data_id);
        self.received.insert(id, data.data);
        let executed = self.execute(&Queued {
            receipt,
            transaction,
        });
        if executed.is_err()
            && let Some(place) = self.places.get_mut(account_id)
        {
            Arc::make_mut(&mut place.yields).insert(data.data_id, ended);
        }
        executed
    }

    /// Yields whose time is over are resumed without data, by receipts of the next block.
    fn time_out(&mut self) {
        let height = self.world.block.height;
        let mut index = 0;
        while let Some(timeout) = self.timeouts.pop_front_if(|it| it.expires_at <= height) {
            let Timeout {
                account_id,
                data_id,
                transaction,
                ..
            } = timeout;
            let place = self.places.get(&account_id);
            let waits = place.and_then(|place| place.yields.get(&data_id));
            if waits.is_none_or(|it| it.receipt.is_none()) {
                continue;
            }
            let receipt = Receipt::V0(ReceiptV0 {
                predecessor_id: account_id.clone(),
                receiver_id: account_id,
                receipt_id: create_receipt_id_from_action_hash(&data_id, height, index),
                receipt: ReceiptEnum::PromiseResume(DataReceipt {
                    data_id,
                    data: None,
                }),
            });
            index += 1;
            self.incoming.push_back(Queued {
                receipt,
                transaction,
            });
        }
    }

    /// Runs a receipt whose results have all arrived, and sends on what it creates.
    fn execute(&mut self, queued: &Queued) -> Result<(), ChainError> {
        let (receipt, transaction) = (&queued.receipt, queued.transaction);
        let (VersionedReceiptEnum::Action(action_receipt)
        | VersionedReceiptEnum::PromiseYield(action_receipt)) = receipt.versioned_receipt()
        else {
            return Ok(());
        };
        let receiver = receipt.receiver_id();
        let ids = action_receipt.input_data_ids().iter();
        let keys: Vec<_> = ids.map(|id| (receiver.clone(), *id)).collect();
        let inputs = keys.iter().map(|key| self.received.get(key).cloned());
        let inputs: Vec<_> = inputs.map(Option::flatten).collect();
        let before = self.places.remove(receiver).unwrap_or_default();
        let done = match self.run(receipt, &action_receipt, &inputs, &before) {
            Ok(done) => done,
            Err(error) => {
                self.places.insert(receiver.clone(), before);
                return Err(error);
            }
        };
        // What the two share is the new one's own from here on, and is changed without a copy.
        drop(before);
        let mut place = done.place;
        place.write(done.changes);
        self.places.insert(receiver.clone(), place);
        self.written.insert(receiver.clone());
        self.burnt = done.burnt;
        self.subsidized = done.subsidized;
        for key in keys {
            self.received.remove(&key);
        }
        let height = self.world.block.height;
        let lifetime = self
            .world
            .network
            .config
            .wasm_config
            .limit_config
            .yield_timeout_length_in_blocks;
        self.timeouts
            .extend(done.yields.iter().map(|data_id| Timeout {
                account_id: receiver.clone(),
                data_id: *data_id,
                expires_at: height.saturating_add(lifetime),
                transaction,
            }));
        for receipt in done.created {
            let queued = Queued {
                transaction,
                receipt,
            };
            match queued.receipt.is_instant_receipt() {
                true => self.instant.push_back(queued),
                false => self.incoming.push_back(queued),
            }
        }
        if let Some(executed) = self.executed.get_mut(transaction) {
            Arc::make_mut(executed).receipts.push(ExecutedReceipt {
                block_height: height,
                outcome: done.outcome,
                profile: done.profile,
                receipt: receipt.clone(),
            });
        }
        Ok(())
    }

    /// Runs a receipt; changes nothing.
    fn run(
        &self,
        receipt: &Receipt,
        action_receipt: &VersionedActionReceipt<'_>,
        inputs: &[Option<Vec<u8>>],
        before: &Place,
    ) -> Result<Done, ChainError> {
        let world = &self.world;
        let mut execution = Execution::new(world, receipt, action_receipt, inputs, before.clone());
        let mut result = execution.run()?;
        let Execution {
            mut place,
            changes,
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
        let height = self.world.block.height;
        let id_of = |index| create_receipt_id_from_receipt_id(receipt.receipt_id(), height, index);
        let mut receipt_ids = vec![];
        for (index, new) in created.iter_mut().enumerate() {
            new.set_receipt_id(id_of(index));
            let is_data = matches!(
                new.receipt(),
                ReceiptEnum::Data(_) | ReceiptEnum::PromiseResume(_)
            );
            if !is_data {
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
        let outcome = ExecutionOutcome {
            logs: burnt.logs,
            receipt_ids,
            gas_burnt: burnt.gas,
            compute_usage: None,
            tokens_burnt: settlement.burnt,
            executor_id: receipt.receiver_id().clone(),
            status,
            metadata: ExecutionMetadata::V1,
        };
        Ok(Done {
            outcome,
            profile: burnt.profile,
            created,
            yields,
            place,
            changes: if succeeded { changes } else { Changes::new() },
            burnt: add(self.burnt, gone)?,
            subsidized: add(self.subsidized, burnt.subsidized)?,
        })
    }
}

/// What a receipt leaves to the chain.
struct Done {
    outcome: ExecutionOutcome,
    profile: BTreeMap<String, Gas>,
    created: Vec<Receipt>,
    /// Yields that it began.
    yields: Vec<CryptoHash>,
    /// What becomes of its receiver, and of its storage.
    place: Place,
    changes: Changes,
    /// All that the chain has burnt, and that the protocol has added.
    burnt: Balance,
    subsidized: Balance,
}

/// Sends a receipt's result to those who wait for it; a promise that it returned sends its own.
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
