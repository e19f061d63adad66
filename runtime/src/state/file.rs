//! Account state as a JSON file.

use super::{Account, LockHolder};
use crate::replace_file::{Replacement, open_file, target};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use near_primitives_core::types::{AccountId, Balance, StorageUsage};
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

/// Version of the layout below; a file of another version is refused.
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
    /// Something that is no lock has the name of the file's lock. Nothing was written to it.
    #[error("cannot lock state file {path}: {lock} is something else than a lock")]
    NotALock {
        /// The file.
        path: PathBuf,
        /// The name of its lock.
        lock: PathBuf,
    },
    /// A lock beside the file is impossible: no such folder, no right to write there, or a file
    /// system without locks.
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
    version: Version,
    account_id: AccountId,
    balance: Balance,
    /// Absent if nothing is locked; files older than the field do not have it either.
    #[serde(default, skip_serializing_if = "Balance::is_zero")]
    locked: Balance,
    storage_usage: StorageUsage,
    storage: Storage,
}

/// [`VERSION`]; first in the file, so that other fields of another version are never parsed.
#[derive(serde::Serialize)]
struct Version(u32);

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u32::deserialize(deserializer)? {
            VERSION => Ok(Self(VERSION)),
            other => Err(D::Error::custom(format_args!(
                "version {other}, expected {VERSION}"
            ))),
        }
    }
}

struct Storage(BTreeMap<Vec<u8>, Vec<u8>>);

impl Serialize for Storage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(
            self.0
                .iter()
                .map(|(key, value)| (BASE64.encode(key), BASE64.encode(value))),
        )
    }
}

impl<'de> Deserialize<'de> for Storage {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(StorageVisitor)
    }
}

struct StorageVisitor;

impl<'de> Visitor<'de> for StorageVisitor {
    type Value = Storage;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map of storage")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Storage, A::Error> {
        let mut storage = BTreeMap::new();
        while let Some((Base64(key), Base64(value))) = map.next_entry()? {
            if storage.insert(key, value).is_some() {
                return Err(A::Error::custom("the same storage key twice"));
            }
        }
        Ok(Storage(storage))
    }
}

struct Base64(Vec<u8>);

impl<'de> Deserialize<'de> for Base64 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Base64Visitor)
    }
}

struct Base64Visitor;

impl Visitor<'_> for Base64Visitor {
    type Value = Base64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("base64")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Base64, E> {
        // The text itself may be megabytes: its place is enough.
        BASE64
            .decode(text)
            .map(Base64)
            .map_err(|error| E::invalid_value(Unexpected::Other(&error.to_string()), &self))
    }
}

impl Account {
    /// Loads an account from a file that [`Self::save`] wrote.
    ///
    /// Reading stops at the first byte that violates the format. The size has no bound: an account's
    /// state has none but the deposit that pays for it. A pipe or a device is refused, not waited for.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is not a state file; see [`StateFileError`].
    pub fn load(path: &Path) -> Result<Self, StateFileError> {
        Self::load_from(path, path)
    }

    /// Loads the file; errors have the name that the caller gave.
    pub(super) fn load_from(file: &Path, path: &Path) -> Result<Self, StateFileError> {
        let read_error = |reason| StateFileError::Read {
            path: path.to_owned(),
            reason,
        };
        let file = open_file(file).map_err(|error| read_error(error.into()))?;
        Self::from_json(BufReader::new(file)).map_err(|error| match error.is_io() {
            true => read_error(error.into()),
            false => StateFileError::Corrupt {
                path: path.to_owned(),
                // An unknown field is quoted verbatim, and an error is one line.
                reason: error.to_string().replace(char::is_control, "\u{fffd}"),
            },
        })
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
        self.stage(target(path), path)?.commit()
    }

    /// Writes the account's new state file completely, under a temporary name. `path` is no link; errors have
    /// the name that the caller gave.
    pub(super) fn stage(&self, file: PathBuf, path: &Path) -> Result<StagedState, StateFileError> {
        let path = path.to_owned();
        match self
            .to_json()
            .and_then(|json| Replacement::write(file, json.as_bytes()))
        {
            Ok(replacement) => Ok(StagedState { path, replacement }),
            Err(reason) => Err(StateFileError::Write { path, reason }),
        }
    }

    fn to_json(&self) -> io::Result<String> {
        let file = Layout {
            version: Version(VERSION),
            account_id: self.account_id.clone(),
            balance: self.balance,
            locked: self.locked,
            storage_usage: self.storage_usage,
            storage: Storage(self.storage.clone()),
        };
        Ok(serde_json::to_string_pretty(&file)? + "\n")
    }

    fn from_json(text: impl io::Read) -> serde_json::Result<Self> {
        let file: Layout = serde_json::from_reader(text)?;
        Ok(Self {
            account_id: file.account_id,
            balance: file.balance,
            locked: file.locked,
            storage_usage: file.storage_usage,
            storage: file.storage.0,
        })
    }
}

/// A state that is already on the disk, beside its file: only a rename is left. It is removed when
/// dropped.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn account() -> Account {
        let mut account = Account::new("contract.near".parse().expect("a valid name"));
        account.storage.insert(b"STATE".to_vec(), vec![0, 255, 10]);
        account.storage.insert(vec![], vec![]);
        account.locked = Balance::from_near(3);
        account
    }

    #[test]
    fn what_is_saved_is_loaded_back() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("state.json");
        account().save(&path).expect("saved");
        assert_eq!(Account::load(&path).expect("loaded"), account());
        let files = std::fs::read_dir(folder.path()).expect("listed").count();
        assert_eq!(files, 1, "no temporary file stays behind");
    }
}
