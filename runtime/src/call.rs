//! A call of a contract's method.

use crate::context::{Sender, overflow};
use crate::contract::Contract;
use crate::external::CallExternal;
use crate::host::Observer;
use crate::outcome::{Failure, Outcome};
use crate::receipt;
use crate::state::{Account, apply, missing_stake};
use near_crypto::PublicKey;
use near_primitives_core::types::{AccountId, Balance, Gas};
use near_vm_runner::logic::errors::VMRunnerError;
use near_vm_runner::logic::types::PromiseResult;
use std::time::Instant;

/// Gas attached by default: the most that a wallet attaches.
pub(crate) const DEFAULT_GAS: Gas = Gas::from_teragas(300);

/// A call that has no outcome: the embedder's fault, not the contract's.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    /// Arguments that do not serialize.
    #[error("cannot serialize the arguments as {encoding}: {reason}")]
    Arguments {
        /// `JSON` or `borsh`.
        encoding: &'static str,
        /// The serializer's reason.
        reason: String,
    },
    /// Arguments longer than a transaction may carry.
    #[error("the arguments have {size} bytes; the network allows {limit}")]
    ArgumentsTooLong {
        /// Size, bytes.
        size: u64,
        /// Largest size allowed, bytes.
        limit: u64,
    },
    /// More gas than a transaction may attach.
    #[error("{gas} gas attached; the network allows {limit}")]
    TooMuchGas {
        /// Gas attached.
        gas: u64,
        /// Largest amount allowed.
        limit: u64,
    },
    /// The sum of balance and deposit does not fit 128 bits.
    #[error("the deposit overflows the account's balance")]
    DepositOverflow,
    /// The account sends the call to itself, and has less than the deposit.
    #[error("the account has {balance}, and cannot send itself a deposit of {deposit}")]
    NotEnoughBalance {
        /// The account's balance.
        balance: Balance,
        /// The deposit.
        deposit: Balance,
    },
    /// The sum of the stakes of the block's validators does not fit 128 bits.
    #[error("the stakes of the validators overflow")]
    StakeOverflow,
    /// The VM failed: no memory for native code, nearcore's own cache, a broken engine.
    #[error("the runtime failed: {0}")]
    Runtime(VMRunnerError),
}

impl From<VMRunnerError> for CallError {
    fn from(error: VMRunnerError) -> Self {
        Self::Runtime(error)
    }
}

/// Arguments of a call, if they serialize.
pub(crate) struct Arguments(Result<Vec<u8>, CallError>);

impl Default for Arguments {
    fn default() -> Self {
        Self(Ok(Vec::new()))
    }
}

impl Arguments {
    pub(crate) fn bytes(args: impl Into<Vec<u8>>) -> Self {
        Self(Ok(args.into()))
    }

    pub(crate) fn json(args: impl serde::Serialize) -> Self {
        Self::serialized("JSON", serde_json::to_vec(&args))
    }

    pub(crate) fn borsh(args: impl borsh::BorshSerialize) -> Self {
        Self::serialized("borsh", borsh::to_vec(&args))
    }

    fn serialized(encoding: &'static str, bytes: Result<Vec<u8>, impl std::fmt::Display>) -> Self {
        Self(bytes.map_err(|error| CallError::Arguments {
            encoding,
            reason: error.to_string(),
        }))
    }

    pub(crate) fn into_bytes(self) -> Result<Vec<u8>, CallError> {
        self.0
    }
}

/// A call being prepared.
#[must_use = "a call does nothing until `transact` or `view`"]
pub struct Call<'a> {
    pub(crate) contract: &'a mut Contract,
    method: String,
    pub(crate) args: Arguments,
    pub(crate) gas: Gas,
    pub(crate) deposit: Balance,
    pub(crate) sender: Sender,
    pub(crate) promise_results: Vec<PromiseResult>,
    pub(crate) output_data_receivers: Vec<AccountId>,
    trace: bool,
}

impl<'a> Call<'a> {
    pub(crate) fn new(contract: &'a mut Contract, method: String) -> Self {
        Self {
            contract,
            method,
            args: Arguments::default(),
            gas: DEFAULT_GAS,
            deposit: Balance::ZERO,
            sender: Sender::default(),
            promise_results: Vec::new(),
            output_data_receivers: Vec::new(),
            trace: false,
        }
    }

    /// The arguments, as bytes.
    pub fn args(mut self, args: impl Into<Vec<u8>>) -> Self {
        self.args = Arguments::bytes(args);
        self
    }

    /// The arguments, serialized as JSON.
    pub fn args_json(mut self, args: impl serde::Serialize) -> Self {
        self.args = Arguments::json(args);
        self
    }

    /// The arguments, serialized as borsh.
    pub fn args_borsh(mut self, args: impl borsh::BorshSerialize) -> Self {
        self.args = Arguments::borsh(args);
        self
    }

    /// Gas to attach; 300 Tgas by default.
    pub fn gas(mut self, gas: Gas) -> Self {
        self.gas = gas;
        self
    }

    /// Deposit to attach, yoctoNEAR; nothing by default. The predecessor pays it: if that is the
    /// contract's own account, its balance does not grow.
    pub fn deposit(mut self, deposit: Balance) -> Self {
        self.deposit = deposit;
        self
    }

