//! Transactions, as their signers prepare them.

use super::executed::Executed;
use super::place::Key;
use super::{Chain, ChainError};
use crate::call::{Arguments, DEFAULT_GAS};
use near_crypto::{KeyType, ML_DSA_65_SIGNATURE_LENGTH, PublicKey, Signature};
use near_primitives::action::{
    AddKeyAction, CreateAccountAction, DeleteAccountAction, DeployContractAction,
    FunctionCallAction, TransferAction,
};
use near_primitives::transaction::{
    Action, NonceMode, SignedTransaction, Transaction as NearTransaction, TransactionNonce,
    TransactionV0, TransactionV1,
};
use near_primitives_core::account::AccessKey;
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::{AccountId, Balance, Gas, Nonce, NonceIndex};
use std::sync::Arc;

/// A transaction being prepared.
#[must_use = "a transaction does nothing until `transact` or `submit`"]
pub struct Transaction<'a> {
    chain: &'a mut Chain,
    signer_id: AccountId,
    receiver_id: AccountId,
    key: Option<PublicKey>,
    nonce: Option<Nonce>,
    nonce_index: Option<NonceIndex>,
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
            nonce_index: None,
            actions: vec![],
        }
    }

    /// A call of a contract's method, by default signed by the contract's own account.
    pub fn call(&mut self, contract: &AccountId, method: impl Into<String>) -> ChainCall<'_> {
        ChainCall {
            transaction: self.transaction(contract, contract),
            method: method.into(),
            args: Arguments::default(),
            gas: DEFAULT_GAS,
            deposit: Balance::ZERO,
        }
    }

    /// All transactions of all blocks, in the order of their hashes.
    pub fn transactions(&self) -> impl Iterator<Item = &Executed> {
        self.executed.values().map(Arc::as_ref)
    }

    /// What a submitted transaction has done so far; `None` before its block.
    pub fn executed(&self, transaction: &CryptoHash) -> Option<&Executed> {
        self.executed.get(transaction).map(Arc::as_ref)
    }
}

impl Transaction<'_> {
    /// The key that signs; by default [`Chain::signing_key`].
    pub fn key(mut self, key: PublicKey) -> Self {
        self.key = Some(key);
        self
    }

    /// The gas key that signs, and pays for gas, with one of its series of nonces (since version 85).
    pub fn gas_key(mut self, key: PublicKey, nonce_index: NonceIndex) -> Self {
        self.nonce_index = Some(nonce_index);
        self.key(key)
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
        self.action(CreateAccountAction {})
    }

    /// Adds a transfer to the receiver, yoctoNEAR.
    pub fn transfer(self, deposit: Balance) -> Self {
        self.action(TransferAction { deposit })
    }

    /// Adds a deployment to the receiver.
    pub fn deploy(self, code: Vec<u8>) -> Self {
        self.action(DeployContractAction { code })
    }

    /// Adds a call of the receiver's contract.
    pub fn function_call(
        self,
        method: impl Into<String>,
        args: impl Into<Vec<u8>>,
        gas: Gas,
        deposit: Balance,
    ) -> Self {
        self.action(FunctionCallAction {
            method_name: method.into(),
            args: args.into(),
            gas,
            deposit,
        })
    }

    /// Adds an access key to the receiver.
    pub fn add_key(self, public_key: PublicKey, access_key: AccessKey) -> Self {
        self.action(AddKeyAction {
            public_key,
            access_key,
        })
    }

    /// Adds the deletion of the receiver, whose balance goes to the beneficiary.
    pub fn delete_account(self, beneficiary_id: AccountId) -> Self {
        self.action(DeleteAccountAction { beneficiary_id })
    }

    /// Submits the transaction to the next block; returns its hash, for [`Chain::executed`].
    ///
    /// # Errors
    ///
    /// nearcore refuses the transaction, or the signer has no key.
    pub fn submit(mut self) -> Result<CryptoHash, ChainError> {
        self.enter()
    }

    fn enter(&mut self) -> Result<CryptoHash, ChainError> {
        let public_key = self.signs()?;
        let (signer_id, receiver_id) = (self.signer_id.clone(), self.receiver_id.clone());
        let (nonce, block_hash) = (self.next_nonce(&public_key), CryptoHash::default());
        let actions = std::mem::take(&mut self.actions);
        let signature = no_signature(public_key.key_type());
        let transaction = match self.nonce_index {
            None => NearTransaction::V0(TransactionV0 {
                signer_id,
                public_key,
                nonce,
                receiver_id,
                block_hash,
                actions,
            }),
            Some(index) => NearTransaction::V1(TransactionV1 {
                signer_id,
                public_key,
                nonce: TransactionNonce::from_nonce_and_index(nonce, index),
                receiver_id,
                block_hash,
                actions,
                nonce_mode: NonceMode::Monotonic,
            }),
        };
        let signed = SignedTransaction::new(signature, transaction);
        let hash = signed.get_hash();
        self.chain.submit(signed)?;
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
        let executed = self.chain.executed(&hash).cloned();
        Ok(executed.expect("a block takes every transaction that was submitted before it"))
    }

    /// The key that signs.
    fn signs(&self) -> Result<PublicKey, ChainError> {
        let default = || self.chain.signing_key(&self.signer_id);
        let key = self.key.clone().or_else(default);
        key.ok_or_else(|| match self.chain.account(&self.signer_id) {
            Some(_) => ChainError::NoKey(self.signer_id.clone()),
            None => ChainError::UnknownAccount(self.signer_id.clone()),
        })
    }

    /// The requested nonce, or the next one after those of the key and of its submitted transactions. An
    /// account that initializes itself has a nonce, but no key yet.
    fn next_nonce(&self, public_key: &PublicKey) -> Nonce {
        let is_ours = |it: &&SignedTransaction| {
            let it = &it.transaction;
            it.signer_id() == &self.signer_id
                && it.public_key() == public_key
                && it.nonce().nonce_index() == self.nonce_index
        };
        let mut submitted = self.chain.queues.submitted.iter().rev();
        let last = submitted.find(is_ours);
        let last = last.map(|it| it.transaction.nonce().nonce());
        let of_key = |key: &Key| match self.nonce_index {
            None => Some(key.access.nonce),
            Some(index) => key.nonces.get(usize::from(index)).copied(),
        };
        let place = self.chain.places.get(&self.signer_id);
        let used = place.and_then(|it| match it.keys.get(&public_key.into()) {
            Some(key) => of_key(key),
            None => it.account.as_ref()?.bootstrap_nonce(),
        });
        let next = last.max(used).unwrap_or(0).saturating_add(1);
        self.nonce.unwrap_or(next)
    }
}

/// A placeholder of a signature's length, which the transaction's size includes; a chain's transactions are not signed.
pub(super) fn no_signature(key: KeyType) -> Signature {
    let length = match key {
        KeyType::ED25519 => 64,
        KeyType::SECP256K1 => 65,
        KeyType::MLDSA65 => ML_DSA_65_SIGNATURE_LENGTH,
    };
    Signature::from_parts(key, &vec![0; length]).expect("so long is a signature by this key")
}

impl ChainCall<'_> {
    /// The account that signs.
    pub fn signer(mut self, signer: &AccountId) -> Self {
        self.transaction.signer_id = signer.clone();
        self
    }

    /// The key that signs; by default [`Chain::signing_key`].
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
