//! `near-ed25519 verify`'s arguments.

use crate::call::{Bytes, parse_hex};
use chain_files::nep413::{FORMS, Form};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args};
use near_runtime_ext::rules::Rule;
use std::path::PathBuf;

/// Options of a signature of any bytes. clap does not require what conflicts with a given option: options of a
/// wallet's message must also refuse these.
const OF_BYTES: [&str; 5] = [
    "public_key",
    "signature",
    "message",
    "message_hex",
    "message_file",
];

#[derive(Args)]
#[command(after_help = help(), group = ArgGroup::new("signed").required(true))]
pub(crate) struct Verify {
    /// The signer's public key
    #[arg(long, value_name = "KEY", required_unless_present = "nep_413")]
    pub(super) public_key: Option<String>,
    /// The signature
    #[arg(long, value_name = "SIGNATURE", required_unless_present = "nep_413")]
    pub(super) signature: Option<String>,
    /// The signed message as text
    #[arg(long, group = "signed", value_name = "TEXT")]
    pub(super) message: Option<String>,
    /// The signed message as hex
    #[arg(long, group = "signed", value_name = "HEX", value_parser = parse_hex)]
    pub(super) message_hex: Option<Bytes>,
    /// File that holds the signed message, byte for byte; - reads standard input
    #[arg(long, group = "signed", value_name = "FILE")]
    pub(super) message_file: Option<PathBuf>,
    /// File of a message signed by a wallet (NEP-413): what it was asked to sign, and its answer; - reads
    /// standard input
    #[arg(long, group = "signed", value_name = "FILE", conflicts_with_all = ["public_key", "signature"])]
    pub(super) nep_413: Option<PathBuf>,
    /// File of what the wallet was asked to sign, where --nep-413 has its answer alone; - reads standard input
    #[arg(long, value_name = "FILE", requires = "nep_413", conflicts_with_all = OF_BYTES)]
    pub(super) nep_413_request: Option<PathBuf>,
    /// Refuse a wallet's message that is for another recipient
    #[arg(long, value_name = "NAME", requires = "nep_413", conflicts_with_all = OF_BYTES)]
    pub(super) recipient: Option<String>,
    /// The rule that decides [default: nep-364; binding for a wallet's message]
    #[arg(long, value_name = "RULE", value_parser = rule())]
    rule: Option<Rule>,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

impl Verify {
    /// The rule that decides. A wallet's message is judged by the SDK's and contracts' rule unless
    /// another is chosen, since by NEP-364 a key of small order has signed every text.
    pub(super) fn rule(&self) -> Rule {
        let default = match self.nep_413 {
            Some(_) => Rule::Binding,
            None => Rule::Nep364,
        };
        self.rule.unwrap_or(default)
    }
}

fn rule() -> impl TypedValueParser<Value = Rule> {
    let by_name = |name: String| {
        let mut rules = Rule::ALL.into_iter();
        rules.find(|it| it.name() == name).ok_or("no such rule")
    };
    PossibleValuesParser::new(Rule::ALL.map(Rule::name)).try_map(by_name)
}

/// A wallet's message in one file.
pub(super) const FORM: &str = r#"{"payload": {"message": "...", "nonce": "<base64>", "recipient": "..."}, "publicKey": "ed25519:...", "signature": "<base64>"}"#;

fn help() -> String {
    let line = |it: &Form| format!("  {} ({})\n", it.name, it.comes_from);
    let forms: String = FORMS.iter().map(line).collect();
    let forms = forms.replace('`', "");
    format!("{RULES}\n{forms}such as\n  {FORM}\n{EXAMPLES}")
}

const RULES: &str = r#"Rules:
  nep-364  the host function ed25519_verify: dalek's verify
  binding  nep-364, but no public keys of small order: near-sdk-ext's ed25519_verify_binding
  strict   dalek's verify_strict: binding, but no R of small order
  zip-215  CometBFT, Substrate and Zcash
  solana   proposed for Solana (SIMD-0376): zip-215's equation, canonical encodings, no small order

Keys and signatures are in hex (with 0x or without), in base64, or in base58 after ed25519:.

A wallet's message is JSON:"#;

const EXAMPLES: &str = r#"
Exit codes:
  0  the rule accepts the signature
  1  the rule refuses it; or the message is for another recipient
  2  bad usage, or input that cannot be read

Examples:
  near-ed25519 verify --message-hex 72 --rule binding \
    --public-key ed25519:586Z7H2vpX9qNhN2T4e9Utugie3ogjbxzGaMtM3E6HR5 --signature \
    kqAJqfDUyrhyDoILX2QlQKKye1QWUD+Ps3YiI+vbadoIWsHkPhWZbkWPNhPQ8R2MOHsurrQwKu6wDSkWErsMAA==
  near-ed25519 verify --nep-413 signed.json --recipient example.near
  near-ed25519 verify --nep-413 answer.json --nep-413-request request.json
  near-ed25519 verify --nep-413 - --rule strict --json < signed.json"#;
