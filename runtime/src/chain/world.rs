//! What every action receipt of a block sees, and none changes.

use super::place::Place;
use crate::external::CallExternal;
use crate::functions::FunctionNames;
use crate::network::Network;
use crate::promises::Promises;
use crate::state::{self, Block, Changes, Layers};
use near_crypto::PublicKeyHandle;
use near_primitives_core::account::{AccessKey, Account, AccountContract};
use near_primitives_core::global_contract::GlobalContractIdentifier;
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::{AccountId, Balance, Gas, StorageUsage};
use near_primitives_core::version::ProtocolFeature;
use near_vm_runner::ContractCode;
use near_vm_runner::logic::VMContext;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A network, a block of it, and its global contracts.
#[derive(Clone)]
pub(super) struct World {
    pub(super) network: Arc<Network>,
    pub(super) block: Block,
    /// The block's price of gas, yoctoNEAR.
    pub(super) gas_price: Balance,
    pub(super) chain_id: String,
    /// The least stake of a validator, yoctoNEAR.
    pub(super) minimum_stake: Balance,
    /// Distributed global contracts.
    pub(super) globals: BTreeMap<GlobalKey, Arc<ContractCode>>,
    /// Names of functions by their code's hash; `None` if the gas of functions is not recorded.
    pub(super) functions: Option<BTreeMap<CryptoHash, FunctionNames>>,
}

impl World {
    /// The code that an account names: its own, or a global contract's.
    pub(super) fn code_of(&self, place: &Place) -> Option<Arc<ContractCode>> {
        let global = |name| self.globals.get(&global_key(&name)).cloned();
        match place.account.as_ref()?.contract().into_owned() {
            AccountContract::None => None,
            AccountContract::Local(_) => place.code.clone(),
            AccountContract::Global(hash) => global(GlobalContractIdentifier::CodeHash(hash)),
            AccountContract::GlobalByAccount(id) => global(GlobalContractIdentifier::AccountId(id)),
        }
    }

    /// A contract's context: its account in this block, called by itself, with nothing attached.
    pub(super) fn context(&self, contract: &AccountId, account: &Account) -> VMContext {
        let block = &self.block;
        VMContext {
            current_account_id: contract.clone(),
            signer_account_id: contract.clone(),
            // No key, in the form of one.
            signer_account_pk: vec![0; 33],
            predecessor_account_id: contract.clone(),
            refund_to_account_id: contract.clone(),
            input: [].into(),
            promise_results: [].into(),
            block_height: block.height,
            block_timestamp: block.timestamp,
            epoch_height: block.epoch_height,
            account_balance: account.amount(),
            account_locked_balance: account.locked(),
            storage_usage: account.storage_usage(),
            account_contract: account.contract().into_owned(),
            attached_deposit: Balance::ZERO,
            prepaid_gas: Gas::ZERO,
            random_seed: block.random_seed.to_vec(),
            view_config: None,
            output_data_receivers: vec![],
        }
    }

    /// The chain as a contract at `place` sees it, after these changes of its storage.
    pub(super) fn external<'a>(
        &'a self,
        place: &'a Place,
        changes: Changes,
        action_hash: CryptoHash,
    ) -> CallExternal<'a> {
        CallExternal {
            storage: Layers::new(&place.storage)
                .changed(&place.written, changes)
                .below(self.network.trie_depth),
            promises: Promises::default(),
            yields: Arc::clone(&place.yields),
            block: &self.block,
            chain_id: &self.chain_id,
            version: self.network.version,
            action_hash,
            data_count: 0,
        }
    }

    /// The stake that an account lacks for its storage.
    pub(super) fn missing_stake(&self, account: &Account) -> Option<Balance> {
        let (config, usage) = (&self.network.config, account.storage_usage());
        state::missing_stake(account.amount(), account.locked(), usage, config)
    }

    /// Storage that a record takes beside its key and value, bytes.
    pub(super) fn per_record(&self) -> StorageUsage {
        let fees = &self.network.config.fees;
        fees.storage_usage_config.num_extra_bytes_record
    }

    /// Storage that an access key takes, bytes.
    pub(super) fn key_usage(&self, name: &PublicKeyHandle, key: &AccessKey) -> StorageUsage {
        let (name, per_record) = (name.trie_id_len() as u64, self.per_record());
        let value = borsh::object_length(key).expect("a key in memory has a length") as u64;
        let nonces = key.gas_key_info().map_or(0, |info| {
            // Each nonce is a record of its own, under the key's name and the nonce's index.
            let index = size_of_val(&info.num_nonces) as u64;
            let bytes = name + index + AccessKey::NONCE_VALUE_LEN as u64 + per_record;
            u64::from(info.num_nonces) * bytes
        });
        name + value + per_record + nonces
    }

    /// The price at which a receipt's gas is burnt: since version 85 the block's, if it is lower than the
    /// purchase price.
    pub(super) fn burn_price(&self, purchase: Balance) -> Balance {
        match ProtocolFeature::AccountCostIncrease.enabled(self.network.version) {
            true => purchase.min(self.gas_price),
            false => purchase,
        }
    }
}

/// A global contract's name in a form that has an order.
pub(super) type GlobalKey = Vec<u8>;

/// The key of a global contract: nearcore's borsh of its name.
pub(super) fn global_key(name: &GlobalContractIdentifier) -> GlobalKey {
    borsh::to_vec(name).expect("writing to memory does not fail")
}
