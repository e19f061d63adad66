//! The receipts that a function call creates, as nearcore's receipt manager collects them.

use crate::fees;
use crate::functions::ReservedGas;
use crate::network::Network;
use borsh::{BorshDeserialize, BorshSerialize};
use near_parameters::RuntimeConfig;
use near_primitives::action::FunctionCallAction;
use near_primitives::receipt::DataReceiver;
use near_primitives::transaction::Action;
use near_primitives_core::hash::{CryptoHash, YieldId};
use near_primitives_core::types::{AccountId, Balance, Gas, GasWeight};
use near_vm_runner::logic::types::ReceiptIndex;
use near_vm_runner::logic::{HostError, VMLogicError};
use std::sync::Arc;

/// The status of a promise that waits for `promise_yield_resume`.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(crate) struct Yield {
    /// Whether a resume is on its way: then no timeout follows.
    pub(crate) is_resumed: bool,
    /// The name by which the contract resumes it, if it gave one.
    pub(crate) id: Option<YieldId>,
}

/// A receipt to create if the call succeeds.
pub(crate) struct Promise {
    pub(crate) receiver_id: AccountId,
    pub(crate) refund_to: Option<AccountId>,
    pub(crate) output_data_receivers: Vec<DataReceiver>,
    pub(crate) input_data_ids: Vec<CryptoHash>,
    pub(crate) actions: Vec<Action>,
    /// Whether it waits for `promise_yield_resume`.
    pub(crate) is_yield: bool,
}

/// Where the gas that receipts reserve is counted, and the network with its fees.
pub(crate) struct Reserves {
    pub(crate) network: Arc<Network>,
    pub(crate) gas: Arc<ReservedGas>,
}

/// The receipts of one function call.
#[derive(Default)]
pub(crate) struct Promises {
    pub(crate) created: Vec<Promise>,
    /// Data that resumes yields, in order.
    pub(crate) resumed: Vec<(CryptoHash, Vec<u8>)>,
    /// Set if a recorder counts the gas that the receipts reserve.
    pub(crate) reserves: Option<Reserves>,
    /// Places of the calls that share the gas left over: receipt, action, weight.
    weighed: Vec<(usize, usize, u64)>,
}

impl Promises {
    /// Creates a receipt that runs after those at the places `after`; `data_ids` name their results.
    pub(crate) fn create(
        &mut self,
        data_ids: Vec<CryptoHash>,
        after: &[ReceiptIndex],
        receiver_id: AccountId,
    ) -> ReceiptIndex {
        for (data_id, place) in data_ids.iter().zip(after) {
            self.at(*place).output_data_receivers.push(DataReceiver {
                data_id: *data_id,
                receiver_id: receiver_id.clone(),
            });
        }
        self.push(receiver_id, data_ids, false)
    }

    /// Creates a receipt that runs when its only input is resumed or times out.
    pub(crate) fn create_yield(
        &mut self,
        data_id: CryptoHash,
        receiver_id: AccountId,
    ) -> ReceiptIndex {
        self.push(receiver_id, vec![data_id], true)
    }

    pub(crate) fn reserve(&self, gas: impl FnOnce(&RuntimeConfig) -> Option<Gas>) {
        if let Some(reserves) = &self.reserves {
            // nearcore's host function has charged this gas, and refuses what overflows.
            let gas = gas(&reserves.network.config).unwrap_or(Gas::ZERO);
            reserves.gas.add(gas);
        }
    }

    fn push(
        &mut self,
        receiver_id: AccountId,
        input_data_ids: Vec<CryptoHash>,
        is_yield: bool,
    ) -> ReceiptIndex {
        self.reserve(|config| Some(fees::receipt(config)));
        self.created.push(Promise {
            receiver_id,
            refund_to: None,
            output_data_receivers: vec![],
            input_data_ids,
            actions: vec![],
            is_yield,
        });
        (self.created.len() - 1) as ReceiptIndex
    }

    /// The receipt at a place.
    ///
    /// # Panics
    ///
    /// There is none: nearcore's host functions pass only places that they were given.
    pub(crate) fn at(&mut self, place: ReceiptIndex) -> &mut Promise {
        let place = usize::try_from(place).expect("a place fits memory");
        &mut self.created[place]
    }

    pub(crate) fn append(&mut self, place: ReceiptIndex, action: impl Into<Action>) {
        let action = action.into();
        let receiver = self.at(place).receiver_id.clone();
        self.reserve(|config| {
            let attached = fees::attached(std::slice::from_ref(&action))?;
            fees::exec(config, &action, &receiver)?.checked_add(attached)
        });
        self.at(place).actions.push(action);
    }

    pub(crate) fn append_call(
        &mut self,
        place: ReceiptIndex,
        method: Vec<u8>,
        args: Vec<u8>,
        deposit: Balance,
        gas: Gas,
        weight: GasWeight,
    ) -> Result<(), VMLogicError> {
        let method_name = String::from_utf8(method).map_err(|_| HostError::InvalidMethodName)?;
        let action = self.at(place).actions.len();
        let call = FunctionCallAction {
            method_name,
            args,
            gas,
            deposit,
        };
        self.append(place, call);
        if weight.0 > 0 {
            let place = usize::try_from(place).expect("a place fits memory");
            self.weighed.push((place, action, weight.0));
        }
        Ok(())
    }

    /// Shares `unused` among the calls by weight, rounded down; the last one also gets the remainder.
    /// Returns the gas given.
    pub(crate) fn distribute(&mut self, unused: Gas) -> Gas {
        let sum: u128 = self.weighed.iter().map(|(_, _, it)| u128::from(*it)).sum();
        let mut left = unused.as_gas();
        let last = self.weighed.len().checked_sub(1);
        for (index, (place, action, weight)) in self.weighed.iter().enumerate() {
            let share = u128::from(unused.as_gas()) * u128::from(*weight) / sum;
            // At most all of it, since no weight exceeds the sum.
            let mut share = u64::try_from(share).unwrap_or(left).min(left);
            if Some(index) == last {
                share = left;
            }
            left -= share;
            if let Action::FunctionCall(call) = &mut self.created[*place].actions[*action] {
                call.gas = call.gas.saturating_add(Gas::from_gas(share));
            }
        }
        match last {
            Some(_) => unused,
            None => Gas::ZERO,
        }
    }
}
