//! A receipt runs: nearcore's `apply_action_receipt` and `refund_unspent_gas_and_deposits` (`lib.rs`).

use super::calls::Returned;
use super::fees::{Fees, Part, deposits};
use super::vm::Vm;
use super::{Model, derived, unnamed, work};
use near_parameters::ActionCosts;
use near_primitives::action::Action;
use near_primitives::errors::{ActionError, ActionErrorKind, TxExecutionError};
use near_primitives::receipt::{
    DataReceipt, Receipt, ReceiptEnum, VersionedActionReceipt, VersionedReceiptEnum,
};
use near_primitives::transaction::{ExecutionOutcome, ExecutionStatus};
use near_primitives_core::types::{AccountId, Balance, Gas};
use near_runtime_ext::ExecutedReceipt;

/// A receipt that runs, and what it has done: `ActionReceiptResult`.
pub(super) struct Run {
    pub(super) receipt: Receipt,
    pub(super) work: VersionedActionReceipt<'static>,
    pub(super) results: Vec<Option<Vec<u8>>>,
    pub(super) vm: Vm,
    /// Who acts: the predecessor, or an account that the receipt created.
    pub(super) actor: AccountId,
    pub(super) gas_burnt: u64,
    pub(super) gas_used: u64,
    /// Gas burnt by calls, and the part of it that is fees for what they create.
    pub(super) gas_of_calls: u64,
    pub(super) fees_of_calls: u64,
    pub(super) subsidized: u128,
    pub(super) logs: Vec<String>,
    pub(super) children: Vec<Receipt>,
    pub(super) returned: Returned,
}

impl Model {
    /// Runs a receipt after all its inputs have arrived.
    pub(super) fn apply(&mut self, receipt: Receipt, work: VersionedActionReceipt<'static>) {
        let me = receipt.receiver_id().clone();
        let inputs = work.input_data_ids().iter();
        let results = inputs.map(|it| self.received.remove(&(me.clone(), *it)));
        let results: Option<Vec<_>> = results.collect();
        let fee = Fees(&self.config).receipt(Part::Exec);
        let mut run = Run {
            actor: receipt.predecessor_id().clone(),
            vm: (self.vm.get(receipt.receipt_id()).cloned()).unwrap_or_default(),
            receipt,
            work,
            results: results.expect("all inputs arrived"),
            gas_burnt: fee,
            gas_used: fee,
            gas_of_calls: 0,
            fees_of_calls: 0,
            subsidized: 0,
            logs: vec![],
            children: vec![],
            returned: Returned::Nothing,
        };
        let before = self.state.clone();
        let result = self.actions(&mut run);
        let exists = self.state.accounts.contains_key(&me);
        let has_created = exists && !before.accounts.contains_key(&me);
        match result {
            Ok(()) => self.subsidized += run.subsidized,
            // All that it did is undone.
            Err(_) => {
                self.state = before;
                run.children.clear();
                run.returned = Returned::Nothing;
            }
        }
        let tokens_burnt = self.settle(&mut run, result.is_ok(), has_created);
        self.reward(&run);
        self.finish(run, result, tokens_burnt);
    }

    /// Runs the actions in order until one fails; then checks the storage stake, whose error names no action.
    fn actions(&mut self, run: &mut Run) -> Result<(), ActionError> {
        let work = run.work.clone();
        for (index, action) in work.actions().iter().enumerate() {
            // The fee is burnt before any check, those of later actions only if this one succeeds.
            let fee = Fees(&self.config).action(Part::Exec, action, run.receipt.receiver_id());
            run.gas_burnt += fee;
            run.gas_used += fee;
            let result = self.action(run, index, action);
            result.map_err(|kind| ActionError {
                index: Some(index as u64),
                kind,
            })?;
        }
        let account_id = run.receipt.receiver_id().clone();
        let account = self.state.accounts.get(&account_id);
        match account.and_then(|it| it.missing_stake(&self.config)) {
            Some(missing) => Err(ActionError::from(ActionErrorKind::LackBalanceForState {
                account_id,
                amount: Balance::from_yoctonear(missing),
            })),
            None => Ok(()),
        }
    }

