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

use crate::program::Step;
use crate::tree::Contract;
use near_parameters::{RuntimeConfig, RuntimeConfigStore};
use near_primitives::receipt::{ActionReceiptV2, DataReceipt};
use near_primitives::transaction::ExecutionStatus;
use near_primitives_core::hash::{CryptoHash, hash};
use near_primitives_core::types::AccountId;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

pub(crate) use calls::action_of;
pub(crate) use conversion::{Converted, Transaction};
pub(crate) use state::{Account, State};
pub(crate) use vm::Vm;

/// A receipt, without the forms that nearcore's versions give it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Receipt {
    pub(crate) id: CryptoHash,
    pub(crate) predecessor: AccountId,
    pub(crate) receiver: AccountId,
    pub(crate) kind: Kind,
    /// The transaction that it descends from.
    pub(crate) transaction: CryptoHash,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    Action(ActionReceiptV2),
    Yield(ActionReceiptV2),
    Data(DataReceipt),
    Resume(DataReceipt),
}

/// A receipt that ran.
#[derive(Debug, PartialEq)]
pub(crate) struct Ran {
    pub(crate) receipt: Receipt,
    pub(crate) height: u64,
    pub(crate) status: ExecutionStatus,
    pub(crate) gas_burnt: u64,
    pub(crate) tokens_burnt: u128,
    pub(crate) logs: Vec<String>,
    pub(crate) children: Vec<CryptoHash>,
}

/// nearcore's `Runtime` of one shard.
pub(crate) struct Model {
    version: u32,
    config: Arc<RuntimeConfig>,
    pub(crate) height: u64,
    pub(crate) gas_price: u128,
    contracts: BTreeMap<AccountId, BTreeMap<String, Vec<Step>>>,
    vm: BTreeMap<CryptoHash, Vm>,
    pub(crate) state: State,
    submitted: Vec<Transaction>,
    /// Receipts of the next block.
    outgoing: Vec<Receipt>,
    instant: VecDeque<Receipt>,
    received: BTreeMap<(AccountId, CryptoHash), Option<Vec<u8>>>,
    postponed: Vec<Receipt>,
    pub(crate) converted: Vec<Converted>,
    pub(crate) ran: Vec<Ran>,
    pub(crate) burnt: u128,
    pub(crate) subsidized: u128,
}

/// near-primitives' `create_hash_index`: ids of receipts, of actions, and of data.
fn derived(from: CryptoHash, height: u64, index: u64) -> CryptoHash {
    let bytes = [&from.0[..], &height.to_le_bytes(), &index.to_le_bytes()];
    hash(&bytes.concat())
}

impl Model {
    /// The rules of this version after a block of this height, with these contracts, and the gas of their runs.
    pub(crate) fn new(
        version: u32,
        height: u64,
        contracts: &[Contract],
        vm: BTreeMap<CryptoHash, Vm>,
    ) -> Self {
        let contracts = contracts.iter().map(|(name, methods)| {
            let account_id = name.parse().expect("a valid name");
            (account_id, methods.iter().cloned().collect())
        });
        Self {
            version,
            config: RuntimeConfigStore::new(None).get_config(version).clone(),
            height,
            gas_price: 0,
            contracts: contracts.collect(),
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

    /// Leaves a transaction to the next block.
    pub(crate) fn submit(&mut self, transaction: Transaction) {
        self.submitted.push(transaction);
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
            let Some(receipt) = self.convert(transaction) else {
                continue;
            };
            // `process_transactions`: a receipt to the signer is local.
            match receipt.predecessor == receipt.receiver {
                true => local.push(receipt),
                false => self.outgoing.push(receipt),
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
        let place = |data_id: &CryptoHash| (receipt.receiver.clone(), *data_id);
        match &receipt.kind {
            Kind::Action(work) => {
                let mut inputs = work.input_data_ids.iter();
                match inputs.all(|it| self.received.contains_key(&place(it))) {
                    true => self.apply(receipt),
                    false => self.postponed.push(receipt),
                }
            }
            Kind::Yield(work) => {
                let mut yields = work.input_data_ids.iter().map(place);
                let place = yields.next().expect("a yield waits for one input");
                let waiting = self.state.yields.get_mut(&place);
                waiting.expect("its status is older").receipt = Some(receipt);
            }
            Kind::Data(DataReceipt { data_id, data }) => {
                self.received.insert(place(data_id), data.clone());
                // `PostponedReceiptId`: at most one waits for it, and runs in this block if nothing is missing.
                let waits = |it: &Receipt| match &it.kind {
                    Kind::Action(work) => {
                        it.receiver == receipt.receiver && work.input_data_ids.contains(data_id)
                    }
                    _ => false,
                };
                if let Some(index) = self.postponed.iter().position(waits) {
                    let ready = self.postponed.remove(index);
                    self.process(ready);
                }
            }
            Kind::Resume(DataReceipt { data_id, data }) => {
                let place = place(data_id);
                let Some(waiting) = self.state.yields.get(&place) else {
                    return; // Only the first resume counts.
                };
                // A timeout does nothing if a resume is on its way.
                if data.is_none() && waiting.is_resumed {
                    return;
                }
                let waiting = self.state.yields.remove(&place);
                let waiting = waiting.and_then(|it| it.receipt);
                self.received.insert(place, data.clone());
                self.apply(waiting.expect("a yield is stored at once"));
            }
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
            let place = (account_id.clone(), data_id);
            let waiting = self.state.yields.get(&place);
            if let Some(waiting) = waiting.and_then(|it| it.receipt.as_ref()) {
                self.outgoing.push(Receipt {
                    id: derived(data_id, self.height, index),
                    predecessor: account_id.clone(),
                    receiver: account_id,
                    kind: Kind::Resume(DataReceipt {
                        data_id,
                        data: None,
                    }),
                    transaction: waiting.transaction,
                });
                index += 1;
            }
        }
    }
}
