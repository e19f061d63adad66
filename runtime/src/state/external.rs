//! The blockchain of a contract: one account's storage, and receipts that are only collected.

use super::layers::{self, Changes, Layers, Storage};
use near_crypto::PublicKey;
use near_primitives_core::hash::{CryptoHash, YieldId};
use near_primitives_core::types::{AccountId, Balance, Gas, GasWeight, Nonce, NonceIndex};
use near_primitives_core::universal_state_init::{
    DecodeMode, RawStateInit, StateInitError, UniversalStateInitCounts,
};
use near_vm_runner::logic::mocks::mock_external::{MockAction, MockedExternal};
use near_vm_runner::logic::types::{
    ActionIndex, GlobalContractDeployMode, GlobalContractIdentifier, ReceiptIndex,
};
use near_vm_runner::logic::{External, StorageAccessTracker, VMLogicError, ValuePtr};
use std::collections::BTreeMap;

type Result<T> = std::result::Result<T, VMLogicError>;

/// An account's storage under a layer of changes; nearcore's own mock does the rest. The receipts
/// that a call creates are collected, not executed.
pub(crate) struct AccountExternal<'a> {
    storage: Layers<'a>,
    receipts: MockedExternal,
}

/// The changes of a call, to be applied on success.
pub(crate) struct CallChanges {
    storage: Changes,
    actions: Vec<MockAction>,
}

impl CallChanges {
    /// Changes the storage; returns the actions of the receipts the call created, in order.
    pub(crate) fn apply(self, storage: &mut Storage) -> Vec<MockAction> {
        layers::apply(self.storage, storage);
        self.actions
    }
}

impl<'a> AccountExternal<'a> {
    pub(crate) fn new(storage: &'a Storage) -> Self {
        Self {
            storage: Layers::new(storage),
            receipts: MockedExternal::new(),
        }
    }

    /// The same blockchain with these validators; the sum of their stakes must not overflow.
    pub(crate) fn validated_by(mut self, validators: &BTreeMap<AccountId, Balance>) -> Self {
        let validators = validators.iter();
        self.receipts.validators = validators.map(|(id, it)| (id.clone(), *it)).collect();
        self
    }

    /// The same blockchain, `trie_depth` nodes below the root of the shard's trie; 0 charges no
    /// nodes.
    pub(crate) fn below(mut self, trie_depth: u32) -> Self {
        self.storage = self.storage.below(trie_depth);
        self
    }

    pub(crate) fn into_changes(self) -> CallChanges {
        CallChanges {
            storage: self.storage.changes,
            actions: self.receipts.action_log,
        }
    }
}

