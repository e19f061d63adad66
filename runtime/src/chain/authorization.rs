//! Whether a transaction is accepted, and what it takes from its signer: nearcore's `verifier.rs`.

use super::key_permission::check_calls;
use super::place::Key;
use super::{Chain, validation};
use crate::fees;
use near_primitives::errors::{DepositCostFailureReason, InvalidAccessKeyError, InvalidTxError};
use near_primitives::transaction::{
    SignedTransaction, Transaction, TransactionNonce, ValidatedTransaction,
};
use near_primitives_core::account::{AccessKey, Account};
use near_primitives_core::types::{Balance, Gas, Nonce, NonceIndex};

/// What a transaction costs.
pub(super) struct Cost {
    pub(super) gas_burnt: Gas,
    pub(super) tokens_burnt: Balance,
    pub(super) purchase_price: Balance,
    /// The price of the gas burnt and bought, yoctoNEAR.
    pub(super) gas: Balance,
    /// yoctoNEAR.
    pub(super) deposits: Balance,
}

/// The effect of a transaction on its signer.
pub(super) struct Charge {
    pub(super) cost: Cost,
    pub(super) account: Account,
    /// The key that signed. A universal account that sends its own initialization has none yet.
    pub(super) key: Option<Key>,
    /// Why there is no receipt although a gas key pays for the burnt gas: the account cannot pay the
    /// deposits.
    pub(super) refused: Option<InvalidTxError>,
}

impl Chain {
    /// Accepts a transaction for the next block, if nearcore would accept it now.
    pub(super) fn submit(&mut self, submitted: SignedTransaction) -> Result<(), InvalidTxError> {
        if let Some(refused) = self.check(&submitted)?.refused {
            return Err(refused);
        }
        self.queues.submitted.push_back(submitted);
        Ok(())
    }

    /// Checks a transaction as nearcore does, in its order.
    pub(super) fn check(&self, signed: &SignedTransaction) -> Result<Charge, InvalidTxError> {
        let transaction = &signed.transaction;
        let (config, version) = (&self.world.network.config, self.world.network.version);
        let limits = &config.wasm_config.limit_config;
        let (actions, signer) = (transaction.actions(), transaction.signer_id());
        validation::actions(limits, actions, transaction.receiver_id(), version)
            .map_err(InvalidTxError::ActionsValidation)?;
        ValidatedTransaction::check_valid_for_config(config, signed, version)?;
        let cost = self.cost(transaction).ok_or(InvalidTxError::CostOverflow)?;
        let place = self.places.get(signer);
        let account = place.and_then(|place| place.account.clone());
        let (Some(place), Some(mut account)) = (place, account) else {
            return Err(InvalidTxError::SignerDoesNotExist {
                signer_id: signer.clone(),
            });
        };
        let mut key = place.keys.get(&transaction.public_key().into()).cloned();
        let mut refused = None;
        match (&mut key, transaction.nonce()) {
            (None, _) => self.check_bootstrap(transaction, &cost, &mut account)?,
            (Some(key), TransactionNonce::Nonce { nonce }) => {
                self.check_regular(transaction, nonce, &cost, &mut account, key)?;
            }
            (Some(key), TransactionNonce::GasKeyNonce { nonce, nonce_index }) => {
                let nonce = (nonce, nonce_index);
                refused = self.check_gas_key(transaction, nonce, &cost, &mut account, key)?;
            }
        }
        Ok(Charge {
            cost,
            account,
            key,
            refused,
        })
    }

    /// nearcore's `verify_and_charge_tx_ephemeral`: nonce, balance, allowance, storage, permission.
    fn check_regular(
        &self,
        transaction: &Transaction,
        nonce: Nonce,
        cost: &Cost,
        account: &mut Account,
        key: &mut Key,
    ) -> Result<(), InvalidTxError> {
        if let Some(info) = key.access.gas_key_info() {
            return Err(InvalidTxError::InvalidNonceIndex {
                tx_nonce_index: None,
                num_nonces: info.num_nonces,
            });
        }
        self.check_nonce(nonce, key.access.nonce, Nonce::MAX)?;
        key.access.nonce = nonce;
        let total = pay(transaction, cost, account)?;
        if let Some(calls) = key.access.permission.function_call_permission_mut()
            && let Some(allowance) = &mut calls.allowance
        {
            let left = allowance.checked_sub(total);
            *allowance = left.ok_or_else(|| InvalidAccessKeyError::NotEnoughAllowance {
                account_id: transaction.signer_id().clone(),
                public_key: Box::new(transaction.public_key().clone()),
                allowance: *allowance,
                cost: total,
            })?;
        }
        self.check_storage(transaction, account)?;
        check_permission(&key.access, transaction)
    }

    /// nearcore's `verify_and_charge_bootstrap_tx_ephemeral`: the account's name is the hash of the
    /// initialization that it sends, which names the key that signs. Only the nonce after the last is accepted:
    /// with a higher one the same transaction would be valid again once the account has its keys.
    fn check_bootstrap(
        &self,
        transaction: &Transaction,
        cost: &Cost,
        account: &mut Account,
    ) -> Result<(), InvalidTxError> {
        let last = account.bootstrap_nonce();
        let last = last.filter(|_| transaction.is_state_init_bootstrap());
        let last = last.ok_or_else(|| no_key(transaction))?;
        let nonce = transaction.nonce().nonce();
        self.check_nonce(nonce, last, last.saturating_add(1))?;
        pay(transaction, cost, account)?;
        self.check_storage(transaction, account)?;
        account
            .set_bootstrap_nonce(nonce)
            .map_err(|_| no_key(transaction))
    }

