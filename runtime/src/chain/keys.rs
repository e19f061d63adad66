//! Access keys: added, deleted, and gas keys funded: nearcore's `access_keys.rs`.

use super::actions::{Acted, DONE};
use super::execution::{Execution, Refusal};
use super::place::{Key, key_usage};
use super::{ChainError, add};
use near_crypto::{PublicKey, PublicKeyHandle};
use near_primitives::action::{AddKeyAction, DeleteKeyAction};
use near_primitives_core::account::{AccessKey, GasKeyInfo};
use near_primitives_core::types::{Balance, Nonce};
use std::sync::Arc;

impl Execution<'_> {
    /// The nonce of a new key: no transaction of an earlier key with the same name fits it.
    pub(super) fn first_nonce(&self) -> Nonce {
        let before = self.world.block.height.saturating_sub(1);
        before.saturating_mul(AccessKey::ACCESS_KEY_NONCE_RANGE_MULTIPLIER)
    }

    pub(super) fn add_key(&mut self, action: &AddKeyAction) -> Result<Acted, ChainError> {
        let public_key = &action.public_key;
        let name = PublicKeyHandle::from(public_key);
        if self.place.keys.contains_key(&name) {
            return Ok(Err(Refusal::AddKeyAlreadyExists {
                account_id: self.receiver().clone(),
                public_key: Box::new(public_key.clone()),
            }));
        }
        let mut access = action.access_key.clone();
        let first = self.first_nonce();
        let nonces = match access.gas_key_info() {
            Some(info) => vec![first; usize::from(info.num_nonces)],
            None => vec![],
        };
        access.nonce = if nonces.is_empty() { first } else { 0 };
        let usage = key_usage(&name, &access, self.per_record());
        if let Some(account) = &mut self.place.account {
            let usage = account.storage_usage().checked_add(usage);
            account.set_storage_usage(usage.ok_or(ChainError::Overflow)?);
        }
        let key = Key { access, nonces };
        Arc::make_mut(&mut self.place.keys).insert(name, key);
        Ok(DONE)
    }

    pub(super) fn delete_key(&mut self, action: &DeleteKeyAction) -> Result<Acted, ChainError> {
        let public_key = &action.public_key;
        let account_id = self.receiver().clone();
        let name = PublicKeyHandle::from(public_key);
        let Some(key) = self.place.keys.get(&name) else {
            return Ok(Err(Refusal::DeleteKeyDoesNotExist {
                account_id,
                public_key: Box::new(public_key.clone()),
            }));
        };
        let balance = key
            .access
            .gas_key_info()
            .map_or(Balance::ZERO, |it| it.balance);
        if balance > GasKeyInfo::MAX_BALANCE_TO_BURN {
            return Ok(Err(Refusal::GasKeyBalanceTooHigh {
                account_id,
                public_key: Some(Box::new(public_key.clone())),
                balance,
            }));
        }
        let usage = key_usage(&name, &key.access, self.per_record());
        if let Some(account) = &mut self.place.account {
            account.set_storage_usage(account.storage_usage().saturating_sub(usage));
        }
        self.burnt.tokens = add(self.burnt.tokens, balance)?;
        Arc::make_mut(&mut self.place.keys).remove(&name);
        Ok(DONE)
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

    pub(super) fn fund_gas_key(
        &mut self,
        key: &PublicKey,
        deposit: Balance,
    ) -> Result<Acted, ChainError> {
        match self.gas_key(key) {
            Ok(info) => info.balance = add(info.balance, deposit)?,
            Err(refusal) => return Ok(Err(refusal)),
        }
        Ok(DONE)
    }

    pub(super) fn withdraw_from_gas_key(
        &mut self,
        public_key: &PublicKey,
        required: Balance,
    ) -> Result<Acted, ChainError> {
        let account_id = self.receiver().clone();
        let info = match self.gas_key(public_key) {
            Ok(info) => info,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let balance = info.balance;
        let Some(left) = balance.checked_sub(required) else {
            return Ok(Err(Refusal::InsufficientGasKeyBalance {
                account_id,
                public_key: Box::new(public_key.clone()),
                balance,
                required,
            }));
        };
        info.balance = left;
        if let Some(account) = &mut self.place.account {
            account.set_amount(add(account.amount(), required)?);
        }
        Ok(DONE)
    }
}
