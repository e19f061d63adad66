//! Function calls of a receipt.

use super::execution::{Execution, Refusal, Stop};
use super::{ChainError, add};
use crate::external::CallExternal;
use crate::functions::FunctionNames;
use crate::host::Observer;
use crate::promises::{Promise, Promises};
use near_primitives::action::FunctionCallAction;
use near_primitives::errors::{
    CompilationError, FunctionCallError, MethodResolveError, PrepareError,
};
use near_primitives::receipt::{ActionReceiptV2, DataReceipt, Receipt, ReceiptEnum, ReceiptV0};
use near_primitives::utils::{create_action_hash_from_receipt_id, create_random_seed};
use near_primitives_core::account::Account;
use near_primitives_core::hash::CryptoHash;
use near_vm_runner::logic::errors::{self, VMRunnerError};
use near_vm_runner::logic::types::PromiseResult;
use near_vm_runner::logic::{ReturnData, VMContext, VMOutcome};

impl Execution<'_> {
    /// Calls the receiver's contract.
    pub(super) fn function_call(
        &mut self,
        index: usize,
        call: &FunctionCallAction,
    ) -> Result<ReturnData, Stop> {
        let world = self.world;
        let Some(account) = &self.place.account else {
            return Err(self.missing_account().into());
        };
        add(account.amount(), call.deposit)?;
        let code = world.code_of(&self.place).ok_or_else(|| {
            let account_id = self.receiver().clone();
            let error = CompilationError::CodeDoesNotExist { account_id };
            Refusal::FunctionCallError(FunctionCallError::CompilationError(error))
        })?;
        let (id, height) = (self.receipt.receipt_id(), world.block.height);
        let action_hash = create_action_hash_from_receipt_id(id, height, index);
        let is_last = index + 1 == self.action_receipt.actions().len();
        let context = self.context(account, call, action_hash, is_last);
        let changes = std::mem::take(&mut self.changes);
        let mut external = world.external(&self.place, changes, action_hash);
        let network = &world.network;
        let names = world
            .functions
            .as_ref()
            .map(|named| match named.get(code.hash()) {
                Some(names) => names.clone(),
                // Code that is no module fails in every call.
                None => FunctionNames::of(code.code()).unwrap_or_default(),
            });
        let mut recorder = names.as_ref().and_then(|_| external.recorder(network));
        let observer = Observer {
            functions: recorder.as_mut(),
            ..Observer::default()
        };
        let (method, config) = (&call.method_name, &network.config);
        let run = (network.vm).run(&code, method, context, &mut external, config, observer);
        let outcome = match run {
            // Nodes report a contract that their engine cannot load, at no cost, until a version sets this.
            Err(VMRunnerError::LoadingError(msg))
                if !config.wasm_config.fix_contract_loading_error =>
            {
                VMOutcome::nop_outcome(errors::FunctionCallError::LoadingError { msg })
            }
            run => run.map_err(ChainError::from)?,
        };
        let CallExternal {
            storage,
            mut promises,
            yields,
            ..
        } = external;
        let changes = storage.changes;
        let distributed = promises.distribute(call.gas.saturating_sub(outcome.used_gas));
        let burnt = &mut self.burnt;
        let given = outcome.used_gas.checked_sub(outcome.burnt_gas);
        let given = given.and_then(|given| given.checked_add(distributed));
        burnt.spend(outcome.burnt_gas, given.ok_or(ChainError::Overflow)?)?;
        let calls = burnt.calls.checked_add(outcome.burnt_gas);
        burnt.calls = calls.ok_or(ChainError::Overflow)?;
        if let (Some(recorder), Some(names)) = (recorder, names) {
            let tree = recorder.finish(outcome.burnt_gas, &names);
            burnt.functions.push(tree);
        }
        burnt.logs.extend(outcome.logs);
        burnt.profile.merge(&outcome.profile);
        if let Some(error) = outcome.aborted {
            return Err(Refusal::FunctionCallError(of_vm(error)).into());
        }
        burnt.subsidized = add(burnt.subsidized, outcome.subsidized_amount)?;
        let account = self.account()?;
        account.set_amount(outcome.balance);
        account.set_storage_usage(outcome.storage_usage);
        self.changes = changes;
        self.place.yields = yields;
        self.create(promises);
        Ok(outcome.return_data)
    }

    fn context(
        &self,
        account: &Account,
        call: &FunctionCallAction,
        action_hash: CryptoHash,
        last: bool,
    ) -> VMContext {
        let (world, receipt) = (self.world, self.action_receipt);
        let seed = CryptoHash(world.block.random_seed);
        let results = self.inputs.iter().map(|input| match input {
            Some(data) => PromiseResult::Successful(data.as_slice().into()),
            None => PromiseResult::Failed,
        });
        let receivers = receipt.output_data_receivers().iter();
        VMContext {
            signer_account_id: receipt.signer_id().clone(),
            signer_account_pk: borsh::to_vec(receipt.signer_public_key())
                .expect("writing to memory does not fail"),
            predecessor_account_id: self.receipt.predecessor_id().clone(),
            refund_to_account_id: self.receipt.balance_refund_receiver().clone(),
            input: call.args.as_slice().into(),
            promise_results: results.collect(),
            attached_deposit: call.deposit,
            prepaid_gas: call.gas,
            random_seed: create_random_seed(action_hash, seed),
            // Only the last action's result goes to the data receivers.
            output_data_receivers: match last {
                true => receivers.map(|it| it.receiver_id.clone()).collect(),
                false => vec![],
            },
            ..world.context(self.receiver(), account)
        }
    }

    /// Adds the receipts of a call that succeeded: the promises in order, then data that resumes yields.
    fn create(&mut self, promises: Promises) {
        let sender = self.receiver();
        let receipt = |receiver_id, receipt| {
            Receipt::V0(ReceiptV0 {
                predecessor_id: sender.clone(),
                receiver_id,
                // Set once the receipt's index among all is known.
                receipt_id: CryptoHash::default(),
                receipt,
            })
        };
        for promise in promises.created {
            let Promise {
                receiver_id,
                refund_to,
                output_data_receivers,
                input_data_ids,
                actions,
                is_yield,
            } = promise;
            if is_yield {
                self.yields.extend(&input_data_ids);
            }
            let action_receipt = ActionReceiptV2 {
                signer_id: self.action_receipt.signer_id().clone(),
                refund_to,
                signer_public_key: self.action_receipt.signer_public_key().clone(),
                gas_price: self.action_receipt.gas_price(),
                output_data_receivers,
                input_data_ids,
                actions,
            };
            let kind = match is_yield {
                true => ReceiptEnum::PromiseYieldV2(action_receipt),
                false => ReceiptEnum::ActionV2(action_receipt),
            };
            self.created.push(receipt(receiver_id, kind));
        }
        for (data_id, data) in promises.resumed {
            let data = Some(data);
            let data = ReceiptEnum::PromiseResume(DataReceipt { data_id, data });
            self.created.push(receipt(sender.clone(), data));
        }
    }
}

