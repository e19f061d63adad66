//! The blockchain that a contract sees: nearcore's `RuntimeExt`.

use crate::fees;
use crate::functions::{Recorder, ReservedGas};
use crate::network::{Backend, Network};
use crate::promises::{Promises, Reserves, Yield};
use crate::state::{Block, Layers, Storage};
use near_crypto::PublicKey;
use near_primitives::action::{
    AddKeyAction, CreateAccountAction, DeleteAccountAction, DeleteKeyAction, DeployContractAction,
    DeployGlobalContractAction, DeterministicStateInitAction, StakeAction, TransferAction,
    TransferToGasKeyAction, UniversalStateInitAction, UseGlobalContractAction,
};
use near_primitives::transaction::Action;
use near_primitives::universal_state_init::{
    DecodeMode, RawStateInit, StateInitError, UniversalStateInit, UniversalStateInitCounts,
    state_init_send_counts,
};
use near_primitives::utils::create_receipt_id_from_action_hash;
use near_primitives_core::account::{AccessKey, AccessKeyPermission, FunctionCallPermission};
use near_primitives_core::deterministic_account_id::{
    DeterministicAccountStateInit, DeterministicAccountStateInitV1,
};
use near_primitives_core::hash::{CryptoHash, YieldId};
use near_primitives_core::types::{AccountId, Balance, Gas, GasWeight, Nonce, NonceIndex};
use near_primitives_core::version::ProtocolFeature;
use near_vm_runner::logic::types::{
    ActionIndex, GlobalContractDeployMode, GlobalContractIdentifier, ReceiptIndex,
};
use near_vm_runner::logic::{External, HostError, StorageAccessTracker, VMLogicError, ValuePtr};
use std::collections::BTreeMap;
use std::sync::Arc;

type Result<T> = std::result::Result<T, VMLogicError>;

/// One function call's view of its chain, and what it changes there.
pub(crate) struct CallExternal<'a> {
    pub(crate) storage: Layers<'a>,
    pub(crate) promises: Promises,
    pub(crate) yields: Arc<BTreeMap<CryptoHash, Yield>>,
    pub(crate) block: &'a Block,
    pub(crate) chain_id: &'a str,
    pub(crate) version: u32,
    /// The hash from which the ids of the call's data follow, and the number of ids so far.
    pub(crate) action_hash: CryptoHash,
    pub(crate) data_count: u64,
}

impl<'a> CallExternal<'a> {
    /// The blockchain of a call that is alone in its block, on a chain named `test`.
    pub(crate) fn alone(storage: &'a Storage, block: &'a Block, version: u32) -> Self {
        Self {
            storage: Layers::new(storage),
            promises: Promises::default(),
            yields: Arc::default(),
            block,
            chain_id: "test",
            version,
            action_hash: CryptoHash::default(),
            data_count: 0,
        }
    }

    /// A recorder of the call's gas by function, which is told how much gas created receipts reserve;
    /// `None` if the network's backend does not report functions.
    pub(crate) fn recorder(&mut self, network: &Arc<Network>) -> Option<Recorder> {
        if network.backend != Backend::Overlay {
            return None;
        }
        let gas = Arc::new(ReservedGas::default());
        self.promises.reserves = Some(Reserves {
            network: Arc::clone(network),
            gas: Arc::clone(&gas),
        });
        Some(Recorder::new(gas))
    }

    fn resume(&mut self, data_id: CryptoHash, data: Vec<u8>) -> bool {
        if !self.yields.contains_key(&data_id) {
            return false;
        }
        if let Some(it) = Arc::make_mut(&mut self.yields).get_mut(&data_id) {
            it.is_resumed = true;
        }
        self.promises.resumed.push((data_id, data));
        true
    }

    fn create_yield(
        &mut self,
        receiver_id: AccountId,
        id: Option<YieldId>,
    ) -> (ReceiptIndex, CryptoHash) {
        let data_id = self.generate_data_id();
        let is_resumed = false;
        Arc::make_mut(&mut self.yields).insert(data_id, Yield { is_resumed, id });
        (self.promises.create_yield(data_id, receiver_id), data_id)
    }

    fn add_key(&mut self, place: ReceiptIndex, public_key: PublicKey, access_key: AccessKey) {
        let action = AddKeyAction {
            public_key,
            access_key,
        };
        self.promises.append(place, action);
    }
}

fn calls(
    allowance: Option<Balance>,
    receiver_id: AccountId,
    method_names: Vec<Vec<u8>>,
) -> Result<FunctionCallPermission> {
    let names = method_names.into_iter().map(String::from_utf8);
    let method_names = names.collect::<std::result::Result<_, _>>();
    Ok(FunctionCallPermission {
        allowance,
        receiver_id: receiver_id.into(),
        method_names: method_names.map_err(|_| HostError::InvalidMethodName)?,
    })
}

