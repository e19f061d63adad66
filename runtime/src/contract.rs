//! A deployed contract, and calls of its methods.

use crate::network::Network;
use crate::outcome::Outcome;
use crate::state::{Account, AccountExternal, Block};
use near_primitives_core::account::AccountContract;
use near_primitives_core::config::ViewConfig;
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::{AccountId, Balance, Gas};
use near_vm_runner::ContractCode;
use near_vm_runner::logic::errors::VMRunnerError;
use near_vm_runner::logic::{VMContext, VMOutcome};
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

/// Gas of a call that does not say: what a wallet attaches at most.
const DEFAULT_GAS: Gas = Gas::from_teragas(300);

/// A contract that cannot be deployed.
#[derive(Debug, thiserror::Error)]
pub enum DeployError {
    /// The code exceeds the network's `max_contract_size`.
    #[error("the contract has {size} bytes; the network allows {limit}")]
    TooLarge {
        /// Size of the code, bytes.
        size: u64,
        /// Largest size allowed, bytes.
        limit: u64,
    },
}

/// A call that has no outcome: the embedder's fault, not the contract's.
#[derive(Debug, thiserror::Error)]
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
        /// Their size, bytes.
        size: u64,
        /// Largest size allowed, bytes.
        limit: u64,
    },
    /// More gas than a transaction may attach.
    #[error("{gas} gas attached; the network allows {limit}")]
    TooMuchGas {
        /// Gas attached.
        gas: u64,
        /// Most that may be attached.
        limit: u64,
    },
    /// Balance and deposit do not fit 128 bits.
    #[error("the deposit overflows the account's balance")]
    DepositOverflow,
    /// The VM failed: no memory for native code, nearcore's own cache, a broken engine.
    #[error("the runtime failed: {0}")]
    Runtime(#[from] VMRunnerError),
}

/// A contract deployed on a [`Runtime`](crate::Runtime), with its account.
pub struct Contract {
    network: Arc<Network>,
    account: Account,
    code: Arc<ContractCode>,
    block: Block,
}

impl Contract {
    pub(crate) fn new(
        network: Arc<Network>,
        account: Account,
        wasm: Vec<u8>,
    ) -> Result<Self, DeployError> {
        let size = wasm.len() as u64;
        let limit = network.config.wasm_config.limit_config.max_contract_size;
        if size > limit {
            return Err(DeployError::TooLarge { size, limit });
        }
        let code = Arc::new(ContractCode::new(wasm, None));
        Ok(Self {
            network,
            account,
            code,
            block: Block::default(),
        })
    }

    /// The account as the last successful call left it.
    pub fn account(&self) -> &Account {
        &self.account
    }

    /// SHA-256 of the code.
    pub fn code_hash(&self) -> CryptoHash {
        *self.code.hash()
    }

    /// The block that calls run in.
    pub fn block_mut(&mut self) -> &mut Block {
        &mut self.block
    }

    /// A call of `method`; nothing happens before [`Call::transact`] or [`Call::view`].
    pub fn call(&mut self, method: impl Into<String>) -> Call<'_> {
        Call {
            method: method.into(),
            args: Ok(Vec::new()),
            gas: DEFAULT_GAS,
            deposit: Balance::ZERO,
            signer: None,
            trace: false,
            contract: self,
        }
    }
}

impl fmt::Debug for Contract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Contract({}, {})",
            self.account.account_id,
            self.code_hash()
        )
    }
}

/// A call in the making.
#[must_use = "a call does nothing until `transact` or `view`"]
pub struct Call<'a> {
    contract: &'a mut Contract,
    method: String,
    args: Result<Vec<u8>, CallError>,
    gas: Gas,
    deposit: Balance,
    signer: Option<AccountId>,
    trace: bool,
}

