//! What a chain holds under the name of an account.

use crate::promises::Yield;
use crate::state::{Changes, Storage, apply};
use near_crypto::PublicKeyHandle;
use near_primitives_core::account::{AccessKey, Account, AccountContract};
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::{Balance, Nonce, StorageUsage};
use near_vm_runner::ContractCode;
use std::collections::BTreeMap;
use std::sync::Arc;

/// An access key, and the nonces of a gas key.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Key {
    #[serde(flatten)]
    pub(super) access: AccessKey,
    /// Empty unless it is a gas key.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) nonces: Vec<Nonce>,
}

/// Everything under one name. A clone is cheap: it shares large data.
///
/// The yields outlive the account, as in nearcore's state: a deleted account that is created again
/// runs the callbacks that it left.
#[derive(Clone, Default)]
pub(super) struct Place {
    /// Amounts, contract and storage usage (bytes, the code included); `None` if there is no account.
    pub(super) account: Option<Account>,
    /// The account's own code.
    pub(super) code: Option<Arc<ContractCode>>,
    /// By public key as nearcore stores it: an ML-DSA-65 key by its hash, others whole.
    pub(super) keys: Arc<BTreeMap<PublicKeyHandle, Key>>,
    /// The contract's storage when the block began.
    pub(super) storage: Arc<Storage>,
    /// What earlier receipts of the block changed in the storage.
    pub(super) written: Arc<Changes>,
    pub(super) yields: Arc<BTreeMap<CryptoHash, Yield>>,
}

impl Place {
    /// Adds the storage changes of a receipt that succeeded.
    pub(super) fn write(&mut self, changes: Changes) {
        if !changes.is_empty() {
            Arc::make_mut(&mut self.written).extend(changes);
        }
    }

    /// The storage as it is now.
    pub(super) fn changed_storage(&self) -> Storage {
        let mut storage = (*self.storage).clone();
        apply((*self.written).clone(), &mut storage);
        storage
    }

    /// Ends a block: the next block's trie has what this one wrote.
    pub(super) fn end_block(&mut self) {
        if !self.written.is_empty() {
            let written = std::mem::take(&mut self.written);
            let written = Arc::try_unwrap(written).unwrap_or_else(|shared| (*shared).clone());
            apply(written, Arc::make_mut(&mut self.storage));
        }
    }

    /// Storage that the account's contract takes, bytes: its own code, or the name of a global one.
    pub(super) fn contract_usage(&self) -> StorageUsage {
        let Some(account) = &self.account else {
            return 0;
        };
        match &*account.contract() {
            AccountContract::None => 0,
            AccountContract::Local(_) => {
                let code = self.code.as_ref();
                code.map_or(0, |code| code.code().len() as StorageUsage)
            }
            contract => contract.identifier_storage_usage(),
        }
    }

    /// Tokens of the account: liquid, locked, and those of its gas keys.
    pub(super) fn tokens(&self) -> Option<Balance> {
        let account = self.account.as_ref();
        let own = account.map_or(Some(Balance::ZERO), |it| {
            it.amount().checked_add(it.locked())
        })?;
        own.checked_add(self.gas_key_balance()?)
    }

    pub(super) fn gas_key_balance(&self) -> Option<Balance> {
        let mut infos = self
            .keys
            .values()
            .filter_map(|key| key.access.gas_key_info());
        infos.try_fold(Balance::ZERO, |sum, info| sum.checked_add(info.balance))
    }

    /// Removes the account with all but its yields.
    pub(super) fn remove_account(&mut self) {
        let yields = std::mem::take(&mut self.yields);
        *self = Self {
            yields,
            ..Self::default()
        };
    }
}