impl External for CallExternal<'_> {
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
        Ok(self.storage.get(key).map(|value| value as _))
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

    fn generate_data_id(&mut self) -> CryptoHash {
        let count = self.data_count;
        self.data_count += 1;
        create_receipt_id_from_action_hash(&self.action_hash, self.block.height, count)
    }

    // Storage proofs are not modelled: a call never comes near their limit.
    fn get_recorded_storage_size(&self) -> usize {
        0
    }

    fn storage_proof_size_before_receipt(&self) -> usize {
        0
    }

    fn validator_stake(&self, account_id: &AccountId) -> Result<Option<Balance>> {
        Ok(self.block.validators.get(account_id).copied())
    }

    fn validator_total_stake(&self) -> Result<Balance> {
        // `Chain::step` refuses a block whose stakes overflow.
        Ok(self.block.total_stake().unwrap_or(Balance::MAX))
    }

    fn chain_id(&self) -> String {
        self.chain_id.to_owned()
    }

    fn create_action_receipt(
        &mut self,
        receipt_indices: Vec<ReceiptIndex>,
        receiver_id: AccountId,
    ) -> Result<ReceiptIndex> {
        let data_ids = receipt_indices.iter().map(|_| self.generate_data_id());
        let data_ids = data_ids.collect();
        Ok(self
            .promises
            .create(data_ids, &receipt_indices, receiver_id))
    }

    fn create_promise_yield_receipt(
        &mut self,
        receiver_id: AccountId,
    ) -> Result<(ReceiptIndex, CryptoHash)> {
        Ok(self.create_yield(receiver_id, None))
    }

    fn create_promise_yield_receipt_with_id(
        &mut self,
        receiver_id: AccountId,
        user_yield_id: YieldId,
    ) -> Result<Option<(ReceiptIndex, CryptoHash)>> {
        if self.yields.values().any(|it| it.id == Some(user_yield_id)) {
            return Ok(None);
        }
        Ok(Some(self.create_yield(receiver_id, Some(user_yield_id))))
    }

    fn submit_promise_resume_data(&mut self, data_id: CryptoHash, data: Vec<u8>) -> Result<bool> {
        Ok(self.resume(data_id, data))
    }

    fn submit_promise_resume_data_with_yield_id(
        &mut self,
        user_yield_id: YieldId,
        data: Vec<u8>,
    ) -> Result<bool> {
        let mut yields = self.yields.iter();
        let named = yields.find(|(_, it)| it.id == Some(user_yield_id));
        let data_id = named.map(|(data_id, _)| *data_id);
        Ok(data_id.is_some_and(|data_id| self.resume(data_id, data)))
    }

    fn append_action_create_account(&mut self, place: ReceiptIndex) {
        self.promises.append(place, CreateAccountAction {});
    }

    fn append_action_deploy_contract(&mut self, place: ReceiptIndex, code: Vec<u8>) {
        self.promises.append(place, DeployContractAction { code });
    }

    fn append_action_deploy_global_contract(
        &mut self,
        place: ReceiptIndex,
        code: Vec<u8>,
        mode: GlobalContractDeployMode,
    ) {
        use near_primitives::action::GlobalContractDeployMode as Mode;
        let deploy_mode = match mode {
            GlobalContractDeployMode::CodeHash => Mode::CodeHash,
            GlobalContractDeployMode::AccountId => Mode::AccountId,
        };
        let action = DeployGlobalContractAction {
            code: code.into(),
            deploy_mode,
        };
        self.promises.append(place, action);
    }

    fn append_action_use_global_contract(
        &mut self,
        place: ReceiptIndex,
        contract_id: GlobalContractIdentifier,
    ) {
        let contract_identifier = contract_id.into();
        let action = UseGlobalContractAction {
            contract_identifier,
        };
        self.promises
            .append(place, Action::UseGlobalContract(Box::new(action)));
    }

    fn append_action_deterministic_state_init(
        &mut self,
        place: ReceiptIndex,
        contract_id: GlobalContractIdentifier,
        amount: Balance,
    ) -> ActionIndex {
        let index = self.promises.at(place).actions.len() as ActionIndex;
        let state_init = DeterministicAccountStateInit::V1(DeterministicAccountStateInitV1 {
            code: contract_id.into(),
            data: BTreeMap::new(),
        });
        let action = DeterministicStateInitAction {
            state_init,
            deposit: amount,
        };
        let action = Action::DeterministicStateInit(Box::new(action));
        self.promises.append(place, action);
        index
    }

    fn set_deterministic_state_init_data_entry(
        &mut self,
        place: ReceiptIndex,
        action_index: ActionIndex,
        key: Vec<u8>,
        value: Vec<u8>,
    ) -> Result<()> {
        let bytes = key.len().saturating_add(value.len()) as u64;
        self.promises
            .reserve(|config| fees::state_init_entry(config, bytes));
        let actions = &mut self.promises.at(place).actions;
        let action = usize::try_from(action_index).ok();
        match action.and_then(|index| actions.get_mut(index)) {
            Some(Action::DeterministicStateInit(init)) => {
                match init.state_init.data_mut().insert(key, value) {
                    None => Ok(()),
                    Some(_) => Err(HostError::DataEntryAlreadyExists.into()),
                }
            }
            _ => Err(HostError::InvalidActionIndex {
                receipt_index: place,
                action_index,
            }
            .into()),
        }
    }

    fn check_state_init(
        &self,
        state_init: &RawStateInit,
    ) -> std::result::Result<(), StateInitError> {
        UniversalStateInit::from_raw_strict(state_init).map(|_| ())
    }

    fn state_init_send_counts(
        &self,
        state_init: &RawStateInit,
        mode: DecodeMode,
    ) -> UniversalStateInitCounts {
        state_init_send_counts(state_init, mode)
    }

    fn append_action_universal_state_init(
        &mut self,
        place: ReceiptIndex,
        state_init: RawStateInit,
        amount: Balance,
    ) {
        let action = UniversalStateInitAction {
            state_init,
            deposit: amount,
        };
        self.promises
            .reserve(|config| fees::universal_state_init(config, &action.state_init));
        let action = Action::UniversalStateInit(Box::new(action));
        self.promises.at(place).actions.push(action);
    }

    fn append_action_function_call_weight(
        &mut self,
        place: ReceiptIndex,
        method_name: Vec<u8>,
        args: Vec<u8>,
        attached_deposit: Balance,
        prepaid_gas: Gas,
        gas_weight: GasWeight,
    ) -> Result<()> {
        self.promises.append_call(
            place,
            method_name,
            args,
            attached_deposit,
            prepaid_gas,
            gas_weight,
        )
    }

    fn append_action_transfer(&mut self, place: ReceiptIndex, deposit: Balance) {
        self.promises.append(place, TransferAction { deposit });
    }

    fn append_action_transfer_to_gas_key(
        &mut self,
        place: ReceiptIndex,
        public_key: PublicKey,
        deposit: Balance,
    ) {
        let action = TransferToGasKeyAction {
            public_key,
            deposit,
        };
        self.promises.append(place, action);
    }

    fn append_action_add_gas_key_with_full_access(
        &mut self,
        place: ReceiptIndex,
        public_key: PublicKey,
        num_nonces: NonceIndex,
    ) {
        self.add_key(
            place,
            public_key,
            AccessKey::gas_key_full_access(num_nonces),
        );
    }

    fn append_action_add_gas_key_with_function_call(
        &mut self,
        place: ReceiptIndex,
        public_key: PublicKey,
        num_nonces: NonceIndex,
        allowance: Option<Balance>,
        receiver_id: AccountId,
        method_names: Vec<Vec<u8>>,
    ) -> Result<()> {
        let calls = calls(allowance, receiver_id, method_names)?;
        let access_key = AccessKey::gas_key_function_call(num_nonces, calls);
        self.add_key(place, public_key, access_key);
        Ok(())
    }

    fn append_action_stake(&mut self, place: ReceiptIndex, stake: Balance, public_key: PublicKey) {
        self.promises
            .append(place, StakeAction { stake, public_key });
    }

    fn append_action_add_key_with_full_access(
        &mut self,
        place: ReceiptIndex,
        public_key: PublicKey,
        nonce: Nonce,
    ) {
        let permission = AccessKeyPermission::FullAccess;
        self.add_key(place, public_key, AccessKey { nonce, permission });
    }

    fn append_action_add_key_with_function_call(
        &mut self,
        place: ReceiptIndex,
        public_key: PublicKey,
        nonce: Nonce,
        allowance: Option<Balance>,
        receiver_id: AccountId,
        method_names: Vec<Vec<u8>>,
    ) -> Result<()> {
        let calls = calls(allowance, receiver_id, method_names)?;
        let permission = AccessKeyPermission::FunctionCall(calls);
        self.add_key(place, public_key, AccessKey { nonce, permission });
        Ok(())
    }

    fn append_action_delete_key(&mut self, place: ReceiptIndex, public_key: PublicKey) {
        self.promises.append(place, DeleteKeyAction { public_key });
    }

    fn append_action_delete_account(&mut self, place: ReceiptIndex, beneficiary_id: AccountId) {
        let action = DeleteAccountAction { beneficiary_id };
        self.promises.append(place, action);
    }

    fn get_receipt_receiver(&self, place: ReceiptIndex) -> &AccountId {
        let place = usize::try_from(place).expect("a place fits memory");
        &self.promises.created[place].receiver_id
    }

    fn set_refund_to(&mut self, place: ReceiptIndex, refund_to: AccountId) {
        self.promises.at(place).refund_to = Some(refund_to);
    }

    fn post_quantum_keys_enabled(&self) -> bool {
        ProtocolFeature::PostQuantumSignatures.enabled(self.version)
    }
}
