//! The receipts that a call creates, and the gas that the call's own receipt burns.

use near_parameters::{ActionCosts, RuntimeFeesConfig};
use near_primitives_core::types::{AccountId, Balance, Gas};
use near_vm_runner::logic::VMContext;
use near_vm_runner::logic::mocks::mock_external::MockAction;
use std::collections::{BTreeMap, BTreeSet};

/// A receipt created by a call. It is not executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The receiving account.
    pub receiver_id: AccountId,
    /// Indices in [`Outcome::receipts`](crate::Outcome) of the receipts whose results it awaits.
    pub after: Vec<usize>,
    /// Whether it awaits `promise_yield_resume`.
    pub is_yield: bool,
    /// The account that gets the deposits back if it fails, if the contract names one.
    pub refund_to: Option<AccountId>,
    /// Its actions, in order.
    pub actions: Vec<ReceiptAction>,
}

/// An action of a receipt, with the fields that cost: [`Outcome::actions`](crate::Outcome) has
/// every field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReceiptAction {
    /// nearcore's name of the action: `FunctionCall`, `Transfer`, `AddKey` and so on. `YieldResume`
    /// is not an action on chain, but the data receipt that ends a yield.
    pub name: &'static str,
    /// The method of a function call.
    pub method: Option<String>,
    /// Arguments of the method; of a `YieldResume`, the data.
    pub args: Vec<u8>,
    /// Attached gas, including the action's share, by weight, of the gas that the call left over.
    pub gas: Gas,
    /// Tokens that leave the account with the action, yoctoNEAR. A stake stays with its account.
    pub deposit: Balance,
}

/// The receipts in the log of nearcore's mock, after a call of `account` that left `unused` gas.
pub(crate) fn of_actions(log: &[MockAction], account: &AccountId, unused: Gas) -> Vec<Receipt> {
    let mut receipts: Vec<Receipt> = Vec::new();
    // nearcore's mock numbers receipts and actions in one sequence.
    let mut places: BTreeMap<u64, usize> = BTreeMap::new();
    let mut weighed = Vec::new();
    let mut yields = BTreeSet::new();
    for (index, action) in (0..).zip(log) {
        match action {
            MockAction::YieldCreate { data_id, .. } => {
                yields.insert(data_id);
            }
            // The mock logs a resume even if no receipt waits for it.
            MockAction::YieldResume { data_id, .. } if !yields.contains(data_id) => continue,
            _ => {}
        }
        if let Some(receipt) = created(action, &places, account) {
            places.insert(index, receipts.len());
            receipts.push(receipt);
        } else if let Some((index, action, weight)) = appended(action)
            && let Some(place) = places.get(index).copied()
        {
            weighed.push((place, receipts[place].actions.len(), weight));
            receipts[place].actions.push(action);
        } else if let MockAction::SetRefundTo {
            receipt_index,
            refund_to,
        } = action
            && let Some(place) = places.get(receipt_index).copied()
        {
            receipts[place].refund_to = Some(refund_to.clone());
        }
    }
    distribute(&mut receipts, &weighed, unused);
    receipts
}

/// The receipt that `action` creates, if it creates one.
fn created(
    action: &MockAction,
    places: &BTreeMap<u64, usize>,
    account: &AccountId,
) -> Option<Receipt> {
    let (receiver_id, after, is_yield, actions) = match action {
        MockAction::CreateReceipt {
            receipt_indices,
            receiver_id,
        } => {
            let after = receipt_indices.iter().filter_map(|it| places.get(it));
            (receiver_id, after.copied().collect(), false, vec![])
        }
        MockAction::YieldCreate { receiver_id, .. } => (receiver_id, vec![], true, vec![]),
        MockAction::YieldResume { data, .. } => {
            let args = data.clone();
            let action = ReceiptAction {
                args,
                ..named("YieldResume")
            };
            (account, vec![], false, vec![action])
        }
        _ => return None,
    };
    Some(Receipt {
        receiver_id: receiver_id.clone(),
        after,
        is_yield,
        refund_to: None,
        actions,
    })
}

fn named(name: &'static str) -> ReceiptAction {
    ReceiptAction {
        name,
        ..ReceiptAction::default()
    }
}

