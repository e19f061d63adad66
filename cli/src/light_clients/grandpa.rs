//! A justification of a Substrate chain's block, in any form that nodes and tools give.

use super::report::{self, Subject};
use crate::arguments;
use crate::exit::{Failure, OrInput as _};
use crate::input::{self, CHAIN_DATA_LIMIT};
use anyhow::Context as _;
use near_ed25519_benches::light_clients::{Deployed, GRANDPA, Update, Verdict, runtime};
use serde::{Deserialize, Serialize};
use std::path::Path;
use test_contracts::grandpa::{self, Justification, ReadError, SecondVote};

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
    let mut finality = Finality::new(&before, &justification, forms, second_votes);
    if measured.verdict.is_success() {
        let after = after(deploy()?, &update)?;
        finality.verified(&before, &after, justification.signed_weight(&authorities));
    }
    report::print(GRANDPA, finality, &measured, args.json)
}

/// What the client says when it has verified the update.
fn after(mut client: Deployed, update: &Update) -> anyhow::Result<Status> {
    let outcome = client.update(&update.args, update.now_ns)?;
    let verdict = Verdict::of(&outcome);
    anyhow::ensure!(verdict.is_success(), "the second time: {verdict}");
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

/// What is reported of a justification.
#[derive(Serialize)]
struct Finality {
    authorities_form: &'static str,
    justification_form: &'static str,
    set_id: u64,
    /// As the justification has it; so of the block, unless the client has verified it.
    round: Option<u64>,
    block_hash: Option<String>,
    number: Option<u32>,
    authorities: u32,
    /// `null` unless the client has verified the justification.
    signed_weight: Option<u64>,
    threshold: u64,
    total_weight: u64,
    /// Votes that were not handed over.
    second_votes: Vec<SecondVote>,
    /// Who votes on blocks after this one; `null` if the set stays, or the block's header, which would
    /// say so, was not handed over or not verified.
    new_set: Option<NewSet>,
}

#[derive(Serialize)]
struct NewSet {
    set_id: u64,
    authorities: u32,
}

impl Finality {
    fn new(
        status: &Status,
        justification: &Justification,
        [authorities_form, justification_form]: [&'static str; 2],
        second_votes: Vec<SecondVote>,
    ) -> Self {
        let claim = justification.claim();
        Self {
            authorities_form,
            justification_form,
            set_id: status.set_id,
            round: claim.map(|claim| claim.round),
            block_hash: claim.map(|claim| hex::encode(claim.hash)),
            number: claim.map(|claim| claim.number),
            authorities: status.authorities,
            signed_weight: None,
            threshold: status.threshold,
            total_weight: status.total_weight,
            second_votes,
            new_set: None,
        }
    }

    /// The same, verified.
    fn verified(&mut self, before: &Status, after: &Status, signed_weight: u64) {
        self.block_hash = Some(after.hash.clone());
        self.number = Some(after.number);
        self.signed_weight = Some(signed_weight);
        self.new_set = (after.set_id != before.set_id).then_some(NewSet {
            set_id: after.set_id,
            authorities: after.authorities,
        });
    }
}

impl Subject for Finality {
    fn lines(&self) -> Vec<(&'static str, String)> {
        let Self {
            set_id,
            authorities,
            threshold,
            total_weight,
            ..
        } = self;
        let read = format!("{}; {}", self.authorities_form, self.justification_form);
        let set = format!("{set_id}: {authorities} authorities, threshold {threshold}");
        let mut lines = vec![("read as", read), ("authority set", set)];
        lines.extend(self.round.map(|round| ("round", round.to_string())));
        lines.extend(self.number.map(|number| ("block", number.to_string())));
        lines.extend(
            self.block_hash
                .iter()
                .map(|hash| ("block hash", hash.clone())),
        );
        lines.extend(self.signed_weight.map(|signed| {
            let signed = format!("{signed} of {total_weight}, of which {threshold} are needed");
            ("signed weight", signed)
        }));
        lines.extend(
            self.second_votes
                .iter()
                .map(|SecondVote { precommit, first }| {
                    let why = format!(
                        "precommit {precommit}, a second vote of precommit {first}'s signer"
                    );
                    ("left out", why)
                }),
        );
        lines.extend(self.new_set.iter().map(
            |NewSet {
                 set_id,
                 authorities,
             }| { ("new set", format!("{set_id}: {authorities} authorities")) },
        ));
        lines
    }
}

fn read<T>(
    path: &Path,
    parse: impl Fn(&[u8]) -> Result<grandpa::Read<T>, ReadError>,
) -> anyhow::Result<grandpa::Read<T>> {
    let bytes = input::read_bytes(path, CHAIN_DATA_LIMIT)?;
    parse(&bytes).with_context(|| input::name(path))
}
