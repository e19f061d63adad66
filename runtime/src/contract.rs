//! A deployed contract.

use crate::call::Call;
use crate::functions::{FunctionNames, SymbolsError};
use crate::network::Network;
use crate::state::{Account, Block};
use near_primitives_core::hash::CryptoHash;
use near_vm_runner::ContractCode;
use std::fmt;
use std::sync::Arc;

/// A contract that cannot be deployed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
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

/// A contract deployed on a [`Runtime`](crate::Runtime), with its account.
pub struct Contract {
    pub(crate) network: Arc<Network>,
    pub(crate) account: Account,
    pub(crate) code: Arc<ContractCode>,
    pub(crate) block: Block,
    /// Names of the functions, if their gas is recorded.
    pub(crate) functions: Option<FunctionNames>,
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
            functions: None,
        })
    }

    /// The account as the last successful call left it.
    pub fn account(&self) -> &Account {
        &self.account
    }

    /// Replaces the account's state, for instance by the one before a call: several calls can then start
    /// from one state, without a deployment for each.
    pub fn set_account(&mut self, account: Account) {
        self.account = account;
    }

    /// SHA-256 of the code.
    pub fn code_hash(&self) -> CryptoHash {
        *self.code.hash()
    }

    /// The block of the next calls.
    pub fn block_mut(&mut self) -> &mut Block {
        &mut self.block
    }

    /// From now on, records the gas of each of the contract's functions: see
    /// [`Outcome::functions`](crate::Outcome). nearcore's runner has no such record.
    ///
    /// Gas, outcomes and state do not change. The contract is compiled a second time, and a run takes up to
    /// twice as much of the thread's stack.
    pub fn profile_functions(&mut self) {
        // Code that is no module fails in every call.
        let names = FunctionNames::of(self.code.code());
        self.functions = Some(names.unwrap_or_default());
    }

    /// Like [`Self::profile_functions`], with the names in `symbols`: the contract's Wasm before its
    /// names were stripped.
    ///
    /// # Errors
    ///
    /// `symbols` is no Wasm, or another contract's.
    pub fn name_functions(&mut self, symbols: &[u8]) -> Result<(), SymbolsError> {
        let names = FunctionNames::of_symbols(self.code.code(), symbols)?;
        self.functions = Some(names);
        Ok(())
    }

    /// Like [`Self::name_functions`], and records how often each line of the source ran: see
    /// [`CallTree::coverage`](crate::CallTree). A run takes several times as long.
    ///
    /// # Errors
    ///
    /// `symbols` is no Wasm, another contract's, or without DWARF.
    #[cfg(feature = "dwarf")]
    pub fn cover_lines(&mut self, symbols: &[u8]) -> Result<(), SymbolsError> {
        let config = &self.network.config.wasm_config;
        let names = FunctionNames::covering(self.code.code(), symbols, config)?;
        self.functions = Some(names);
        Ok(())
    }

    /// A call of `method`; it runs only on [`Call::transact`] or [`Call::view`].
    pub fn call(&mut self, method: impl Into<String>) -> Call<'_> {
        Call::new(self, method.into())
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
