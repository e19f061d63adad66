//! Accounts, and promises that wait to be resumed.

use near_parameters::RuntimeConfig;
use near_primitives::receipt::Receipt;
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::AccountId;
use std::collections::{BTreeMap, VecDeque};

/// The state, which a failed receipt restores.
#[derive(Clone, Default)]
pub(crate) struct State {
    pub(crate) accounts: BTreeMap<AccountId, Account>,
    pub(super) yields: BTreeMap<(AccountId, CryptoHash), Yield>,
    /// The heights at which yields end, in order.
    pub(super) timeouts: VecDeque<(u64, AccountId, CryptoHash)>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Account {
    /// YoctoNEAR.
    pub(crate) amount: u128,
    /// Bytes.
    pub(crate) usage: u64,
    pub(crate) storage: BTreeMap<Vec<u8>, Vec<u8>>,
    pub(crate) is_contract: bool,
    pub(crate) has_key: bool,
}

/// `PromiseYieldReceipt` and `PromiseYieldStatus`
#[derive(Clone, Default)]
pub(super) struct Yield {
    /// `None` until the call that yields has succeeded.
    pub(super) receipt: Option<Receipt>,
    /// `ResumeInitiated`
    pub(super) is_resumed: bool,
}

impl Account {
    /// An account with a full access key, and code of this length if it is a contract.
    pub(crate) fn new(amount: u128, code: Option<usize>, config: &RuntimeConfig) -> Self {
        let storage = &config.fees.storage_usage_config;
        // An ed25519 key with its type, and borsh of `AccessKey`: nonce, permission.
        let key = 33 + 9 + storage.num_extra_bytes_record;
        Self {
            amount,
            usage: storage.num_bytes_account + key + code.unwrap_or(0) as u64,
            storage: BTreeMap::new(),
            is_contract: code.is_some(),
            has_key: true,
        }
    }

    /// `check_storage_stake`: the tokens that are missing.
    pub(super) fn missing_stake(&self, config: &RuntimeConfig) -> Option<u128> {
        let byte = config.storage_amount_per_byte().as_yoctonear();
        let missing = (byte * u128::from(self.usage)).checked_sub(self.amount);
        // `is_zero_balance_account`
        missing.filter(|missing| *missing > 0 && self.usage > 770)
    }
}
