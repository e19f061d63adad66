//! Cache entries as files of a folder that other processes may use, fill and empty at any time.
//!
//! nearcore's own `FilesystemContractRuntimeCache` is made for a node, which owns its folder and
//! whose operator notices a stop. This cache continues if it finds anything else in an entry's
//! place, even a pipe that would block, a file too large for memory or a link to somebody's file. A
//! full disk leaves no partial file.

use super::fault::CacheFault;
use crate::replace_file::{TEMPORARY_PREFIX, open_no_link, replace_file_unsynced};
use crate::seal::{Intact, seal, unseal};
use near_primitives_core::hash::CryptoHash;
use std::fs::{self, File, Metadata};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The folder is swept each time its limit divided by this has been written.
const SWEEPS: u64 = 64;
/// Older temporary files were left by killed processes.
const STALE: Duration = Duration::from_hours(1);

/// A folder of cache entries. Its faults are not errors; the last one is kept.
pub(crate) struct Folder {
    path: PathBuf,
    /// Largest size, bytes.
    limit: u64,
    /// Bytes written since the last sweep.
    written: AtomicU64,
    fault: Mutex<Option<CacheFault>>,
}

impl Folder {
    /// Opens the folder, or creates it.
    pub(crate) fn open(path: PathBuf, limit: u64) -> io::Result<Self> {
        fs::create_dir_all(&path)?;
        fs::read_dir(&path)?;
        Ok(Self {
            path,
            limit,
            written: AtomicU64::new(limit), // entries of earlier runs count: the first entry sweeps
            fault: Mutex::new(None),
        })
    }

    /// The entry, decoded; `None` if it is missing or unusable.
    pub(crate) fn load<T>(
        &self,
        key: &CryptoHash,
        decode: impl FnOnce(Intact<'_>) -> Option<T>,
    ) -> Option<T> {
        let path = self.entry(key);
        let fault = match self.read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            Ok(sealed) => match unseal(key, &sealed).and_then(decode) {
                Some(decoded) => return Some(decoded),
                None => CacheFault::Damaged { path },
            },
            Err(error) => CacheFault::Read {
                path,
                reason: Arc::new(error),
            },
        };
        self.remember(fault);
        None
    }

    /// Writes an entry, whole or not at all.
    pub(crate) fn store(&self, key: &CryptoHash, payload: &[u8]) {
        let path = self.entry(key);
        if let Err(error) = self.write(&path, &seal(key, payload)) {
            self.remember(CacheFault::Write {
                path,
                reason: Arc::new(error),
            });
        }
    }

    pub(crate) fn fault(&self) -> Option<CacheFault> {
        let fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        fault.clone()
    }

    fn remember(&self, fault: CacheFault) {
        *self.fault.lock().unwrap_or_else(PoisonError::into_inner) = Some(fault);
    }

    fn entry(&self, key: &CryptoHash) -> PathBuf {
        self.path.join(key.to_string())
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let file = open_no_link(path, File::options().read(true))?;
        if file.metadata()?.len() > self.limit {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let mut sealed = Vec::new();
        file.take(self.limit).read_to_end(&mut sealed)?;
        Ok(sealed)
    }

    fn write(&self, path: &Path, sealed: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.path)?; // another process may have cleared the cache
        replace_file_unsynced(path, sealed)?;
        let size = sealed.len() as u64;
        let written = self.written.fetch_add(size, Ordering::Relaxed);
        if written.saturating_add(size) >= self.limit / SWEEPS {
            self.written.store(0, Ordering::Relaxed);
            self.sweep()?;
        }
        Ok(())
    }

    /// Removes temporary files of killed processes and, above the limit, the entries read longest
    /// ago, as far as the file system records that.
    fn sweep(&self) -> io::Result<()> {
        let mut entries = Vec::new();
        for file in fs::read_dir(&self.path)? {
            let file = file?;
            let name = file.file_name();
            let name = name.to_string_lossy();
            // Other processes remove files too.
            let Some(metadata) = file.metadata().ok().filter(Metadata::is_file) else {
                continue;
            };
            if name.parse::<CryptoHash>().is_ok() {
                let last_used = metadata.accessed().or_else(|_| metadata.modified())?;
                entries.push((last_used, file.path(), metadata.len()));
            } else if name.starts_with(TEMPORARY_PREFIX)
                && metadata.modified()?.elapsed().is_ok_and(|age| age > STALE)
            {
                remove(&file.path())?;
            }
        }
        entries.sort_unstable();
        let mut total: u64 = entries.iter().map(|(_, _, size)| size).sum();
        for (_, path, size) in entries {
            if total <= self.limit {
                break;
            }
            remove(&path)?;
            total -= size;
        }
        Ok(())
    }
}

/// Removes a file, unless another process already has.
fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