    /// The signer of the transaction; the contract's own account by default.
    pub fn signer(mut self, signer: AccountId) -> Self {
        self.sender.signer = Some(signer);
        self
    }

    /// The signer's public key; by default 33 zero bytes, which have the form of a key.
    pub fn signer_public_key(mut self, key: PublicKey) -> Self {
        self.sender.public_key = Some(key);
        self
    }

    /// The account that sends the call: another contract, or, by default, the signer.
    pub fn predecessor(mut self, predecessor: AccountId) -> Self {
        self.sender.predecessor = Some(predecessor);
        self
    }

    /// The account that gets the deposit back if the call fails; the predecessor by default. Only
    /// the contract's `refund_to_account_id` shows it: a refund is a receipt, and none is executed.
    pub fn refund_to(mut self, account: AccountId) -> Self {
        self.sender.refund_to = Some(account);
        self
    }

    /// Promise results passed to a callback; none by default.
    pub fn promise_results(mut self, results: impl Into<Vec<PromiseResult>>) -> Self {
        self.promise_results = results.into();
        self
    }

    /// Accounts that wait for the result: returning it costs gas for each. None by default.
    pub fn output_data_receivers(mut self, receivers: impl Into<Vec<AccountId>>) -> Self {
        self.output_data_receivers = receivers.into();
        self
    }

    /// Records the contract's calls of host functions, in [`Outcome::host_calls`], with the gas of
    /// each and between them. nearcore's runner has no such record.
    pub fn trace(mut self) -> Self {
        self.trace = true;
        self
    }

    /// Runs the call. The account changes if and only if the outcome is a success.
    ///
    /// # Errors
    ///
    /// See [`CallError`]. A contract's fault is not an error: it is the outcome's `failure`.
    ///
    /// # Cost
    ///
    /// [`Outcome::burnt_gas`]: the gas that the network would burn inside the VM.
    pub fn transact(mut self) -> Result<Outcome, CallError> {
        self.run(false)
    }

    /// Runs the call as a view: without attached gas, signer or deposit; nothing changes.
    ///
    /// # Errors
    ///
    /// See [`CallError`].
    pub fn view(mut self) -> Result<Outcome, CallError> {
        self.run(true)
    }

    /// Returns a function that makes the call with the given gas, and returns the outcome, with its
    /// trace, and the account after it. The contract's own account does not change.
    pub(crate) fn traced_attempts(
        mut self,
    ) -> impl FnMut(Gas) -> Result<(Outcome, Account), CallError> {
        self.trace = true;
        let before = self.contract.account.clone();
        move |gas| {
            self.gas = gas;
            let outcome = self.run(false);
            let after = std::mem::replace(&mut self.contract.account, before.clone());
            Ok((outcome?, after))
        }
    }

    fn run(&mut self, is_view: bool) -> Result<Outcome, CallError> {
        let context = self.vm_context(is_view)?;
        let Contract {
            network,
            account,
            code,
            block,
            functions,
        } = &mut *self.contract;
        let receipt_gas = match is_view {
            true => Gas::ZERO,
            false => receipt::gas_around(&context, &self.method, &network.config.fees),
        };
        let code_size = code.code().len() as u64;

        let start = Instant::now();
        let mut external = CallExternal::alone(&account.storage, block, network.version);
        external.storage = external.storage.below(network.trie_depth);
        let mut recorder = functions.as_ref().and_then(|names| {
            let mut recorder = external.recorder(network)?;
            recorder.reports = names.reports();
            Some(recorder)
        });
        let mut host_calls = Vec::new();
        let observer = Observer {
            host_calls: self.trace.then_some(&mut host_calls),
            functions: recorder.as_mut(),
        };
        let mut outcome = network.vm.run(
            code,
            &self.method,
            context,
            &mut external,
            &network.config,
            observer,
        )?;
        let wall = start.elapsed();
        let CallExternal {
            storage,
            mut promises,
            ..
        } = external;
        let changes = storage.changes;
        let (balance, usage) = (outcome.balance, outcome.storage_usage);
        let failure = match outcome.aborted.take() {
            Some(error) => Some(Failure::Call(error)),
            None if is_view => None,
            None => missing_stake(balance, account.locked, usage, &network.config)
                .map(|amount| Failure::LackBalanceForState { amount }),
        };
        let is_change = failure.is_none() && !is_view;
        let left = self.gas.saturating_sub(outcome.used_gas);
        let mut outcome = Outcome::new(
            outcome,
            failure,
            network.backend,
            receipt_gas,
            host_calls,
            wall,
        );
        if let (Some(recorder), Some(names)) = (recorder, functions) {
            outcome.functions = Some(recorder.finish(outcome.burnt_gas, names));
        }
        if is_change {
            account.storage_usage = usage.checked_sub(code_size).ok_or(overflow())?;
            account.balance = balance;
            outcome.shared_gas = promises.distribute(left);
            outcome.receipts = receipt::of_promises(promises, &account.account_id);
            apply(changes, &mut account.storage);
        }
        Ok(outcome)
    }
}