/// The VM's error in the form that nodes report: all errors while the contract runs are of one kind.
fn of_vm(error: errors::FunctionCallError) -> FunctionCallError {
    use errors::CompilationError as Compilation;
    let message = error.to_string();
    match error {
        errors::FunctionCallError::CompilationError(error) => {
            FunctionCallError::CompilationError(match error {
                Compilation::PrepareError(error) => CompilationError::PrepareError(prepare(error)),
                Compilation::WasmerCompileError { msg }
                | Compilation::WasmtimeCompileError { msg } => {
                    CompilationError::WasmerCompileError { msg }
                }
                Compilation::CodeDoesNotExist { account_id } => match account_id.parse() {
                    Ok(account_id) => CompilationError::CodeDoesNotExist { account_id },
                    Err(_) => CompilationError::WasmerCompileError { msg: message },
                },
            })
        }
        errors::FunctionCallError::MethodResolveError(error) => {
            use errors::MethodResolveError as Resolve;
            FunctionCallError::MethodResolveError(match error {
                Resolve::MethodEmptyName => MethodResolveError::MethodEmptyName,
                Resolve::MethodNotFound => MethodResolveError::MethodNotFound,
                Resolve::MethodInvalidSignature => MethodResolveError::MethodInvalidSignature,
            })
        }
        errors::FunctionCallError::LinkError { msg } => {
            FunctionCallError::ExecutionError(format!("Link Error: {msg}"))
        }
        errors::FunctionCallError::LoadingError { msg } => {
            FunctionCallError::ExecutionError(format!("Loading Error: {msg}"))
        }
        _ => FunctionCallError::ExecutionError(message),
    }
}

macro_rules! same_names {
    ($error:expr, $($name:ident)*) => {
        match $error { $(errors::PrepareError::$name => PrepareError::$name,)* }
    };
}

fn prepare(error: errors::PrepareError) -> PrepareError {
    same_names!(error, Serialization Deserialization InternalMemoryDeclared GasInstrumentation
        StackHeightInstrumentation Instantiate Memory TooManyFunctions TooManyLocals TooManyTables
        TooManyTableElements FunctionBodyTooLarge InstrumentedCodeTooLarge TooManyBlocksPerFunction
        TooManyBlocksPerContract TooManyTypes TooManyParamsPerContract TooManyParamsPerFunction
        OperandStackTooLarge TooManyGlobals)
}
