//! Account state as a JSON file.

use super::Account;
use crate::replace_file::replace_file;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use near_primitives_core::types::{AccountId, Balance, StorageUsage};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// The layout below; a file of another version is refused.
const VERSION: u32 = 1;

/// A state file that could not be read or written. The file itself is as it was.
#[derive(Debug, thiserror::Error)]
pub enum StateFileError {
    /// The file cannot be read.
    #[error("cannot read state file {path}: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file is not one of ours, or damaged.
    #[error("state file {path} is corrupt: {reason}")]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        reason: String,
    },
    /// The file cannot be written.
    #[error("cannot write state file {path}: {source}")]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// Storage keys and values are base64, amounts decimal strings, as NEAR's RPC has them.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StateFile {
    version: u32,
    account_id: AccountId,
    balance: Balance,
    storage_usage: StorageUsage,
    storage: BTreeMap<String, String>,
}

impl Account {
    /// Loads an account from a file that [`Self::save`] wrote.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is not a state file; see [`StateFileError`].
    pub fn load(path: &Path) -> Result<Self, StateFileError> {
        let text = std::fs::read(path).map_err(|source| StateFileError::Read {
            path: path.to_owned(),
            source,
        })?;
        Self::from_json(&text).map_err(|reason| StateFileError::Corrupt {
            path: path.to_owned(),
            reason,
        })
    }

    /// Saves the account: all of it, or nothing.
    ///
    /// See [`replace_file`](crate::replace_file).
    ///
    /// # Errors
    ///
    /// The file cannot be written; what was there still is.
    pub fn save(&self, path: &Path) -> Result<(), StateFileError> {
        self.to_json()
            .and_then(|json| replace_file(path, json.as_bytes()))
            .map_err(|source| StateFileError::Write {
                path: path.to_owned(),
                source,
            })
    }

    fn to_json(&self) -> io::Result<String> {
        let file = StateFile {
            version: VERSION,
            account_id: self.account_id.clone(),
            balance: self.balance,
            storage_usage: self.storage_usage,
            storage: self
                .storage
                .iter()
                .map(|(key, value)| (BASE64.encode(key), BASE64.encode(value)))
                .collect(),
        };
        Ok(serde_json::to_string_pretty(&file)? + "\n")
    }

    fn from_json(text: &[u8]) -> Result<Self, String> {
        let file: StateFile = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        if file.version != VERSION {
            return Err(format!("version {}, expected {VERSION}", file.version));
        }
        let decode = |what: &str, text: &str| {
            BASE64
                .decode(text)
                .map_err(|error| format!("storage {what} {text:?}: {error}"))
        };
        let storage = file
            .storage
            .iter()
            .map(|(key, value)| Ok((decode("key", key)?, decode("value", value)?)))
            .collect::<Result<_, String>>()?;
        Ok(Self {
            account_id: file.account_id,
            balance: file.balance,
            storage_usage: file.storage_usage,
            storage,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account() -> Account {
        let mut account = Account::new("contract.near".parse().expect("a valid name"));
        account.storage.insert(b"STATE".to_vec(), vec![0, 255, 10]);
        account.storage.insert(vec![], vec![]);
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

    #[test]
    fn a_damaged_file_is_refused_with_the_reason() {
        let good = account().to_json().expect("serialized");
        for (bad, reason) in [
            (String::new(), "EOF"),
            (good[..good.len() / 2].to_owned(), "EOF"),
            (
                good.replace("\"version\": 1", "\"version\": 2"),
                "version 2, expected 1",
            ),
            (good.replace("AP8K", "A?8K"), "storage value \"A?8K\""),
            (
                good.replace("contract.near", "Contract!"),
                "invalid character 'C'",
            ),
            (
                good.replace("\"balance\"", "\"balanse\""),
                "unknown field `balanse`",
            ),
        ] {
            let error = Account::from_json(bad.as_bytes()).expect_err("refused");
            assert!(error.contains(reason), "{error:?} does not say {reason:?}");
        }
    }
}
