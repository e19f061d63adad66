//! `near-ed25519 tendermint`'s arguments.

use super::amount;
use clap::Args;
use std::path::PathBuf;
use tendermint::trust_threshold::TrustThresholdFraction;
use test_contracts::ClientBuild;

#[derive(Args)]
#[command(
    after_help = "Files are JSON, told apart by their fields; - is standard input. From a node:\n  \
    curl 'localhost:26657/commit?height=8619996' > commit.json\n  \
    curl 'localhost:26657/validators?height=8619996&per_page=100&page=1' > page1.json\n\
    A LightBlock of tendermint-rs and Celestia's /signed_block have the validators themselves.\n\n\
    Exit codes: 0 verified; 1 refused by the rules; 2 bad usage, or input that cannot be read;\n\
    3 too few of the trusted validators have signed: verify a block in between first (bisect).\n\nExamples:\n  \
    near-ed25519 tendermint --trusted-commit 1.json --trusted-validators 1a.json 1b.json \\\n    \
    --untrusted-commit 2.json --untrusted-validators 2a.json 2b.json\n  \
    near-ed25519 tendermint --trusted-commit light-block.json --trusted-hash 9669894A… \\\n    \
    --untrusted-commit signed-block.json --trusting-period 10d\n  \
    near-ed25519 tendermint --mbt MC4_4_faulty_TestSuccess.json --build wasm --json"
)]
pub(crate) struct Tendermint {
    #[command(flatten)]
    pub(crate) blocks: TendermintBlocks,
    /// Instead: files of tendermint-rs's model-based tests, of single steps
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
    /// The trusted block: what /commit returns, a LightBlock, or what /signed_block returns
    #[arg(long, value_name = "FILE", required_unless_present = "mbt")]
    pub(crate) trusted_commit: Option<PathBuf>,
    /// Its validators, where that file has none: what /validators returns, all pages
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) trusted_validators: Vec<PathBuf>,
    /// The hash that the trusted block must have
    #[arg(long, value_name = "HASH", value_parser = hash)]
    pub(crate) trusted_hash: Option<[u8; 32]>,
    /// The block to verify, in the same forms
    #[arg(long, value_name = "FILE", required_unless_present = "mbt")]
    pub(crate) untrusted_commit: Option<PathBuf>,
    /// Its validators, where that file has none: what /validators returns, all pages
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) untrusted_validators: Vec<PathBuf>,
    /// The validators of the block after the trusted one, all pages [default: those of the given
    /// blocks, if they can be told to be the same]
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) trusted_next_validators: Vec<PathBuf>,
    /// More than this share of the trusted validators' power must have signed, from 1/3 to below 1
    #[arg(long, value_name = "FRACTION", default_value = "1/3", value_parser = amount::parse_trust_level)]
    pub(crate) trust_level: TrustThresholdFraction,
    /// How long a block is trusted. It must be below the chain's unbonding period, by rule of thumb
    /// two thirds of it: 14d suits 21 days, as the Cosmos Hub has, and is too long for chains with
    /// fewer
    #[arg(long, value_name = "DURATION", default_value = "14d", value_parser = trusting_period)]
    pub(crate) trusting_period: u64,
    /// How far a block may be ahead of this chain's time
    #[arg(long, value_name = "DURATION", default_value = "10s", value_parser = amount::parse_duration)]
    pub(crate) max_clock_drift: u64,
    /// This chain's time, by RFC 3339 [default: this machine's clock, if the block to verify is not
    /// older than the trusting period; else a second after that block, and the output says so]
    #[arg(long, value_name = "TIME", value_parser = amount::parse_time)]
    pub(crate) now: Option<u64>,
}

fn trusting_period(text: &str) -> Result<u64, String> {
    match amount::parse_duration(text)? {
        0 => Err("no block is within a period of 0".to_owned()),
        period => Ok(period),
    }
}

fn hash(text: &str) -> Result<[u8; 32], String> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    let bytes = hex::decode(digits).ok();
    let hash = bytes.and_then(|bytes| bytes.try_into().ok());
    hash.ok_or_else(|| "expected 64 hex digits".to_owned())
}
