//! What a transaction has done, as a node's RPC reports it.

use super::executed::Executed;
use super::transaction::no_signature;
use near_primitives::transaction::{ExecutionOutcome, SignedTransaction};
use near_primitives::views::{
    ExecutionOutcomeView, ExecutionStatusView, FinalExecutionStatus, ReceiptView,
    SignedTransactionView,
};
use near_primitives_core::hash::CryptoHash;
use serde_json::{Value, json};

fn outcome_with_id(id: &CryptoHash, block_height: u64, outcome: &ExecutionOutcome) -> Value {
    let outcome = ExecutionOutcomeView::from(outcome.clone());
    json!({ "id": id, "block_height": block_height, "outcome": outcome })
}

impl Executed {
    /// The document of RPC's `EXPERIMENTAL_tx_status`, without what this chain does not have: hashes of
    /// blocks, for which heights (`block_height`) stand, proofs and the transaction's signature.
    pub fn to_rpc(&self) -> Value {
        let conversion = &self.conversion;
        let transaction = conversion.transaction.clone();
        let signature = no_signature(transaction.public_key().key_type());
        let signed = SignedTransaction::new(signature, transaction);
        let mut transaction = json!(SignedTransactionView::from(signed));
        if let Some(fields) = transaction.as_object_mut() {
            fields.remove("signature");
        }
        let height = conversion.block_height;
        let outcomes = self.receipts.iter().map(|it| {
            let id = it.receipt.receipt_id();
            outcome_with_id(id, it.block_height, &it.outcome)
        });
        let receipts = self.receipts.iter().map(|it| it.receipt.clone());
        json!({
            "status": self.final_status(),
            "transaction": transaction,
            "transaction_outcome": outcome_with_id(&conversion.hash, height, &conversion.outcome),
            "receipts_outcome": outcomes.collect::<Vec<_>>(),
            "receipts": receipts.map(ReceiptView::from).collect::<Vec<_>>(),
        })
    }

    /// nearcore's `get_final_transaction_result` (`chain.rs`): the status of the last receipt that is found by
    /// following returned promises.
    fn final_status(&self) -> FinalExecutionStatus {
        let Some((_, outcome)) = self.last() else {
            return FinalExecutionStatus::Started;
        };
        match outcome.status.clone().into() {
            ExecutionStatusView::SuccessValue(value) => FinalExecutionStatus::SuccessValue(value),
            ExecutionStatusView::Failure(error) => FinalExecutionStatus::Failure(error),
            _ => FinalExecutionStatus::NotStarted,
        }
    }
}