    /// Creates the refunds; returns the tokens that the receipt burns. `gas_refund_penalty` is left out: it is 0.
    fn settle(&mut self, run: &mut Run, succeeded: bool, has_created: bool) -> u128 {
        let Run { receipt, work, .. } = &*run;
        let deposit = deposits(work.actions());
        // A refund is free; if it fails, its tokens are burnt.
        if receipt.predecessor_id().is_system() {
            self.burnt += if succeeded { 0 } else { deposit };
            return 0;
        }
        let fees = Fees(&self.config);
        let (purchase, burn) = self.prices(work);
        let tokens = |gas: u64, price: u128| u128::from(gas) * price;
        let spent = match succeeded {
            true => run.gas_used,
            false => run.gas_burnt,
        };
        let unused = fees.bought(work.actions(), receipt.receiver_id()) - spent;
        let surplus = tokens(run.gas_burnt, purchase - burn);
        // `AccountCostIncrease`: an account costs this much, but no more than the surplus; 0 before version 85.
        let creation = tokens(fees.of(Part::Exec, ActionCosts::create_account), burn);
        let charge = self.config.account_creation_charge.as_yoctonear();
        let charge = charge.saturating_sub(creation).min(surplus);
        let charge = if succeeded && has_created { charge } else { 0 };
        let gas_refund = tokens(unused, purchase) + surplus - charge;
        let to = work
            .refund_to()
            .as_ref()
            .unwrap_or(receipt.predecessor_id());
        let mut refunds = vec![];
        if !succeeded && deposit > 0 {
            let deposit = Balance::from_yoctonear(deposit);
            refunds.push(Receipt::new_balance_refund(to, deposit));
        }
        if gas_refund > 0 {
            let (gas, key) = (
                Balance::from_yoctonear(gas_refund),
                work.signer_public_key(),
            );
            refunds.push(Receipt::new_gas_refund(work.signer_id(), gas, key.clone()));
        }
        let burnt = tokens(run.gas_burnt, burn) + charge;
        self.burnt += burnt;
        run.children.extend(refunds);
        burnt
    }

    /// Prices at which the receipt's gas was bought and is burnt: before version 85 the same.
    fn prices(&self, work: &VersionedActionReceipt<'_>) -> (u128, u128) {
        let purchase = work.gas_price().as_yoctonear();
        match self.version {
            ..85 => (purchase, purchase),
            _ => (purchase, purchase.min(self.gas_price)),
        }
    }

    /// A part of what calls burnt goes to the contract, even if they failed; nothing since version 87.
    fn reward(&mut self, run: &Run) {
        let part = self.config.fees.burnt_gas_reward;
        let (numerator, denominator) = (part.numer().unsigned_abs(), part.denom().unsigned_abs());
        let gas = run.gas_of_calls * u64::from(numerator) / u64::from(denominator);
        let reward = u128::from(gas) * self.prices(&run.work).1;
        if let Some(account) = self.state.accounts.get_mut(run.receipt.receiver_id()) {
            account.amount += reward;
            self.burnt -= reward;
        }
    }

    /// Sends the result to its receivers; gives the children their ids and sends them.
    fn finish(&mut self, mut run: Run, result: Result<(), ActionError>, tokens_burnt: u128) {
        let outputs = run.work.output_data_receivers();
        let data = match (&run.returned, &result) {
            (_, Err(_)) => None,
            (Returned::Value(value), _) => Some(value.clone()),
            _ => Some(vec![]),
        };
        if let Returned::Child(child) = run.returned {
            // A returned promise sends its own result.
            let child = work(&mut run.children[child]);
            child.output_data_receivers.extend_from_slice(outputs);
        } else {
            run.children.extend(outputs.iter().map(|output| {
                let (data_id, data) = (output.data_id, data.clone());
                let data = ReceiptEnum::Data(DataReceipt { data_id, data });
                let me = run.receipt.receiver_id().clone();
                unnamed(me, output.receiver_id.clone(), data)
            }));
        }
        let id = *run.receipt.receipt_id();
        let id_of = |index: usize| derived(id, self.height, index as u64);
        let status = match (run.returned, result) {
            (_, Err(error)) => ExecutionStatus::Failure(TxExecutionError::ActionError(error)),
            (Returned::Child(child), _) => ExecutionStatus::SuccessReceiptId(id_of(child)),
            _ => ExecutionStatus::SuccessValue(data.unwrap_or_default()),
        };
        let mut receipt_ids = vec![];
        for (index, mut receipt) in run.children.into_iter().enumerate() {
            receipt.set_receipt_id(id_of(index));
            let (runs, is_instant) = match receipt.versioned_receipt() {
                VersionedReceiptEnum::PromiseYield(_) => (true, true),
                // `is_instant_receipt`
                VersionedReceiptEnum::Action(work) => {
                    let deletes = matches!(work.actions(), [Action::DeleteAccount(_)]);
                    (true, deletes && work.input_data_ids().is_empty())
                }
                _ => (false, false),
            };
            receipt_ids.extend(runs.then_some(id_of(index)));
            match is_instant {
                true => self.instant.push_back(receipt),
                false => self.outgoing.push(receipt),
            }
        }
        let outcome = ExecutionOutcome {
            logs: run.logs,
            receipt_ids,
            gas_burnt: Gas::from_gas(run.gas_burnt),
            tokens_burnt: Balance::from_yoctonear(tokens_burnt),
            executor_id: run.receipt.receiver_id().clone(),
            status,
            ..ExecutionOutcome::default()
        };
        self.ran.push(ExecutedReceipt {
            receipt: run.receipt,
            block_height: self.height,
            outcome,
            functions: vec![],
        });
    }
}
