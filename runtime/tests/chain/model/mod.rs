//! A second model of how receipts are executed: written from nearcore's published source, which each rule names,
//! and without a look at `near_runtime_ext`'s chain.
//!
//! It interprets the steps of contracts and predicts all receipts, their ids, blocks, gas, tokens and results,
//! and what is left on each account. It does not have a VM: the gas of Wasm instructions and host functions is
//! taken from the run ([`Vm`]), the fees of what a call creates are not.

mod actions;
mod calls;
mod conversion;
mod fees;
mod receipts;
mod state;
mod vm;

use crate::tree::Contract;
use near_parameters::{RuntimeConfig, RuntimeConfigStore};
use near_primitives::receipt::{
    ActionReceiptV2, DataReceipt, Receipt, ReceiptEnum, ReceiptV0, VersionedReceiptEnum,
};
use near_primitives::transaction::ExecutionOutcome;
use near_primitives_core::hash::{CryptoHash, hash};
use near_primitives_core::types::AccountId;
use near_runtime_ext::ExecutedReceipt;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

pub(crate) use conversion::Transaction;
use state::Yield;
pub(crate) use state::{Account, State};
pub(crate) use vm::Vm;

/// nearcore's `Runtime` of one shard.
pub(crate) struct Model {
    version: u32,
    config: Arc<RuntimeConfig>,
    pub(crate) height: u64,
    pub(crate) gas_price: u128,
    contracts: Vec<Contract>,
    vm: BTreeMap<CryptoHash, Vm>,
    pub(crate) state: State,
    /// Transactions of the next block.
    pub(crate) submitted: Vec<Transaction>,
    /// Receipts of the next block.
    outgoing: Vec<Receipt>,
    instant: VecDeque<Receipt>,
    received: BTreeMap<(AccountId, CryptoHash), Option<Vec<u8>>>,
    postponed: Vec<Receipt>,
    /// Transactions that became receipts, and their blocks.
    pub(crate) converted: Vec<(CryptoHash, u64, ExecutionOutcome)>,
    /// Receipts that ran; outcomes without metadata.
    pub(crate) ran: Vec<ExecutedReceipt>,
    pub(crate) burnt: u128,
    pub(crate) subsidized: u128,
}

/// near-primitives' `create_hash_index`: ids of receipts, of actions, and of data.
fn derived(from: CryptoHash, height: u64, index: u64) -> CryptoHash {
    let bytes = [&from.0[..], &height.to_le_bytes(), &index.to_le_bytes()];
    hash(&bytes.concat())
}

/// A receipt that has no id yet.
fn unnamed(predecessor_id: AccountId, receiver_id: AccountId, receipt: ReceiptEnum) -> Receipt {
    Receipt::V0(ReceiptV0 {
        predecessor_id,
        receiver_id,
        receipt_id: CryptoHash::default(),
        receipt,
    })
}

/// The actions of a receipt that a call creates.
fn work(receipt: &mut Receipt) -> &mut ActionReceiptV2 {
    match receipt.receipt_mut() {
        ReceiptEnum::ActionV2(work) | ReceiptEnum::PromiseYieldV2(work) => work,
        other => panic!("{other:?} has no actions"),
    }
}

impl Model {
    /// The rules of this version after a block of this height, with these contracts, and the gas of their runs.
    pub(crate) fn new(
        version: u32,
        height: u64,
        contracts: &[Contract],
        vm: BTreeMap<CryptoHash, Vm>,
    ) -> Self {
        Self {
            version,
            config: RuntimeConfigStore::new(None).get_config(version).clone(),
            height,
            gas_price: 0,
            contracts: contracts.to_vec(),
            vm,
            state: State::default(),
            submitted: vec![],
            outgoing: vec![],
            instant: VecDeque::new(),
            received: BTreeMap::new(),
            postponed: vec![],
            converted: vec![],
            ran: vec![],
            burnt: 0,
            subsidized: 0,
        }
    }

