//! Whether a transaction is accepted, and what it takes from its signer: nearcore's `verifier.rs`.

use super::key_permission::check_calls;
use super::place::{Key, Place};
use super::queues::Submitted;
use super::{Chain, validation};
use crate::fees;
use crate::state::missing_stake;
use near_crypto::{KeyType, ML_DSA_65_SIGNATURE_LENGTH, PublicKey};
use near_primitives::errors::{DepositCostFailureReason, InvalidAccessKeyError, InvalidTxError};
use near_primitives::transaction::{Action, Transaction, TransactionNonce};
use near_primitives_core::account::{AccessKey, Account};
use near_primitives_core::types::{Balance, Gas, Nonce, NonceIndex};
use near_primitives_core::version::ProtocolFeature;

/// What a transaction costs.
pub(super) struct Cost {
    pub(super) gas_burnt: Gas,
    pub(super) tokens_burnt: Balance,
    pub(super) purchase_price: Balance,
    /// Gas burnt and bought, yoctoNEAR.
    pub(super) gas: Balance,
    /// yoctoNEAR.
    pub(super) deposits: Balance,
}

/// What a transaction leaves to its signer.
pub(super) struct Charge {
    pub(super) cost: Cost,
    /// The account's balance, yoctoNEAR.
    pub(super) balance: Balance,
    pub(super) key: KeyCharge,
    /// A gas key pays for the gas that a transaction burns before its deposits turn out to be too high:
    /// there is no receipt then.
    pub(super) refused: Option<InvalidTxError>,
}

/// What a transaction leaves of the key that signed it.
pub(super) enum KeyCharge {
    Regular {
        nonce: Nonce,
        allowance: Option<Balance>,
    },
    Gas {
        nonce: Nonce,
        index: NonceIndex,
        balance: Balance,
    },
    /// A universal account sends its own initialization: it has a nonce and no key yet.
    Bootstrap { nonce: Nonce },
}

impl Chain {
    /// Accepts a transaction for the next block, if nearcore would in this one.
    pub(super) fn submit(&mut self, submitted: Submitted) -> Result<(), InvalidTxError> {
        if let Some(refused) = self.check(&submitted)?.refused {
            return Err(refused);
        }
        self.queues.submitted.push_back(submitted);
        Ok(())
    }

    /// Checks a transaction as nearcore does, in its order.
    pub(super) fn check(&self, submitted: &Submitted) -> Result<Charge, InvalidTxError> {
        let (transaction, version) = (&submitted.transaction, self.world.network.version);
        let limits = &self.world.network.config.wasm_config.limit_config;
        let (actions, signer) = (transaction.actions(), transaction.signer_id());
        validation::actions(limits, actions, transaction.receiver_id(), version)
            .map_err(InvalidTxError::ActionsValidation)?;
        if transaction.gas_keys_required() && !ProtocolFeature::GasKeys.enabled(version) {
            return Err(InvalidTxError::InvalidTransactionVersion);
        }
        let quantum = ProtocolFeature::PostQuantumSignatures.enabled(version);
        let mut size = submitted.size;
        match quantum {
            // The signature counts, which a chain's transactions do not carry.
            true => size = size.saturating_add(signature_len(transaction.public_key())),
            false if needs_post_quantum(transaction) => {
                return Err(InvalidTxError::InvalidTransactionVersion);
            }
            false => {}
        }
        let limit = limits.max_transaction_size;
        if size > limit {
            return Err(InvalidTxError::TransactionSizeExceeded { size, limit });
        }
        let cost = self.cost(transaction).ok_or(InvalidTxError::CostOverflow)?;
        let place = self.places.get(signer);
        let Some((place, account)) = place.and_then(with_account) else {
            return Err(InvalidTxError::SignerDoesNotExist {
                signer_id: signer.clone(),
            });
        };
        let Some(key) = place.keys.get(&transaction.public_key().into()) else {
            return match account.bootstrap_nonce() {
                Some(last) if transaction.is_state_init_bootstrap() => {
                    self.check_bootstrap(transaction, last, cost, account)
                }
                _ => Err(no_key(transaction)),
            };
        };
        match transaction.nonce() {
            TransactionNonce::Nonce { nonce } => {
                self.check_regular(transaction, nonce, cost, account, &key.access)
            }
            TransactionNonce::GasKeyNonce { nonce, nonce_index } => {
                self.check_gas_key(transaction, (nonce, nonce_index), cost, account, key)
            }
        }
    }