/// An action that joins a receipt, with the receipt's index in nearcore and the action's weight.
fn appended(action: &MockAction) -> Option<(&u64, ReceiptAction, u64)> {
    let paid = |name, deposit: &Balance| ReceiptAction {
        deposit: *deposit,
        ..named(name)
    };
    let (index, action) = match action {
        MockAction::CreateAccount { receipt_index } => (receipt_index, named("CreateAccount")),
        MockAction::DeployContract { receipt_index, .. } => {
            (receipt_index, named("DeployContract"))
        }
        MockAction::DeployGlobalContract { receipt_index, .. } => {
            (receipt_index, named("DeployGlobalContract"))
        }
        MockAction::UseGlobalContract { receipt_index, .. } => {
            (receipt_index, named("UseGlobalContract"))
        }
        MockAction::DeterministicStateInit {
            receipt_index,
            amount,
            ..
        } => (receipt_index, paid("DeterministicStateInit", amount)),
        MockAction::UniversalStateInit {
            receipt_index,
            amount,
            ..
        } => (receipt_index, paid("UniversalStateInit", amount)),
        MockAction::FunctionCallWeight {
            receipt_index,
            method_name,
            args,
            attached_deposit,
            prepaid_gas,
            gas_weight,
        } => {
            let action = ReceiptAction {
                method: Some(String::from_utf8_lossy(method_name).into_owned()),
                args: args.clone(),
                gas: *prepaid_gas,
                ..paid("FunctionCall", attached_deposit)
            };
            return Some((receipt_index, action, gas_weight.0));
        }
        MockAction::Transfer {
            receipt_index,
            deposit,
        } => (receipt_index, paid("Transfer", deposit)),
        MockAction::TransferToGasKey {
            receipt_index,
            deposit,
            ..
        } => (receipt_index, paid("TransferToGasKey", deposit)),
        MockAction::Stake { receipt_index, .. } => (receipt_index, named("Stake")),
        MockAction::DeleteAccount { receipt_index, .. } => (receipt_index, named("DeleteAccount")),
        MockAction::DeleteKey { receipt_index, .. } => (receipt_index, named("DeleteKey")),
        MockAction::AddKeyWithFunctionCall { receipt_index, .. }
        | MockAction::AddKeyWithFullAccess { receipt_index, .. }
        | MockAction::AddGasKeyWithFullAccess { receipt_index, .. }
        | MockAction::AddGasKeyWithFunctionCall { receipt_index, .. } => {
            (receipt_index, named("AddKey"))
        }
        MockAction::CreateReceipt { .. }
        | MockAction::YieldCreate { .. }
        | MockAction::YieldResume { .. }
        | MockAction::SetRefundTo { .. } => return None,
    };
    Some((index, action, 0))
}

/// Distributes the gas left as nearcore's receipt manager does: by weight, rounded down; the last
/// action with a weight gets the rest.
fn distribute(receipts: &mut [Receipt], weighed: &[(usize, usize, u64)], unused: Gas) {
    let weighed = weighed.iter().filter(|(_, _, weight)| *weight > 0);
    let sum: u128 = weighed
        .clone()
        .map(|(_, _, weight)| u128::from(*weight))
        .sum();
    let mut give = |receipt: usize, action: usize, share| {
        let gas = &mut receipts[receipt].actions[action].gas;
        *gas = gas.saturating_add(Gas::from_gas(share));
    };
    let mut left = unused.as_gas();
    let mut last = None;
    for (receipt, action, weight) in weighed {
        let share = u128::from(unused.as_gas()) * u128::from(*weight) / sum;
        let share = u64::try_from(share).unwrap_or(left);
        left -= share;
        give(*receipt, *action, share);
        last = Some((*receipt, *action));
    }
    if let Some((receipt, action)) = last {
        give(receipt, action, left);
    }
}

/// Gas that a call burns outside the VM, as the only action of a transaction or of another
/// contract's receipt: to send its receipt and begin to execute it.
pub(crate) fn gas_around(context: &VMContext, method: &str, fees: &RuntimeFeesConfig) -> Gas {
    let to_itself = context.predecessor_account_id == context.current_account_id;
    let bytes = (method.len() + context.input.len()) as u64;
    [
        (ActionCosts::new_action_receipt, 1),
        (ActionCosts::function_call_base, 1),
        (ActionCosts::function_call_byte, bytes),
    ]
    .into_iter()
    .map(|(cost, count)| {
        let fee = fees.fee(cost);
        let gas = fee
            .send_fee(to_itself)
            .gas
            .saturating_add(fee.exec_fee().gas);
        gas.saturating_mul(count)
    })
    .fold(Gas::ZERO, Gas::saturating_add)
}
