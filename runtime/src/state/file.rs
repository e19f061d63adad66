//! Account state as a JSON file.

use super::{Account, LockHolder, StateFile, Storage};
use crate::replace_file::{Replacement, open_file, target};
use near_primitives_core::types::{AccountId, Balance, StorageUsage};
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error as _};
use serde::ser::Serialize;
use serde_with::{As, MapPreventDuplicates, base64::Base64 as AsBase64};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

/// Version of the layouts of accounts and chains; a file of another version is refused.
const VERSION: u32 = 1;

/// A state file that could not be read, written or locked. The file itself is unchanged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StateFileError {
    /// The file cannot be read.
    #[error("cannot read state file {path}: {reason}")]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
    /// The file is damaged, or not a state file.
    #[error("state file {path} is corrupt: {reason}")]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// The error and its place.
        reason: String,
    },
    /// The file cannot be written.
    #[error("cannot write state file {path}: {reason}")]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
    /// Something else has the name of the file's lock. Nothing was written to it.
    #[error("cannot lock state file {path}: {lock} is something else than a lock")]
    NotALock {
        /// The file.
        path: PathBuf,
        /// The name of its lock.
        lock: PathBuf,
    },
    /// The file cannot be locked: the folder is missing or not writable, or the file system has no
    /// locks.
    #[error("cannot lock state file {path}: {reason}")]
    Lock {
        /// The file.
        path: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
    /// Another holder kept the file locked until the timeout.
    #[error("state file {path} is locked by {holder}")]
    Locked {
        /// The file.
        path: PathBuf,
        /// The holder, if the lock names it.
        holder: LockHolder,
    },
}

/// Storage keys and values are base64, amounts decimal strings, as NEAR's RPC has them.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Layout {
    version: FileVersion,
    account_id: AccountId,
    balance: Balance,
    /// Absent if nothing is locked, and in files older than the field.
    #[serde(default, skip_serializing_if = "Balance::is_zero")]
    locked: Balance,
    storage_usage: StorageUsage,
    storage: SavedStorage,
}

/// [`VERSION`]; first in the file, so that other fields of another version are never parsed.
#[derive(serde::Serialize)]
pub(crate) struct FileVersion(u32);

impl Default for FileVersion {
    fn default() -> Self {
        Self(VERSION)
    }
}

impl<'de> Deserialize<'de> for FileVersion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u32::deserialize(deserializer)? {
            VERSION => Ok(Self(VERSION)),
            other => Err(D::Error::custom(format_args!(
                "version {other}, expected {VERSION}"
            ))),
        }
    }
}

/// Keys and values of a contract, no key twice.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct SavedStorage(
    #[serde(with = "As::<MapPreventDuplicates<AsBase64, AsBase64>>")] pub(crate) Storage,
);

/// Bytes in base64.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct Base64(#[serde(with = "As::<AsBase64>")] pub(crate) Vec<u8>);

impl From<&Account> for Layout {
    fn from(account: &Account) -> Self {
        Self {
            version: FileVersion::default(),
            account_id: account.account_id.clone(),
            balance: account.balance,
            locked: account.locked,
            storage_usage: account.storage_usage,
            storage: SavedStorage(account.storage.clone()),
        }
    }
}

impl From<Layout> for Account {
    fn from(file: Layout) -> Self {
        Self {
            account_id: file.account_id,
            balance: file.balance,
            locked: file.locked,
            storage_usage: file.storage_usage,
            storage: file.storage.0,
        }
    }
}

impl Account {
    /// Loads an account from a file that [`Self::save`] wrote.
    ///
    /// Reading stops at the first byte that violates the format. The size of the file is not
    /// limited: only the deposit that pays for an account's state limits the state. A pipe or a
    /// device is refused, not waited for.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is not a state file; see [`StateFileError`].
    pub fn load(path: &Path) -> Result<Self, StateFileError> {
        read::<Layout>(path, path).map(Self::from)
    }

