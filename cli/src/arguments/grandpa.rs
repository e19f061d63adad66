//! `near-ed25519 grandpa`'s arguments.

use clap::Args;
use std::fmt::Write as _;
use std::path::PathBuf;
use test_contracts::ClientBuild;
use test_contracts::grandpa::forms::{AUTHORITIES, Form, HEADERS, JUSTIFICATIONS};

#[derive(Args)]
#[command(after_help = help())]
pub(crate) struct Grandpa {
    /// The authority set that votes; `-` is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) authorities: PathBuf,
    /// The set's id, where the file does not have it: a number, or what GrandpaApi_current_set_id
    /// answers
    #[arg(long, value_name = "N", value_parser = set_id)]
    pub(crate) set_id: Option<u64>,
    /// The justification; `-` is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) justification: PathBuf,
    /// Further headers: the block's own, where it changes the authorities, and those between votes
    /// and the block
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) header: Vec<PathBuf>,
    /// Who verifies signatures: host, host-many (all in one call, by ZIP-215), wasm or wasm-best
    #[arg(long, value_name = "BUILD", default_value_t = ClientBuild::Host)]
    pub(crate) build: ClientBuild,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// A number, or 8 bytes in hex, little-endian, as SCALE has it.
fn set_id(text: &str) -> Result<u64, String> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let Some(digits) = digits else {
        return text
            .parse()
            .map_err(|_| "not a number of 64 bits".to_owned());
    };
    let mut bytes = [0; 8];
    hex::decode_to_slice(digits, &mut bytes)
        .map_err(|_| "not 8 bytes in hex, as GrandpaApi_current_set_id answers".to_owned())?;
    Ok(u64::from_le_bytes(bytes))
}

/// The forms that are read, and the calls of a node that give them.
fn help() -> String {
    let mut help = "Files are told apart by what is in them:\n".to_owned();
    let kinds: [(&str, &[Form]); 3] = [
        ("authorities", &AUTHORITIES),
        ("justification", &JUSTIFICATIONS),
        ("header", &HEADERS),
    ];
    for (kind, forms) in kinds {
        for Form {
            name, comes_from, ..
        } in forms
        {
            // Writing to a string cannot fail.
            let _ = writeln!(help, "  {kind}: {name} ({})", comes_from.replace('`', ""));
        }
    }
    help + CALLS
}

const CALLS: &str = r#"
Of a finality proof's unknown headers the block's own is used. Where an authority has several votes,
the first one is.

From a node, for block N; P is the hash of the block before, whose state has the authorities:
  rpc() { curl -sH content-type:application/json "$NODE" \
    -d '{"id":1,"jsonrpc":"2.0","method":"'$1'","params":'"$2"'}'; }
  rpc grandpa_proveFinality '[N]' > proof.json
  rpc state_call '["GrandpaApi_grandpa_authorities","0x","P"]' > authorities.json
  rpc state_call '["GrandpaApi_current_set_id","0x","P"]'

Examples:
  near-ed25519 grandpa --authorities authorities.json --set-id 450 --justification proof.json
  near-ed25519 grandpa --authorities set.json --justification - --header 1.hex 2.hex --json"#;
