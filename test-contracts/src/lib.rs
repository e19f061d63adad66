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
mod build;
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

pub use build::UnknownBuild;
pub use table::{
    AnyBuild, Build, Builds, CONTRACTS, CORPUS_LARGE, CORPUS_SAMPLE, ClientBuild, VrfBuild,
};

/// One contract in one build.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Contract {
    name: &'static str,
    build: AnyBuild,
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
    pub const fn build(&self) -> AnyBuild {
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
    ALL.iter().copied()
}

/// From the rows the build script writes: for each contract its function, and a list of all.
macro_rules! contracts {
    ($($function:ident $name:literal $type:ident [$([$($build:tt)+] [$($any:tt)+] $path:literal,)*];)*) => {
        $(
            #[doc = concat!("The contract `", $name, "` in the build asked for.")]
            #[must_use]
            pub const fn $function(build: $type) -> &'static Contract {
                match build {
                    $($($build)+ => const {
                        &Contract {
                            name: $name,
                            build: $($any)+,
                            path: $path,
                            wasm: include_bytes!($path),
                        }
                    },)*
                }
            }
        )*

        static ALL: &[&Contract] = &[$($($function($($build)+)),*),*];
    };
}

include!(concat!(env!("OUT_DIR"), "/contracts.rs"));