impl External for AccountExternal<'_> {
    fn storage_set(
        &mut self,
        tracker: &mut dyn StorageAccessTracker,
        key: &[u8],
        value: &[u8],
    ) -> Result<Option<Vec<u8>>> {
        self.storage.set(tracker, key, value)
    }

    fn storage_get<'b>(
        &'b self,
        _: &mut dyn StorageAccessTracker,
        key: &[u8],
    ) -> Result<Option<Box<dyn ValuePtr + 'b>>> {
        Ok(self.storage.get(key))
    }

    fn storage_remove(
        &mut self,
        tracker: &mut dyn StorageAccessTracker,
        key: &[u8],
    ) -> Result<Option<Vec<u8>>> {
        self.storage.remove(tracker, key)
    }

    fn storage_has_key(&mut self, _: &mut dyn StorageAccessTracker, key: &[u8]) -> Result<bool> {
        Ok(self.storage.has_key(key))
    }

    // nearcore's mock serves the rest.

    fn generate_data_id(&mut self) -> CryptoHash {
        self.receipts.generate_data_id()
    }

    fn get_recorded_storage_size(&self) -> usize {
        self.receipts.get_recorded_storage_size()
    }

    fn storage_proof_size_before_receipt(&self) -> usize {
        self.receipts.storage_proof_size_before_receipt()
    }

    fn validator_stake(&self, account_id: &AccountId) -> Result<Option<Balance>> {
        self.receipts.validator_stake(account_id)
    }

    fn validator_total_stake(&self) -> Result<Balance> {
        self.receipts.validator_total_stake()
    }

    fn chain_id(&self) -> String {
        self.receipts.chain_id()
    }

    fn create_action_receipt(
        &mut self,
        receipt_indices: Vec<ReceiptIndex>,
        receiver_id: AccountId,
    ) -> Result<ReceiptIndex> {
        self.receipts
            .create_action_receipt(receipt_indices, receiver_id)
    }

    fn create_promise_yield_receipt(
        &mut self,
        receiver_id: AccountId,
    ) -> Result<(ReceiptIndex, CryptoHash)> {
        self.receipts.create_promise_yield_receipt(receiver_id)
    }

    fn create_promise_yield_receipt_with_id(
        &mut self,
        receiver_id: AccountId,
        user_yield_id: YieldId,
    ) -> Result<Option<(ReceiptIndex, CryptoHash)>> {
        self.receipts
            .create_promise_yield_receipt_with_id(receiver_id, user_yield_id)
    }

    fn submit_promise_resume_data(&mut self, data_id: CryptoHash, data: Vec<u8>) -> Result<bool> {
        self.receipts.submit_promise_resume_data(data_id, data)
    }

    fn submit_promise_resume_data_with_yield_id(
        &mut self,
        user_yield_id: YieldId,
        data: Vec<u8>,
    ) -> Result<bool> {
        self.receipts
            .submit_promise_resume_data_with_yield_id(user_yield_id, data)
    }

    fn append_action_create_account(&mut self, receipt_index: ReceiptIndex) {
        self.receipts.append_action_create_account(receipt_index)
    }

    fn append_action_deploy_contract(&mut self, receipt_index: ReceiptIndex, code: Vec<u8>) {
        self.receipts
            .append_action_deploy_contract(receipt_index, code)
    }

    fn append_action_deploy_global_contract(
        &mut self,
        receipt_index: ReceiptIndex,
        code: Vec<u8>,
        mode: GlobalContractDeployMode,
    ) {
        self.receipts
            .append_action_deploy_global_contract(receipt_index, code, mode)
    }

    fn append_action_use_global_contract(
        &mut self,
        receipt_index: ReceiptIndex,
        contract_id: GlobalContractIdentifier,
    ) {
        self.receipts
            .append_action_use_global_contract(receipt_index, contract_id)
    }

    fn append_action_deterministic_state_init(
        &mut self,
        receipt_index: ReceiptIndex,
        contract_id: GlobalContractIdentifier,
        amount: Balance,
    ) -> ActionIndex {
        self.receipts
            .append_action_deterministic_state_init(receipt_index, contract_id, amount)
    }

    fn set_deterministic_state_init_data_entry(
        &mut self,
        receipt_index: ReceiptIndex,
        action_index: ActionIndex,
        key: Vec<u8>,
        value: Vec<u8>,
    ) -> Result<()> {
        self.receipts.set_deterministic_state_init_data_entry(
            receipt_index,
            action_index,
            key,
            value,
        )
    }

    fn check_state_init(
        &self,
        state_init: &RawStateInit,
    ) -> std::result::Result<(), StateInitError> {
        self.receipts.check_state_init(state_init)
    }

    fn state_init_send_counts(
        &self,
        state_init: &RawStateInit,
        mode: DecodeMode,
    ) -> UniversalStateInitCounts {
        self.receipts.state_init_send_counts(state_init, mode)
    }

    fn append_action_universal_state_init(
        &mut self,
        receipt_index: ReceiptIndex,
        state_init: RawStateInit,
        amount: Balance,
    ) {
        self.receipts
            .append_action_universal_state_init(receipt_index, state_init, amount)
    }

    fn append_action_function_call_weight(
        &mut self,
        receipt_index: ReceiptIndex,
        method_name: Vec<u8>,
        args: Vec<u8>,
        attached_deposit: Balance,
        prepaid_gas: Gas,
        gas_weight: GasWeight,
    ) -> Result<()> {
        self.receipts.append_action_function_call_weight(
            receipt_index,
            method_name,
            args,
            attached_deposit,
            prepaid_gas,
            gas_weight,
        )
    }

    fn append_action_transfer(&mut self, receipt_index: ReceiptIndex, deposit: Balance) {
        self.receipts.append_action_transfer(receipt_index, deposit)
    }

    fn append_action_transfer_to_gas_key(
        &mut self,
        receipt_index: ReceiptIndex,
        public_key: PublicKey,
        deposit: Balance,
    ) {
        self.receipts
            .append_action_transfer_to_gas_key(receipt_index, public_key, deposit)
    }

    fn append_action_add_gas_key_with_full_access(
        &mut self,
        receipt_index: ReceiptIndex,
        public_key: PublicKey,
        num_nonces: NonceIndex,
    ) {
        self.receipts.append_action_add_gas_key_with_full_access(
            receipt_index,
            public_key,
            num_nonces,
        )
    }

    fn append_action_add_gas_key_with_function_call(
        &mut self,
        receipt_index: ReceiptIndex,
        public_key: PublicKey,
        num_nonces: NonceIndex,
        allowance: Option<Balance>,
        receiver_id: AccountId,
        method_names: Vec<Vec<u8>>,
    ) -> Result<()> {
        self.receipts.append_action_add_gas_key_with_function_call(
            receipt_index,
            public_key,
            num_nonces,
            allowance,
            receiver_id,
            method_names,
        )
    }

    fn append_action_stake(
        &mut self,
        receipt_index: ReceiptIndex,
        stake: Balance,
        public_key: PublicKey,
    ) {
        self.receipts
            .append_action_stake(receipt_index, stake, public_key)
    }

    fn append_action_add_key_with_full_access(
        &mut self,
        receipt_index: ReceiptIndex,
        public_key: PublicKey,
        nonce: Nonce,
    ) {
        self.receipts
            .append_action_add_key_with_full_access(receipt_index, public_key, nonce)
    }

    fn append_action_add_key_with_function_call(
        &mut self,
        receipt_index: ReceiptIndex,
        public_key: PublicKey,
        nonce: Nonce,
        allowance: Option<Balance>,
        receiver_id: AccountId,
        method_names: Vec<Vec<u8>>,
    ) -> Result<()> {
        self.receipts.append_action_add_key_with_function_call(
            receipt_index,
            public_key,
            nonce,
            allowance,
            receiver_id,
            method_names,
        )
    }

    fn append_action_delete_key(&mut self, receipt_index: ReceiptIndex, public_key: PublicKey) {
        self.receipts
            .append_action_delete_key(receipt_index, public_key)
    }

    fn append_action_delete_account(
        &mut self,
        receipt_index: ReceiptIndex,
        beneficiary_id: AccountId,
    ) {
        self.receipts
            .append_action_delete_account(receipt_index, beneficiary_id)
    }

    fn get_receipt_receiver(&self, receipt_index: ReceiptIndex) -> &AccountId {
        self.receipts.get_receipt_receiver(receipt_index)
    }

    fn set_refund_to(&mut self, receipt_index: ReceiptIndex, refund_to: AccountId) {
        self.receipts.set_refund_to(receipt_index, refund_to)
    }

    fn post_quantum_keys_enabled(&self) -> bool {
        self.receipts.post_quantum_keys_enabled()
    }
}