    /// Saves the account, completely or not at all.
    ///
    /// See [`replace_file`](crate::replace_file). Processes that load, call and save at the same
    /// time need a [`StateFile`](crate::StateFile), or calls may be lost.
    ///
    /// # Errors
    ///
    /// The file cannot be written; the old content is unchanged.
    pub fn save(&self, path: &Path) -> Result<(), StateFileError> {
        stage(&Layout::from(self), target(path), path)?.commit()
    }
}

impl StateFile {
    /// Loads the account; `None` if there is no file yet.
    ///
    /// # Errors
    ///
    /// See [`Account::load`].
    pub fn load(&self) -> Result<Option<Account>, StateFileError> {
        Ok(known(self.read::<Layout>())?.map(Account::from))
    }

    /// Loads the saved account without a lock: for calls that save nothing.
    ///
    /// # Errors
    ///
    /// See [`Account::load`].
    pub fn peek(path: &Path) -> Result<Option<Account>, StateFileError> {
        known(Account::load(path))
    }

    /// Saves the account, completely or not at all.
    ///
    /// # Errors
    ///
    /// The file cannot be written; the old content is unchanged.
    pub fn save(&self, account: &Account) -> Result<(), StateFileError> {
        self.stage(account)?.commit()
    }

    /// Does the part of [`Self::save`] that is likely to fail; a rename is left. For callers that
    /// first do something else, such as print the outcome, and save only if that succeeds.
    ///
    /// # Errors
    ///
    /// The file cannot be written; the old content is unchanged.
    pub fn stage(&self, account: &Account) -> Result<StagedState, StateFileError> {
        self.stage_as(&Layout::from(account))
    }
}

/// What was loaded; `None` if there is no file yet.
pub(crate) fn known<T>(loaded: Result<T, StateFileError>) -> Result<Option<T>, StateFileError> {
    match loaded {
        Err(StateFileError::Read { reason, .. }) if reason.kind() == io::ErrorKind::NotFound => {
            Ok(None)
        }
        loaded => loaded.map(Some),
    }
}

/// Reads a state file; errors name it `path`, as the caller did.
pub(crate) fn read<T: DeserializeOwned>(file: &Path, path: &Path) -> Result<T, StateFileError> {
    let read_error = |reason| StateFileError::Read {
        path: path.to_owned(),
        reason,
    };
    let file = open_file(file).map_err(|error| read_error(error.into()))?;
    serde_json::from_reader(BufReader::new(file)).map_err(|error| match error.is_io() {
        true => read_error(error.into()),
        false => StateFileError::corrupt(path, &error),
    })
}

/// Writes a new state file completely, under a temporary name. `file` is no link; errors name it `path`, as
/// the caller did.
pub(crate) fn stage(
    state: &impl Serialize,
    file: PathBuf,
    path: &Path,
) -> Result<StagedState, StateFileError> {
    let path = path.to_owned();
    let json = serde_json::to_string_pretty(state).map_err(io::Error::from);
    match json.and_then(|json| Replacement::write(file, (json + "\n").as_bytes())) {
        Ok(replacement) => Ok(StagedState { path, replacement }),
        Err(reason) => Err(StateFileError::Write { path, reason }),
    }
}

impl StateFileError {
    /// The error of a file that is not what it should be.
    pub(crate) fn corrupt(path: &Path, reason: &impl ToString) -> Self {
        Self::Corrupt {
            path: path.to_owned(),
            // An unknown field is quoted verbatim, and an error is one line.
            reason: reason.to_string().replace(char::is_control, "\u{fffd}"),
        }
    }
}

/// A new state on the disk beside its file: only a rename is left. It is removed when dropped.
#[derive(Debug)]
#[must_use = "nothing is saved before `commit`"]
pub struct StagedState {
    path: PathBuf,
    replacement: Replacement,
}

impl StagedState {
    /// Renames the state to its file's name.
    ///
    /// # Errors
    ///
    /// The file cannot be replaced; the old content is unchanged.
    pub fn commit(self) -> Result<(), StateFileError> {
        let path = self.path;
        self.replacement
            .commit()
            .map_err(|reason| StateFileError::Write { path, reason })
    }
}
