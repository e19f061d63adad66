//! A function call: the steps of a method as the host functions of near-vm-runner (`host.rs`), `ext.rs` and
//! `receipt_manager.rs` do them, but for the gas of instructions and host functions.

use super::fees::{Fees, Part};
use super::receipts::Run;
use super::state::{Account, State, Yield};
use super::{derived, unnamed};
use crate::everywhere::id;
use crate::program::{Step, call};
use near_parameters::ActionCosts;
use near_primitives::action::Action;
use near_primitives::receipt::{ActionReceiptV2, DataReceipt, DataReceiver, ReceiptEnum};
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::{AccountId, Gas};
use near_runtime_ext::HostError;

/// A running call. If it fails, its receipt fails too, and all children of the receipt are dropped.
pub(super) struct Call<'a> {
    pub(super) fees: Fees<'a>,
    pub(super) height: u64,
    pub(super) state: &'a mut State,
    pub(super) run: &'a mut Run,
    /// The action, by index.
    pub(super) index: usize,
    /// Its account; the deposit is on it from the beginning.
    pub(super) account: Account,
    pub(super) done: Done,
}

/// What a call has done, except what is in its receipt's [`Run`].
#[derive(Default)]
pub(super) struct Done {
    /// Gas for actions and receipts: burnt to send them, and reserved to execute them, attached gas included.
    pub(super) burnt: u64,
    pub(super) reserved: u64,
    pub(super) resumes: Vec<DataReceipt>,
    /// Child, action, weight.
    weights: Vec<(usize, usize, u64)>,
    promises: Vec<Promise>,
    data_ids: u64,
    /// The register that holds the id of the last yield.
    register: Option<Vec<u8>>,
}

/// `ReturnData`
#[derive(Default)]
pub(super) enum Returned {
    #[default]
    Nothing,
    Value(Vec<u8>),
    /// A child, by index.
    Child(usize),
}

/// Children by index.
#[derive(Clone)]
enum Promise {
    One(usize),
    Joint(Vec<usize>),
}

/// Where `Step::Yield` keeps the id.
const YIELD: &[u8] = b"yield";

