//! Which actions and receipts nearcore accepts at all, before it executes any.
//!
//! The rules are those of nearcore's `action_validation.rs` and `verifier.rs`.

use crate::fees::{attached, delegated};
use near_crypto::key_conversion::is_valid_staking_key;
use near_parameters::vm::LimitConfig;
use near_primitives::action::StateInitCounts;
use near_primitives::errors::{
    ActionsValidationError as Invalid, ReceiptValidationError as InvalidReceipt,
};
use near_primitives::receipt::{Receipt, VersionedReceiptEnum};
use near_primitives::transaction::Action;
use near_primitives::universal_state_init::UniversalStateInit;
use near_primitives::utils::{derive_near_deterministic_account_id, derive_universal_account_id};
use near_primitives_core::account::id::AccountType;
use near_primitives_core::account::{AccessKey, AccessKeyPermission};
use near_primitives_core::types::{AccountId, Balance, ProtocolVersion};
use near_primitives_core::universal_state_init::DecodeMode;
use near_primitives_core::version::ProtocolFeature as Feature;
use std::collections::BTreeMap;

/// Returns this error from the function if the number is above the limit; the error holds both.
macro_rules! at_most {
    ($number:expr => $limit:expr, $kind:ident::$error:ident { $field:ident }) => {
        let ($field, limit) = ($number, $limit);
        if $field > limit {
            return Err($kind::$error { $field, limit });
        }
    };
}

/// Checks a created receipt.
pub(super) fn new_receipt(
    limits: &LimitConfig,
    receipt: &Receipt,
    version: ProtocolVersion,
) -> Result<(), InvalidReceipt> {
    let bytes = borsh::object_length(receipt).expect("a receipt in memory has a length") as u64;
    at_most!(bytes => limits.max_receipt_size, InvalidReceipt::ReceiptSizeExceeded { size });
    match receipt.versioned_receipt() {
        VersionedReceiptEnum::Action(it) | VersionedReceiptEnum::PromiseYield(it) => {
            at_most!(it.input_data_ids().len() as u64 => limits.max_number_input_data_dependencies,
                InvalidReceipt::NumberInputDataDependenciesExceeded { number_of_input_data_dependencies });
            actions(limits, it.actions(), receipt.receiver_id(), version)
                .map_err(InvalidReceipt::ActionsValidation)?;
        }
        VersionedReceiptEnum::Data(it) | VersionedReceiptEnum::PromiseResume(it) => {
            let bytes = it.data.as_ref().map_or(0, Vec::len) as u64;
            let most = limits.max_length_returned_data;
            at_most!(bytes => most, InvalidReceipt::ReturnedValueLengthExceeded { length });
        }
        VersionedReceiptEnum::GlobalContractDistribution(_) => {}
    }
    Ok(())
}

/// Checks the actions of a transaction or a receipt to `receiver`.
pub(super) fn actions(
    limits: &LimitConfig,
    actions: &[Action],
    receiver: &AccountId,
    version: ProtocolVersion,
) -> Result<(), Invalid> {
    at_most!(actions.len() as u64 => limits.max_actions_per_receipt,
        Invalid::TotalNumberOfActionsExceeded { total_number_of_actions });
    let deploys = |it: &&Action| {
        matches!(
            it,
            Action::DeployContract(_) | Action::DeployGlobalContract(_)
        )
    };
    at_most!(actions.iter().filter(deploys).count() as u64 => limits.max_deploy_actions_per_receipt,
        Invalid::TotalNumberOfDeployActionsExceeded { number_of_deploy_actions });
    let state_inits = actions.iter().map(Action::state_init_counts);
    let state_inits = state_inits.fold(StateInitCounts::ZERO, StateInitCounts::saturating_add);
    at_most!(state_inits.keys => limits.max_universal_state_init_keys,
        Invalid::TotalNumberOfStateInitKeysExceeded { number_of_keys });
    at_most!(state_inits.entries => limits.max_state_init_entries,
        Invalid::TotalNumberOfStateInitEntriesExceeded { number_of_entries });
    let mut has_delegate = false;
    for (place, action) in actions.iter().enumerate() {
        if matches!(action, Action::DeleteAccount(_)) && place + 1 < actions.len() {
            return Err(Invalid::DeleteActionMustBeFinal);
        }
        if action.is_delegate() && std::mem::replace(&mut has_delegate, true) {
            return Err(Invalid::DelegateActionMustBeOnlyOne);
        }
        one_action(limits, action, receiver, version)?;
    }
    at_most!(attached(actions).ok_or(Invalid::IntegerOverflow)? => limits.max_total_prepaid_gas,
        Invalid::TotalPrepaidGasExceeded { total_prepaid_gas });
    Ok(())
}

