//! The actions of a receipt: nearcore's `apply_action` (`lib.rs`), `actions.rs` and `function_call.rs`.

use super::calls::{self, Call, Returned};
use super::fees::Fees;
use super::receipts::Run;
use super::{Account, Model, unnamed, work};
use near_primitives::action::{Action, FunctionCallAction, TransferAction};
use near_primitives::errors::{
    ActionErrorKind as Refusal, ActionsValidationError, CompilationError, FunctionCallError,
    MethodResolveError, ReceiptValidationError,
};
use near_primitives::receipt::{Receipt, ReceiptEnum};
use near_primitives_core::account::id::AccountType;
use near_primitives_core::types::{AccountId, Balance, Gas};
use near_runtime_ext::HostError;

impl Model {
    /// `check_account_existence`, `check_actor_permissions`, then the action.
    pub(super) fn action(
        &mut self,
        run: &mut Run,
        index: usize,
        action: &Action,
    ) -> Result<(), Refusal> {
        let account_id = run.receipt.receiver_id().clone();
        let exists = self.state.accounts.contains_key(&account_id);
        let missing = Refusal::AccountDoesNotExist {
            account_id: account_id.clone(),
        };
        // The result is the last action's.
        run.returned = Returned::Nothing;
        match action {
            Action::Transfer(transfer) => return self.transfer(run, transfer, missing),
            Action::CreateAccount(_) if exists => {
                return Err(Refusal::AccountAlreadyExists { account_id });
            }
            Action::CreateAccount(_) => return self.create_account(run),
            _ if !exists => return Err(missing),
            Action::FunctionCall(call) => return self.call(run, index, call),
            Action::DeleteAccount(_) if run.actor != account_id => {
                return Err(Refusal::ActorNoPermission {
                    account_id,
                    actor_id: run.actor.clone(),
                });
            }
            Action::DeleteAccount(delete) => {
                // Receipts and data that wait under the name stay. Nothing is locked, and no state is too large here.
                let account = self.state.accounts.remove(&account_id);
                let amount = account.map_or(0, |it| it.amount);
                if amount > 0 {
                    let amount = Balance::from_yoctonear(amount);
                    let payout = Receipt::new_balance_refund(&delete.beneficiary_id, amount);
                    run.children.push(payout);
                }
            }
            other => panic!("{other:?} is not modelled"),
        }
        Ok(())
    }

    /// The account that a transfer to a name of this form creates.
    fn implicit(&self, account_id: &AccountId) -> Option<Account> {
        match account_id.get_account_type() {
            AccountType::NearImplicitAccount => Some(Account::new(0, None, &self.config)),
            // Its contract is a global one, whose hash the account has.
            AccountType::EthImplicitAccount if self.config.wasm_config.eth_implicit_accounts => {
                Some(Account {
                    usage: self.config.fees.storage_usage_config.num_bytes_account + 32,
                    ..Account::default()
                })
            }
            _ => None,
        }
    }

    /// `action_transfer_or_implicit_account_creation`: only a sole transfer creates an account, and no refund does.
    fn transfer(
        &mut self,
        run: &Run,
        transfer: &TransferAction,
        missing: Refusal,
    ) -> Result<(), Refusal> {
        let account_id = run.receipt.receiver_id();
        let is_refund = run.receipt.predecessor_id().is_system();
        let may_create = run.work.actions().len() == 1 && !is_refund;
        let new = self.implicit(account_id).filter(|_| may_create);
        if !self.state.accounts.contains_key(account_id) {
            let new = new.ok_or(missing)?;
            self.state.accounts.insert(account_id.clone(), new);
        }
        if let Some(account) = self.state.accounts.get_mut(account_id) {
            account.amount += transfer.deposit.as_yoctonear();
        }
        Ok(())
    }

