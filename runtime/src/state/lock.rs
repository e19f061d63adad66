//! Locks: a state file has one writer at a time.

use super::{Account, StagedState, StateFileError};
use crate::replace_file::{TEMPORARY_PREFIX, folder, target};
use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// Shortest and longest pause between two attempts to lock.
const PAUSES: [Duration; 2] = [Duration::from_millis(1), Duration::from_millis(25)];
/// Largest length of a process's number, bytes.
const NUMBER_LEN: u64 = 20;

/// A state file with a single writer, as long as every writer locks it.
///
/// The lock is on a file beside it, since each save replaces the state file itself. The system
/// frees the lock of a process that ends, however it ends; a killed process leaves a lock file,
/// which the next one uses and removes. Readers need no lock: [`Account::load`] finds the old state
/// or the new one.
#[derive(Debug)]
pub struct StateFile {
    path: PathBuf,
    lock: PathBuf,
    _locked: File,
}

/// The holder of a lock: usually a process of this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LockHolder(Option<u32>);

impl fmt::Display for LockHolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(number) => write!(f, "process {number}"),
            None => f.write_str("another process"),
        }
    }
}

impl StateFile {
    /// Locks a state file, which need not exist yet.
    ///
    /// # Errors
    ///
    /// [`StateFileError::Locked`] if another holder keeps the lock until `timeout` is over, and
    /// [`StateFileError::Lock`] if no lock is possible.
    pub fn lock(path: &Path, timeout: Duration) -> Result<Self, StateFileError> {
        let start = Instant::now();
        let path = path.to_owned();
        let failed = |path, reason| Err(StateFileError::Lock { path, reason });
        let lock = match lock_of(&path) {
            Ok(lock) => lock,
            Err(reason) => return failed(path, reason),
        };
        let [mut pause, longest] = PAUSES;
        loop {
            match try_lock(&lock) {
                Ok(Ok(_locked)) => {
                    return Ok(Self {
                        path,
                        lock,
                        _locked,
                    });
                }
                Ok(Err(holder)) if start.elapsed() >= timeout => {
                    return Err(StateFileError::Locked { path, holder });
                }
                Ok(Err(_)) => {}
                Err(reason) => return failed(path, reason),
            }
            thread::sleep(pause.min(timeout.saturating_sub(start.elapsed())));
            pause = longest.min(pause * 2);
        }
    }

    /// Loads the account; `None` if there is no file yet.
    ///
    /// # Errors
    ///
    /// See [`Account::load`].
    pub fn load(&self) -> Result<Option<Account>, StateFileError> {
        Self::peek(&self.path)
    }

    /// Loads the saved account without a lock: for calls that save nothing.
    ///
    /// # Errors
    ///
    /// See [`Account::load`].
    pub fn peek(path: &Path) -> Result<Option<Account>, StateFileError> {
        match Account::load(path) {
            Err(StateFileError::Read { reason, .. })
                if reason.kind() == io::ErrorKind::NotFound =>
            {
                Ok(None)
            }
            loaded => loaded.map(Some),
        }
    }

    /// Saves the account, completely or not at all.
    ///
    /// # Errors
    ///
    /// The file cannot be written; the old content is unchanged.
    pub fn save(&self, account: &Account) -> Result<(), StateFileError> {
        account.save(&self.path)
    }

    /// Does the part of [`Self::save`] that is likely to fail; a rename is left. For callers that
    /// first do something else, such as print the outcome, and save only if that succeeds.
    ///
    /// # Errors
    ///
    /// The file cannot be written; the old content is unchanged.
    pub fn stage(&self, account: &Account) -> Result<StagedState, StateFileError> {
        account.stage(&self.path)
    }
}

impl Drop for StateFile {
    fn drop(&mut self) {
        // While the lock is held: a process that waits for this file then finds it gone, and makes
        // another. Where locked files cannot be removed they stay, and are used again.
        if cfg!(unix) {
            let _ = fs::remove_file(&self.lock);
        }
    }
}

/// Path of a state file's lock: the same for all links to it.
fn lock_of(path: &Path) -> io::Result<PathBuf> {
    let path = target(path);
    let Some(name) = path.file_name() else {
        return Err(io::ErrorKind::InvalidFilename.into());
    };
    let mut lock = OsString::from(TEMPORARY_PREFIX);
    lock.push(name);
    lock.push(".lock");
    Ok(folder(&path).join(lock))
}

