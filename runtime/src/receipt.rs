//! The receipts that a call creates, and the gas that the call's own receipt burns.

use crate::promises::{Promise, Promises};
use near_parameters::{ActionCosts, RuntimeFeesConfig};
use near_primitives::transaction::Action;
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::{AccountId, Balance, Gas};
use near_vm_runner::logic::VMContext;

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

/// An action of a receipt, with the fields that have a price.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReceiptAction {
    /// nearcore's name of the action: `FunctionCall`, `Transfer`, `AddKey` and so on. `YieldResume`
    /// is not an action on chain, but the data receipt that ends a yield.
    pub name: String,
    /// The method of a function call.
    pub method: Option<String>,
    /// Arguments of the method; of a `YieldResume`, the data.
    pub args: Vec<u8>,
    /// Attached gas, including the action's share, by weight, of the gas that the call left over.
    pub gas: Gas,
    /// Tokens that leave the account with the action, yoctoNEAR. A stake stays with its account.
    pub deposit: Balance,
}

/// The receipts that a call of `account` creates, in nearcore's order: data that resumes yields last.
pub(crate) fn of_promises(promises: Promises, account: &AccountId) -> Vec<Receipt> {
    let created = &promises.created;
    let place = |data_id: &CryptoHash| {
        let is_sender = |it: &Promise| {
            let mut receivers = it.output_data_receivers.iter();
            receivers.any(|it| it.data_id == *data_id)
        };
        created.iter().position(is_sender)
    };
    let receipts = created.iter().map(|promise| Receipt {
        receiver_id: promise.receiver_id.clone(),
        after: promise.input_data_ids.iter().filter_map(place).collect(),
        is_yield: promise.is_yield,
        refund_to: promise.refund_to.clone(),
        actions: promise.actions.iter().map(ReceiptAction::from).collect(),
    });
    let resumed = promises.resumed.iter().map(|(_, data)| Receipt {
        receiver_id: account.clone(),
        after: vec![],
        is_yield: false,
        refund_to: None,
        actions: vec![ReceiptAction {
            name: "YieldResume".to_owned(),
            args: data.clone(),
            ..ReceiptAction::default()
        }],
    });
    receipts.chain(resumed).collect()
}

impl From<&Action> for ReceiptAction {
    fn from(action: &Action) -> Self {
        let call = match action {
            Action::FunctionCall(call) => Some(call),
            _ => None,
        };
        Self {
            name: action.as_ref().to_owned(),
            method: call.map(|call| call.method_name.clone()),
            args: call.map_or_else(Vec::new, |call| call.args.clone()),
            gas: call.map_or(Gas::ZERO, |call| call.gas),
            deposit: action.get_deposit_balance(),
        }
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
