//! What waits on a chain: for a block, or for results.

use borsh::{BorshDeserialize, BorshSerialize};
use near_primitives::receipt::Receipt;
use near_primitives::transaction::SignedTransaction;
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::AccountId;
use std::collections::{BTreeMap, VecDeque};

/// All that waits.
#[derive(Clone, Default, BorshSerialize, BorshDeserialize)]
pub(super) struct Queues {
    /// Transactions that wait for the next block.
    pub(super) submitted: VecDeque<SignedTransaction>,
    /// Receipts of the next block, in order.
    pub(super) incoming: VecDeque<Queued>,
    /// Receipts that run right after the current one.
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

/// A yield that times out at a height.
#[derive(Clone, BorshSerialize, BorshDeserialize)]
pub(super) struct Timeout {
    pub(super) account_id: AccountId,
    pub(super) data_id: CryptoHash,
    pub(super) expires_at: u64,
    pub(super) transaction: CryptoHash,
}

impl Queues {
    /// Receipts that have not run, without those of future timeouts.
    pub(super) fn receipts(&self) -> impl Iterator<Item = &Queued> {
        let postponed = self.postponed.values().map(|it| &it.queued);
        let next = self.incoming.iter().chain(&self.instant);
        next.chain(postponed).chain(self.yielded.values())
    }
}
