//! Transactions: what nearcore checks, burns and takes before a receipt exists.
//!
//! nearcore's `verifier.rs` and `process_transactions` (`lib.rs`).

use super::executed::{Conversion, Executed};
use super::key_permission::check_calls;
use super::place::Key;
use super::schedule::Queued;
use super::{Chain, ChainError, add, fees, validation};
use crate::call::{Arguments, DEFAULT_GAS};
use crate::state::missing_stake;
use near_crypto::PublicKey;
use near_primitives::action::{
    AddKeyAction, CreateAccountAction, DeleteAccountAction, DeployContractAction,
    FunctionCallAction, TransferAction,
};
use near_primitives::errors::{InvalidAccessKeyError, InvalidTxError};
use near_primitives::receipt::Receipt;
use near_primitives::transaction::{Action, Transaction as NearTransaction, TransactionV0};
use near_primitives::utils::create_receipt_id_from_transaction;
use near_primitives_core::account::{AccessKey, AccessKeyPermission};
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::{AccountId, Balance, Gas, Nonce};
use std::collections::VecDeque;
use std::sync::Arc;

/// A transaction that waits for the next block, and its place in `Chain::executed`.
#[derive(Clone)]
pub(super) struct Submitted {
    transaction: TransactionV0,
    hash: CryptoHash,
    /// Of its encoding, bytes.
    size: u64,
}

/// A transaction being prepared.
#[must_use = "a transaction does nothing until `transact` or `submit`"]
pub struct Transaction<'a> {
    chain: &'a mut Chain,
    signer_id: AccountId,
    receiver_id: AccountId,
    key: Option<PublicKey>,
    nonce: Option<Nonce>,
    actions: Vec<Action>,
}

/// A transaction that calls one method, being prepared.
#[must_use = "a call does nothing until `transact` or `submit`"]
pub struct ChainCall<'a> {
    transaction: Transaction<'a>,
    method: String,
    args: Arguments,
    gas: Gas,
    deposit: Balance,
}

