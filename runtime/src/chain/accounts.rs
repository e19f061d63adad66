//! Adds and reads accounts of a chain.

use super::place::Key;
use super::{Chain, ChainError, add};
use crate::state;
use near_crypto::{ED25519PublicKey, PublicKey, PublicKeyHandle};
use near_primitives_core::account::{AccessKey, AccessKeyPermission, Account, AccountContract};
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::{AccountId, Balance, StorageUsage};
use near_vm_runner::ContractCode;
use std::sync::Arc;

/// The public key that a new account's name determines. Nobody signs with it: transactions of a chain
/// carry no signatures.
fn default_key(account_id: &AccountId) -> PublicKeyHandle {
    let CryptoHash(bytes) = CryptoHash::hash_bytes(account_id.as_bytes());
    PublicKeyHandle::ED25519(ED25519PublicKey(bytes))
}

impl Chain {
    /// Adds an account with 100 NEAR and one full access key.
    ///
    /// # Errors
    ///
    /// There is an account of this name.
    pub fn add(&mut self, account_id: &AccountId) -> Result<(), ChainError> {
        self.add_with(state::Account::new(account_id.clone()))
    }

    /// Adds an account with this balance and storage, and one full access key.
    ///
    /// # Errors
    ///
    /// There is an account of this name, or amounts overflow.
    pub fn add_with(&mut self, account: state::Account) -> Result<(), ChainError> {
        let state::Account {
            account_id,
            balance,
            locked,
            storage_usage,
            storage,
        } = account;
        if self.account(&account_id).is_some() {
            return Err(ChainError::AccountExists(account_id));
        }
        let (key, access) = (default_key(&account_id), AccessKey::full_access());
        let usage = self.world.key_usage(&key, &access);
        let usage = storage_usage
            .checked_add(usage)
            .ok_or(ChainError::Overflow)?;
        let total = add(balance, locked)?;
        self.tokens.added = add(self.tokens.added, total)?;
        let place = self.places.entry(account_id).or_default();
        let contract = AccountContract::None;
        place.account = Some(Account::new(balance, locked, contract, usage));
        place.storage = Arc::new(storage);
        let nonces = vec![];
        place.keys = Arc::new([(key, Key { access, nonces })].into());
        Ok(())
    }

    /// An account without its contract and keys, as [`Self::add_with`] expects it.
    pub fn account_state(&self, account_id: &AccountId) -> Option<state::Account> {
        let place = self.places.get(account_id)?;
        let account = place.account.as_ref()?;
        let keys = place.keys.iter();
        let keys = keys.map(|(name, key)| self.world.key_usage(name, &key.access));
        let without = place.contract_usage().saturating_add(keys.sum());
        Some(state::Account {
            account_id: account_id.clone(),
            balance: account.amount(),
            locked: account.locked(),
            storage_usage: account.storage_usage().saturating_sub(without),
            storage: place.changed_storage(),
        })
    }

    /// Gives an account a contract, at no cost. [`Transaction::deploy`](super::Transaction::deploy) costs what
    /// a deployment costs on chain.
    ///
    /// # Errors
    ///
    /// There is no such account, or it is a universal account without its initial state.
    pub fn deploy(&mut self, account_id: &AccountId, wasm: Vec<u8>) -> Result<(), ChainError> {
        let unknown = || ChainError::UnknownAccount(account_id.clone());
        let place = self.places.get_mut(account_id).ok_or_else(unknown)?;
        let before = place.contract_usage();
        let account = place.account.as_mut().ok_or_else(unknown)?;
        let code = Arc::new(ContractCode::new(wasm, None));
        let usage = account.storage_usage().saturating_sub(before);
        let usage = usage.checked_add(code.code().len() as StorageUsage);
        let usage = usage.ok_or(ChainError::Overflow)?;
        let contract = AccountContract::Local(*code.hash());
        let uninitialized = |_| ChainError::Uninitialized(account_id.clone());
        account.set_contract(contract).map_err(uninitialized)?;
        account.set_storage_usage(usage);
        place.code = Some(code);
        Ok(())
    }

    /// Names of all accounts, in order.
    pub fn accounts(&self) -> impl Iterator<Item = &AccountId> {
        let places = self.places.iter();
        places.filter_map(|(id, place)| place.account.as_ref().map(|_| id))
    }

    /// An account: amounts, contract, and storage usage (bytes, the code included).
    pub fn account(&self, account_id: &AccountId) -> Option<&Account> {
        self.places.get(account_id)?.account.as_ref()
    }

    /// An account's liquid balance, yoctoNEAR.
    pub fn balance(&self, account_id: &AccountId) -> Option<Balance> {
        self.account(account_id).map(Account::amount)
    }

    /// An access key of an account.
    pub fn access_key(&self, account_id: &AccountId, key: &PublicKey) -> Option<&AccessKey> {
        let place = self.places.get(account_id)?;
        place.keys.get(&key.into()).map(|key| &key.access)
    }

    /// The public keys of an account's access keys as the chain stores them, in order: an ML-DSA-65 key by
    /// its hash, others whole.
    pub fn keys(&self, account_id: &AccountId) -> impl Iterator<Item = &PublicKeyHandle> {
        let place = self.places.get(account_id);
        place.into_iter().flat_map(|place| place.keys.keys())
    }

    /// The key that signs for an account unless a transaction names another: the first with full access
    /// that is stored whole.
    pub fn signing_key(&self, account_id: &AccountId) -> Option<PublicKey> {
        let mut keys = self.places.get(account_id)?.keys.iter();
        keys.find_map(|(name, key)| match (name, &key.access.permission) {
            (PublicKeyHandle::ED25519(key), AccessKeyPermission::FullAccess) => {
                Some(PublicKey::ED25519(key.clone()))
            }
            (PublicKeyHandle::SECP256K1(key), AccessKeyPermission::FullAccess) => {
                Some(PublicKey::SECP256K1(key.clone()))
            }
            _ => None,
        })
    }

    /// A value in a contract's storage.
    pub fn stored(&self, account_id: &AccountId, key: &[u8]) -> Option<&[u8]> {
        let place = self.places.get(account_id)?;
        let written = place.written.get(key).map(Option::as_ref);
        let value = written.unwrap_or_else(|| place.storage.get(key));
        value.map(Vec::as_slice)
    }
}