fn needs(feature: Feature, version: ProtocolVersion) -> Result<(), Invalid> {
    match feature.enabled(version) {
        true => Ok(()),
        false => Err(Invalid::UnsupportedProtocolFeature {
            protocol_feature: format!("{feature:?}"),
            version,
        }),
    }
}

fn one_action(
    limits: &LimitConfig,
    action: &Action,
    receiver: &AccountId,
    version: ProtocolVersion,
) -> Result<(), Invalid> {
    if action.post_quantum_signatures_required() {
        needs(Feature::PostQuantumSignatures, version)?;
    }
    let code_size = |code: &[u8]| {
        at_most!(code.len() as u64 => limits.max_contract_size,
            Invalid::ContractSizeExceeded { size });
        Ok(())
    };
    match action {
        Action::DeployContract(deploy) => code_size(&deploy.code)?,
        Action::DeployGlobalContract(deploy) => code_size(&deploy.code)?,
        Action::FunctionCall(call) => {
            if call.gas.as_gas() == 0 {
                return Err(Invalid::FunctionCallZeroAttachedGas);
            }
            if call.method_name.is_empty() && Feature::RejectEmptyMethodName.enabled(version) {
                return Err(Invalid::FunctionCallEmptyMethodName);
            }
            at_most!(call.method_name.len() as u64 => limits.max_length_method_name,
                Invalid::FunctionCallMethodNameLengthExceeded { length });
            at_most!(call.args.len() as u64 => limits.max_arguments_length,
                Invalid::FunctionCallArgumentsLengthExceeded { length });
        }
        Action::Stake(stake) if !is_valid_staking_key(&stake.public_key) => {
            return Err(Invalid::UnsuitableStakingKey {
                public_key: Box::new(stake.public_key.clone()),
            });
        }
        Action::AddKey(add) => key(limits, &add.access_key, version)?,
        Action::Delegate(_) | Action::DelegateV2(_) => {
            delegate(limits, action, receiver, version)?;
        }
        Action::DeterministicStateInit(init) => {
            let derived_id = derive_near_deterministic_account_id(&init.state_init);
            if derived_id != *receiver {
                return Err(Invalid::InvalidDeterministicStateInitReceiver {
                    receiver_id: receiver.clone(),
                    derived_id,
                });
            }
            entries(limits, init.state_init.data())?;
        }
        Action::UniversalStateInit(init) => {
            needs(Feature::UniversalAccounts, version)?;
            let mode = Feature::CanonicalUniversalStateInit.enabled(version);
            let mode = DecodeMode::strict_if(mode);
            let derived_id = derive_universal_account_id(&init.state_init);
            if derived_id != *receiver {
                return Err(Invalid::InvalidUniversalStateInitReceiver {
                    receiver_id: receiver.clone(),
                    derived_id,
                });
            }
            let decoded = UniversalStateInit::from_raw(&init.state_init, mode);
            let decoded = decoded.map_err(|_| Invalid::MalformedUniversalStateInit)?;
            entries(limits, decoded.data()).map_err(|invalid| match invalid {
                Invalid::DeterministicStateInitKeyLengthExceeded { length, limit } => {
                    Invalid::UniversalStateInitKeyLengthExceeded { length, limit }
                }
                Invalid::DeterministicStateInitValueLengthExceeded { length, limit } => {
                    Invalid::UniversalStateInitValueLengthExceeded { length, limit }
                }
                other => other,
            })?;
        }
        Action::TransferToGasKey(_) | Action::WithdrawFromGasKey(_) => {
            needs(Feature::GasKeys, version)?;
        }
        Action::Transfer(_)
            if Feature::RejectUniversalAccountTransfers.enabled(version)
                && !Feature::UniversalAccounts.enabled(version)
                && receiver.get_account_type() == AccountType::UniversalAccount =>
        {
            return Err(Invalid::TransferToUniversalAccountNotAllowed {
                account_id: receiver.clone(),
            });
        }
        Action::CreateAccount(_)
        | Action::Transfer(_)
        | Action::Stake(_)
        | Action::DeleteKey(_)
        | Action::DeleteAccount(_)
        | Action::UseGlobalContract(_) => {}
    }
    Ok(())
}

