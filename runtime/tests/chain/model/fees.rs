//! Fees: nearcore's `config.rs`, with near-parameters' numbers.

use near_parameters::{ActionCosts, RuntimeConfig, transfer_exec_fee, transfer_send_fee};
use near_primitives::action::Action;
use near_primitives_core::types::AccountId;

/// The fees of a version, gas.
#[derive(Clone, Copy)]
pub(super) struct Fees<'a>(pub(super) &'a RuntimeConfig);

/// What a fee is for; sending to oneself costs less.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Send { to_self: bool },
    Exec,
}

impl Fees<'_> {
    pub(super) fn of(self, part: Part, cost: ActionCosts) -> u64 {
        let fee = self.0.fees.fee(cost);
        let fee = match part {
            Part::Send { to_self } => fee.send_fee(to_self),
            Part::Exec => fee.exec_fee(),
        };
        fee.gas.as_gas()
    }

    /// `total_send_fees` of one action, burnt by its sender; `exec_fee`, burnt by its receiver.
    pub(super) fn action(self, part: Part, action: &Action, receiver: &AccountId) -> u64 {
        match action {
            Action::CreateAccount(_) => self.of(part, ActionCosts::create_account),
            Action::DeleteAccount(_) => self.of(part, ActionCosts::delete_account),
            Action::FunctionCall(call) => {
                let bytes = (call.method_name.len() + call.args.len()) as u64;
                self.of(part, ActionCosts::function_call_base)
                    + self.of(part, ActionCosts::function_call_byte) * bytes
            }
            // By the form of the name, as if the account were to be created.
            Action::Transfer(_) => {
                let (fees, wasm) = (&self.0.fees, &self.0.wasm_config);
                let (eth, universal) = (wasm.eth_implicit_accounts, wasm.universal_accounts);
                let form = receiver.get_account_type();
                let fee = match part {
                    Part::Send { to_self } => {
                        transfer_send_fee(fees, to_self, eth, universal, form)
                    }
                    Part::Exec => transfer_exec_fee(fees, eth, universal, form),
                };
                fee.gas.as_gas()
            }
            other => panic!("{other:?} is not modelled"),
        }
    }

    pub(super) fn receipt(self, part: Part) -> u64 {
        self.of(part, ActionCosts::new_action_receipt)
    }

    /// `pay_gas_for_new_receipt`, `value_return`: sending and receiving a result are paid for together.
    pub(super) fn result(self, cost: ActionCosts, to_self: bool) -> u64 {
        self.of(Part::Send { to_self }, cost) + self.of(Part::Exec, cost)
    }

    /// The gas bought for a receipt: `total_prepaid_gas`, `total_prepaid_exec_fees`, and the receipt's own fee.
    pub(super) fn bought(self, actions: &[Action], receiver: &AccountId) -> u64 {
        let each = actions
            .iter()
            .map(|it| it.get_prepaid_gas().as_gas() + self.action(Part::Exec, it, receiver));
        self.receipt(Part::Exec) + each.sum::<u64>()
    }
}

/// `total_deposit`
pub(super) fn deposits(actions: &[Action]) -> u128 {
    let deposits = actions.iter().map(Action::get_deposit_balance);
    deposits.map(|it| it.as_yoctonear()).sum()
}