    /// nearcore's `verify_and_charge_gas_key_tx_ephemeral`: the key pays for gas, the account for
    /// deposits. If it cannot, the transaction is refused, but the key still pays for the burnt gas.
    fn check_gas_key(
        &self,
        transaction: &Transaction,
        (nonce, index): (Nonce, NonceIndex),
        cost: &Cost,
        account: &mut Account,
        Key { access, nonces }: &mut Key,
    ) -> Result<Option<InvalidTxError>, InvalidTxError> {
        let num_nonces = access.gas_key_info().map_or(0, |info| info.num_nonces);
        let Some(current) = nonces.get_mut(usize::from(index)) else {
            return Err(InvalidTxError::InvalidNonceIndex {
                tx_nonce_index: Some(index),
                num_nonces,
            });
        };
        self.check_nonce(nonce, *current, Nonce::MAX)?;
        *current = nonce;
        let signer_id = transaction.signer_id();
        let gas_key = access.gas_key_info();
        let balance = gas_key.ok_or_else(|| no_key(transaction))?.balance;
        let funds = |cost| {
            let left = balance.checked_sub(cost);
            left.ok_or_else(|| InvalidTxError::NotEnoughGasKeyBalance {
                signer_id: signer_id.clone(),
                balance,
                cost,
            })
        };
        let (paid, failed) = (funds(cost.gas)?, funds(cost.tokens_burnt)?);
        check_permission(access, transaction)?;
        let before = account.amount();
        let refusal = |balance, cost, reason| InvalidTxError::NotEnoughBalanceForDeposit {
            signer_id: signer_id.clone(),
            balance,
            cost,
            reason,
        };
        let refused = match before.checked_sub(cost.deposits) {
            None => {
                let reason = DepositCostFailureReason::NotEnoughBalance;
                Some(refusal(before, cost.deposits, reason))
            }
            Some(left) => {
                account.set_amount(left);
                let reason = DepositCostFailureReason::LackBalanceForState;
                let missing = self.world.missing_stake(account);
                missing.map(|amount| refusal(left, amount, reason))
            }
        };
        if refused.is_some() {
            account.set_amount(before);
        }
        if let Some(info) = access.gas_key_info_mut() {
            info.balance = if refused.is_some() { failed } else { paid };
        }
        Ok(refused)
    }

    fn check_storage(
        &self,
        transaction: &Transaction,
        account: &Account,
    ) -> Result<(), InvalidTxError> {
        let missing = self.world.missing_stake(account);
        missing.map_or(Ok(()), |amount| {
            let signer_id = transaction.signer_id().clone();
            Err(InvalidTxError::LackBalanceForState { signer_id, amount })
        })
    }

    /// A nonce must be above the key's and at most `highest`.
    fn check_nonce(
        &self,
        tx_nonce: Nonce,
        ak_nonce: Nonce,
        highest: Nonce,
    ) -> Result<(), InvalidTxError> {
        if tx_nonce <= ak_nonce || tx_nonce > highest {
            return Err(InvalidTxError::InvalidNonce { tx_nonce, ak_nonce });
        }
        let height = self.world.block.height;
        let upper_bound = height.saturating_mul(AccessKey::ACCESS_KEY_NONCE_RANGE_MULTIPLIER);
        match tx_nonce >= upper_bound {
            true => Err(InvalidTxError::NonceTooLarge {
                tx_nonce,
                upper_bound,
            }),
            false => Ok(()),
        }
    }

    /// nearcore's `calculate_tx_cost`; `None` if it overflows.
    fn cost(&self, transaction: &Transaction) -> Option<Cost> {
        let config = &self.world.network.config;
        let (signer, receiver) = (transaction.signer_id(), transaction.receiver_id());
        let (key, actions) = (transaction.public_key(), transaction.actions());
        let gas_burnt = fees::conversion(config, signer, key, actions, receiver)?;
        let tokens_burnt = fees::tokens(self.world.gas_price, gas_burnt)?;
        // This gas is burnt later, perhaps at a lower price: then the difference is given back.
        let purchase_price = self.world.gas_price.max(config.min_gas_purchase_price);
        let bought = fees::bought(config, actions, receiver)?;
        Some(Cost {
            gas_burnt,
            tokens_burnt,
            purchase_price,
            gas: fees::tokens(purchase_price, bought)?.checked_add(tokens_burnt)?,
            deposits: fees::deposits(actions)?,
        })
    }
}

/// Subtracts the transaction's whole cost from the signer's account; returns the cost, in yoctoNEAR.
fn pay(
    transaction: &Transaction,
    cost: &Cost,
    account: &mut Account,
) -> Result<Balance, InvalidTxError> {
    let total = cost.gas.checked_add(cost.deposits);
    let cost = total.ok_or(InvalidTxError::CostOverflow)?;
    let balance = account.amount();
    let left = balance.checked_sub(cost);
    account.set_amount(left.ok_or_else(|| InvalidTxError::NotEnoughBalance {
        signer_id: transaction.signer_id().clone(),
        balance,
        cost,
    })?);
    Ok(cost)
}

fn no_key(transaction: &Transaction) -> InvalidTxError {
    InvalidTxError::InvalidAccessKeyError(InvalidAccessKeyError::AccessKeyNotFound {
        account_id: transaction.signer_id().clone(),
        public_key: Box::new(transaction.public_key().clone()),
    })
}

fn check_permission(key: &AccessKey, transaction: &Transaction) -> Result<(), InvalidTxError> {
    let (actions, receiver) = (transaction.actions(), transaction.receiver_id());
    Ok(check_calls(&key.permission, actions, receiver, false)?)
}
