//! The contracts to build. The build script and the library both read this file.

use std::{ffi::OsStr, fmt, fs, io, path::Path};

/// Every contract, by package name (also its folder's), with its builds.
pub const CONTRACTS: &[(&str, &[Build])] = &[
    ("committee", &Build::CLIENT),
    ("grandpa-client", &Build::CLIENT),
    ("many-verifier", &Build::CLIENT),
    ("randomness-beacon", &Build::VRF),
    ("signature-verifier", &Build::SINGLE),
    ("signed-messages", &Build::ALL),
    ("tendermint-client", &Build::CLIENT),
];

/// The contracts of the corpus that are always built: a sample, and those that other tests call. CI builds all: see
/// `runtime/tests/backends_agree/corpus`.
pub const CORPUS_SAMPLE: &[&str] = &[
    "bridge",
    "fungible_token",
    "low_level_promises",
    "token_receiver",
];

/// The large contracts of the corpus, with the number of times that the generator repeats their
/// methods.
pub const CORPUS_LARGE: &[(&str, u32)] = &[("large_1_mb", 5), ("large_4_mb", 24)];

/// The module of the corpus that includes generated code, and alone is no contract.
pub(crate) const GENERATED: &str = "large";

/// The modules in the corpus's folder of sources that are contracts, in order.
pub(crate) fn corpus_modules(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let file = entry?.path();
        let name = file.file_stem().and_then(OsStr::to_str);
        let name = name.filter(|name| !["lib", GENERATED].contains(name));
        names.extend(name.map(str::to_owned));
    }
    names.sort();
    Ok(names)
}

/// How a contract verifies signatures, or proofs of verifiable random functions; one source makes all its builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Build {
    /// By the host function, after dalek in Wasm has decoded the key and found that it is not weak, as is common
    /// today. The other builds refuse keys of small order by their bytes.
    WeakInWasm,
    /// By the runtime's host function.
    Host,
    /// In batch calls of `ed25519_verify_many` or, of proofs, `ecvrf_verify_many`. No network has them: they are
    /// extensions, whose gates are opened by name.
    HostMany,
    /// By dalek or near-ecvrf compiled to Wasm as a contract developer gets them by default: no precomputed
    /// tables, overflow checks everywhere.
    Wasm,
    /// By the fastest fair Wasm: precomputed tables, curve arithmetic without overflow checks.
    WasmBest,
}

impl Build {
    /// All builds, in the order of the variants: those of a contract whose signatures must bind their signers.
    pub const ALL: [Self; 5] = [
        Self::WeakInWasm,
        Self::Host,
        Self::HostMany,
        Self::Wasm,
        Self::WasmBest,
    ];

    /// The builds of a contract that verifies its signatures one at a time.
    pub const SINGLE: [Self; 3] = [Self::Host, Self::Wasm, Self::WasmBest];

    /// The builds of a contract with many signatures in a call, such as a light client.
    pub const CLIENT: [Self; 4] = [Self::Host, Self::HostMany, Self::Wasm, Self::WasmBest];

    /// The builds of a contract that verifies proofs: no host function verifies a single one.
    pub const VRF: [Self; 3] = [Self::HostMany, Self::Wasm, Self::WasmBest];

    /// The name on the command line, which is also the contract's cargo feature.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::WeakInWasm => "weak-in-wasm",
            Self::Host => "host",
            Self::HostMany => "host-many",
            Self::Wasm => "wasm",
            Self::WasmBest => "wasm-best",
        }
    }
}

impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
