//! A header of a Tendermint chain, as its nodes return it.

use super::client::{TENDERMINT, runtime};
use super::measured::Update;
use super::report::{self, Subject};
use crate::amount::time_ns;
use crate::cli;
use crate::exit::{Failure, OrInput as _};
use anyhow::{Context as _, anyhow, ensure};
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};
use tendermint::Time;
use tendermint_proto::v0_38::types::{Header, Validator};
use test_contracts::tendermint::{LightBlock, Parameters, init_args, rpc, update_client_args};

const SECOND_NS: u64 = 1_000_000_000;

/// Blocks as the command line names them.
struct Blocks {
    trusted: LightBlock,
    untrusted: LightBlock,
    /// The validators of the block after the trusted one.
    next_validators: Vec<Validator>,
}

pub(crate) fn run(args: &cli::Tendermint) -> Result<(), Failure> {
    let blocks = Blocks::read(&args.blocks).or_input()?;
    let update = blocks.update(&args.blocks).or_input()?;
    let measured = update.measure(&runtime()?, args.build)?;
    let subject = Block {
        chain_id: header(&blocks.untrusted)?.chain_id.clone(),
        trusted_height: blocks.trusted.height(),
        height: blocks.untrusted.height(),
        validators: blocks.untrusted.validators.len(),
    };
    report::print(TENDERMINT, subject, &measured, args.json)
}

/// What is reported of a block.
#[derive(Serialize)]
struct Block {
    #[serde(skip)]
    chain_id: String,
    trusted_height: u64,
    height: u64,
    validators: usize,
}

impl Subject for Block {
    fn lines(&self) -> Vec<(&'static str, String)> {
        vec![
            ("chain", self.chain_id.clone()),
            ("trusted block", self.trusted_height.to_string()),
            (
                "block",
                format!("{}, {} validators", self.height, self.validators),
            ),
        ]
    }
}

impl Blocks {
    fn read(args: &cli::TendermintBlocks) -> anyhow::Result<Self> {
        let trusted = light_block(args.trusted_commit.as_deref(), &args.trusted_validators)?;
        let untrusted = light_block(args.untrusted_commit.as_deref(), &args.untrusted_validators)?;
        let next_validators = match args.trusted_next_validators.as_slice() {
            [] => next_validators(&trusted, &untrusted)?,
            files => validators(files, trusted.height().saturating_add(1))?,
        };
        Ok(Self {
            trusted,
            untrusted,
            next_validators,
        })
    }

    fn update(&self, args: &cli::TendermintBlocks) -> anyhow::Result<Update> {
        let parameters = Parameters {
            chain_id: header(&self.trusted)?.chain_id.clone(),
            trust_level: (args.trust_level.numerator(), args.trust_level.denominator()),
            trusting_period_ns: args.trusting_period,
            max_clock_drift_ns: args.max_clock_drift,
        };
        let now_ns = match args.now {
            Some(now) => now,
            None => just_after(&self.untrusted)?,
        };
        let (trusted, next) = (&self.trusted, &self.next_validators);
        update(&parameters, trusted, &self.untrusted, next, now_ns)
    }
}

/// An update of a client that trusts a block, to a later one.
///
/// # Errors
///
/// The trusted block has no header.
pub(crate) fn update(
    parameters: &Parameters,
    trusted: &LightBlock,
    untrusted: &LightBlock,
    next_validators: &[Validator],
    now_ns: u64,
) -> anyhow::Result<Update> {
    let message = untrusted.update(trusted.height(), next_validators);
    Ok(Update {
        client: TENDERMINT,
        init: init_args(parameters, header(trusted)?),
        args: update_client_args(&message),
        now_ns,
    })
}

/// A second after the block's own time, so that old blocks can be verified; in nanoseconds.
///
/// # Errors
///
/// The block has no time, or one that is out of range.
pub(crate) fn just_after(block: &LightBlock) -> anyhow::Result<u64> {
    let height = block.height();
    let time = header(block)?.time;
    let time = time.with_context(|| format!("block {height} has no time"))?;
    let time =
        Time::try_from(time).map_err(|error| anyhow!("the time of block {height}: {error}"))?;
    Ok(time_ns(time)
        .map_err(|error| anyhow!(error))?
        .saturating_add(SECOND_NS))
}

/// The validators of the block after the trusted one, where the given blocks tell.
fn next_validators(trusted: &LightBlock, untrusted: &LightBlock) -> anyhow::Result<Vec<Validator>> {
    let next = trusted.height().saturating_add(1);
    let hash = &header(trusted)?.next_validators_hash;
    let of_untrusted = untrusted.height() == next || header(untrusted)?.validators_hash == *hash;
    if of_untrusted {
        return Ok(untrusted.validators.clone());
    }
    ensure!(
        header(trusted)?.validators_hash == *hash,
        "neither block has the validators of block {next}: give them with --trusted-next-validators"
    );
    Ok(trusted.validators.clone())
}

fn header(block: &LightBlock) -> anyhow::Result<&Header> {
    let header = block.signed_header.header.as_ref();
    header.context("the block has no header")
}

fn light_block(commit: Option<&Path>, pages: &[PathBuf]) -> anyhow::Result<LightBlock> {
    // The command line demands it.
    let commit = commit.context("no commit is given")?;
    let signed_header =
        rpc::commit(&read(commit)?).with_context(|| commit.display().to_string())?;
    let mut block = LightBlock {
        signed_header,
        validators: Vec::new(),
    };
    block.validators = validators(pages, block.height())?;
    Ok(block)
}

/// The validators of the block at this height, from all pages of them.
fn validators(pages: &[PathBuf], expected: u64) -> anyhow::Result<Vec<Validator>> {
    let texts: Vec<_> = pages
        .iter()
        .map(|page| read(page))
        .collect::<anyhow::Result<_>>()?;
    let names = || {
        let names: Vec<_> = pages
            .iter()
            .map(|page| page.display().to_string())
            .collect();
        names.join(", ")
    };
    let (got, validators) = rpc::validators(&texts).with_context(names)?;
    if got != expected {
        return Err(rpc::RpcError::Height { expected, got }).with_context(names);
    }
    Ok(validators)
}

fn read(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}
