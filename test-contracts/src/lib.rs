//! The guest contracts of this project: their bytes, built from source by this crate's build
//! script, and the calls to make to them.
//!
//! Adding a contract is one line in `src/table.rs` and its folder beside this crate's sources.
//! The bytes depend on the sources, `Cargo.lock` and the compiler alone, not on where the checkout
//! is: a contract's loading fee is per byte, and gas must be the same on every machine.
//!
//! ```
//! use test_contracts::{Build, signature_verifier};
//!
//! let contract = signature_verifier(Build::Host);
//! assert!(contract.wasm().starts_with(b"\0asm"));
//! assert_eq!(contract.to_string(), "signature-verifier (host)");
//! ```

pub mod bridge;
pub mod committee;
pub mod corpus;
pub mod fixtures;
pub mod grandpa;
pub mod randomness_beacon;
pub mod signed_messages;
pub mod state;
mod table;
pub mod tendermint;

use std::{
    fmt,
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};

pub use table::{Build, CONTRACTS, CORPUS_LARGE, CORPUS_SAMPLE};

/// One contract in one build.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Contract {
    name: &'static str,
    build: Build,
    path: &'static str,
    wasm: &'static [u8],
}

impl Contract {
    /// The package's name, one of [`CONTRACTS`].
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// How it verifies signatures.
    #[must_use]
    pub const fn build(&self) -> Build {
        self.build
    }

    /// The Wasm file, for tools that deploy from disk. It lives in cargo's target directory and
    /// is rewritten by the next build.
    #[must_use]
    pub fn path(&self) -> &'static Path {
        Path::new(self.path)
    }

    /// The same Wasm file with the names of its functions, beside [`Self::path`].
    #[must_use]
    pub fn symbols(&self) -> PathBuf {
        self.path().with_extension("symbols.wasm")
    }

    /// The Wasm module, as one would deploy it.
    #[must_use]
    pub const fn wasm(&self) -> &'static [u8] {
        self.wasm
    }

    /// The SHA-256 of [`Self::wasm`] in lower-case hex: NEAR's code hash, which NEAR itself
    /// writes in base58.
    #[must_use]
    pub fn sha256(&self) -> String {
        hex::encode(Sha256::digest(self.wasm))
    }
}

impl fmt::Display for Contract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.build)
    }
}

impl fmt::Debug for Contract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Contract({self}, {} bytes)", self.wasm.len())
    }
}

/// Every contract in every build it has, by contract and then in the order of the builds.
pub fn contracts() -> impl Iterator<Item = &'static Contract> {
    ALL.iter()
}

/// The contract with this name in this build; callers have both in their code.
#[track_caller]
#[expect(clippy::panic, reason = "the caller's code is wrong, not its input")]
fn built(name: &str, build: Build) -> &'static Contract {
    let Some(found) = contracts().find(|it| it.name == name && it.build == build) else {
        panic!("{name} has no build {build}")
    };
    found
}

/// Makes a list of all contracts, and a function for each, from the rows that the build script writes.
macro_rules! contracts {
    ($($function:ident $name:literal [$($build:ident $path:literal,)*];)*) => {
        static ALL: &[Contract] = &[$($(
            Contract {
                name: $name,
                build: Build::$build,
                path: $path,
                wasm: include_bytes!($path),
            },
        )*)*];

        $(
            #[doc = concat!("The contract `", $name, "` in the build asked for.")]
            ///
            /// # Panics
            /// If [`CONTRACTS`] lists no such build of it.
            #[must_use]
            #[track_caller]
            pub fn $function(build: Build) -> &'static Contract {
                built($name, build)
            }
        )*
    };
}

include!(concat!(env!("OUT_DIR"), "/contracts.rs"));