impl Call<'_> {
    pub(super) fn step(&mut self, step: &Step) -> Result<(), HostError> {
        match step {
            Step::Promise(to) => self.child(&id(to), &[], ReceiptEnum::ActionV2),
            Step::Then(after, to) => {
                let after = self.all(&[*after]);
                self.child(&id(to), &after, ReceiptEnum::ActionV2);
            }
            Step::And(of) => {
                let joint = Promise::Joint(self.all(of));
                self.done.promises.push(joint);
            }
            Step::Action(on, action, weight) => {
                let child = self.one(*on, HostError::CannotAppendActionToJointPromise)?;
                self.action(child, action.clone())?;
                let index = self.work(child).actions.len() - 1;
                self.done.weights.push((child, index, *weight));
            }
            Step::RefundTo(on, to) => {
                let child = self.one(*on, HostError::CannotSetRefundToOnJointPromise)?;
                self.work(child).refund_to = Some(id(to));
            }
            Step::Yield(method, gas) => self.begin_yield(method, *gas)?,
            Step::Resume(data) => self.resume(data)?,
            Step::Return(promise) => {
                let child = self.one(*promise, HostError::CannotReturnJointPromise)?;
                self.run.returned = Returned::Child(child);
            }
            // `promise_result`
            Step::ReturnResult => match self.run.results.first().cloned() {
                None => return Err(HostError::InvalidPromiseResultIndex { result_idx: 0 }),
                Some(value) => self.value(value.as_deref().unwrap_or(b"failed")),
            },
            Step::Value(value) => self.value(value.as_bytes()),
            Step::Log(line) => self.run.logs.push(line.clone()),
            Step::Write(key, value) => self.write(key.as_bytes(), value.as_bytes()),
            Step::Panic => {
                let panic_msg = "explicit guest panic".to_owned();
                return Err(HostError::GuestPanic { panic_msg });
            }
        }
        Ok(())
    }

    /// A promise that is a receipt.
    fn one(&self, promise: usize, joint: HostError) -> Result<usize, HostError> {
        match self.done.promises[promise] {
            Promise::One(child) => Ok(child),
            Promise::Joint(_) => Err(joint),
        }
    }

    /// The receipts of these promises; a joint promise has several.
    fn all(&self, promises: &[usize]) -> Vec<usize> {
        let all = promises.iter().map(|it| match &self.done.promises[*it] {
            Promise::One(child) => vec![*child],
            Promise::Joint(children) => children.clone(),
        });
        all.flatten().collect()
    }

    fn work(&mut self, child: usize) -> &mut ActionReceiptV2 {
        super::work(&mut self.run.children[child])
    }

    /// `create_action_hash_from_receipt_id`, `generate_data_id`
    fn data_id(&mut self) -> CryptoHash {
        let (id, last) = (*self.run.receipt.receipt_id(), u64::MAX);
        let action_hash = derived(id, self.height, last - self.index as u64);
        self.done.data_ids += 1;
        derived(action_hash, self.height, self.done.data_ids - 1)
    }

    fn me(&self) -> AccountId {
        self.run.receipt.receiver_id().clone()
    }

    /// `pay_gas_for_new_receipt`, `create_action_receipt`: a receipt that waits for the results of others.
    fn child(&mut self, to: &AccountId, after: &[usize], kind: fn(ActionReceiptV2) -> ReceiptEnum) {
        let to_self = *to == self.me();
        self.done.burnt += self.fees.receipt(Part::Send { to_self });
        self.done.reserved += self.fees.receipt(Part::Exec);
        let mut work = ActionReceiptV2 {
            signer_id: self.run.work.signer_id().clone(),
            refund_to: None,
            signer_public_key: self.run.work.signer_public_key().clone(),
            gas_price: self.run.work.gas_price(),
            output_data_receivers: vec![],
            input_data_ids: vec![],
            actions: vec![],
        };
        for before in after {
            let to_self = self.run.children[*before].receiver_id() == to;
            let base = ActionCosts::new_data_receipt_base;
            self.done.burnt += self.fees.result(base, to_self);
            let output = DataReceiver {
                data_id: self.data_id(),
                receiver_id: to.clone(),
            };
            work.input_data_ids.push(output.data_id);
            self.work(*before).output_data_receivers.push(output);
        }
        let promise = Promise::One(self.run.children.len());
        self.done.promises.push(promise);
        let child = unnamed(self.me(), to.clone(), kind(work));
        self.run.children.push(child);
    }

    /// `pay_action_base`, `prepay_gas`, then `deduct_balance`.
    fn action(&mut self, child: usize, action: Action) -> Result<(), HostError> {
        let receiver = self.run.children[child].receiver_id();
        let to_self = *receiver == self.me();
        let send = Part::Send { to_self };
        self.done.burnt += self.fees.action(send, &action, receiver);
        self.done.reserved += self.fees.action(Part::Exec, &action, receiver);
        self.done.reserved += action.get_prepaid_gas().as_gas();
        let deposit = action.get_deposit_balance().as_yoctonear();
        // `promise_batch_action_function_call_weight`: an account without tokens may attach 1 yoctoNEAR.
        let is_given = matches!(action, Action::FunctionCall(_))
            && self.fees.0.wasm_config.one_yocto_on_promise
            && (deposit, self.account.amount) == (1, 0);
        if is_given {
            self.run.subsidized += deposit;
        } else {
            let left = self.account.amount.checked_sub(deposit);
            self.account.amount = left.ok_or(HostError::BalanceExceeded)?;
        }
        self.work(child).actions.push(action);
        Ok(())
    }

    /// `promise_yield_create`, `enqueue_promise_yield_timeout`; then the yield's id is stored.
    fn begin_yield(&mut self, method: &str, gas: Gas) -> Result<(), HostError> {
        let child = self.run.children.len();
        let me = self.me();
        self.child(&me, &[], ReceiptEnum::PromiseYieldV2);
        let base = ActionCosts::new_data_receipt_base;
        self.done.burnt += self.fees.result(base, true);
        let data_id = self.data_id();
        self.work(child).input_data_ids.push(data_id);
        self.action(child, call(method, 0, gas))?;
        let limits = &self.fees.0.wasm_config.limit_config;
        let end = self.height + limits.yield_timeout_length_in_blocks;
        self.state.timeouts.push_back((end, me.clone(), data_id));
        self.state.yields.insert((me, data_id), Yield::default());
        self.write(YIELD, &data_id.0);
        Ok(())
    }

    /// `storage_read`, `promise_yield_resume`: a resume counts if the yield has not run.
    fn resume(&mut self, data: &str) -> Result<(), HostError> {
        if let Some(read) = self.account.storage.get(YIELD) {
            self.done.register = Some(read.clone());
        }
        let id = self.done.register.as_ref();
        let id = id.ok_or(HostError::InvalidRegisterId { register_id: 2 })?;
        let data_id = CryptoHash(id[..].try_into().expect("an id"));
        let place = (self.me(), data_id);
        if let Some(waiting) = self.state.yields.get_mut(&place) {
            waiting.is_resumed = true;
            let data = Some(data.as_bytes().to_vec());
            self.done.resumes.push(DataReceipt { data_id, data });
        }
        Ok(())
    }

    /// `value_return`: each byte is paid for each receiver of the result; only the last action has receivers.
    fn value(&mut self, value: &[u8]) {
        let Run { receipt, work, .. } = &*self.run;
        if self.index + 1 == work.actions().len() {
            for output in work.output_data_receivers() {
                let to_self = output.receiver_id == *receipt.receiver_id();
                let byte = ActionCosts::new_data_receipt_byte;
                self.done.burnt += self.fees.result(byte, to_self) * value.len() as u64;
            }
        }
        self.run.returned = Returned::Value(value.to_vec());
    }

    /// `storage_write`
    fn write(&mut self, key: &[u8], value: &[u8]) {
        let storage = &self.fees.0.fees.storage_usage_config;
        let account = &mut self.account;
        account.usage += value.len() as u64;
        match account.storage.insert(key.to_vec(), value.to_vec()) {
            Some(old) => account.usage -= old.len() as u64,
            None => account.usage += key.len() as u64 + storage.num_extra_bytes_record,
        }
    }

    /// `distribute_gas`: what is left goes to calls with weights, the remainder to the last.
    pub(super) fn distribute(&mut self, left: u64) -> u64 {
        let mut weights = std::mem::take(&mut self.done.weights);
        weights.retain(|it| it.2 > 0);
        let sum: u128 = weights.iter().map(|it| u128::from(it.2)).sum();
        let mut remainder = left;
        for (index, &(child, action, weight)) in weights.iter().enumerate() {
            let share = u128::from(left) * u128::from(weight) / sum;
            let share = match index + 1 == weights.len() {
                true => remainder,
                false => u64::try_from(share).expect("a part of what is left"),
            };
            remainder -= share;
            if let Action::FunctionCall(call) = &mut self.work(child).actions[action] {
                call.gas = Gas::from_gas(call.gas.as_gas() + share);
            }
        }
        left - remainder
    }
}
