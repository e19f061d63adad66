//! A runtime on a cache folder, and what it must not differ from.

use near_runtime_ext::{Backend, CacheFault, Compiler, Runtime};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;
use tempfile::TempDir;

/// A small contract that returns its name.
pub(crate) fn contract(name: &str) -> Vec<u8> {
    wat::parse_str(format!(
        r#"(module
            (import "env" "value_return" (func $return (param i64 i64)))
            (memory 1) (data (i32.const 0) "{name}")
            (func (export "name") (call $return (i64.const {}) (i64.const 0))))"#,
        name.len()
    ))
    .expect("valid WAT")
}

/// What no network compiles, each for a reason of its own.
pub(crate) fn rejected() -> [Vec<u8>; 2] {
    let tables = wat::parse_str("(module (table 1 funcref) (table 1 funcref))");
    [b"not Wasm".to_vec(), tables.expect("valid WAT")]
}

/// The whole outcome of the contract's method, but for the time it took.
fn outcome_on(runtime: &Runtime, wasm: &[u8]) -> String {
    let mut contract = runtime
        .deploy("contract.near".parse().expect("a name"), wasm.to_vec())
        .expect("deployed");
    let mut outcome = contract.call("name").transact().expect("an outcome");
    outcome.wall = Duration::ZERO;
    format!("{outcome:?}")
}

/// The outcome that no folder has a part in.
fn uncached(compiler: Compiler, wasm: &[u8]) -> String {
    static RUNTIMES: LazyLock<Vec<(Compiler, Runtime)>> = LazyLock::new(|| {
        let runtime = |compiler| {
            Runtime::builder()
                .backend(Backend::Overlay(compiler))
                .build()
        };
        let runtime = |compiler| (compiler, runtime(compiler).expect("a runtime"));
        Compiler::ALL.map(runtime).into()
    });
    let mut runtimes = RUNTIMES.iter();
    let (_, runtime) = runtimes
        .find(|(its, _)| *its == compiler)
        .expect("one of all");
    outcome_on(runtime, wasm)
}

/// A folder in memory, where there is such a file system: for thousands of files.
pub(crate) fn folder_in_memory() -> TempDir {
    tempfile::tempdir_in("/dev/shm")
        .or_else(|_| tempfile::tempdir())
        .expect("a temporary folder")
}

/// A cache folder as one compiler uses it.
pub(crate) struct Cached<'a> {
    folder: &'a Path,
    compiler: Compiler,
}

impl<'a> Cached<'a> {
    pub(crate) fn new(folder: &'a Path, compiler: Compiler) -> Self {
        Self { folder, compiler }
    }

    /// A runtime that remembers nothing.
    pub(crate) fn runtime(&self) -> Runtime {
        Runtime::builder()
            .backend(Backend::Overlay(self.compiler))
            .cache_folder(self.folder)
            .build()
            .expect("a runtime")
    }

    /// Calls the contract in a new runtime, and demands the outcome that no folder has a part in;
    /// returns what was wrong with the folder.
    #[track_caller]
    pub(crate) fn call(&self, wasm: &[u8]) -> Option<CacheFault> {
        let runtime = self.runtime();
        call_on(&runtime, self.compiler, wasm)
    }

    /// Calls the contract, which leaves exactly one entry: that.
    #[track_caller]
    pub(crate) fn only_entry(&self, wasm: &[u8]) -> PathBuf {
        assert!(self.call(wasm).is_none());
        let [entry] = files(self.folder).try_into().expect("one entry");
        entry
    }
}

/// As [`Cached::call`], in a runtime that may remember.
#[track_caller]
pub(crate) fn call_on(runtime: &Runtime, compiler: Compiler, wasm: &[u8]) -> Option<CacheFault> {
    assert_eq!(outcome_on(runtime, wasm), uncached(compiler, wasm));
    runtime.cache_fault()
}

/// Where a cache folder has its entries.
pub(crate) fn entries(folder: &Path) -> PathBuf {
    folder.join("contracts")
}

/// Everything that is there instead of entries, or as such.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(entries(folder))
        .expect("listed")
        .map(|file| file.expect("listed").path())
        .collect()
}

/// The entry that was damaged.
#[track_caller]
pub(crate) fn damaged(fault: Option<CacheFault>) -> PathBuf {
    match fault {
        Some(CacheFault::Damaged { path }) => path,
        other => panic!("expected a damaged entry, not {other:?}"),
    }
}
