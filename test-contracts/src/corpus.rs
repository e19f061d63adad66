//! The corpus: contracts of the kinds that people deploy. Each source lists the calls to make.
//!
//! A sample of the corpus is always built. With `CORPUS=all` in cargo's environment all of it is
//! built.

use std::{fs, io, path::Path};

use sha2::{Digest, Sha256};

use crate::{CORPUS_LARGE, table::corpus_modules};

/// The folders of the sources and of the code that builds them.
const FOLDERS: [&str; 3] = ["build", "corpus", "corpus/src"];

/// One contract of the corpus.
#[derive(Clone, Copy, Debug)]
pub struct CorpusContract {
    /// The contract's name, which is also its module's.
    pub name: &'static str,
    source: &'static str,
    /// The Wasm module, as one would deploy it.
    pub wasm: &'static [u8],
}

impl CorpusContract {
    /// The calls that its source lists, in their order.
    ///
    /// # Panics
    /// A line is no call.
    pub fn calls(&self) -> impl Iterator<Item = CorpusCall> {
        let lines = self
            .source
            .lines()
            .skip_while(|line| !line.ends_with("```text"));
        let lines = lines.skip(1).take_while(|line| !line.ends_with("```"));
        lines.map(|line| CorpusCall::parse(line.trim_start_matches(['/', '!', ' '])))
    }
}

/// One call of a contract of the corpus.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CorpusCall {
    /// The account that calls, if it is not the contract itself.
    pub signer: Option<String>,
    /// The deposit attached, yoctoNEAR.
    pub deposit: u128,
    /// The block's time, nanoseconds.
    pub timestamp: u64,
    /// The method.
    pub method: String,
    /// The arguments.
    pub args: Vec<u8>,
}

impl CorpusCall {
    fn parse(line: &str) -> Self {
        let mut call = Self::default();
        let mut rest = line;
        loop {
            let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
            rest = after;
            if let Some(deposit) = word.strip_prefix('+') {
                call.deposit = deposit.parse().expect("yoctoNEAR");
            } else if let Some(timestamp) = word.strip_prefix('@') {
                call.timestamp = timestamp.parse().expect("nanoseconds");
            } else if word.ends_with(".near") {
                call.signer = Some(word.to_owned());
            } else {
                call.method = word.to_owned();
                call.args = match rest.strip_prefix("hex:") {
                    Some(bytes) => hex::decode(bytes).expect("hex"),
                    None => rest.as_bytes().to_vec(),
                };
                return call;
            }
        }
    }
}

/// The contracts that this build contains.
#[must_use]
pub const fn built() -> &'static [CorpusContract] {
    include!(concat!(env!("OUT_DIR"), "/corpus.rs"))
}

/// The Wasm of a contract of the sample.
///
/// # Panics
/// The sample has no such contract.
#[must_use]
pub fn wasm(name: &str) -> &'static [u8] {
    let contract = built().iter().find(|contract| contract.name == name);
    contract.expect("one of the sample").wasm
}

/// The names of all contracts, built or not, in order.
///
/// # Errors
/// The sources are not there.
pub fn names() -> io::Result<Vec<String>> {
    let mut names = corpus_modules(&package().join("corpus/src"))?;
    names.extend(CORPUS_LARGE.iter().map(|(name, _)| (*name).to_owned()));
    names.sort();
    Ok(names)
}

/// The SHA-256 of all inputs of the contracts' build, in hex: names and contents of files, in
/// order.
///
/// # Errors
/// A file cannot be read.
pub fn sources_sha256() -> io::Result<String> {
    let mut files = Vec::new();
    for folder in FOLDERS {
        for entry in fs::read_dir(package().join(folder))? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                files.push(Path::new(folder).join(entry.file_name()));
            }
        }
    }
    files.sort();
    let mut hash = Sha256::new();
    for name in files {
        let content = fs::read(package().join(&name))?;
        hash.update(format!("{} {}\n", name.display(), content.len()));
        hash.update(content);
    }
    Ok(hex::encode(hash.finalize()))
}

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
