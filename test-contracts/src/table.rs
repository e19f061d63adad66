//! What there is to build. The build script and the library both read this file.

/// Every contract, by package name, which is also its folder. Each exists in every [`Build`].
pub const CONTRACTS: &[&str] = &["grandpa-client", "signature-verifier", "tendermint-client"];

/// How a contract verifies signatures; one source makes all three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Build {
    /// By the runtime's host function.
    Host,
    /// By dalek compiled to Wasm as a contract developer gets it by default: no precomputed
    /// tables, overflow checks everywhere.
    Wasm,
    /// By the fastest fair Wasm: precomputed tables, the curve arithmetic unchecked.
    WasmBest,
}

impl Build {
    /// All builds, in the order of the variants.
    pub const ALL: [Self; 3] = [Self::Host, Self::Wasm, Self::WasmBest];

    /// The name on the command line, which is also the contract's cargo feature.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Host => "host",
            Self::Wasm => "wasm",
            Self::WasmBest => "wasm-best",
        }
    }

    /// The cargo profile, as the workspace manifest defines it.
    #[must_use]
    pub const fn profile(self) -> &'static str {
        match self {
            Self::Host | Self::Wasm => "contract",
            Self::WasmBest => "contract-best",
        }
    }
}
