//! What the model takes from the run, for it has no VM.

use near_parameters::ActionCosts;
use near_primitives::action::Action;
use near_primitives::errors::{ActionErrorKind, FunctionCallError, TxExecutionError};
use near_primitives::receipt::VersionedReceiptEnum;
use near_primitives::transaction::ExecutionStatus;
use near_runtime_ext::{ExecutedReceipt, HostError};

/// The gas of a receipt's calls. It cannot be split: if a receipt has several calls, none of them may create
/// calls with weights.
#[derive(Clone, Debug, Default)]
pub(crate) struct Vm {
    /// Gas of instructions and host functions: all of the profile but fees of actions.
    pub(super) own: u64,
    pub(crate) out_of_gas: Option<OutOfGas>,
}

/// A call that ran out of gas: where, and what it did before, depends on the gas of each instruction.
#[derive(Clone, Debug)]
pub(crate) struct OutOfGas {
    /// The action that ran out.
    pub(super) index: u64,
    /// Fees of actions in the profile.
    pub(super) fees: u64,
    pub(super) logs: Vec<String>,
}

impl Vm {
    /// What the model takes from a receipt's run; `None` if the receipt calls no contract.
    pub(crate) fn of(executed: &ExecutedReceipt) -> Option<Self> {
        let (VersionedReceiptEnum::Action(it) | VersionedReceiptEnum::PromiseYield(it)) =
            executed.receipt.versioned_receipt()
        else {
            return None;
        };
        let mut actions = it.actions().iter();
        if !actions.any(|it| matches!(it, Action::FunctionCall(_))) {
            return None;
        }
        let is_fee = |cost: &str| Self::FEES.iter().any(|fee| fee.to_string() == cost);
        let (mut own, mut fees) = (0, 0);
        for (cost, gas) in executed.profile() {
            *if is_fee(&cost) { &mut fees } else { &mut own } += gas.as_gas();
        }
        let exceeded = FunctionCallError::ExecutionError(HostError::GasExceeded.to_string());
        let out_of_gas = match &executed.outcome.status {
            ExecutionStatus::Failure(TxExecutionError::ActionError(error))
                if error.kind == ActionErrorKind::FunctionCallError(exceeded) =>
            {
                error.index.map(|index| OutOfGas {
                    index,
                    fees,
                    logs: executed.outcome.logs.clone(),
                })
            }
            _ => None,
        };
        Some(Self { own, out_of_gas })
    }

    /// The costs that `pay_action_accumulated` charges when a step creates a receipt or an action, or returns a value.
    const FEES: [ActionCosts; 7] = [
        ActionCosts::new_action_receipt,
        ActionCosts::new_data_receipt_byte,
        ActionCosts::function_call_base,
        ActionCosts::function_call_byte,
        ActionCosts::transfer,
        ActionCosts::create_account,
        ActionCosts::delete_account,
    ];
}
