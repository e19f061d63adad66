//! A call's context for nearcore's contract runtime.

use crate::call::CallError;
use crate::network::Network;
use crate::state::{Account, Block};
use near_crypto::PublicKey;
use near_primitives_core::account::AccountContract;
use near_primitives_core::config::ViewConfig;
use near_primitives_core::types::{AccountId, Balance, Gas};
use near_vm_runner::ContractCode;
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

/// The parts of a call that go into nearcore's context.
pub(crate) struct Context {
    pub(crate) input: Vec<u8>,
    pub(crate) gas: Gas,
    pub(crate) deposit: Balance,
    pub(crate) sender: Sender,
    pub(crate) promise_results: Vec<PromiseResult>,
    pub(crate) output_data_receivers: Vec<AccountId>,
    pub(crate) is_view: bool,
}

impl Context {
    pub(crate) fn into_vm_context(
        self,
        network: &Network,
        account: &Account,
        code: &ContractCode,
        block: &Block,
    ) -> Result<VMContext, CallError> {
        let limits = &network.config.wasm_config.limit_config;
        let size = self.input.len() as u64;
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
        let view_config = self.is_view.then_some(ViewConfig {
            max_gas_burnt: limits.max_gas_burnt,
        });
        let sender = self.sender;
        let signer = sender.signer.unwrap_or_else(|| account.account_id.clone());
        let predecessor = sender.predecessor.unwrap_or_else(|| signer.clone());
        let account_balance = balance_before(account, &predecessor, self.deposit)?;
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
            input: self.input.into(),
            promise_results: self.promise_results.into(),
            block_height: block.height,
            block_timestamp: block.timestamp,
            epoch_height: block.epoch_height,
            account_balance,
            account_locked_balance: account.locked,
            storage_usage,
            account_contract: AccountContract::Local(*code.hash()),
            attached_deposit: self.deposit,
            prepaid_gas: self.gas,
            random_seed: block.random_seed.to_vec(),
            view_config,
            output_data_receivers: self.output_data_receivers,
        })
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
    match balance.checked_add(deposit) {
        Some(_) => Ok(balance),
        None => Err(CallError::DepositOverflow),
    }
}

/// nearcore's error for amounts that no state can hold.
pub(crate) fn overflow() -> VMRunnerError {
    VMRunnerError::InconsistentStateError(InconsistentStateError::IntegerOverflow)
}
