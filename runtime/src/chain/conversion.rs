//! A transaction becomes a receipt: nearcore's `process_transactions` (`lib.rs`).

use super::executed::{Conversion, Executed};
use super::queues::Queued;
use super::{Chain, ChainError, add};
use near_primitives::receipt::Receipt;
use near_primitives::transaction::{ExecutionOutcome, ExecutionStatus, SignedTransaction};
use near_primitives::utils::create_receipt_id_from_transaction;
use std::collections::VecDeque;
use std::sync::Arc;

impl Chain {
    /// Converts the submitted transactions; returns the local receipts.
    pub(super) fn convert_submitted(&mut self) -> Result<VecDeque<Queued>, ChainError> {
        let mut local = VecDeque::new();
        while let Some(submitted) = self.queues.submitted.pop_front() {
            // A block takes a transaction once (nearcore: `UniqueChunkTransactions`).
            if self.executed.contains_key(&submitted.get_hash()) {
                continue;
            }
            let Some(queued) = self.convert(submitted)? else {
                continue;
            };
            let receipt = &queued.receipt;
            match receipt.predecessor_id() == receipt.receiver_id() {
                true => local.push_back(queued),
                false => self.queues.incoming.push_back(queued),
            }
        }
        Ok(local)
    }

    /// Takes the transaction's cost from its signer, and makes its receipt.
    ///
    /// A transaction that was accepted when it was submitted may be refused here, if another transaction of
    /// the block has changed its signer since. Then there is no receipt, and its outcome has the error.
    fn convert(&mut self, signed: SignedTransaction) -> Result<Option<Queued>, ChainError> {
        let (height, hash) = (self.world.block.height, signed.get_hash());
        let charge = self.check(&signed);
        let transaction = signed.transaction;
        let signer = transaction.signer_id().clone();
        let mut outcome = ExecutionOutcome {
            executor_id: signer.clone(),
            ..ExecutionOutcome::default()
        };
        let mut queued = None;
        let refused = match charge {
            Err(refused) => Some(refused),
            Ok(charge) => {
                let place = self.places.entry(signer.clone()).or_default();
                place.account = Some(charge.account);
                if let Some(key) = charge.key {
                    let name = transaction.public_key().into();
                    Arc::make_mut(&mut place.keys).insert(name, key);
                }
                self.tokens.burnt = add(self.tokens.burnt, charge.cost.tokens_burnt)?;
                outcome.gas_burnt = charge.cost.gas_burnt;
                outcome.tokens_burnt = charge.cost.tokens_burnt;
                if charge.refused.is_none() {
                    let receipt_id = create_receipt_id_from_transaction(&hash, height);
                    outcome.receipt_ids.push(receipt_id);
                    outcome.status = ExecutionStatus::SuccessReceiptId(receipt_id);
                    queued = Some(Queued {
                        receipt: Receipt::from_tx(
                            receipt_id,
                            signer,
                            transaction.receiver_id().clone(),
                            transaction.public_key().clone(),
                            charge.cost.purchase_price,
                            transaction.actions().to_vec(),
                        ),
                        transaction: hash,
                    });
                }
                charge.refused
            }
        };
        if let Some(refused) = refused {
            outcome.status = ExecutionStatus::Failure(refused.into());
        }
        let conversion = Conversion {
            hash,
            block_height: height,
            transaction,
            outcome,
        };
        let executed = Executed {
            conversion,
            receipts: vec![],
        };
        self.executed.insert(hash, Arc::new(executed));
        Ok(queued)
    }
}
