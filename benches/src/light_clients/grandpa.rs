//! A justification of a Substrate chain's block, as its nodes return it.

use super::client::{GRANDPA, runtime};
use super::measured::Update;
use super::report::{self, Subject};
use crate::cli;
use crate::exit::{Failure, OrInput as _};
use crate::input::{self, CHAIN_DATA_LIMIT};
use anyhow::{Context as _, ensure};
use near_runtime_ext::Block;
use serde::{Deserialize, Serialize};
use std::path::Path;
use test_contracts::grandpa::{AuthoritySet, Justification, init_args, json, submit_finality_args};

/// Before every block: what is justified is above it.
const GENESIS: (u32, [u8; 32]) = (0, [0; 32]);

pub(super) fn run(args: &cli::Grandpa) -> Result<(), Failure> {
    let authorities = read(&args.authorities, |bytes| {
        Ok(json::authority_set(&String::from_utf8_lossy(bytes))?)
    })
    .or_input()?;
    let mut justification =
        read(&args.justification, |bytes| Ok(json::justification(bytes)?)).or_input()?;
    for path in &args.header {
        justification.headers.push(read(path, header).or_input()?);
    }
    let runtime = runtime()?;
    let update = update(&authorities, &justification);
    let client = update.client.deploy(&runtime, args.build, &update.init)?;
    let subject = Finality::new(client.view("status")?, &justification);
    let measured = update.measure(&runtime, args.build)?;
    report::print(GRANDPA, subject, &measured, args.json)
}

/// An update of a client that trusts these authorities and no block.
pub(crate) fn update(authorities: &AuthoritySet, justification: &Justification) -> Update {
    let (number, hash) = GENESIS;
    Update {
        client: GRANDPA,
        init: init_args(authorities, number, &hash),
        args: submit_finality_args(justification),
        // Finality does not depend on time.
        now_ns: Block::default().timestamp,
    }
}

/// What the client says of its authorities.
#[derive(Deserialize)]
struct Status {
    set_id: u64,
    authorities: u32,
    threshold: u64,
}

/// What is reported of a justification.
#[derive(Serialize)]
struct Finality {
    set_id: u64,
    /// `null` if the justification ends before it; so of `number`.
    round: Option<u64>,
    number: Option<u32>,
    authorities: u32,
    threshold: u64,
}

impl Finality {
    fn new(status: Status, justification: &Justification) -> Self {
        // It begins with the round, 8 bytes, and the block's hash, 32 bytes, and number, 4 bytes.
        let scale = justification.scale.as_slice();
        let round = scale.first_chunk().copied().map(u64::from_le_bytes);
        let number = scale.get(40..).and_then(|rest| rest.first_chunk().copied());
        Self {
            set_id: status.set_id,
            round,
            number: number.map(u32::from_le_bytes),
            authorities: status.authorities,
            threshold: status.threshold,
        }
    }
}

impl Subject for Finality {
    fn lines(&self) -> Vec<(&'static str, String)> {
        let Self {
            set_id,
            authorities,
            threshold,
            ..
        } = self;
        let mut lines = vec![(
            "authority set",
            format!("{set_id}: {authorities} authorities, threshold {threshold}"),
        )];
        lines.extend(self.round.map(|round| ("round", round.to_string())));
        lines.extend(self.number.map(|number| ("block", number.to_string())));
        lines
    }
}

/// A header: its SCALE bytes, or those in hex.
fn header(bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
    ensure!(!bytes.is_empty(), "the header is empty");
    match str::from_utf8(bytes).map(str::trim) {
        Ok(text) => hex::decode(text.strip_prefix("0x").unwrap_or(text))
            .context("a header is SCALE bytes, or those in hex"),
        Err(_) => Ok(bytes.to_vec()),
    }
}

fn read<T>(path: &Path, parse: impl Fn(&[u8]) -> anyhow::Result<T>) -> anyhow::Result<T> {
    let bytes = input::read(path, CHAIN_DATA_LIMIT)?;
    parse(&bytes).with_context(|| input::name(path))
}