    /// `action_create_account`: only the parent creates a subaccount, and only the registrar a short top-level name.
    fn create_account(&mut self, run: &mut Run) -> Result<(), Refusal> {
        let config = &self.config.account_creation_config;
        let (account_id, predecessor_id) =
            (run.receipt.receiver_id(), run.receipt.predecessor_id());
        let least = usize::from(config.min_allowed_top_level_account_length);
        let registrar = &config.registrar_account_id;
        if self.implicit(account_id).is_some() {
            return Err(Refusal::OnlyImplicitAccountCreationAllowed {
                account_id: account_id.clone(),
            });
        }
        if account_id.is_top_level() && account_id.len() < least && predecessor_id != registrar {
            return Err(Refusal::CreateAccountOnlyByRegistrar {
                account_id: account_id.clone(),
                registrar_account_id: registrar.clone(),
                predecessor_id: predecessor_id.clone(),
            });
        }
        if !account_id.is_top_level() && !account_id.is_sub_account_of(predecessor_id) {
            return Err(Refusal::CreateAccountNotAllowed {
                account_id: account_id.clone(),
                predecessor_id: predecessor_id.clone(),
            });
        }
        let account = Account {
            usage: self.config.fees.storage_usage_config.num_bytes_account,
            ..Account::default()
        };
        self.state.accounts.insert(account_id.clone(), account);
        run.actor = account_id.clone();
        Ok(())
    }

    /// `action_function_call`
    fn call(
        &mut self,
        run: &mut Run,
        index: usize,
        action: &FunctionCallAction,
    ) -> Result<(), Refusal> {
        let account_id = run.receipt.receiver_id().clone();
        let mut account = self.state.accounts[&account_id].clone();
        // `VMOutcome::nop_outcome`: no gas.
        if !account.is_contract {
            let error = CompilationError::CodeDoesNotExist { account_id };
            let error = FunctionCallError::CompilationError(error);
            return Err(Refusal::FunctionCallError(error));
        }
        account.amount += action.deposit.as_yoctonear();
        let first = run.children.len();
        let mut call = Call {
            fees: Fees(&self.config),
            height: self.height,
            state: &mut self.state,
            run,
            index,
            account,
            done: calls::Done::default(),
        };
        let mut contracts = self.contracts.iter();
        let contract = contracts.find(|(name, _)| account_id == *name);
        let mut methods = contract.into_iter().flat_map(|(_, methods)| methods);
        let mut result = match methods.find(|(name, _)| *name == action.method_name) {
            Some((_, steps)) => {
                let result = steps.iter().try_for_each(|it| call.step(it));
                result.map_err(|it| FunctionCallError::ExecutionError(it.to_string()))
            }
            None => {
                let error = MethodResolveError::MethodNotFound;
                Err(FunctionCallError::MethodResolveError(error))
            }
        };
        if let Some(out) = call.run.vm.out_of_gas.clone()
            && out.index == index as u64
        {
            // What it did before it ran out is not known.
            call.done.burnt = out.fees - call.run.fees_of_calls;
            call.run.logs = out.logs;
            let exceeded = HostError::GasExceeded.to_string();
            result = Err(FunctionCallError::ExecutionError(exceeded));
        }
        // The first call gets the gas of instructions and host functions of all the receipt's calls.
        let gas_burnt = std::mem::take(&mut call.run.vm.own) + call.done.burnt;
        let used = gas_burnt + call.done.reserved;
        let distributed = call.distribute(action.gas.as_gas().saturating_sub(used));
        let Call { account, done, .. } = call;
        run.gas_burnt += gas_burnt;
        run.gas_used += used + distributed;
        run.gas_of_calls += gas_burnt;
        run.fees_of_calls += done.burnt;
        result.map_err(Refusal::FunctionCallError)?;
        for child in &mut run.children[first..] {
            valid(&work(child).actions)?;
        }
        self.state.accounts.insert(account_id.clone(), account);
        run.children.extend(done.resumes.into_iter().map(|it| {
            let resume = ReceiptEnum::PromiseResume(it);
            unnamed(account_id.clone(), account_id.clone(), resume)
        }));
        Ok(())
    }
}

/// `validate_actions` (`action_validation.rs`) of a new receipt, as far as steps can break it.
pub(super) fn valid(actions: &[Action]) -> Result<(), Refusal> {
    for (index, action) in actions.iter().enumerate() {
        let error = match action {
            Action::DeleteAccount(_) if index + 1 < actions.len() => {
                ActionsValidationError::DeleteActionMustBeFinal
            }
            Action::FunctionCall(call) if call.gas == Gas::ZERO => {
                ActionsValidationError::FunctionCallZeroAttachedGas
            }
            _ => continue,
        };
        let error = ReceiptValidationError::ActionsValidation(error);
        return Err(Refusal::NewReceiptValidationError(error));
    }
    Ok(())
}
