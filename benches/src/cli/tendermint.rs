//! `near-ed25519 tendermint`'s arguments.

use crate::amount;
use clap::Args;
use std::path::PathBuf;
use tendermint::trust_threshold::TrustThresholdFraction;
use test_contracts::ClientBuild;

#[derive(Args)]
#[command(after_help = "Files are JSON as a node's RPC returns it, such as\n  \
    curl 'localhost:26657/commit?height=8619996' > commit.json\n  \
    curl 'localhost:26657/validators?height=8619996&per_page=100&page=1' > page1.json\n\nExamples:\n  \
    near-ed25519 tendermint --trusted-commit 1.json --trusted-validators 1a.json 1b.json \\\n    \
    --untrusted-commit 2.json --untrusted-validators 2a.json 2b.json\n  \
    near-ed25519 tendermint --mbt MC4_4_faulty_TestSuccess.json --build wasm --json")]
pub(crate) struct Tendermint {
    #[command(flatten)]
    pub(crate) blocks: TendermintBlocks,
    /// Instead: files of tendermint-rs's model-based tests
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "TendermintBlocks")]
    pub(crate) mbt: Vec<PathBuf>,
    /// Who verifies signatures: host, host-many (all in one call, by ZIP-215), wasm or wasm-best
    #[arg(long, value_name = "BUILD", default_value_t = ClientBuild::Host)]
    pub(crate) build: ClientBuild,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// A block that is trusted, one that is not yet, and by which rules it is verified.
#[derive(Args)]
pub(crate) struct TendermintBlocks {
    /// The trusted block: what /commit returns
    #[arg(long, value_name = "FILE", required_unless_present = "mbt")]
    pub(crate) trusted_commit: Option<PathBuf>,
    /// Its validators: what /validators returns, all pages
    #[arg(long, value_name = "FILE", required_unless_present = "mbt", num_args = 1..)]
    pub(crate) trusted_validators: Vec<PathBuf>,
    /// The block to verify: what /commit returns
    #[arg(long, value_name = "FILE", required_unless_present = "mbt")]
    pub(crate) untrusted_commit: Option<PathBuf>,
    /// Its validators: what /validators returns, all pages
    #[arg(long, value_name = "FILE", required_unless_present = "mbt", num_args = 1..)]
    pub(crate) untrusted_validators: Vec<PathBuf>,
    /// The validators of the block after the trusted one, all pages [default: those of the given
    /// blocks, if they can be told to be the same]
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) trusted_next_validators: Vec<PathBuf>,
    /// Share of the trusted validators that must have signed
    #[arg(long, value_name = "FRACTION", default_value = "1/3", value_parser = amount::parse_trust_level)]
    pub(crate) trust_level: TrustThresholdFraction,
    /// How long a block is trusted
    #[arg(long, value_name = "DURATION", default_value = "14d", value_parser = amount::parse_duration)]
    pub(crate) trusting_period: u64,
    /// How far a block may be ahead of this chain's time
    #[arg(long, value_name = "DURATION", default_value = "10s", value_parser = amount::parse_duration)]
    pub(crate) max_clock_drift: u64,
    /// This chain's time, by RFC 3339 [default: a second after the block to verify, so that old
    /// blocks verify]
    #[arg(long, value_name = "TIME", value_parser = amount::parse_time)]
    pub(crate) now: Option<u64>,
}
