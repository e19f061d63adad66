//! What waits on a chain: for a block, or for results.

use borsh::{BorshDeserialize, BorshSerialize};
use near_primitives::receipt::Receipt;
use near_primitives::transaction::Transaction;
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::AccountId;
use std::collections::{BTreeMap, VecDeque};

/// All that waits.
#[derive(Clone, Default, BorshSerialize, BorshDeserialize)]
pub(super) struct Queues {
    pub(super) submitted: VecDeque<Submitted>,
    /// Receipts of the next block, in order.
    pub(super) incoming: VecDeque<Queued>,
    /// Receipts that follow the present one at once.
    pub(super) instant: VecDeque<Queued>,
    /// Results that arrived, by receiver and data id.
    pub(super) received: BTreeMap<(AccountId, CryptoHash), Option<Vec<u8>>>,
    /// Receipts that wait for results, by receiver and receipt id.
    pub(super) postponed: BTreeMap<(AccountId, CryptoHash), Postponed>,
    /// Which receipt waits for a result, by receiver and data id.
    pub(super) waiting: BTreeMap<(AccountId, CryptoHash), CryptoHash>,
    /// Yields' receipts, by receiver and data id.
    pub(super) yielded: BTreeMap<(AccountId, CryptoHash), Queued>,
    pub(super) timeouts: VecDeque<Timeout>,
}

/// A transaction that waits for the next block.
#[derive(Clone, BorshSerialize, BorshDeserialize)]
pub(super) struct Submitted {
    pub(super) transaction: Transaction,
    pub(super) hash: CryptoHash,
    /// Of its encoding, bytes.
    pub(super) size: u64,
}

/// A receipt that is to run, and the hash of its transaction.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(super) struct Queued {
    pub(super) receipt: Receipt,
    pub(super) transaction: CryptoHash,
}

/// A receipt that waits for results.
#[derive(Clone, BorshSerialize, BorshDeserialize)]
pub(super) struct Postponed {
    pub(super) queued: Queued,
    /// Results that have not arrived.
    pub(super) missing: u32,
}

/// A yield that ends at a height.
#[derive(Clone, BorshSerialize, BorshDeserialize)]
pub(super) struct Timeout {
    pub(super) account_id: AccountId,
    pub(super) data_id: CryptoHash,
    pub(super) expires_at: u64,
    pub(super) transaction: CryptoHash,
}

impl Submitted {
    pub(super) fn new(transaction: Transaction) -> Self {
        let (hash, size) = transaction.get_hash_and_size();
        Self {
            transaction,
            hash,
            size,
        }
    }
}
