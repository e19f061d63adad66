//! A runtime with a cache folder, compared with one without.

use near_runtime_ext::{CacheFault, Runtime};
use std::fs::{self, File, FileTimes};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::{Duration, SystemTime};
use tempfile::TempDir;
use test_support::everywhere::deployed;
use test_support::imports::module;

/// A small contract that returns its name.
pub(crate) fn contract(name: &str) -> Vec<u8> {
    let wat = module(&format!(
        r#"(memory 1) (data (i32.const 0) "{name}")
           (func (export "name") (call $value_return (i64.const {}) (i64.const 0)))"#,
        name.len()
    ));
    wat::parse_str(wat).expect("valid WAT")
}

/// Contracts that no network accepts, for different reasons.
pub(crate) fn rejected() -> [Vec<u8>; 2] {
    let tables = wat::parse_str("(module (table 1 funcref) (table 1 funcref))");
    [b"not Wasm".to_vec(), tables.expect("valid WAT")]
}

/// The whole outcome of the contract's method, except the time it took.
fn outcome_on(runtime: &Runtime, wasm: &[u8]) -> String {
    let mut contract = deployed(runtime, wasm);
    let mut outcome = contract.call("name").transact().expect("an outcome");
    outcome.wall = Duration::ZERO;
    format!("{outcome:?}")
}

/// The outcome without a cache folder.
fn uncached(wasm: &[u8]) -> String {
    static RUNTIME: LazyLock<Runtime> = LazyLock::new(Runtime::new);
    outcome_on(&RUNTIME, wasm)
}

/// A folder in memory if the system has one, since the tests write thousands of files.
pub(crate) fn folder_in_memory() -> TempDir {
    tempfile::tempdir_in("/dev/shm")
        .or_else(|_| tempfile::tempdir())
        .expect("a temporary folder")
}

pub(crate) struct Cached<'a>(pub(crate) &'a Path);

impl Cached<'_> {
    /// A new runtime, with nothing in memory.
    pub(crate) fn runtime(&self) -> Runtime {
        let builder = Runtime::builder().cache_folder(self.0);
        builder.build().expect("a runtime")
    }

    /// Calls the contract in a new runtime. Asserts the outcome of a runtime without a folder;
    /// returns the folder's fault.
    #[track_caller]
    pub(crate) fn call(&self, wasm: &[u8]) -> Option<CacheFault> {
        call_on(&self.runtime(), wasm)
    }

    /// Calls the contract, which must leave exactly one entry; returns that entry.
    #[track_caller]
    pub(crate) fn only_entry(&self, wasm: &[u8]) -> PathBuf {
        assert!(self.call(wasm).is_none());
        let [entry] = files(self.0).try_into().expect("one entry");
        entry
    }
}

/// Like [`Cached::call`], but in a runtime that may have the contract in memory.
#[track_caller]
pub(crate) fn call_on(runtime: &Runtime, wasm: &[u8]) -> Option<CacheFault> {
    assert_eq!(outcome_on(runtime, wasm), uncached(wasm));
    runtime.cache_fault()
}

/// Subfolder of the entries of a cache folder.
pub(crate) fn entries(folder: &Path) -> PathBuf {
    folder.join("contracts")
}

/// All files there, entries or not.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(entries(folder))
        .expect("listed")
        .map(|file| file.expect("listed").path())
        .collect()
}

/// A sparse file of this size among the entries, last read and changed then.
pub(crate) fn make_sparse(folder: &Path, name: &str, size: u64, then: SystemTime) -> PathBuf {
    let path = entries(folder).join(name);
    let file = File::create(&path).expect("created");
    file.set_len(size).expect("a sparse file");
    let times = FileTimes::new().set_accessed(then).set_modified(then);
    file.set_times(times).expect("set");
    path
}

pub(crate) fn make_pipe(path: &Path) -> io::Result<()> {
    let made = Command::new("mkfifo").arg(path).status()?;
    assert!(made.success());
    Ok(())
}

#[track_caller]
pub(crate) fn damaged(fault: Option<CacheFault>) -> PathBuf {
    match fault {
        Some(CacheFault::Damaged { path }) => path,
        other => panic!("expected a damaged entry, not {other:?}"),
    }
}
