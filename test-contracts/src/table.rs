//! The contracts to build. The build script and the library both read this file.

use std::{ffi::OsStr, fs, io, path::Path};

/// Every contract, by package name (also its folder's), with its builds.
pub const CONTRACTS: &[(&str, Builds)] = &[
    ("committee", Builds::Client),
    ("grandpa-client", Builds::Client),
    ("many-verifier", Builds::Client),
    ("randomness-beacon", Builds::Vrf),
    ("signature-verifier", Builds::Every),
    ("signed-messages", Builds::Any),
    ("tendermint-client", Builds::Client),
];

/// Of the corpus, the contracts that there always are: a sample, and what other tests call. CI builds all: see
/// `runtime/tests/backends_agree/corpus`.
pub const CORPUS_SAMPLE: &[&str] = &[
    "bridge",
    "fungible_token",
    "low_level_promises",
    "token_receiver",
];

/// The large contracts of the corpus, with the number of times that the generator repeats their
/// methods.
pub const CORPUS_LARGE: &[(&str, u32)] = &[("large_1_mb", 4), ("large_4_mb", 22)];

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

/// The builds of a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builds {
    /// Each [`Build`].
    Every,
    /// Each [`ClientBuild`]: a call has many signatures.
    Client,
    /// Each [`AnyBuild`]: signatures must bind their signers.
    Any,
    /// Each [`VrfBuild`]: proofs of verifiable random functions, not signatures.
    Vrf,
}

/// How a contract verifies signatures; one source makes all three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Build {
    /// By the runtime's host function.
    Host,
    /// By dalek compiled to Wasm as a contract developer gets it by default: no precomputed
    /// tables, overflow checks everywhere.
    Wasm,
    /// By the fastest fair Wasm: precomputed tables, curve arithmetic without overflow checks.
    WasmBest,
}

impl Build {
    /// All builds, in the order of the variants.
    pub const ALL: [Self; 3] = [Self::Host, Self::Wasm, Self::WasmBest];
}

/// How a contract with many signatures in a call, such as a light client, verifies them: any
/// [`Build`], and one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClientBuild {
    /// [`Build::Host`].
    Host,
    /// In batch calls of `ed25519_verify_many`. No network has it: it is an extension, whose gate
    /// is opened by name.
    HostMany,
    /// [`Build::Wasm`].
    Wasm,
    /// [`Build::WasmBest`].
    WasmBest,
}

impl ClientBuild {
    /// All builds, in the order of the variants.
    pub const ALL: [Self; 4] = [Self::Host, Self::HostMany, Self::Wasm, Self::WasmBest];

    /// The [`Build`] that every contract can have.
    #[must_use]
    pub const fn of(build: Build) -> Self {
        match build {
            Build::Host => Self::Host,
            Build::Wasm => Self::Wasm,
            Build::WasmBest => Self::WasmBest,
        }
    }

    /// The name on the command line, which is also the contract's cargo feature.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Host => "host",
            Self::HostMany => "host-many",
            Self::Wasm => "wasm",
            Self::WasmBest => "wasm-best",
        }
    }
}

/// How a contract verifies proofs of verifiable random functions: like a [`ClientBuild`], with
/// other functions. No host function verifies one proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VrfBuild {
    /// In batch calls of `ecvrf_verify_many`, an extension.
    HostMany,
    /// By near-ecvrf compiled to Wasm, in the way of [`Build::Wasm`].
    Wasm,
    /// By near-ecvrf compiled to Wasm, in the way of [`Build::WasmBest`].
    WasmBest,
}

impl VrfBuild {
    /// All builds, in the order of the variants.
    pub const ALL: [Self; 3] = [Self::HostMany, Self::Wasm, Self::WasmBest];

    /// The build with this name.
    #[must_use]
    pub const fn client(self) -> ClientBuild {
        match self {
            Self::HostMany => ClientBuild::HostMany,
            Self::Wasm => ClientBuild::Wasm,
            Self::WasmBest => ClientBuild::WasmBest,
        }
    }
}

/// How a contract of any kind verifies signatures, such as one with messages that users signed: like a [`ClientBuild`],
/// which refuses keys of small order by their bytes, or in today's common way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AnyBuild {
    /// By the host function, after dalek in Wasm has decoded the key and found that it is not weak.
    WeakInWasm,
    /// Like a contract with many signatures in a call.
    Client(ClientBuild),
}

impl AnyBuild {
    /// All builds: the common one, then the others in order.
    pub const ALL: [Self; 5] = {
        let [host, host_many, wasm, wasm_best] = ClientBuild::ALL;
        [
            Self::WeakInWasm,
            Self::Client(host),
            Self::Client(host_many),
            Self::Client(wasm),
            Self::Client(wasm_best),
        ]
    };

    /// The name on the command line, which is also the contract's cargo feature.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::WeakInWasm => "weak-in-wasm",
            Self::Client(build) => build.name(),
        }
    }
}
