//! A justification of a Substrate chain's block, in any form that nodes and tools give.

use super::report::{self, Subject};
use crate::arguments;
use crate::exit::{Failure, OrInput as _};
use crate::input::{self, CHAIN_DATA_LIMIT};
use anyhow::{Context as _, ensure};
use near_ed25519_benches::light_clients::{Deployed, GRANDPA, Update, Verdict, runtime};
use serde::Deserialize;
use serde_json::json;
use std::path::Path;
use test_contracts::grandpa::{self, Claim, ReadError, SecondVote};

pub(crate) fn run(args: &arguments::Grandpa) -> Result<(), Failure> {
    let files = [&args.authorities, &args.justification];
    input::one_stdin(files.into_iter().chain(&args.header)).or_input()?;
    let set = |bytes: &[u8]| grandpa::authority_set(bytes, args.set_id);
    let authorities = read(&args.authorities, set).or_input()?;
    let justification = read(&args.justification, grandpa::justification).or_input()?;
    let forms = [authorities.form.name, justification.form.name];
    let (authorities, mut justification) = (authorities.value, justification.value);
    for path in &args.header {
        let header = read(path, grandpa::header).or_input()?.value;
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
