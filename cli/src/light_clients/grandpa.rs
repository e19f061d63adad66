//! A justification of a Substrate chain's block, in any form that nodes and tools write.

use super::client::Options;
use super::report;
use crate::exit::Failure;
use crate::input;
use crate::light_clients::{GRANDPA, Update, runtime};
use crate::output::Fields;
use anyhow::Context as _;
use chain_files::grandpa::forms::{Form, KINDS};
use chain_files::grandpa::{self, AuthoritySet, Justification, SecondVote, after_0x};
use clap::Args;
use hex::FromHex as _;
use near_runtime_ext::Contract;
use serde::Deserialize;
use serde_json::json;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = help())]
pub(crate) struct Grandpa {
    /// File of the authority set that votes; - reads standard input
    #[arg(long, value_name = "FILE")]
    authorities: PathBuf,
    /// Id of the set, if the file does not have it: a number, or the answer of
    /// GrandpaApi_current_set_id
    #[arg(long, value_name = "N", value_parser = set_id)]
    set_id: Option<u64>,
    /// File of the justification; - reads standard input
    #[arg(long, value_name = "FILE")]
    justification: PathBuf,
    /// Files of further headers: the block's own, if it changes the authorities, and those between
    /// votes and the block
    #[arg(long, value_name = "FILE", num_args = 1..)]
    header: Vec<PathBuf>,
    #[command(flatten)]
    options: Options,
}

pub(crate) fn run(args: &Grandpa) -> Result<(), Failure> {
    let files = [&args.authorities, &args.justification];
    input::one_stdin(files.into_iter().chain(&args.header)).map_err(Failure::input)?;
    let set = |bytes: &[u8]| grandpa::authority_set(bytes, args.set_id);
    let authorities = input::parsed(&args.authorities, set).map_err(Failure::input)?;
    let justification = input::parsed(&args.justification, grandpa::justification);
    let justification = justification.map_err(Failure::input)?;
    let forms = [authorities.form.name, justification.form.name];
    let (authorities, mut justification) = (authorities.value, justification.value);
    for path in &args.header {
        let header = input::parsed(path, grandpa::header).map_err(Failure::input)?;
        // A node's block already has its header.
        if !justification.headers.contains(&header) {
            justification.headers.push(header);
        }
    }
    let (justification, second_votes) = justification.without_second_votes();

    let runtime = runtime()?;
    let update = Update::of_grandpa(&authorities, &justification);
    let deployed = GRANDPA.deploy(&runtime, args.options.build, &update.init);
    let deployed = deployed.with_context(|| input::name(&args.authorities));
    let before = Status::of(&mut deployed?)?;
    let mut measured = update.measure(&runtime, args.options.build)?;
    let is_success = measured.verdict.is_success();
    let after = is_success.then(|| Status::of(&mut measured.contract));
    let subject = subject(
        forms,
        &authorities,
        &justification,
        &second_votes,
        &before,
        after.transpose()?,
    );
    report::print(GRANDPA, subject, &measured, args.options.json)
}

/// The client's authorities, and its latest block.
#[derive(Deserialize)]
struct Status {
    set_id: u64,
    authorities: u32,
    total_weight: u64,
    threshold: u64,
    number: u32,
    hash: String,
}

impl Status {
    fn of(client: &mut Contract) -> anyhow::Result<Self> {
        Ok(client.call("status").args("{}").view()?.json()?)
    }
}

/// The facts about a justification. The client did not get the `second_votes`; `after` is `Some` if
/// the client has verified the justification.
fn subject(
    forms: [&str; 2],
    set: &AuthoritySet,
    justification: &Justification,
    second_votes: &[SecondVote],
    before: &Status,
    after: Option<Status>,
) -> Fields {
    let (threshold, total_weight) = (before.threshold, before.total_weight);
    let claim = justification.claim();
    let round = claim.map(|(round, ..)| round);
    let signed_weight = after.as_ref().map(|_| justification.signed_weight(set));
    // The block that the client verified, or else the one that the justification claims.
    let block = claim.map(|(_, hash, number)| (number, hex::encode(hash)));
    let verified = after.as_ref().map(|it| (it.number, it.hash.clone()));
    let (number, hash) = verified.or(block).unzip();
    // The next authorities, if they change. Only the block's header tells: without it nothing is
    // known.
    let new_set = after.filter(|after| after.set_id != before.set_id);
    let new_json = |set: &Status| json!({ "set_id": set.set_id, "authorities": set.authorities });
    let set = |set: &Status| format!("{}: {} authorities", set.set_id, set.authorities);
    let of_set = format!("{}, threshold {threshold}", set(before));
    let signed = |signed| format!("{signed} of {total_weight}, of which {threshold} are needed");
    let left_out = second_votes.iter().map(|SecondVote { precommit, first }| {
        format!("precommit {precommit}, a second vote of precommit {first}'s signer")
    });
    Fields::default()
        .json("authorities_form", forms[0])
        .json("justification_form", forms[1])
        .line("read as", [forms.join("; ")])
        .json("set_id", before.set_id)
        .line("authority set", [of_set])
        .both("round", "round", round)
        .both("number", "block", number)
        .both("block_hash", "block hash", hash)
        .json("authorities", before.authorities)
        .json("signed_weight", signed_weight)
        .line("signed weight", signed_weight.map(signed))
        .json("threshold", threshold)
        .json("total_weight", total_weight)
        .json("second_votes", json!(second_votes))
        .line("left out", left_out)
        .json("new_set", new_set.as_ref().map(new_json))
        .line("new set", new_set.as_ref().map(set))
}

/// A number, or 8 bytes in hex, little-endian, as in SCALE.
fn set_id(text: &str) -> Result<u64, String> {
    let Some(digits) = after_0x(text) else {
        let number = text.parse();
        return number.map_err(|_| "expected a number below 2^64, or 8 bytes in hex".to_owned());
    };
    let id = <[u8; 8]>::from_hex(digits).map(u64::from_le_bytes);
    id.map_err(|_| "expected 8 bytes in hex, as GrandpaApi_current_set_id answers".to_owned())
}

/// The accepted forms, and the node's calls that return them.
fn help() -> String {
    let forms = KINDS.map(|(kind, forms)| {
        let line = |it: &Form| format!("  {kind}: {} ({})\n", it.name, it.comes_from);
        forms.iter().map(line).collect::<String>()
    });
    let forms = forms.concat().replace('`', "");
    format!("Files are recognised by their content:\n{forms}{CALLS}")
}

const CALLS: &str = r#"
Of a finality proof's unknown headers, the client gets only the block's own. Of several votes of an authority, it gets only the first.

From a node, for block N; P is the hash of block N - 1, whose state has the authorities:
  rpc() { curl -sH content-type:application/json "$NODE" \
    -d '{"id":1,"jsonrpc":"2.0","method":"'$1'","params":'"$2"'}'; }
  rpc grandpa_proveFinality '[N]' > proof.json
  rpc state_call '["GrandpaApi_grandpa_authorities","0x","P"]' > authorities.json
  rpc state_call '["GrandpaApi_current_set_id","0x","P"]'

Examples:
  near-ed25519 grandpa --authorities authorities.json --set-id 450 \
      --justification proof.json
  near-ed25519 grandpa --authorities set.json --justification - \
      --header 1.hex 2.hex --json"#;
