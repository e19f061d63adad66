//! What came of the corpus, for the documents and for CI to hold to.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use test_contracts::corpus;

/// Where records are, from this package's folder.
const FOLDER: &str = "../benches/recorded";
const FILE: &str = "corpus.json";

/// What decides what contracts are, and who runs them.
const PACKAGES: [&str; 5] = [
    "near-contract-standards",
    "near-sdk",
    "near-vm-runner",
    "wasmer",
    "wasmtime",
];

/// What a record is of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Of {
    /// The SHA-256 of the contracts' sources, and of what builds them.
    sources: String,
    /// The versions that matter, as `Cargo.lock` has them.
    packages: Vec<String>,
}

/// A run in which no call ended otherwise on one backend than on another: with one that does, the
/// test fails, and nothing is recorded.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) of: Of,
    pub(crate) contracts: BTreeMap<String, Called>,
}

/// What came of the calls of one contract.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Called {
    /// Bytes of Wasm.
    bytes: usize,
    sha256: String,
    calls: u32,
    /// How many came to what.
    outcomes: BTreeMap<String, u32>,
}

impl Called {
    pub(crate) fn new(wasm: &[u8]) -> Self {
        Self {
            bytes: wasm.len(),
            sha256: hex::encode(Sha256::digest(wasm)),
            calls: 0,
            outcomes: BTreeMap::new(),
        }
    }

    pub(crate) fn count(&mut self, outcome: &str) {
        self.calls += 1;
        *self.outcomes.entry(outcome.to_owned()).or_default() += 1;
    }
}

impl Record {
    /// The one there is, or none yet.
    pub(crate) fn read() -> Self {
        let text = fs::read(path(FILE)).unwrap_or_else(|_| b"{}".to_vec());
        serde_json::from_slice(&text).unwrap_or_default()
    }

    /// Adds a contract. What is of other sources than these is thrown away.
    pub(crate) fn insert(&mut self, name: &str, called: Called) {
        let of = current();
        if self.of != of {
            *self = Self {
                of,
                contracts: BTreeMap::new(),
            };
        }
        self.contracts.insert(name.to_owned(), called);
    }

    pub(crate) fn write(&self) {
        write(FILE, self);
    }
}

/// Whether what comes of this run is to be recorded.
pub(crate) fn is_wanted() -> bool {
    env::var_os("CORPUS_RECORD").is_some_and(|value| value == "1")
}

/// What a record must be of to be current.
pub(crate) fn current() -> Of {
    let lock = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.lock");
    let lock = fs::read_to_string(lock).expect("the lock file");
    let packages = lock.split("[[package]]").filter_map(|package| {
        let field = |name: &str| {
            let line = package.lines().find_map(|line| line.strip_prefix(name));
            Some(line?.trim_matches([' ', '=', '"']).to_owned())
        };
        let (name, version) = (field("name")?, field("version")?);
        PACKAGES
            .contains(&name.as_str())
            .then(|| format!("{name} {version}"))
    });
    Of {
        sources: corpus::sources_sha256().expect("the sources"),
        packages: packages.collect(),
    }
}

/// Writes a record.
pub(crate) fn write(file: &str, record: &impl Serialize) {
    let text = serde_json::to_string_pretty(record).expect("JSON") + "\n";
    near_runtime_ext::replace_file(&path(file), text.as_bytes()).expect("the record is written");
}

pub(crate) fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(FOLDER)
        .join(file)
}