    /// Makes blocks up to this height.
    pub(crate) fn advance_to(&mut self, height: u64) {
        while self.height < height {
            self.step();
        }
    }

    /// `Runtime::apply`: transactions, their local receipts, incoming receipts, timeouts. What they create
    /// is for the next block, in the order of creation.
    fn step(&mut self) {
        self.height += 1;
        let incoming = std::mem::take(&mut self.outgoing);
        let mut local = vec![];
        for transaction in std::mem::take(&mut self.submitted) {
            // `process_transactions`: one that is refused by now is left out, and a receipt to the signer is local.
            match self.convert(transaction) {
                Some(it) if it.predecessor_id() == it.receiver_id() => local.push(it),
                converted => self.outgoing.extend(converted),
            }
        }
        for receipt in local.into_iter().chain(incoming) {
            self.process(receipt);
            // `process_receipt_and_instant_receipts`
            while let Some(instant) = self.instant.pop_front() {
                self.process(instant);
            }
        }
        self.resolve_timeouts();
    }

    /// `process_receipt`: what a receipt does when it arrives.
    fn process(&mut self, receipt: Receipt) {
        let receiver = receipt.receiver_id().clone();
        let place = |data_id: &CryptoHash| (receiver.clone(), *data_id);
        match receipt.clone().take_versioned_receipt() {
            VersionedReceiptEnum::Action(work) => {
                let mut inputs = work.input_data_ids().iter();
                match inputs.all(|it| self.received.contains_key(&place(it))) {
                    true => self.apply(receipt, work),
                    false => self.postponed.push(receipt),
                }
            }
            VersionedReceiptEnum::PromiseYield(work) => {
                let waiting = self.state.yields.get_mut(&place(&work.input_data_ids()[0]));
                waiting.expect("its status is older").receipt = Some(receipt);
            }
            VersionedReceiptEnum::Data(it) => {
                let DataReceipt { data_id, data } = it.into_owned();
                self.received.insert(place(&data_id), data);
                // `PostponedReceiptId`: at most one waits for it, and runs in this block if nothing is missing.
                let waits = |it: &Receipt| match it.versioned_receipt() {
                    VersionedReceiptEnum::Action(work) => {
                        *it.receiver_id() == receiver && work.input_data_ids().contains(&data_id)
                    }
                    _ => false,
                };
                if let Some(index) = self.postponed.iter().position(waits) {
                    let ready = self.postponed.remove(index);
                    self.process(ready);
                }
            }
            VersionedReceiptEnum::PromiseResume(it) => {
                let DataReceipt { data_id, data } = it.into_owned();
                let place = place(&data_id);
                // Only the first resume counts, and a timeout does nothing if one is on its way.
                let counts = |it: &Yield| data.is_some() || !it.is_resumed;
                if !self.state.yields.get(&place).is_some_and(counts) {
                    return;
                }
                let waiting = self.state.yields.remove(&place);
                let waiting = waiting.and_then(|it| it.receipt);
                self.received.insert(place, data);
                let waiting = waiting.expect("a yield is stored at once");
                if let VersionedReceiptEnum::PromiseYield(work) =
                    waiting.clone().take_versioned_receipt()
                {
                    self.apply(waiting, work);
                }
            }
            other => panic!("{other:?} is not modelled"),
        }
    }

    /// `resolve_promise_yield_timeouts`
    fn resolve_timeouts(&mut self) {
        let mut index = 0;
        while let Some((height, account_id, data_id)) = self.state.timeouts.front().cloned() {
            if height > self.height {
                break;
            }
            self.state.timeouts.pop_front();
            let waiting = self.state.yields.get(&(account_id.clone(), data_id));
            if waiting.is_some_and(|it| it.receipt.is_some()) {
                let data = None;
                let resume = ReceiptEnum::PromiseResume(DataReceipt { data_id, data });
                let mut receipt = unnamed(account_id.clone(), account_id, resume);
                receipt.set_receipt_id(derived(data_id, self.height, index));
                self.outgoing.push(receipt);
                index += 1;
            }
        }
    }
}
