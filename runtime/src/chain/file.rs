//! A chain as a JSON file.

use super::Chain;
use super::executed::Executed;
use super::place::{Key, Place};
use super::queues::Queues;
use super::supply::Tokens;
use super::world::World;
use crate::promises::Yield;
use crate::replace_file::target;
use crate::runtime::Runtime;
use crate::state::{
    self, Base64, Block, FileVersion, SavedStorage, StagedState, StateFile, StateFileError,
};
use borsh::{BorshDeserialize, BorshSerialize};
use near_crypto::PublicKeyHandle;
use near_primitives_core::account::{Account, AccountContract};
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::{AccountId, Balance};
use near_vm_runner::ContractCode;
use serde::{Deserialize, Serialize};
use serde_with::{As, MapPreventDuplicates, Same};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// What is saved, in RPC's form where RPC has one: amounts are decimal strings, hashes and public keys
/// base58, bytes base64. All that waits is nearcore's borsh in base64.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Layout {
    /// First in the file, so that other fields of another version are never parsed.
    chain: FileVersion,
    chain_id: String,
    block: SavedBlock,
    gas_price: Balance,
    minimum_stake: Balance,
    #[serde(with = "As::<MapPreventDuplicates<Same, Same>>")]
    accounts: BTreeMap<AccountId, SavedAccount>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    global_contracts: Vec<(Base64, Base64)>,
    tokens: Tokens,
    queues: Base64,
    /// Transactions with a receipt or a yield that waits.
    transactions: Base64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedBlock {
    height: u64,
    timestamp: u64,
    epoch_height: u64,
    random_seed: CryptoHash,
    #[serde(with = "As::<MapPreventDuplicates<Same, Same>>")]
    validators: BTreeMap<AccountId, Balance>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedAccount {
    /// Absent if the account was deleted and its yields wait.
    account: Option<Account>,
    #[serde(with = "As::<MapPreventDuplicates<Same, Same>>")]
    access_keys: BTreeMap<PublicKeyHandle, Key>,
    storage: SavedStorage,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    yields: Option<Base64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    code: Option<Base64>,
}

impl Chain {
    /// Loads a chain from a file that [`Self::save`] wrote.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is not a chain's.
    pub fn load(path: &Path, runtime: &Runtime) -> Result<Self, StateFileError> {
        opened(state::read(path, path)?, path, runtime)
    }

    /// Saves the chain, completely or not at all, without the transactions that have ended: their effects on
    /// accounts are saved, but [`Self::executed`] of the loaded chain does not find them.
    ///
    /// # Errors
    ///
    /// The file cannot be written; the old content is unchanged.
    pub fn save(&self, path: &Path) -> Result<(), StateFileError> {
        state::stage(&self.layout(), target(path), path)?.commit()
    }

    fn layout(&self) -> Layout {
        let world = &self.world;
        let block = &world.block;
        let globals = world.globals.iter();
        let globals = globals.map(|(key, code)| (Base64(key.clone()), base64_of(code)));
        let waiting = self.waiting_transactions();
        let transactions = waiting.iter().filter_map(|hash| self.executed(hash));
        let transactions: Vec<&Executed> = transactions.collect();
        Layout {
            chain: FileVersion::default(),
            chain_id: world.chain_id.clone(),
            block: SavedBlock {
                height: block.height,
                timestamp: block.timestamp,
                epoch_height: block.epoch_height,
                random_seed: CryptoHash(block.random_seed),
                validators: block.validators.clone(),
            },
            gas_price: world.gas_price,
            minimum_stake: world.minimum_stake,
            accounts: self.places.iter().map(saved).collect(),
            global_contracts: globals.collect(),
            tokens: self.tokens,
            queues: encoded(&self.queues),
            transactions: encoded(&transactions),
        }
    }

    /// Hashes of the transactions with a receipt or a yield that waits.
    fn waiting_transactions(&self) -> BTreeSet<CryptoHash> {
        let queued = self.queues.receipts().map(|it| it.transaction);
        let timeouts = self.queues.timeouts.iter().map(|it| it.transaction);
        queued.chain(timeouts).collect()
    }
}

impl StateFile {
    /// Loads the chain; `None` if there is no file yet.
    ///
    /// # Errors
    ///
    /// See [`Chain::load`].
    pub fn load_chain(&self, runtime: &Runtime) -> Result<Option<Chain>, StateFileError> {
        let layout = state::known(self.read::<Layout>())?;
        let chain = layout.map(|layout| opened(layout, self.path(), runtime));
        chain.transpose()
    }

    /// Loads the saved chain without a lock: for views.
    ///
    /// # Errors
    ///
    /// See [`Chain::load`].
    pub fn peek_chain(path: &Path, runtime: &Runtime) -> Result<Option<Chain>, StateFileError> {
        state::known(Chain::load(path, runtime))
    }

    /// See [`Self::stage`].
    ///
    /// # Errors
    ///
    /// The file cannot be written; the old content is unchanged.
    pub fn stage_chain(&self, chain: &Chain) -> Result<StagedState, StateFileError> {
        self.stage_as(&chain.layout())
    }
}

fn encoded(value: &impl BorshSerialize) -> Base64 {
    Base64(borsh::to_vec(value).expect("writing to memory does not fail"))
}

fn base64_of(code: &Arc<ContractCode>) -> Base64 {
    Base64(code.code().to_vec())
}

fn saved((account_id, place): (&AccountId, &Place)) -> (AccountId, SavedAccount) {
    let account = SavedAccount {
        account: place.account.clone(),
        access_keys: (*place.keys).clone(),
        storage: SavedStorage(place.changed_storage()),
        yields: (!place.yields.is_empty()).then(|| encoded(&*place.yields)),
        code: place.code.as_ref().map(base64_of),
    };
    (account_id.clone(), account)
}

/// The chain that a file holds, on the network of this runtime.
fn opened(file: Layout, path: &Path, runtime: &Runtime) -> Result<Chain, StateFileError> {
    let code = |Base64(code)| Arc::new(ContractCode::new(code, None));
    let globals = file.global_contracts.into_iter();
    let block = file.block;
    let mut places = BTreeMap::new();
    for (account_id, saved) in file.accounts {
        let yields: BTreeMap<CryptoHash, Yield> = match saved.yields {
            Some(yields) => decoded("yields", &yields, path)?,
            None => BTreeMap::new(),
        };
        let place = Place {
            account: saved.account,
            code: saved.code.map(code),
            keys: Arc::new(saved.access_keys),
            storage: Arc::new(saved.storage.0),
            written: Arc::default(),
            yields: Arc::new(yields),
        };
        check(&account_id, &place).map_err(|fault| StateFileError::corrupt(path, &fault))?;
        places.insert(account_id, place);
    }
    let transactions: Vec<Executed> = decoded("transactions", &file.transactions, path)?;
    if !transactions.iter().all(Executed::is_tree) {
        let fault = "transactions: a receipt is listed where it was not created";
        return Err(StateFileError::corrupt(path, &fault));
    }
    let transactions = transactions.into_iter();
    Ok(Chain {
        world: World {
            network: runtime.network(),
            block: Block {
                height: block.height,
                timestamp: block.timestamp,
                epoch_height: block.epoch_height,
                random_seed: block.random_seed.0,
                validators: block.validators,
            },
            gas_price: file.gas_price,
            chain_id: file.chain_id,
            minimum_stake: file.minimum_stake,
            globals: globals.map(|(key, it)| (key.0, code(it))).collect(),
            functions: None,
        },
        places,
        written: BTreeSet::new(),
        queues: decoded::<Queues>("queues", &file.queues, path)?,
        executed: transactions
            .map(|it| (it.conversion.hash, Arc::new(it)))
            .collect(),
        tokens: file.tokens,
    })
}

fn decoded<T: BorshDeserialize>(
    what: &str,
    Base64(bytes): &Base64,
    path: &Path,
) -> Result<T, StateFileError> {
    let fault = |error| StateFileError::corrupt(path, &format!("{what}: {error}"));
    borsh::from_slice(bytes).map_err(fault)
}

/// Checks that an account's own code is the one it names.
fn check(account_id: &AccountId, place: &Place) -> Result<(), String> {
    let named = match place.account.as_ref().map(Account::contract).as_deref() {
        Some(AccountContract::Local(hash)) => Some(*hash),
        _ => None,
    };
    let there = place.code.as_ref().map(|code| *code.hash());
    match named == there {
        true => Ok(()),
        false => Err(format!("{account_id}'s code is not the one that it names")),
    }
}
