//! `near-ed25519 vrf`'s arguments.

use crate::call::{Bytes, parse_hex};
use clap::{ArgGroup, Args, Subcommand};
use near_ecvrf::Suite;
use std::path::PathBuf;

#[derive(Subcommand)]
#[command(after_help = "Examples:\n  \
    near-ed25519 vrf prove --suite ell2 --secret-key-file seed.hex \\\n      --alpha 'round 1'\n  \
    near-ed25519 vrf verify --help")]
pub(crate) enum VrfCommand {
    /// Prove the output that a secret key has for an input
    Prove(Prove),
    /// Verify a proof; print its output, and what it burns in a contract, by build
    Verify(Verify),
}

#[derive(Args)]
#[command(after_help = format!("{SUITES}\n\n{OF_PROVE}"))]
pub(crate) struct Prove {
    #[command(flatten)]
    pub(super) about: About,
    /// File of the secret key: 32 bytes in hex; - reads standard input
    #[arg(long, value_name = "FILE")]
    pub(super) secret_key_file: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args)]
#[command(after_help = format!("{SUITES}\n\n{OF_VERIFY}"))]
pub(crate) struct Verify {
    #[command(flatten)]
    pub(super) about: About,
    /// The prover's public key
    #[arg(long, value_name = "KEY")]
    pub(super) public_key: String,
    /// The proof
    #[arg(long, value_name = "HEX", value_parser = parse_hex)]
    pub(super) proof: Bytes,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

// The statement of a proof, without the key. A doc comment would become the command's help.
#[derive(Args)]
#[command(group = ArgGroup::new("input").required(true))]
pub(super) struct About {
    /// The suite: tai, ell2, draft03 or draft13
    #[arg(long)]
    pub(super) suite: Suite,
    /// The input as text
    #[arg(long, group = "input", value_name = "TEXT")]
    alpha: Option<String>,
    /// The input as hex
    #[arg(long, group = "input", value_name = "HEX", value_parser = parse_hex)]
    alpha_hex: Option<Bytes>,
}

impl About {
    /// The input's bytes.
    pub(super) fn alpha(&self) -> &[u8] {
        match (&self.alpha, &self.alpha_hex) {
            (Some(text), _) => text.as_bytes(),
            (None, Some(bytes)) => &bytes.0,
            // clap requires one of them.
            (None, None) => &[],
        }
    }
}

const SUITES: &str = r#"Suites:
  tai      RFC 9381, try and increment: the time to prove shows something of the input
  ell2     RFC 9381, Elligator 2
  draft03  draft-03, as Cardano's Praos
  draft13  Cardano's batch-compatible draft-13"#;

const OF_PROVE: &str = r#"The secret key is an Ed25519 seed, which must sign nothing as well: a signature and a proof together could show it. No option takes it: all programs of a machine see the arguments of others. The proof and the output are the same each time.

Exit codes:
  0  the proof is printed
  2  bad usage, or a file that cannot be read

Examples:
  near-ed25519 vrf prove --suite ell2 --secret-key-file seed.hex \
      --alpha 'round 1'
  near-ed25519 vrf prove --suite ell2 --secret-key-file - --alpha-hex 00ff \
      --json < seed.hex"#;

const OF_VERIFY: &str = r#"The key is in hex (with 0x or without), in base64, or in base58 after ed25519:.

Exit codes:
  0  the proof is valid, and its output printed
  1  the proof or the key is refused
  2  bad usage, or input that cannot be read

Examples:
  near-ed25519 vrf verify --suite ell2 --alpha-hex 72 --json \
    --public-key ed25519:586Z7H2vpX9qNhN2T4e9Utugie3ogjbxzGaMtM3E6HR5 --proof \
    47b327393ff2dd81336f8a2ef10339112401253b3c714eeda879f12c509072ef055b48372bb82efbdce8e10c8cb9a2f9d60e93908f93df1623ad78a86a028d6bc064dbfc75a6a57379ef855dc6733801"#;
