//! Blocks: which receipts run in one, in which order.
//!
//! nearcore's `process_receipts` and `process_receipt` (`lib.rs`), for one shard: transactions, local
//! receipts, receipts of the block before, then yields that time out. Every other receipt runs one
//! block later, even if its sender is its receiver. A callback runs in the block of its last result.

use super::queues::{Postponed, Queued, Timeout};
use super::world::global_key;
use super::{Chain, ChainError};
use near_primitives::receipt::{
    DataReceipt, Receipt, ReceiptEnum, ReceiptV0, VersionedReceiptEnum,
};
use near_primitives::utils::create_receipt_id_from_action_hash;
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::AccountId;
use near_vm_runner::ContractCode;
use std::collections::btree_map::Entry;
use std::sync::Arc;

/// Time from one block to the next, nanoseconds: about what mainnet takes.
const BLOCK_TIME: u64 = 1_000_000_000;

/// Most blocks that [`Chain::settle`] makes: more than a sequence of the cheapest receipts takes with 1 Pgas.
const LONGEST: u64 = 10_000;

impl Chain {
    /// Makes the next block: its height is one more, its time one second later.
    ///
    /// # Errors
    ///
    /// The embedder's faults. The receipt that met a fault is the next block's first.
    pub fn step(&mut self) -> Result<(), ChainError> {
        let block = &mut self.world.block;
        if block.total_stake().is_none() {
            return Err(ChainError::Overflow);
        }
        block.height = block.height.checked_add(1).ok_or(ChainError::Overflow)?;
        block.timestamp = block.timestamp.saturating_add(BLOCK_TIME);
        block.random_seed = CryptoHash::hash_bytes(&block.random_seed).0;
        // A receipt of a transaction converted now arrives in the next block, unless it is local.
        let mut arrived = std::mem::take(&mut self.queues.incoming);
        let mut queue = match self.convert_submitted() {
            Ok(local) => local,
            Err(error) => {
                arrived.append(&mut self.queues.incoming);
                self.queues.incoming = arrived;
                return Err(error);
            }
        };
        queue.append(&mut arrived);
        while let Some(queued) = self
            .queues
            .instant
            .pop_front()
            .or_else(|| queue.pop_front())
        {
            if let Err(error) = self.process(&queued) {
                self.queues.instant.push_front(queued);
                queue.append(&mut std::mem::take(&mut self.queues.incoming));
                self.queues.incoming = queue;
                self.end_writes();
                return Err(error);
            }
        }
        self.time_out();
        self.end_writes();
        Ok(())
    }

    /// Ends the block for accounts that receipts wrote to; forgets names without an account and without yields.
    fn end_writes(&mut self) {
        for account_id in std::mem::take(&mut self.written) {
            if let Entry::Occupied(mut place) = self.places.entry(account_id) {
                place.get_mut().end_block();
                if place.get().account.is_none() && place.get().yields.is_empty() {
                    place.remove();
                }
            }
        }
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
            if self.queues.submitted.is_empty() && self.pending().next().is_none() {
                return Ok(());
            }
            self.step()?;
        }
        Err(ChainError::Endless(LONGEST))
    }

    fn process(&mut self, queued: &Queued) -> Result<(), ChainError> {
        let receipt = &queued.receipt;
        let receiver = receipt.receiver_id().clone();
        match receipt.versioned_receipt() {
            VersionedReceiptEnum::Data(data) => {
                let id = (receiver, data.data_id);
                self.queues
                    .received
                    .insert(id.clone(), data.into_owned().data);
                self.arrived(&id)
            }
            VersionedReceiptEnum::Action(action_receipt) => {
                let id = *receipt.receipt_id();
                let inputs = action_receipt.input_data_ids().iter();
                let missing: Vec<_> = inputs
                    .map(|data_id| (receiver.clone(), *data_id))
                    .filter(|key| !self.queues.received.contains_key(key))
                    .collect();
                if missing.is_empty() {
                    return self.execute(queued);
                }
                let postponed = Postponed {
                    missing: u32::try_from(missing.len()).map_err(|_| ChainError::Overflow)?,
                    queued: queued.clone(),
                };
                self.queues
                    .waiting
                    .extend(missing.into_iter().map(|key| (key, id)));
                self.queues.postponed.insert((receiver, id), postponed);
                Ok(())
            }
            VersionedReceiptEnum::PromiseYield(action_receipt) => {
                if let Some(data_id) = action_receipt.input_data_ids().first() {
                    let id = (receiver, *data_id);
                    self.queues.yielded.insert(id, queued.clone());
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

    /// Runs the receipt that waits for a result that has arrived, if this is its last.
    fn arrived(&mut self, id: &(AccountId, CryptoHash)) -> Result<(), ChainError> {
        let Some(waiting) = self.queues.waiting.get(id) else {
            return Ok(());
        };
        let key = (id.0.clone(), *waiting);
        match self.queues.postponed.get_mut(&key) {
            Some(postponed) if postponed.missing > 1 => postponed.missing -= 1,
            // Removed only after it has run, so that a fault of the VM loses nothing.
            Some(ready) => {
                let queued = ready.queued.clone();
                self.execute(&queued)?;
                self.queues.postponed.remove(&key);
            }
            None => {}
        }
        self.queues.waiting.remove(id);
        Ok(())
    }

    /// The first resume of a yield runs its callback; a timeout only if no resume is on its way.
    fn resume(&mut self, account_id: &AccountId, data: DataReceipt) -> Result<(), ChainError> {
        let Some(place) = self.places.get_mut(account_id) else {
            return Ok(());
        };
        let Some(status) = place.yields.get(&data.data_id) else {
            return Ok(());
        };
        if data.data.is_none() && status.is_resumed {
            return Ok(());
        }
        let id = (account_id.clone(), data.data_id);
        let Some(queued) = self.queues.yielded.get(&id).cloned() else {
            return Ok(());
        };
        let ended = Arc::make_mut(&mut place.yields).remove(&data.data_id);
        self.queues.received.insert(id.clone(), data.data);
        let executed = self.execute(&queued);
        match (&executed, ended) {
            (Ok(()), _) => {
                self.queues.yielded.remove(&id);
            }
            // The yield waits again, so that a fault of the VM loses nothing.
            (Err(_), Some(ended)) => {
                let place = self.places.entry(id.0).or_default();
                Arc::make_mut(&mut place.yields).insert(id.1, ended);
            }
            (Err(_), None) => {}
        }
        executed
    }

    /// Resumes yields that have timed out, without data, by receipts of the next block.
    fn time_out(&mut self) {
        let height = self.world.block.height;
        let mut index = 0;
        while let Some(timeout) = self
            .queues
            .timeouts
            .pop_front_if(|it| it.expires_at <= height)
        {
            let Timeout {
                account_id,
                data_id,
                transaction,
                ..
            } = timeout;
            let id = (account_id.clone(), data_id);
            if !self.queues.yielded.contains_key(&id) {
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
            self.queues.incoming.push_back(Queued {
                receipt,
                transaction,
            });
        }
    }
}