impl Chain {
    /// A transaction from `signer` to `receiver`, without actions yet.
    pub fn transaction(&mut self, signer: &AccountId, receiver: &AccountId) -> Transaction<'_> {
        Transaction {
            chain: self,
            signer_id: signer.clone(),
            receiver_id: receiver.clone(),
            key: None,
            nonce: None,
            actions: vec![],
        }
    }

    /// A call of a contract's method, signed by the contract's own account unless said otherwise.
    pub fn call(&mut self, contract: &AccountId, method: impl Into<String>) -> ChainCall<'_> {
        ChainCall {
            transaction: self.transaction(contract, contract),
            method: method.into(),
            args: Arguments::default(),
            gas: DEFAULT_GAS,
            deposit: Balance::ZERO,
        }
    }

    /// What a submitted transaction has done so far; `None` before its block.
    pub fn executed(&self, transaction: &CryptoHash) -> Option<&Executed> {
        let mut executed = self.executed.iter().rev();
        executed
            .find(|it| it.conversion.hash == *transaction)
            .map(Arc::as_ref)
    }

    /// Converts the submitted transactions; returns the local receipts. One that nearcore refuses now
    /// does nothing: it was accepted when it was submitted, and another has changed its signer since.
    pub(super) fn convert_submitted(&mut self) -> Result<VecDeque<Queued>, ChainError> {
        let mut local = VecDeque::new();
        for submitted in std::mem::take(&mut self.submitted) {
            let to_itself = submitted.transaction.signer_id == submitted.transaction.receiver_id;
            match self.convert(submitted) {
                Ok(queued) if to_itself => local.push_back(queued),
                Ok(queued) => self.incoming.push_back(queued),
                Err(ChainError::Transaction(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(local)
    }

    /// Takes the transaction's cost from its signer, and makes its receipt.
    fn convert(&mut self, submitted: Submitted) -> Result<Queued, ChainError> {
        let cost = self.check(&submitted)?;
        let Submitted {
            transaction, hash, ..
        } = submitted;
        let height = self.world.block.height;
        let (signer, key) = (&transaction.signer_id, &transaction.public_key);
        if let Some(place) = self.places.get_mut(signer) {
            if let Some(account) = &mut place.account {
                account.set_amount(cost.balance_left);
            }
            if let Some(key) = Arc::make_mut(&mut place.keys).get_mut(key) {
                key.access.nonce = transaction.nonce;
                if let AccessKeyPermission::FunctionCall(calls) = &mut key.access.permission {
                    calls.allowance = cost.allowance_left;
                }
            }
        }
        self.burnt = add(self.burnt, cost.tokens_burnt)?;
        let receipt_id = create_receipt_id_from_transaction(&hash, height);
        let receipt = Receipt::from_tx(
            receipt_id,
            transaction.signer_id,
            transaction.receiver_id,
            transaction.public_key,
            cost.purchase_price,
            transaction.actions,
        );
        self.executed.push(Arc::new(Executed {
            conversion: Conversion {
                hash,
                signer_id: receipt.predecessor_id().clone(),
                block_height: height,
                gas_burnt: cost.gas_burnt,
                tokens_burnt: cost.tokens_burnt,
                receipt_id,
            },
            receipts: vec![],
        }));
        Ok(Queued {
            receipt,
            transaction: self.executed.len() - 1,
        })
    }

    /// Checks a transaction as nearcore does, in its order: actions, cost, signer, key, nonce, balance,
    /// allowance, storage, permission.
    fn check(&self, submitted: &Submitted) -> Result<Cost, InvalidTxError> {
        let transaction = &submitted.transaction;
        let network = &self.world.network;
        let config = &network.config;
        let TransactionV0 {
            signer_id,
            public_key,
            nonce,
            receiver_id,
            actions,
            ..
        } = transaction;
        let limits = &config.wasm_config.limit_config;
        validation::actions(limits, actions, receiver_id, network.version)
            .map_err(InvalidTxError::ActionsValidation)?;
        let (size, limit) = (submitted.size, limits.max_transaction_size);
        if size > limit {
            return Err(InvalidTxError::TransactionSizeExceeded { size, limit });
        }
        let mut cost = self.cost(transaction).ok_or(InvalidTxError::CostOverflow)?;
        let place = self.places.get(signer_id);
        let Some((place, account)) = place.and_then(|it| Some((it, it.account.as_ref()?))) else {
            return Err(InvalidTxError::SignerDoesNotExist {
                signer_id: signer_id.clone(),
            });
        };
        let key = || (signer_id.clone(), Box::new(public_key.clone()));
        let Some(Key { access, .. }) = place.keys.get(public_key) else {
            let (account_id, public_key) = key();
            return Err(InvalidTxError::InvalidAccessKeyError(
                InvalidAccessKeyError::AccessKeyNotFound {
                    account_id,
                    public_key,
                },
            ));
        };
        if let Some(info) = access.gas_key_info() {
            return Err(InvalidTxError::InvalidNonceIndex {
                tx_nonce_index: None,
                num_nonces: info.num_nonces,
            });
        }
        self.check_nonce(*nonce, access.nonce)?;
        let balance = account.amount();
        let Some(left) = balance.checked_sub(cost.total) else {
            return Err(InvalidTxError::NotEnoughBalance {
                signer_id: signer_id.clone(),
                balance,
                cost: cost.total,
            });
        };
        cost.balance_left = left;
        if let AccessKeyPermission::FunctionCall(calls) = &access.permission
            && let Some(allowance) = calls.allowance
        {
            let Some(left) = allowance.checked_sub(cost.total) else {
                let (account_id, public_key) = key();
                return Err(InvalidTxError::InvalidAccessKeyError(
                    InvalidAccessKeyError::NotEnoughAllowance {
                        account_id,
                        public_key,
                        allowance,
                        cost: cost.total,
                    },
                ));
            };
            cost.allowance_left = Some(left);
        }
        if let Some(amount) = missing_stake(left, account.locked(), account.storage_usage(), config)
        {
            return Err(InvalidTxError::LackBalanceForState {
                signer_id: signer_id.clone(),
                amount,
            });
        }
        check_calls(&access.permission, actions, receiver_id)
            .map_err(InvalidTxError::InvalidAccessKeyError)?;
        Ok(cost)
    }

    fn check_nonce(&self, tx_nonce: Nonce, ak_nonce: Nonce) -> Result<(), InvalidTxError> {
        if tx_nonce <= ak_nonce {
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
    fn cost(&self, transaction: &TransactionV0) -> Option<Cost> {
        let config = &self.world.network.config;
        let TransactionV0 {
            signer_id,
            public_key,
            receiver_id,
            actions,
            ..
        } = transaction;
        let gas_burnt = fees::conversion(config, signer_id, public_key, actions, receiver_id)?;
        let tokens_burnt = fees::tokens(self.world.gas_price, gas_burnt)?;
        // Burnt later, perhaps at a lower price: then the difference is given back.
        let purchase_price = self.world.gas_price.max(config.min_gas_purchase_price);
        let bought = fees::bought(config, actions, receiver_id)?;
        let total = fees::tokens(purchase_price, bought)?
            .checked_add(tokens_burnt)?
            .checked_add(fees::deposits(actions)?)?;
        Some(Cost {
            gas_burnt,
            tokens_burnt,
            purchase_price,
            total,
            balance_left: Balance::ZERO,
            allowance_left: None,
        })
    }
}

/// What a transaction costs its signer.
struct Cost {
    gas_burnt: Gas,
    tokens_burnt: Balance,
    purchase_price: Balance,
    /// Gas burnt and bought, and deposits, yoctoNEAR.
    total: Balance,
    balance_left: Balance,
    allowance_left: Option<Balance>,
}

impl Transaction<'_> {
    /// The key that signs; by default the signer's first with full access.
    pub fn key(mut self, key: PublicKey) -> Self {
        self.key = Some(key);
        self
    }

    /// The nonce; by default the next one that its key accepts.
    pub fn nonce(mut self, nonce: Nonce) -> Self {
        self.nonce = Some(nonce);
        self
    }

    /// Adds an action.
    pub fn action(mut self, action: impl Into<Action>) -> Self {
        self.actions.push(action.into());
        self
    }

    /// Adds the creation of the receiver.
    pub fn create_account(self) -> Self {
        self.action(Action::CreateAccount(CreateAccountAction {}))
    }

    /// Adds a transfer to the receiver, yoctoNEAR.
    pub fn transfer(self, deposit: Balance) -> Self {
        self.action(Action::Transfer(TransferAction { deposit }))
    }

    /// Adds a deployment to the receiver.
    pub fn deploy(self, code: Vec<u8>) -> Self {
        self.action(Action::DeployContract(DeployContractAction { code }))
    }

    /// Adds a call of the receiver's contract.
    pub fn function_call(
        self,
        method: impl Into<String>,
        args: impl Into<Vec<u8>>,
        gas: Gas,
        deposit: Balance,
    ) -> Self {
        self.action(Action::FunctionCall(Box::new(FunctionCallAction {
            method_name: method.into(),
            args: args.into(),
            gas,
            deposit,
        })))
    }

    /// Adds an access key to the receiver.
    pub fn add_key(self, public_key: PublicKey, access_key: AccessKey) -> Self {
        self.action(Action::AddKey(Box::new(AddKeyAction {
            public_key,
            access_key,
        })))
    }

    /// Adds the deletion of the receiver, whose balance goes to the beneficiary.
    pub fn delete_account(self, beneficiary_id: AccountId) -> Self {
        self.action(Action::DeleteAccount(DeleteAccountAction {
            beneficiary_id,
        }))
    }

    /// Leaves the transaction to the next block; returns its hash, for [`Chain::executed`].
    ///
    /// # Errors
    ///
    /// nearcore refuses the transaction, or the signer has no key.
    pub fn submit(mut self) -> Result<CryptoHash, ChainError> {
        self.enter()
    }

    fn enter(&mut self) -> Result<CryptoHash, ChainError> {
        let (public_key, nonce) = self.signs()?;
        let transaction = NearTransaction::V0(TransactionV0 {
            signer_id: self.signer_id.clone(),
            public_key,
            nonce,
            receiver_id: self.receiver_id.clone(),
            block_hash: CryptoHash::default(),
            actions: std::mem::take(&mut self.actions),
        });
        let (hash, size) = transaction.get_hash_and_size();
        let NearTransaction::V0(transaction) = transaction else {
            unreachable!("it was made as one of version 0");
        };
        let submitted = Submitted {
            transaction,
            hash,
            size,
        };
        self.chain.check(&submitted)?;
        self.chain.submitted.push_back(submitted);
        Ok(hash)
    }

    /// Executes the transaction and all its receipts, block after block, until only yields wait.
    ///
    /// # Errors
    ///
    /// See [`Self::submit`] and [`Chain::step`]. A receipt that fails is no error: see
    /// [`Executed::into_result`].
    pub fn transact(mut self) -> Result<Executed, ChainError> {
        let hash = self.enter()?;
        self.chain.settle()?;
        match self.chain.executed(&hash) {
            Some(executed) => Ok(executed.clone()),
            // Refused in its block: an earlier transaction of that block had spent the balance.
            None => Err(ChainError::Transaction(InvalidTxError::Expired)),
        }
    }

    /// The key that signs, and its nonce.
    fn signs(&self) -> Result<(PublicKey, Nonce), ChainError> {
        let keys = self.chain.places.get(&self.signer_id).map(|it| &it.keys);
        let is_full = |key: &Key| key.access.permission == AccessKeyPermission::FullAccess;
        let default = || {
            let mut keys = keys?.iter();
            keys.find(|(_, key)| is_full(key))
                .map(|(name, _)| name.clone())
        };
        let name = self.key.clone().or_else(default);
        let name = name.ok_or_else(|| match self.chain.account(&self.signer_id) {
            Some(_) => ChainError::NoKey(self.signer_id.clone()),
            None => ChainError::UnknownAccount(self.signer_id.clone()),
        })?;
        let submitted = self.chain.submitted.iter().map(|it| &it.transaction);
        let last = submitted
            .filter(|it| it.signer_id == self.signer_id && it.public_key == name)
            .map(|it| it.nonce)
            .max();
        let used = keys
            .and_then(|keys| keys.get(&name))
            .map(|key| key.access.nonce);
        let nonce = last.max(used).unwrap_or(0).saturating_add(1);
        Ok((name, self.nonce.unwrap_or(nonce)))
    }
}

impl ChainCall<'_> {
    /// The account that signs.
    pub fn signer(mut self, signer: &AccountId) -> Self {
        self.transaction.signer_id = signer.clone();
        self
    }

    /// The key that signs; by default the signer's first with full access.
    pub fn key(mut self, key: PublicKey) -> Self {
        self.transaction = self.transaction.key(key);
        self
    }

    /// The arguments, as bytes.
    pub fn args(mut self, args: impl Into<Vec<u8>>) -> Self {
        self.args = Arguments::bytes(args);
        self
    }

    /// The arguments, serialized as JSON.
    pub fn args_json(mut self, args: impl serde::Serialize) -> Self {
        self.args = Arguments::json(args);
        self
    }

    /// The arguments, serialized as borsh.
    pub fn args_borsh(mut self, args: impl borsh::BorshSerialize) -> Self {
        self.args = Arguments::borsh(args);
        self
    }

    /// Gas to attach; 300 Tgas by default.
    pub fn gas(mut self, gas: Gas) -> Self {
        self.gas = gas;
        self
    }

    /// Deposit to attach, yoctoNEAR; nothing by default.
    pub fn deposit(mut self, deposit: Balance) -> Self {
        self.deposit = deposit;
        self
    }

    /// See [`Transaction::submit`].
    ///
    /// # Errors
    ///
    /// See [`Transaction::submit`]; or the arguments do not serialize.
    pub fn submit(self) -> Result<CryptoHash, ChainError> {
        self.finish()?.submit()
    }

    /// See [`Transaction::transact`].
    ///
    /// # Errors
    ///
    /// See [`Transaction::transact`]; or the arguments do not serialize.
    pub fn transact(self) -> Result<Executed, ChainError> {
        self.finish()?.transact()
    }
}

impl<'a> ChainCall<'a> {
    fn finish(self) -> Result<Transaction<'a>, ChainError> {
        let args = self.args.into_bytes().map_err(ChainError::Arguments)?;
        let call = self.transaction;
        Ok(call.function_call(self.method, args, self.gas, self.deposit))
    }
}
