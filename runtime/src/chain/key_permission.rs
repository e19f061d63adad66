//! What an access key may sign.

use near_primitives::errors::InvalidAccessKeyError;
use near_primitives::transaction::Action;
use near_primitives_core::account::AccessKeyPermission;
use near_primitives_core::types::{AccountId, Balance};

/// Checks that a function-call key signs a single call, of its receiver and of one of its methods, without
/// a deposit. With `deposit_last` the deposit is checked last, as in delegate actions before version 85
/// (`FixDelegateActionDepositWithFunctionCallError`).
pub(super) fn check_calls(
    permission: &AccessKeyPermission,
    actions: &[Action],
    receiver: &AccountId,
    deposit_last: bool,
) -> Result<(), InvalidAccessKeyError> {
    let Some(calls) = permission.function_call_permission() else {
        return Ok(());
    };
    let [Action::FunctionCall(call)] = actions else {
        return Err(InvalidAccessKeyError::RequiresFullAccess);
    };
    let has_deposit = call.deposit > Balance::ZERO;
    if has_deposit && !deposit_last {
        return Err(InvalidAccessKeyError::DepositWithFunctionCall);
    }
    if *receiver != calls.receiver_id {
        return Err(InvalidAccessKeyError::ReceiverMismatch {
            tx_receiver: receiver.clone(),
            ak_receiver: calls.receiver_id.clone(),
        });
    }
    let names = &calls.method_names;
    if !names.is_empty() && !names.contains(&call.method_name) {
        return Err(InvalidAccessKeyError::MethodNameMismatch {
            method_name: call.method_name.clone(),
        });
    }
    match has_deposit {
        true => Err(InvalidAccessKeyError::DepositWithFunctionCall),
        false => Ok(()),
    }
}
