//! A transaction becomes a receipt: nearcore's `process_transactions` (`lib.rs`).

use super::authorization::{Charge, KeyCharge};
use super::executed::{Conversion, Executed};
use super::queues::{Queued, Submitted};
use super::{Chain, ChainError, add};
use near_primitives::receipt::Receipt;
use near_primitives::transaction::{
    ExecutionMetadata, ExecutionOutcome, ExecutionStatus, Transaction,
};
use near_primitives::utils::create_receipt_id_from_transaction;
use near_primitives_core::account::AccessKeyPermission;
use near_primitives_core::types::{Balance, Gas};
use std::collections::VecDeque;
use std::sync::Arc;

impl Chain {
    /// Converts the submitted transactions; returns the local receipts.
    pub(super) fn convert_submitted(&mut self) -> Result<VecDeque<Queued>, ChainError> {
        let mut local = VecDeque::new();
        while let Some(submitted) = self.queues.submitted.pop_front() {
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
    /// nearcore may refuse it although it was accepted when it was submitted: another transaction of
    /// the block has changed its signer since. Then there is no receipt, and its outcome says why.
    fn convert(&mut self, submitted: Submitted) -> Result<Option<Queued>, ChainError> {
        let height = self.world.block.height;
        let charge = self.check(&submitted);
        let Submitted {
            transaction, hash, ..
        } = submitted;
        let mut outcome = ExecutionOutcome {
            logs: vec![],
            receipt_ids: vec![],
            gas_burnt: Gas::ZERO,
            compute_usage: None,
            tokens_burnt: Balance::ZERO,
            executor_id: transaction.signer_id().clone(),
            status: ExecutionStatus::Unknown,
            metadata: ExecutionMetadata::V1,
        };
        let mut queued = None;
        let refused = match charge {
            Err(refused) => Some(refused),
            Ok(charge) => {
                self.charge(&transaction, &charge);
                self.burnt = add(self.burnt, charge.cost.tokens_burnt)?;
                outcome.gas_burnt = charge.cost.gas_burnt;
                outcome.tokens_burnt = charge.cost.tokens_burnt;
                if charge.refused.is_none() {
                    let receipt_id = create_receipt_id_from_transaction(&hash, height);
                    outcome.receipt_ids.push(receipt_id);
                    outcome.status = ExecutionStatus::SuccessReceiptId(receipt_id);
                    queued = Some(Queued {
                        receipt: Receipt::from_tx(
                            receipt_id,
                            transaction.signer_id().clone(),
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

    /// Takes from the signer what its transaction costs.
    fn charge(&mut self, transaction: &Transaction, charge: &Charge) {
        let Some(place) = self.places.get_mut(transaction.signer_id()) else {
            return;
        };
        if let Some(account) = &mut place.account {
            account.set_amount(charge.balance);
            if let KeyCharge::Bootstrap { nonce } = charge.key {
                let taken = account.set_bootstrap_nonce(nonce);
                taken.expect("`check` has found the account uninitialized");
            }
        }
        let name = transaction.public_key().into();
        let Some(key) = Arc::make_mut(&mut place.keys).get_mut(&name) else {
            return;
        };
        match charge.key {
            KeyCharge::Regular { nonce, allowance } => {
                key.access.nonce = nonce;
                if let AccessKeyPermission::FunctionCall(calls) = &mut key.access.permission {
                    calls.allowance = allowance;
                }
            }
            KeyCharge::Gas {
                nonce,
                index,
                balance,
            } => {
                if let Some(current) = key.nonces.get_mut(usize::from(index)) {
                    *current = nonce;
                }
                if let Some(info) = key.access.gas_key_info_mut() {
                    info.balance = balance;
                }
            }
            KeyCharge::Bootstrap { .. } => {}
        }
    }
}
