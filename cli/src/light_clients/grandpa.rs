//! A justification of a Substrate chain's block, in any form that nodes and tools give.

use super::report::{self, Subject};
use crate::exit::Failure;
use crate::input::{self, CHAIN_DATA_LIMIT};
use anyhow::{Context as _, ensure};
use clap::Args;
use near_ed25519_benches::light_clients::{Deployed, GRANDPA, Update, Verdict, runtime};
use serde::Deserialize;
use serde_json::json;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use test_contracts::ClientBuild;
use test_contracts::grandpa::forms::{AUTHORITIES, Form, HEADERS, JUSTIFICATIONS};
use test_contracts::grandpa::{self, Claim, ReadError, SecondVote};

#[derive(Args)]
#[command(after_help = help())]
pub(crate) struct Grandpa {
    /// The authority set that votes; `-` is standard input
    #[arg(long, value_name = "FILE")]
    authorities: PathBuf,
    /// The set's id, where the file does not have it: a number, or what GrandpaApi_current_set_id
    /// answers
    #[arg(long, value_name = "N", value_parser = set_id)]
    set_id: Option<u64>,
    /// The justification; `-` is standard input
    #[arg(long, value_name = "FILE")]
    justification: PathBuf,
    /// Further headers: the block's own, where it changes the authorities, and those between votes
    /// and the block
    #[arg(long, value_name = "FILE", num_args = 1..)]
    header: Vec<PathBuf>,
    /// Who verifies signatures: host, host-many (all in one call, by ZIP-215), wasm or wasm-best
    #[arg(long, value_name = "BUILD", default_value_t = ClientBuild::Host)]
    build: ClientBuild,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Grandpa) -> Result<(), Failure> {
    let files = [&args.authorities, &args.justification];
    input::one_stdin(files.into_iter().chain(&args.header)).map_err(Failure::input)?;
    let set = |bytes: &[u8]| grandpa::authority_set(bytes, args.set_id);
    let authorities = read(&args.authorities, set).map_err(Failure::input)?;
    let justification =
        read(&args.justification, grandpa::justification).map_err(Failure::input)?;
    let forms = [authorities.form.name, justification.form.name];
    let (authorities, mut justification) = (authorities.value, justification.value);
    for path in &args.header {
        let header = read(path, grandpa::header).map_err(Failure::input)?.value;
        // A node's block has brought its own header.
        if !justification.headers.contains(&header) {
            justification.headers.push(header);
        }
    }
    let (justification, second_votes) = justification.without_second_votes();

    let runtime = runtime()?;
    let update = Update::of_grandpa(&authorities, &justification);
    let deploy = || {
        let client = update.client.deploy(&runtime, args.build, &update.init);
        client.with_context(|| input::name(&args.authorities))
    };
    let before = deploy()?.view("status")?;
    let measured = update.measure(&runtime, args.build)?;
    let after = match measured.verdict.is_success() {
        true => Some(after(deploy()?, &update)?),
        false => None,
    };
    let finality = Finality {
        forms,
        claim: justification.claim(),
        before,
        signed_weight: after
            .as_ref()
            .map(|_| justification.signed_weight(&authorities)),
        after,
        second_votes,
    };
    report::print(GRANDPA, finality.subject(), &measured, args.json)
}

/// What the client says when it has verified the update.
fn after(mut client: Deployed, update: &Update) -> anyhow::Result<Status> {
    let outcome = client.update(&update.args, update.now_ns)?;
    let verdict = Verdict::of(&outcome);
    ensure!(verdict.is_success(), "the second time: {verdict}");
    client.view("status")
}

/// What the client says of its authorities, and of its latest block.
#[derive(Deserialize)]
struct Status {
    set_id: u64,
    authorities: u32,
    total_weight: u64,
    threshold: u64,
    number: u32,
    hash: String,
}

/// What is known of a justification.
struct Finality {
    /// Of the authorities, and of the justification.
    forms: [&'static str; 2],
    claim: Option<Claim>,
    before: Status,
    /// These two are `None` unless the client has verified the justification.
    after: Option<Status>,
    signed_weight: Option<u64>,
    /// Votes that were not handed over.
    second_votes: Vec<SecondVote>,
}

impl Finality {
    fn subject(&self) -> Subject {
        let [authorities_form, justification_form] = self.forms;
        let (claim, after) = (self.claim.as_ref(), self.after.as_ref());
        let Status {
            set_id,
            authorities,
            threshold,
            total_weight,
            ..
        } = &self.before;
        let round = claim.map(|claim| claim.round);
        // The block is as the justification has it, unless the client has verified it.
        let number = after
            .map(|after| after.number)
            .or(claim.map(|claim| claim.number));
        let hash = after.map(|after| after.hash.clone());
        let hash = hash.or(claim.map(|claim| hex::encode(claim.hash)));
        // Who votes on blocks after this one, where that is somebody else. A block's header says so: where
        // none was handed over, nothing is known.
        let new_set = after.filter(|after| after.set_id != *set_id);
        let json = json!({
            "authorities_form": authorities_form,
            "justification_form": justification_form,
            "set_id": set_id,
            "round": round,
            "block_hash": hash,
            "number": number,
            "authorities": authorities,
            "signed_weight": self.signed_weight,
            "threshold": threshold,
            "total_weight": total_weight,
            "second_votes": self.second_votes,
            "new_set": new_set.map(|set| json!({
                "set_id": set.set_id,
                "authorities": set.authorities,
            })),
        });
        let signed = self
            .signed_weight
            .map(|signed| format!("{signed} of {total_weight}, of which {threshold} are needed"));
        let left_out = self
            .second_votes
            .iter()
            .map(|SecondVote { precommit, first }| {
                format!("precommit {precommit}, a second vote of precommit {first}'s signer")
            });
        let set = |set: &Status| format!("{}: {} authorities", set.set_id, set.authorities);
        let mut lines = vec![
            (
                "read as",
                format!("{authorities_form}; {justification_form}"),
            ),
            (
                "authority set",
                format!("{}, threshold {threshold}", set(&self.before)),
            ),
        ];
        lines.extend(round.map(|round| ("round", round.to_string())));
        lines.extend(number.map(|number| ("block", number.to_string())));
        lines.extend(hash.map(|hash| ("block hash", hash)));
        lines.extend(signed.map(|signed| ("signed weight", signed)));
        lines.extend(left_out.map(|vote| ("left out", vote)));
        lines.extend(new_set.map(|after| ("new set", set(after))));
        Subject { json, lines }
    }
}

fn read<T>(
    path: &Path,
    parse: impl Fn(&[u8]) -> Result<grandpa::Read<T>, ReadError>,
) -> anyhow::Result<grandpa::Read<T>> {
    let bytes = input::read_bytes(path, CHAIN_DATA_LIMIT)?;
    parse(&bytes).with_context(|| input::name(path))
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
