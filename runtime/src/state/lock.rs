//! Locks: a state file has one writer at a time.

use super::{StagedState, StateFileError, file};
use crate::replace_file::{OpenError, TEMPORARY_PREFIX, folder, open_no_link, target};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::os::unix::fs::MetadataExt as _;
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
/// which the next one uses and removes. Readers need no lock:
/// [`Account::load`](super::Account::load) finds the old state or the new one.
#[derive(Debug)]
pub struct StateFile {
    /// The name that the caller gave.
    path: PathBuf,
    /// The file that this name led to when it was locked. If the name is a link that changes later,
    /// its new target is not locked.
    file: PathBuf,
    lock: PathBuf,
    locked: File,
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
    /// [`StateFileError::Locked`] if another holder keeps the lock until the `timeout`;
    /// [`StateFileError::Read`] if `path` is not a file; [`StateFileError::NotALock`] if something
    /// else has the lock's name; [`StateFileError::Lock`] if the system refuses the lock.
    pub fn lock(path: &Path, timeout: Duration) -> Result<Self, StateFileError> {
        let start = Instant::now();
        let path = path.to_owned();
        let file = target(&path);
        if fs::metadata(&file).is_ok_and(|there| !there.is_file()) {
            let reason = OpenError::NoFile.into();
            return Err(StateFileError::Read { path, reason });
        }
        let lock = match lock_of(&file) {
            Ok(lock) => lock,
            Err(reason) => return Err(StateFileError::Lock { path, reason }),
        };
        let [mut pause, longest] = PAUSES;
        loop {
            match try_lock(&lock) {
                Ok(Attempt::Locked(locked)) => {
                    return Ok(Self {
                        path,
                        file,
                        lock,
                        locked,
                    });
                }
                Ok(Attempt::Held(holder)) if start.elapsed() >= timeout => {
                    return Err(StateFileError::Locked { path, holder });
                }
                Ok(Attempt::Held(_)) => {}
                Ok(Attempt::NotALock) => return Err(StateFileError::NotALock { path, lock }),
                Err(reason) => return Err(StateFileError::Lock { path, reason }),
            }
            thread::sleep(pause.min(timeout.saturating_sub(start.elapsed())));
            pause = longest.min(pause * 2);
        }
    }

    /// The name that the caller gave.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the file.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T, StateFileError> {
        file::read(&self.file, &self.path)
    }

    /// Writes the file's next content under a temporary name.
    pub(crate) fn stage_as(&self, state: &impl Serialize) -> Result<StagedState, StateFileError> {
        file::stage(state, self.file.clone(), &self.path)
    }
}

impl Drop for StateFile {
    fn drop(&mut self) {
        // Remove the file while it is locked: a process that waits for the lock then sees that the file is gone, and
        // makes a new one.
        if is_at(&self.locked, &self.lock).unwrap_or_default() {
            let _ = fs::remove_file(&self.lock);
        }
    }
}

/// Path of a state file's lock.
fn lock_of(file: &Path) -> io::Result<PathBuf> {
    let Some(name) = file.file_name() else {
        return Err(io::ErrorKind::InvalidFilename.into());
    };
    let mut lock = OsString::from(TEMPORARY_PREFIX);
    lock.push(name);
    lock.push(".lock");
    Ok(folder(file).join(lock))
}

enum Attempt {
    Locked(File),
    Held(LockHolder),
    /// Something else has the lock's name.
    NotALock,
}

/// Tries to lock once.
///
/// The folder may be a stranger's. So the file is opened without following a link or waiting for a
/// writer, and nothing is written to it unless it is a lock.
fn try_lock(lock: &Path) -> io::Result<Attempt> {
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    let mut file = match open_no_link(lock, &mut options) {
        Ok(file) => file,
        Err(OpenError::NoFile) => return Ok(Attempt::NotALock),
        Err(OpenError::System(error)) => return Err(error),
    };
    // With a second name it may be somebody's file. The last holder may have removed the only name.
    if file.metadata()?.nlink() > 1 {
        return Ok(Attempt::NotALock);
    }
    match file.try_lock() {
        // The last holder removed the file after it was opened: the name now leads to another lock.
        Ok(()) if !is_at(&file, lock)? => Ok(Attempt::Held(LockHolder(None))),
        Ok(()) => {
            if number_in(&mut file)?.is_none() {
                return Ok(Attempt::NotALock);
            }
            // The number is only for messages: the lock holds without it.
            let _ = file
                .set_len(0)
                .and_then(|()| file.rewind())
                .and_then(|()| write!(file, "{}", std::process::id()));
            Ok(Attempt::Locked(file))
        }
        Err(TryLockError::WouldBlock) => {
            let number = number_in(&mut file).unwrap_or_default();
            let number = number.and_then(|number| number.parse().ok());
            Ok(Attempt::Held(LockHolder(number)))
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

/// Whether the file still has this name.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let file = file.metadata()?;
    Ok(fs::symlink_metadata(path)
        .is_ok_and(|there| (there.dev(), there.ino()) == (file.dev(), file.ino())))
}
