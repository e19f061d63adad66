//! Adds and deletes access keys, and moves balances of gas keys: nearcore's `access_keys.rs`.

use super::add;
use super::execution::{Execution, Refusal, Stop};
use super::place::Key;
use near_crypto::{PublicKey, PublicKeyHandle};
use near_primitives::action::AddKeyAction;
use near_primitives_core::account::{AccessKey, AccessKeyPermission, GasKeyInfo};
use near_primitives_core::types::{Balance, Nonce};
use std::sync::Arc;

impl Execution<'_> {
    /// The nonce of a new key: no transaction of an earlier key with the same name is valid with it.
    pub(super) fn first_nonce(&self) -> Nonce {
        let before = self.world.block.height.saturating_sub(1);
        before.saturating_mul(AccessKey::ACCESS_KEY_NONCE_RANGE_MULTIPLIER)
    }

    pub(super) fn add_key(&mut self, action: &AddKeyAction) -> Result<(), Stop> {
        let name = PublicKeyHandle::from(&action.public_key);
        if self.place.keys.contains_key(&name) {
            return Err(Stop::Refused(Refusal::AddKeyAlreadyExists {
                account_id: self.receiver().clone(),
                public_key: Box::new(action.public_key.clone()),
            }));
        }
        let mut access = action.access_key.clone();
        let first = self.first_nonce();
        let nonces = match access.gas_key_info() {
            Some(info) => vec![first; usize::from(info.num_nonces)],
            None => vec![],
        };
        access.nonce = if nonces.is_empty() { first } else { 0 };
        self.insert_key(name, Key { access, nonces })
    }

    pub(super) fn insert_full_access_key(
        &mut self,
        name: PublicKeyHandle,
        nonce: Nonce,
    ) -> Result<(), Stop> {
        let permission = AccessKeyPermission::FullAccess;
        let access = AccessKey { nonce, permission };
        let nonces = vec![];
        self.insert_key(name, Key { access, nonces })
    }

    fn insert_key(&mut self, name: PublicKeyHandle, key: Key) -> Result<(), Stop> {
        self.use_storage(self.world.key_usage(&name, &key.access))?;
        Arc::make_mut(&mut self.place.keys).insert(name, key);
        Ok(())
    }

    pub(super) fn delete_key(&mut self, public_key: &PublicKey) -> Result<(), Stop> {
        let name = PublicKeyHandle::from(public_key);
        let Some(key) = self.place.keys.get(&name) else {
            return Err(Stop::Refused(Refusal::DeleteKeyDoesNotExist {
                account_id: self.receiver().clone(),
                public_key: Box::new(public_key.clone()),
            }));
        };
        let usage = self.world.key_usage(&name, &key.access);
        let info = key.access.gas_key_info();
        let balance = info.map_or(Balance::ZERO, |it| it.balance);
        self.burn_gas_key_balance(balance, Some(public_key))?;
        let account = self.account()?;
        account.set_storage_usage(account.storage_usage().saturating_sub(usage));
        Arc::make_mut(&mut self.place.keys).remove(&name);
        Ok(())
    }

    /// Burns the balance of a deleted gas key, or of all gas keys of a deleted account; fails if it is above nearcore's
    /// limit.
    pub(super) fn burn_gas_key_balance(
        &mut self,
        balance: Balance,
        public_key: Option<&PublicKey>,
    ) -> Result<(), Stop> {
        if balance > GasKeyInfo::MAX_BALANCE_TO_BURN {
            return Err(Stop::Refused(Refusal::GasKeyBalanceTooHigh {
                account_id: self.receiver().clone(),
                public_key: public_key.cloned().map(Box::new),
                balance,
            }));
        }
        self.burnt.tokens = add(self.burnt.tokens, balance)?;
        Ok(())
    }

    fn gas_key(&mut self, public_key: &PublicKey) -> Result<&mut GasKeyInfo, Refusal> {
        let missing = Refusal::GasKeyDoesNotExist {
            account_id: self.receiver().clone(),
            public_key: Box::new(public_key.clone()),
        };
        let key = Arc::make_mut(&mut self.place.keys).get_mut(&public_key.into());
        key.and_then(|key| key.access.gas_key_info_mut())
            .ok_or(missing)
    }

    pub(super) fn fund_gas_key(&mut self, key: &PublicKey, deposit: Balance) -> Result<(), Stop> {
        let info = self.gas_key(key)?;
        info.balance = add(info.balance, deposit)?;
        Ok(())
    }

    pub(super) fn withdraw_from_gas_key(
        &mut self,
        public_key: &PublicKey,
        required: Balance,
    ) -> Result<(), Stop> {
        let account_id = self.receiver().clone();
        let info = self.gas_key(public_key)?;
        let balance = info.balance;
        let Some(left) = balance.checked_sub(required) else {
            return Err(Stop::Refused(Refusal::InsufficientGasKeyBalance {
                account_id,
                public_key: Box::new(public_key.clone()),
                balance,
                required,
            }));
        };
        info.balance = left;
        let account = self.account()?;
        account.set_amount(add(account.amount(), required)?);
        Ok(())
    }
}
