//! The record of the corpus's outcomes, for the documents and for comparison in CI.

use near_runtime_ext::Outcome;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use test_contracts::corpus;
use test_support::locked;
use test_support::outcome::end;
use wasmparser::Parser;

/// The record of all outcomes, relative to this package.
const FILE: &str = "../benches/recorded/corpus.json";

/// Packages that determine the contracts and the runners.
const PACKAGES: [&str; 4] = [
    "near-contract-standards",
    "near-sdk",
    "near-vm-runner",
    "wasmtime",
];

/// The inputs of a record.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Of {
    /// The SHA-256 of the contracts' sources and of the code that builds them.
    sources: String,
    /// The versions of [`PACKAGES`] in `Cargo.lock`.
    packages: Vec<String>,
}

/// The recorded outcomes. If a call ends differently on two backends, the test fails and records
/// nothing.
#[derive(Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) of: Of,
    pub(crate) contracts: BTreeMap<String, Called>,
}

/// The outcomes of one contract's calls.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Called {
    /// Size of the Wasm, bytes.
    bytes: usize,
    sha256: String,
    /// The Wasm's sections, by their numbers.
    sections: BTreeSet<u8>,
    calls: u32,
    /// Number of calls by outcome.
    outcomes: BTreeMap<String, u32>,
    /// The host functions that the calls used.
    functions: BTreeSet<String>,
}

impl Called {
    pub(crate) fn new(wasm: &[u8]) -> Self {
        Self {
            bytes: wasm.len(),
            sha256: hex::encode(Sha256::digest(wasm)),
            sections: Parser::new(0)
                .parse_all(wasm)
                .filter_map(|part| part.expect("valid Wasm").as_section())
                .map(|(section, _)| section)
                .collect(),
            calls: 0,
            outcomes: BTreeMap::new(),
            functions: BTreeSet::new(),
        }
    }

    pub(crate) fn count(&mut self, outcome: &Outcome) {
        self.calls += 1;
        *self.outcomes.entry(end(outcome).to_owned()).or_default() += 1;
        let functions = outcome.host_calls.iter().map(|call| call.function);
        self.functions.extend(functions.map(str::to_owned));
    }
}

/// The record.
pub(crate) fn read() -> Record {
    let text = fs::read(path()).expect("a record");
    serde_json::from_slice(&text).expect("a record")
}

/// Whether this run is recorded.
pub(crate) fn is_wanted() -> bool {
    env::var_os("CORPUS_RECORD").is_some_and(|value| value == "1")
}

/// The inputs of a current record.
pub(crate) fn current() -> Of {
    Of {
        sources: corpus::sources_sha256().expect("the sources"),
        packages: locked::versions(&PACKAGES),
    }
}

pub(crate) fn write(record: &Record) {
    let text = serde_json::to_string_pretty(record).expect("JSON") + "\n";
    near_runtime_ext::replace_file(&path(), text.as_bytes()).expect("the record is written");
}

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE)
}