impl Call<'_> {
    /// The arguments, as bytes.
    pub fn args(mut self, args: impl Into<Vec<u8>>) -> Self {
        self.args = Ok(args.into());
        self
    }

    /// The arguments, serialized as JSON.
    pub fn args_json(mut self, args: impl serde::Serialize) -> Self {
        self.args = serde_json::to_vec(&args).map_err(|error| CallError::Arguments {
            encoding: "JSON",
            reason: error.to_string(),
        });
        self
    }

    /// The arguments, serialized as borsh.
    pub fn args_borsh(mut self, args: impl borsh::BorshSerialize) -> Self {
        self.args = borsh::to_vec(&args).map_err(|error| CallError::Arguments {
            encoding: "borsh",
            reason: error.to_string(),
        });
        self
    }

    /// Gas to attach; 300 Tgas by default.
    pub fn gas(mut self, gas: Gas) -> Self {
        self.gas = gas;
        self
    }

    /// Deposit to attach, yoctoNEAR; nothing by default.
    pub fn deposit(mut self, deposit: Balance) -> Self {
        self.deposit = deposit;
        self
    }

    /// Who signs and sends the call; the contract's own account by default.
    pub fn signer(mut self, signer: AccountId) -> Self {
        self.signer = Some(signer);
        self
    }

    /// Records the calls the contract makes of the host, in [`Outcome::host_calls`]: what it spent
    /// its gas on, and between which calls. On wasmer only; nearcore's runner has no such record.
    pub fn trace(mut self) -> Self {
        self.trace = true;
        self
    }

    /// Runs the call. The account changes if, and only if, the outcome is a success.
    ///
    /// # Errors
    ///
    /// See [`CallError`]. A contract's fault is none: it is the outcome's `failure`.
    ///
    /// # Cost
    ///
    /// [`Outcome::burnt_gas`] is what the network would burn inside the VM.
    pub fn transact(self) -> Result<Outcome, CallError> {
        self.run(false)
    }

    /// Runs the call as a view: without gas attached, signer or deposit, changing nothing.
    ///
    /// # Errors
    ///
    /// See [`CallError`].
    pub fn view(self) -> Result<Outcome, CallError> {
        self.run(true)
    }

    fn run(self, is_view: bool) -> Result<Outcome, CallError> {
        let Contract {
            network,
            account,
            code,
            block,
        } = self.contract;
        let context = Context {
            input: self.args?,
            gas: self.gas,
            deposit: if is_view { Balance::ZERO } else { self.deposit },
            signer: self.signer,
            is_view,
        }
        .into_vm_context(network, account, code, block)?;

        let start = Instant::now();
        let mut external = AccountExternal::new(&account.storage);
        let mut host_calls = Vec::new();
        let outcome = network.vm.run(
            code,
            &self.method,
            context,
            &mut external,
            &network.config,
            self.trace.then_some(&mut host_calls),
        )?;
        let wall = start.elapsed();

        let changes = external.into_changes();
        let VMOutcome {
            balance,
            storage_usage,
            aborted,
            ..
        } = &outcome;
        if aborted.is_some() || is_view {
            return Ok(Outcome::new(outcome, Vec::new(), host_calls, wall));
        }
        account.balance = *balance;
        account.storage_usage = *storage_usage;
        let actions = changes.apply(&mut account.storage);
        Ok(Outcome::new(outcome, actions, host_calls, wall))
    }
}

/// What of a call goes into nearcore's context.
struct Context {
    input: Vec<u8>,
    gas: Gas,
    deposit: Balance,
    signer: Option<AccountId>,
    is_view: bool,
}

impl Context {
    fn into_vm_context(
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
        if account.balance.checked_add(self.deposit).is_none() {
            return Err(CallError::DepositOverflow);
        }
        // Views have no attached gas; nodes allow them this much.
        let view_config = self.is_view.then_some(ViewConfig {
            max_gas_burnt: limits.max_gas_burnt,
        });
        let signer = self.signer.unwrap_or_else(|| account.account_id.clone());
        Ok(VMContext {
            current_account_id: account.account_id.clone(),
            signer_account_id: signer.clone(),
            // A key of the right form; no contract can tell more about it offline.
            signer_account_pk: vec![0; 33],
            predecessor_account_id: signer.clone(),
            refund_to_account_id: signer,
            input: self.input.into(),
            promise_results: Vec::new().into(),
            block_height: block.height,
            block_timestamp: block.timestamp,
            epoch_height: block.epoch_height,
            account_balance: account.balance,
            account_locked_balance: Balance::ZERO,
            storage_usage: account.storage_usage,
            account_contract: AccountContract::Local(*code.hash()),
            attached_deposit: self.deposit,
            prepaid_gas: self.gas,
            random_seed: block.random_seed.to_vec(),
            view_config,
            output_data_receivers: Vec::new(),
        })
    }
}