fn delegate(
    limits: &LimitConfig,
    action: &Action,
    receiver: &AccountId,
    version: ProtocolVersion,
) -> Result<(), Invalid> {
    if matches!(action, Action::DelegateV2(_)) {
        needs(Feature::DelegateV2, version)?;
        if Feature::RejectDelegateV2.enabled(version) {
            return Err(Invalid::RemovedProtocolFeature {
                protocol_feature: format!("{:?}", Feature::DelegateV2),
                version,
            });
        }
    }
    let Some(inner) = delegated(action) else {
        return Ok(());
    };
    let inner_actions = inner.get_actions();
    let withdraws = |it: &Action| matches!(it, Action::WithdrawFromGasKey(_));
    if Feature::RejectWithdrawFromGasKeyInDelegate.enabled(version)
        && inner_actions.iter().any(withdraws)
    {
        return Err(Invalid::WithdrawFromGasKeyNotAllowedInDelegate);
    }
    // Before version 85 a delegated state init was checked against the outer receiver.
    let receiver = match Feature::FixDelegatedDeterministicStateInit.enabled(version) {
        true => inner.receiver_id(),
        false => receiver,
    };
    actions(limits, &inner_actions, receiver, version)
}

fn entries(limits: &LimitConfig, data: &BTreeMap<Vec<u8>, Vec<u8>>) -> Result<(), Invalid> {
    for (key, value) in data {
        at_most!(key.len() as u64 => limits.max_length_storage_key,
            Invalid::DeterministicStateInitKeyLengthExceeded { length });
        at_most!(value.len() as u64 => limits.max_length_storage_value,
            Invalid::DeterministicStateInitValueLengthExceeded { length });
    }
    Ok(())
}

fn key(limits: &LimitConfig, key: &AccessKey, version: ProtocolVersion) -> Result<(), Invalid> {
    if let Some(calls) = key.permission.function_call_permission() {
        if calls.receiver_id.parse::<AccountId>().is_err() {
            return Err(Invalid::InvalidAccountId {
                account_id: calls.receiver_id.clone(),
            });
        }
        let mut bytes = 0;
        for name in &calls.method_names {
            at_most!(name.len() as u64 => limits.max_length_method_name,
                Invalid::AddKeyMethodNameLengthExceeded { length });
            bytes += name.len() as u64 + 1;
        }
        at_most!(bytes => limits.max_number_bytes_method_names,
            Invalid::AddKeyMethodNamesNumberOfBytesExceeded { total_number_of_bytes });
    }
    let Some(info) = key.gas_key_info() else {
        return Ok(());
    };
    needs(Feature::GasKeys, version)?;
    if let AccessKeyPermission::GasKeyFunctionCall(_, calls) = &key.permission
        && calls.allowance.is_some()
    {
        return Err(Invalid::GasKeyFunctionCallAllowanceNotAllowed);
    }
    let limit = AccessKeyPermission::MAX_NONCES_FOR_GAS_KEY;
    if info.num_nonces == 0 || info.num_nonces > limit {
        return Err(Invalid::GasKeyInvalidNumNonces {
            requested_nonces: info.num_nonces,
            limit,
        });
    }
    match info.balance == Balance::ZERO {
        true => Ok(()),
        false => Err(Invalid::AddGasKeyWithNonZeroBalance {
            balance: info.balance,
        }),
    }
}