    /// nearcore's `verify_and_charge_tx_ephemeral`: nonce, balance, allowance, storage, permission.
    fn check_regular(
        &self,
        transaction: &Transaction,
        nonce: Nonce,
        cost: Cost,
        account: &Account,
        key: &AccessKey,
    ) -> Result<Charge, InvalidTxError> {
        if let Some(info) = key.gas_key_info() {
            return Err(InvalidTxError::InvalidNonceIndex {
                tx_nonce_index: None,
                num_nonces: info.num_nonces,
            });
        }
        self.check_nonce(nonce, key.nonce, Nonce::MAX)?;
        let (total, left) = paid(transaction, &cost, account)?;
        let signer_id = transaction.signer_id();
        let calls = key.permission.function_call_permission();
        let mut allowance = calls.and_then(|calls| calls.allowance);
        if let Some(before) = allowance {
            allowance = Some(before.checked_sub(total).ok_or_else(|| {
                InvalidTxError::InvalidAccessKeyError(InvalidAccessKeyError::NotEnoughAllowance {
                    account_id: signer_id.clone(),
                    public_key: Box::new(transaction.public_key().clone()),
                    allowance: before,
                    cost: total,
                })
            })?);
        }
        self.check_storage(transaction, left, account)?;
        check_permission(key, transaction)?;
        Ok(Charge {
            cost,
            balance: left,
            key: KeyCharge::Regular { nonce, allowance },
            refused: None,
        })
    }

    /// nearcore's `verify_and_charge_bootstrap_tx_ephemeral`: the name of the account is the hash of what
    /// it sends, which names the key that signs. Only the nonce after the last is taken: with a higher one
    /// the same transaction would fit again once the account has its keys.
    fn check_bootstrap(
        &self,
        transaction: &Transaction,
        last: Nonce,
        cost: Cost,
        account: &Account,
    ) -> Result<Charge, InvalidTxError> {
        let nonce = transaction.nonce().nonce();
        self.check_nonce(nonce, last, last.saturating_add(1))?;
        let (_, balance) = paid(transaction, &cost, account)?;
        self.check_storage(transaction, balance, account)?;
        Ok(Charge {
            cost,
            balance,
            key: KeyCharge::Bootstrap { nonce },
            refused: None,
        })
    }

