//! What a transaction has done, as a node's RPC tells it.

use super::executed::Executed;
use near_primitives::transaction::{ExecutionOutcome, ExecutionStatus};
use near_primitives::views::{
    ActionView, ExecutionOutcomeView, ExecutionStatusView, FinalExecutionStatus, ReceiptView,
};
use near_primitives_core::hash::CryptoHash;
use serde::Serialize;

/// RPC's document of `EXPERIMENTAL_tx_status`, but for what this chain does not have: hashes of
/// blocks, proofs and the transaction's signature. Heights stand where RPC has hashes of blocks.
#[derive(Serialize)]
struct Document {
    status: FinalExecutionStatus,
    transaction: serde_json::Value,
    transaction_outcome: OutcomeWithId,
    receipts_outcome: Vec<OutcomeWithId>,
    receipts: Vec<ReceiptView>,
}

#[derive(Serialize)]
struct OutcomeWithId {
    id: CryptoHash,
    block_height: u64,
    outcome: ExecutionOutcomeView,
}

impl OutcomeWithId {
    fn new(id: CryptoHash, block_height: u64, outcome: &ExecutionOutcome) -> Self {
        Self {
            id,
            block_height,
            outcome: outcome.clone().into(),
        }
    }
}

impl Executed {
    /// The document of RPC's `EXPERIMENTAL_tx_status`: its fields and names. Blocks are named by height
    /// (`block_height`), and the transaction is not signed.
    pub fn to_rpc(&self) -> serde_json::Value {
        let conversion = &self.conversion;
        let transaction = &conversion.transaction;
        let actions = transaction.actions().iter().cloned().map(ActionView::from);
        let document = Document {
            status: self.final_status(),
            transaction: serde_json::json!({
                "hash": conversion.hash,
                "signer_id": transaction.signer_id(),
                "public_key": transaction.public_key(),
                "nonce": transaction.nonce().nonce(),
                "receiver_id": transaction.receiver_id(),
                "actions": actions.collect::<Vec<_>>(),
            }),
            transaction_outcome: OutcomeWithId::new(
                conversion.hash,
                conversion.block_height,
                &conversion.outcome,
            ),
            receipts_outcome: self
                .receipts
                .iter()
                .map(|it| {
                    OutcomeWithId::new(*it.receipt.receipt_id(), it.block_height, &it.outcome)
                })
                .collect(),
            receipts: self
                .receipts
                .iter()
                .map(|it| it.receipt.clone().into())
                .collect(),
        };
        serde_json::to_value(document).expect("views of nearcore are JSON")
    }

    /// nearcore's `get_final_transaction_result` (`chain.rs`): that of the first receipt in the order of
    /// promises that are returned.
    fn final_status(&self) -> FinalExecutionStatus {
        let mut outcome = &self.conversion.outcome;
        while let ExecutionStatus::SuccessReceiptId(id) = &outcome.status {
            match self.receipt(id) {
                Some(next) => outcome = &next.outcome,
                None => return FinalExecutionStatus::Started,
            }
        }
        match outcome.status.clone().into() {
            ExecutionStatusView::SuccessValue(value) => FinalExecutionStatus::SuccessValue(value),
            ExecutionStatusView::Failure(error) => FinalExecutionStatus::Failure(error),
            _ => FinalExecutionStatus::NotStarted,
        }
    }
}