/// The locked file, or the holder of the lock.
///
/// The folder may be a stranger's: what is there under the lock's name is opened without following a link or
/// waiting for a writer, and only a lock is ever written to.
fn try_lock(lock: &Path) -> io::Result<Result<File, LockHolder>> {
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        libc::O_NOFOLLOW | libc::O_NONBLOCK,
    );
    let mut file = options.open(lock).map_err(|error| other(lock, error))?;
    if !is_alone(&file)? {
        return Err(something_else());
    }
    match file.try_lock() {
        // The last holder has removed it since it was opened: the lock is another file now.
        Ok(()) if !is_at(&file, lock)? => Ok(Err(LockHolder(None))),
        Ok(()) => {
            if number_in(&mut file)?.is_none() {
                return Err(something_else());
            }
            // The number is for messages only: a lock without it is still a lock.
            let _ = file
                .set_len(0)
                .and_then(|()| file.rewind())
                .and_then(|()| write!(file, "{}", std::process::id()));
            Ok(Ok(file))
        }
        Err(TryLockError::WouldBlock) => {
            let number = number_in(&mut file).unwrap_or_default();
            let number = number.and_then(|number| number.parse().ok());
            Ok(Err(LockHolder(number)))
        }
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// The number in a lock, which may be empty; `None` if the file holds something else.
fn number_in(file: &mut File) -> io::Result<Option<String>> {
    let mut number = Vec::new();
    file.take(NUMBER_LEN + 1).read_to_end(&mut number)?;
    let is_number = number.len() as u64 <= NUMBER_LEN && number.iter().all(u8::is_ascii_digit);
    Ok(String::from_utf8(number).ok().filter(|_| is_number))
}

fn something_else() -> io::Error {
    io::Error::other("there is something else than a lock beside it")
}

/// The error, or, if there is something under the lock's name that cannot be opened as a lock, that.
fn other(lock: &Path, error: io::Error) -> io::Error {
    match fs::symlink_metadata(lock).is_ok_and(|there| !there.is_file()) {
        true => something_else(),
        false => error,
    }
}

/// Whether it is a file, and has no name but this: another one may be somebody's file.
#[cfg(unix)]
fn is_alone(file: &File) -> io::Result<bool> {
    let metadata = file.metadata()?;
    // None, if its last holder has removed it.
    let names = std::os::unix::fs::MetadataExt::nlink(&metadata);
    Ok(metadata.is_file() && names <= 1)
}

/// Outside Unix the number of names is not known.
#[cfg(not(unix))]
fn is_alone(file: &File) -> io::Result<bool> {
    Ok(file.metadata()?.is_file())
}

/// Whether the file still has this name.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let file = file.metadata()?;
    Ok(fs::symlink_metadata(path)
        .is_ok_and(|there| (there.dev(), there.ino()) == (file.dev(), file.ino())))
}

/// Outside Unix locks are never removed.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_had_once_and_leaves_nothing() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("state.json");
        let first = StateFile::lock(&path, Duration::ZERO).expect("free");
        assert_eq!(first.load().expect("no error"), None);
        let error = StateFile::lock(&path, Duration::from_millis(2)).expect_err("held");
        let expected = format!(
            "state file {} is locked by process {}",
            path.display(),
            std::process::id()
        );
        assert_eq!(error.to_string(), expected);
        drop(first);
        drop(StateFile::lock(&path, Duration::ZERO).expect("free again"));
        assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_and_its_file_have_one_lock() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let [path, link] = ["state.json", "link"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink("state.json", &link).expect("linked");
        fs::write(&path, "").expect("written");
        let _held = StateFile::lock(&path, Duration::ZERO).expect("free");
        StateFile::lock(&link, Duration::ZERO).expect_err("held");
    }

    #[test]
    fn where_there_can_be_no_lock_it_is_said() {
        let error = StateFile::lock(Path::new("no/such/folder/state.json"), Duration::ZERO);
        let error = error.expect_err("no folder").to_string();
        assert!(
            error.starts_with("cannot lock state file no/such/folder/state.json: "),
            "{error}"
        );
    }
}