    /// nearcore's `verify_and_charge_gas_key_tx_ephemeral`: the key pays for gas, the account for
    /// deposits.
    fn check_gas_key(
        &self,
        transaction: &Transaction,
        (nonce, index): (Nonce, NonceIndex),
        cost: Cost,
        account: &Account,
        Key { access, nonces }: &Key,
    ) -> Result<Charge, InvalidTxError> {
        let info = access.gas_key_info();
        let Some(current) = nonces.get(usize::from(index)) else {
            return Err(InvalidTxError::InvalidNonceIndex {
                tx_nonce_index: Some(index),
                num_nonces: info.map_or(0, |info| info.num_nonces),
            });
        };
        let info = info.ok_or_else(|| no_key(transaction))?;
        self.check_nonce(nonce, *current, Nonce::MAX)?;
        let signer_id = transaction.signer_id();
        let lacks = |cost| InvalidTxError::NotEnoughGasKeyBalance {
            signer_id: signer_id.clone(),
            balance: info.balance,
            cost,
        };
        let funds = |cost| info.balance.checked_sub(cost).ok_or_else(|| lacks(cost));
        let (paid, failed) = (funds(cost.gas)?, funds(cost.tokens_burnt)?);
        check_permission(access, transaction)?;
        let balance = account.amount();
        let refusal = |balance, cost, reason| InvalidTxError::NotEnoughBalanceForDeposit {
            signer_id: signer_id.clone(),
            balance,
            cost,
            reason,
        };
        let left = match balance.checked_sub(cost.deposits) {
            None => {
                let reason = DepositCostFailureReason::NotEnoughBalance;
                Err(refusal(balance, cost.deposits, reason))
            }
            Some(left) => self.missing(left, account).map_or(Ok(left), |amount| {
                let reason = DepositCostFailureReason::LackBalanceForState;
                Err(refusal(left, amount, reason))
            }),
        };
        let key = |balance| KeyCharge::Gas {
            nonce,
            index,
            balance,
        };
        let (balance, key, refused) = match left {
            Ok(left) => (left, key(paid), None),
            Err(refused) => (balance, key(failed), Some(refused)),
        };
        Ok(Charge {
            cost,
            balance,
            key,
            refused,
        })
    }

    /// The stake that an account lacks for its storage with this balance.
    fn missing(&self, balance: Balance, account: &Account) -> Option<Balance> {
        let config = &self.world.network.config;
        missing_stake(balance, account.locked(), account.storage_usage(), config)
    }

    fn check_storage(
        &self,
        transaction: &Transaction,
        left: Balance,
        account: &Account,
    ) -> Result<(), InvalidTxError> {
        match self.missing(left, account) {
            Some(amount) => Err(InvalidTxError::LackBalanceForState {
                signer_id: transaction.signer_id().clone(),
                amount,
            }),
            None => Ok(()),
        }
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
        // Burnt later, perhaps at a lower price: then the difference is given back.
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

/// What a transaction costs its account in all, and what it leaves, yoctoNEAR.
fn paid(
    transaction: &Transaction,
    cost: &Cost,
    account: &Account,
) -> Result<(Balance, Balance), InvalidTxError> {
    let total = cost.gas.checked_add(cost.deposits);
    let total = total.ok_or(InvalidTxError::CostOverflow)?;
    let balance = account.amount();
    match balance.checked_sub(total) {
        Some(left) => Ok((total, left)),
        None => Err(InvalidTxError::NotEnoughBalance {
            signer_id: transaction.signer_id().clone(),
            balance,
            cost: total,
        }),
    }
}

fn with_account(place: &Place) -> Option<(&Place, &Account)> {
    Some((place, place.account.as_ref()?))
}

/// Bytes of a signature by this key: its kind, then the scheme's.
fn signature_len(key: &PublicKey) -> u64 {
    let bytes = match key.key_type() {
        KeyType::ED25519 => 64,
        KeyType::SECP256K1 => 65,
        KeyType::MLDSA65 => ML_DSA_65_SIGNATURE_LENGTH,
    };
    1 + bytes as u64
}

fn needs_post_quantum(transaction: &Transaction) -> bool {
    let mut actions = transaction.actions().iter();
    transaction.public_key().key_type().is_post_quantum()
        || actions.any(Action::post_quantum_signatures_required)
}

fn no_key(transaction: &Transaction) -> InvalidTxError {
    InvalidTxError::InvalidAccessKeyError(InvalidAccessKeyError::AccessKeyNotFound {
        account_id: transaction.signer_id().clone(),
        public_key: Box::new(transaction.public_key().clone()),
    })
}

fn check_permission(key: &AccessKey, transaction: &Transaction) -> Result<(), InvalidTxError> {
    let (actions, receiver) = (transaction.actions(), transaction.receiver_id());
    check_calls(&key.permission, actions, receiver, false)
        .map_err(InvalidTxError::InvalidAccessKeyError)
}
