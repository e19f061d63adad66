//! `near-ed25519 grandpa`'s arguments.

use clap::Args;
use std::path::PathBuf;
use test_contracts::ClientBuild;

#[derive(Args)]
#[command(
    after_help = "Authorities are JSON: {\"set_id\": 7, \"authorities\": [[\"0x…\", 1], …]}, ids in hex or SS58.\n\
    A justification is SCALE bytes, hex, or JSON with such hex or with the justification decoded.\n\nExamples:\n  \
    near-ed25519 grandpa --authorities set.json --justification justification.hex\n  \
    near-ed25519 grandpa --authorities set.json --justification j.json --header 1.hex 2.hex --json"
)]
pub(crate) struct Grandpa {
    /// The authority set that votes, with its id
    #[arg(long, value_name = "FILE")]
    pub(crate) authorities: PathBuf,
    /// The justification
    #[arg(long, value_name = "FILE")]
    pub(crate) justification: PathBuf,
    /// Further headers, SCALE bytes or hex: the block's own, where it changes the authorities, and
    /// those between votes and the block
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) header: Vec<PathBuf>,
    /// Who verifies signatures: host, host-many (all in one call, by ZIP-215), wasm or wasm-best
    #[arg(long, value_name = "BUILD", default_value_t = ClientBuild::Host)]
    pub(crate) build: ClientBuild,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
