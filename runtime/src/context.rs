//! A call's context for nearcore's contract runtime.

use crate::call::{Arguments, Call, CallError};
use crate::contract::Contract;
use crate::state::Account;
use near_crypto::PublicKey;
use near_primitives_core::account::AccountContract;
use near_primitives_core::config::ViewConfig;
use near_primitives_core::types::{AccountId, Balance};
use near_vm_runner::logic::VMContext;
use near_vm_runner::logic::errors::{InconsistentStateError, VMRunnerError};
use near_vm_runner::logic::types::PromiseResult;

/// The accounts behind a call; a field that is not set follows from the others.
#[derive(Clone, Default)]
pub(crate) struct Sender {
    pub(crate) signer: Option<AccountId>,
    pub(crate) public_key: Option<PublicKey>,
    pub(crate) predecessor: Option<AccountId>,
    pub(crate) refund_to: Option<AccountId>,
}

impl Call<'_> {
    /// nearcore's context of the call; the arguments stay, for another attempt.
    pub(crate) fn vm_context(&mut self, is_view: bool) -> Result<VMContext, CallError> {
        let input = std::mem::take(&mut self.args).into_bytes()?;
        self.args = Arguments::bytes(input.as_slice());
        let Contract {
            network,
            account,
            code,
            block,
            ..
        } = &*self.contract;
        let limits = &network.config.wasm_config.limit_config;
        let size = input.len() as u64;
        if size > limits.max_arguments_length {
            return Err(CallError::ArgumentsTooLong {
                size,
                limit: limits.max_arguments_length,
            });
        }
        if self.gas > limits.max_total_prepaid_gas {
            return Err(CallError::TooMuchGas {
                gas: self.gas.as_gas(),
                limit: limits.max_total_prepaid_gas.as_gas(),
            });
        }
        if block.total_stake().is_none() {
            return Err(CallError::StakeOverflow);
        }
        // A view has no attached gas; nodes limit what it burns.
        let view_config = is_view.then_some(ViewConfig {
            max_gas_burnt: limits.max_gas_burnt,
        });
        let deposit = if is_view { Balance::ZERO } else { self.deposit };
        let sender = self.sender.clone();
        let signer = sender.signer.unwrap_or_else(|| account.account_id.clone());
        let predecessor = sender.predecessor.unwrap_or_else(|| signer.clone());
        let account_balance = balance_before(account, &predecessor, deposit)?;
        // The account's own figure excludes the code, which the next run may replace.
        let storage_usage = account
            .storage_usage
            .checked_add(code.code().len() as u64)
            .ok_or(overflow())?;
        Ok(VMContext {
            current_account_id: account.account_id.clone(),
            signer_account_id: signer,
            signer_account_pk: sender.public_key.map_or_else(
                || vec![0; 33],
                |key| borsh::to_vec(&key).expect("writing to memory does not fail"),
            ),
            refund_to_account_id: sender.refund_to.unwrap_or_else(|| predecessor.clone()),
            predecessor_account_id: predecessor,
            input: input.into(),
            promise_results: self.promise_results.iter().map(copied).collect(),
            block_height: block.height,
            block_timestamp: block.timestamp,
            epoch_height: block.epoch_height,
            account_balance,
            account_locked_balance: account.locked,
            storage_usage,
            account_contract: AccountContract::Local(*code.hash()),
            attached_deposit: deposit,
            prepaid_gas: self.gas,
            random_seed: block.random_seed.to_vec(),
            view_config,
            output_data_receivers: self.output_data_receivers.clone(),
        })
    }
}

/// nearcore's type has no `Clone`.
fn copied(result: &PromiseResult) -> PromiseResult {
    match result {
        PromiseResult::NotReady => PromiseResult::NotReady,
        PromiseResult::Successful(data) => PromiseResult::Successful(data.clone()),
        PromiseResult::Failed => PromiseResult::Failed,
    }
}

/// The account's balance before the deposit arrives: a deposit to itself has left it already.
fn balance_before(
    account: &Account,
    predecessor: &AccountId,
    deposit: Balance,
) -> Result<Balance, CallError> {
    let balance = account.balance;
    if *predecessor == account.account_id {
        return balance
            .checked_sub(deposit)
            .ok_or(CallError::NotEnoughBalance { balance, deposit });
    }
    let sum = balance.checked_add(deposit);
    sum.map(|_| balance).ok_or(CallError::DepositOverflow)
}

/// nearcore's error for amounts that no state can hold.
pub(crate) fn overflow() -> VMRunnerError {
    VMRunnerError::InconsistentStateError(InconsistentStateError::IntegerOverflow)
}
