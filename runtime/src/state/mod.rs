//! An account: the state that a contract keeps between calls.

mod file;
mod layers;
mod lock;
mod staking;
mod trie;

pub(crate) use file::{Base64, FileVersion, SavedStorage, known, read, stage};
pub use file::{StagedState, StateFileError};
pub(crate) use layers::{Changes, Layers, Storage, apply};
pub use lock::{LockHolder, StateFile};
pub(crate) use staking::missing_stake;
pub use trie::TYPICAL_TRIE_DEPTH;

use near_primitives_core::types::{AccountId, Balance, StorageUsage};
use std::collections::BTreeMap;

/// Balance of a new account: 100 NEAR, as in a near-workspaces sandbox.
const INITIAL_BALANCE: Balance = Balance::from_near(100);

/// Storage that a new account without keys uses, in bytes (nearcore: `num_bytes_account`).
const INITIAL_STORAGE_USAGE: StorageUsage = 100;

/// The state of one account.
///
/// Only successful calls change it; a failed or a view call does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The account's name.
    pub account_id: AccountId,
    /// Liquid balance, yoctoNEAR.
    pub balance: Balance,
    /// Balance locked as a validator's stake, yoctoNEAR. It pays only for storage.
    pub locked: Balance,
    /// Storage that the account uses, without the contract's code, bytes: another run may use other
    /// code. A contract sees the sum of both, and both need a stake.
    pub storage_usage: StorageUsage,
    /// The contract's key-value storage.
    pub storage: BTreeMap<Vec<u8>, Vec<u8>>,
}

impl Account {
    /// A new account: 100 NEAR, empty storage.
    pub fn new(account_id: AccountId) -> Self {
        Self {
            account_id,
            balance: INITIAL_BALANCE,
            locked: Balance::ZERO,
            storage_usage: INITIAL_STORAGE_USAGE,
            storage: BTreeMap::new(),
        }
    }
}

/// The block a call runs in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Height.
    pub height: u64,
    /// Timestamp, nanoseconds since the Unix epoch.
    pub timestamp: u64,
    /// Epoch height.
    pub epoch_height: u64,
    /// Random seed, 32 bytes.
    pub random_seed: [u8; 32],
    /// The epoch's validators and their stakes, yoctoNEAR; none by default.
    pub validators: BTreeMap<AccountId, Balance>,
}

impl Block {
    /// Sum of the validators' stakes; `None` if it overflows.
    pub(crate) fn total_stake(&self) -> Option<Balance> {
        let mut stakes = self.validators.values();
        stakes.try_fold(Balance::ZERO, |sum, stake| sum.checked_add(*stake))
    }
}

impl Default for Block {
    /// Block 1 of epoch 1, on 2024-01-01T00:00:00Z: the same in every run.
    fn default() -> Self {
        Self {
            height: 1,
            timestamp: 1_704_067_200_000_000_000,
            epoch_height: 1,
            random_seed: [0; 32],
            validators: BTreeMap::new(),
        }
    }
}
