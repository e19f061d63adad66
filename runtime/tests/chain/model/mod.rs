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
use near_primitives::receipt::{
    DataReceipt, Receipt, ReceiptEnum, ReceiptV0, VersionedReceiptEnum,
};
use near_primitives::transaction::ExecutionOutcome;
use near_primitives_core::hash::{CryptoHash, hash};
use near_primitives_core::types::AccountId;
use near_runtime_ext::ExecutedReceipt;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

pub(crate) use conversion::Transaction;
pub(crate) use state::{Account, State};
pub(crate) use vm::Vm;

/// A receipt, and the transaction that it descends from.
#[derive(Clone)]
pub(crate) struct Queued {
    receipt: Receipt,
    transaction: CryptoHash,
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
    outgoing: Vec<Queued>,
    instant: VecDeque<Queued>,
    received: BTreeMap<(AccountId, CryptoHash), Option<Vec<u8>>>,
    postponed: Vec<Queued>,
    /// Transactions that became receipts, and their blocks.
    pub(crate) converted: Vec<(CryptoHash, u64, ExecutionOutcome)>,
    /// Receipts that ran, and their transactions; outcomes without metadata.
    pub(crate) ran: Vec<(CryptoHash, ExecutedReceipt)>,
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
            let Some(queued) = self.convert(transaction) else {
                continue;
            };
            // `process_transactions`: a receipt to the signer is local.
            match queued.receipt.predecessor_id() == queued.receipt.receiver_id() {
                true => local.push(queued),
                false => self.outgoing.push(queued),
            }
        }
        for queued in local.into_iter().chain(incoming) {
            self.process(queued);
            // `process_receipt_and_instant_receipts`
            while let Some(instant) = self.instant.pop_front() {
                self.process(instant);
            }
        }
        self.resolve_timeouts();
    }

    /// `process_receipt`: what a receipt does when it arrives.
    fn process(&mut self, queued: Queued) {
        let receiver = queued.receipt.receiver_id().clone();
        let place = |data_id: &CryptoHash| (receiver.clone(), *data_id);
        match queued.receipt.clone().take_versioned_receipt() {
            VersionedReceiptEnum::Action(work) => {
                let mut inputs = work.input_data_ids().iter();
                match inputs.all(|it| self.received.contains_key(&place(it))) {
                    true => self.apply(queued, work),
                    false => self.postponed.push(queued),
                }
            }
            VersionedReceiptEnum::PromiseYield(work) => {
                let waiting = self.state.yields.get_mut(&place(&work.input_data_ids()[0]));
                waiting.expect("its status is older").receipt = Some(queued);
            }
            VersionedReceiptEnum::Data(it) => {
                let DataReceipt { data_id, data } = it.into_owned();
                self.received.insert(place(&data_id), data);
                // `PostponedReceiptId`: at most one waits for it, and runs in this block if nothing is missing.
                let waits = |it: &Queued| match it.receipt.versioned_receipt() {
                    VersionedReceiptEnum::Action(work) => {
                        *it.receipt.receiver_id() == receiver
                            && work.input_data_ids().contains(&data_id)
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
                let Some(waiting) = self.state.yields.get(&place) else {
                    return; // Only the first resume counts.
                };
                // A timeout does nothing if a resume is on its way.
                if data.is_none() && waiting.is_resumed {
                    return;
                }
                let waiting = self.state.yields.remove(&place);
                let waiting = waiting.and_then(|it| it.receipt);
                self.received.insert(place, data);
                let waiting = waiting.expect("a yield is stored at once");
                if let VersionedReceiptEnum::PromiseYield(work) =
                    waiting.receipt.clone().take_versioned_receipt()
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
            if let Some(waiting) = waiting.and_then(|it| it.receipt.as_ref()) {
                let data = None;
                let resume = ReceiptEnum::PromiseResume(DataReceipt { data_id, data });
                let mut receipt = unnamed(account_id.clone(), account_id, resume);
                receipt.set_receipt_id(derived(data_id, self.height, index));
                self.outgoing.push(Queued {
                    receipt,
                    transaction: waiting.transaction,
                });
                index += 1;
            }
        }
    }
}
