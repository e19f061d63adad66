//! Several accounts, blocks and receipts: what a call does when it calls others.
//!
//! The rules are nearcore's (`runtime/runtime/src`), for one shard that gets all receipts; each file names
//! the part of nearcore that it follows. [`crate::UNCOVERED`] lists what is left out.

mod accounts;
mod actions;
mod application;
mod authorization;
mod call;
mod conversion;
mod delegate;
mod executed;
mod execution;
mod file;
mod functions;
mod globals;
mod key_permission;
mod keys;
mod place;
mod queues;
#[cfg(test)]
mod recorded;
mod rpc;
mod schedule;
mod settlement;
mod supply;
mod transaction;
mod validation;
mod view;
mod world;

pub(crate) use executed::action_receipt;
pub use executed::{Conversion, Executed, ExecutedReceipt, ExecutionFailed, Succeeded};
pub use supply::Supply;
pub use transaction::{ChainCall, Transaction};

use crate::call::CallError;
use crate::functions::SymbolsError;
use crate::network::Network;
use crate::state::Block;
use near_primitives::errors::InvalidTxError;
use near_primitives::receipt::Receipt;
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::{AccountId, Balance};
use near_vm_runner::logic::errors::VMRunnerError;
use place::Place;
use queues::Queues;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;
use supply::Tokens;
use world::World;

/// The gas price of an idle chain: the least on mainnet and testnet, yoctoNEAR.
const GAS_PRICE: Balance = Balance::from_yoctonear(100_000_000);

/// The default of a validator's minimum stake: 10,000 NEAR, within mainnet's range of the last years.
const MINIMUM_STAKE: Balance = Balance::from_near(10_000);

/// A step of a chain that has no outcome: the user's fault or the embedder's, not a contract's.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ChainError {
    /// nearcore refuses the transaction: nothing was burnt.
    #[error("the transaction is refused: {0}")]
    Transaction(InvalidTxError),
    /// Arguments that do not serialize.
    #[error(transparent)]
    Arguments(CallError),
    /// There is no such account.
    #[error("there is no account {0}")]
    UnknownAccount(AccountId),
    /// A universal account without its initial state, which decides the contract.
    #[error("{0} is not initialized: its initial state decides its contract")]
    Uninitialized(AccountId),
    /// There is an account of this name already.
    #[error("there is an account {0} already")]
    AccountExists(AccountId),
    /// The account has no access key to sign with.
    #[error("{0} has no access key to sign with")]
    NoKey(AccountId),
    /// The account has no contract of its own.
    #[error("{0} has no contract")]
    NoContract(AccountId),
    /// Amounts that no chain can have.
    #[error("amounts of gas or tokens overflow")]
    Overflow,
    /// A rule of nearcore that is left out.
    #[error("{0} is not executed here")]
    Unsupported(&'static str),
    /// Receipts kept creating receipts.
    #[error("receipts still wait after {0} blocks")]
    Endless(u64),
    /// The functions cannot be named by these symbols.
    #[error("cannot name the functions: {0}")]
    Symbols(SymbolsError),
    /// The VM failed: no memory for native code, a broken engine.
    #[error("the runtime failed: {0}")]
    Runtime(VMRunnerError),
}

// No `#[from]`, which makes a source: an error's text would then be printed twice.
impl From<InvalidTxError> for ChainError {
    fn from(error: InvalidTxError) -> Self {
        Self::Transaction(error)
    }
}

impl From<SymbolsError> for ChainError {
    fn from(error: SymbolsError) -> Self {
        Self::Symbols(error)
    }
}

impl From<VMRunnerError> for ChainError {
    fn from(error: VMRunnerError) -> Self {
        Self::Runtime(error)
    }
}

/// A sum of tokens.
fn add(one: Balance, other: Balance) -> Result<Balance, ChainError> {
    one.checked_add(other).ok_or(ChainError::Overflow)
}

/// A chain of blocks with accounts, in memory.
///
/// A clone is a snapshot: it shares large data, and changes independently.
///
/// ```
/// use near_runtime_ext::{Balance, Runtime};
///
/// let mut chain = Runtime::new().chain();
/// let (alice, bob) = ("alice.near".parse()?, "bob.near".parse()?);
/// chain.add(&alice)?;
/// chain.add(&bob)?;
/// let executed = chain.transaction(&alice, &bob).transfer(Balance::from_near(1)).transact()?;
/// assert_eq!(chain.balance(&bob), Some(Balance::from_near(101)));
/// println!("{executed}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Chain {
    world: World,
    places: BTreeMap<AccountId, Place>,
    /// Accounts whose storage this block changed.
    written: BTreeSet<AccountId>,
    queues: Queues,
    executed: BTreeMap<CryptoHash, Arc<Executed>>,
    tokens: Tokens,
}

impl Chain {
    pub(crate) fn new(network: Arc<Network>) -> Self {
        Self {
            world: World {
                network,
                block: Block::default(),
                gas_price: GAS_PRICE,
                chain_id: "test".to_owned(),
                minimum_stake: MINIMUM_STAKE,
                globals: BTreeMap::new(),
                functions: None,
            },
            places: BTreeMap::new(),
            written: BTreeSet::new(),
            queues: Queues::default(),
            executed: BTreeMap::new(),
            tokens: Tokens::default(),
        }
    }

    /// The last block.
    pub fn block(&self) -> &Block {
        &self.world.block
    }

    /// The last block, for changes: the next block follows it.
    pub fn block_mut(&mut self) -> &mut Block {
        &mut self.world.block
    }

    /// Sets the gas price of the next blocks, yoctoNEAR; 100,000,000 by default.
    pub fn set_gas_price(&mut self, price: Balance) {
        self.world.gas_price = price;
    }

    /// Sets what `chain_id` returns; `test` by default.
    pub fn set_chain_id(&mut self, chain_id: impl Into<String>) {
        self.world.chain_id = chain_id.into();
    }

    /// Sets the least stake of a validator, yoctoNEAR; 10,000 NEAR by default.
    pub fn set_minimum_stake(&mut self, stake: Balance) {
        self.world.minimum_stake = stake;
    }

    /// Receipts of the next block, in order; yields and receipts that wait for results are not among
    /// them.
    pub fn pending(&self) -> impl Iterator<Item = &Receipt> {
        // A fault of the VM leaves receipts that would have run at once.
        let next = self.queues.instant.iter().chain(&self.queues.incoming);
        next.map(|queued| &queued.receipt)
    }
}

impl fmt::Debug for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (height, accounts) = (self.world.block.height, self.places.len());
        write!(f, "Chain(block {height}, {accounts} names)")
    }
}
