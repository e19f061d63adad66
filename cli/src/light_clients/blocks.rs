//! Blocks of a Tendermint chain, from the files on the command line.

use crate::amount;
use crate::call::parse_32_bytes;
use crate::input;
use anyhow::{Context as _, ensure};
use chain_files::tendermint::rpc::{self, Page};
use chain_files::tendermint::{LightBlock, check};
use clap::Args;
use std::path::{Path, PathBuf};
use tendermint_proto::v0_38::types::Validator;

/// A block that is trusted, one that is not yet, and by which rules it is verified.
#[derive(Args)]
pub(crate) struct TendermintBlocks {
    /// File of the trusted block: an answer of /commit or /signed_block, or a LightBlock
    #[arg(long, value_name = "FILE")]
    pub(crate) trusted_commit: PathBuf,
    /// Files of its validators, if the block's file has none: all pages that /validators returns
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) trusted_validators: Vec<PathBuf>,
    /// Hash that the trusted block must have [default: any]
    #[arg(long, value_name = "HASH", value_parser = parse_32_bytes)]
    pub(crate) trusted_hash: Option<[u8; 32]>,
    /// File of the block to verify, in the same forms
    #[arg(long, value_name = "FILE")]
    pub(crate) untrusted_commit: PathBuf,
    /// Files of its validators, if the block's file has none: all pages that /validators returns
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) untrusted_validators: Vec<PathBuf>,
    /// Files of the validators of the block after the trusted one, all pages [default: validators of
    /// the given blocks, if a hash shows that they are the same]
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) trusted_next_validators: Vec<PathBuf>,
    /// Share of the trusted validators' power, from 1/3 to 1: more than this must have signed
    #[arg(long, value_name = "FRACTION", default_value = "1/3", value_parser = amount::parse_trust_level)]
    pub(crate) trust_level: (u64, u64),
    /// Time for which a block is trusted. It must be shorter than the chain's unbonding period, by
    /// rule of thumb two thirds of it: 14d suits the 21 days of the Cosmos Hub, and is too long for
    /// chains with a shorter period
    #[arg(long, value_name = "DURATION", default_value = "14d", value_parser = trusting_period)]
    pub(crate) trusting_period: u64,
    /// Longest time that a block may be ahead of this chain's time
    #[arg(long, value_name = "DURATION", default_value = "10s", value_parser = amount::parse_duration)]
    pub(crate) max_clock_drift: u64,
    /// This chain's time, by RFC 3339 [default: this machine's clock, if the block to verify is neither older
    /// than the trusting period nor ahead by more than the drift; else one second after that block, which the
    /// output reports]
    #[arg(long, value_name = "TIME", value_parser = amount::parse_time)]
    pub(crate) now: Option<u64>,
}

/// A trusted block and one to verify.
pub(super) struct Blocks {
    pub(super) trusted: LightBlock,
    pub(super) untrusted: LightBlock,
    /// The validators of the block after the trusted one.
    pub(super) next_validators: Vec<Validator>,
    /// Contradictions within the trusted block, with the file's name.
    pub(super) warnings: Vec<String>,
}

impl Blocks {
    /// # Errors
    ///
    /// A file cannot be read, tendermint-rs refuses its content, or validators are missing.
    pub(super) fn read(args: &TendermintBlocks) -> anyhow::Result<Self> {
        let commits = [&args.trusted_commit, &args.untrusted_commit].into_iter();
        let pages = [&args.trusted_validators, &args.untrusted_validators];
        let pages = pages.into_iter().chain([&args.trusted_next_validators]);
        input::one_stdin(commits.chain(pages.flatten()))?;
        let path = &args.trusted_commit;
        let name = || input::name(path);
        let pages = &args.trusted_validators;
        let (trusted, next) = block(path, pages, "--trusted-validators")?;
        if let Some(expected) = args.trusted_hash {
            let hash = check::header(&trusted.header)?.hash();
            let (name, expected) = (name(), hex::encode_upper(expected));
            ensure!(
                hash.to_string() == expected,
                "{name}: the block's hash is {hash}, --trusted-hash is {expected}"
            );
        }
        let warnings = trusted.contradictions().with_context(name)?;
        let warnings = warnings.iter().map(|line| format!("{}: {line}", name()));

        let path = &args.untrusted_commit;
        let pages = &args.untrusted_validators;
        let (untrusted, _) = block(path, pages, "--untrusted-validators")?;
        check::commit(&untrusted).with_context(|| input::name(path))?;
        let next_validators = match args.trusted_next_validators.as_slice() {
            [] => next_validators(&trusted, next, &untrusted)?,
            pages => {
                let of_next = validators(pages)?.of(trusted.height().saturating_add(1));
                of_next.with_context(|| names(pages))?
            }
        };
        Ok(Self {
            warnings: warnings.collect(),
            trusted,
            untrusted,
            next_validators,
        })
    }
}

/// The block, and the validators of the next one if the file has them.
fn block(
    path: &Path,
    pages: &[PathBuf],
    option: &str,
) -> anyhow::Result<(LightBlock, Option<Vec<Validator>>)> {
    let mut file = input::parsed(path, |bytes| {
        let file = rpc::block(bytes)?;
        check::header(&file.header)?;
        anyhow::Ok(file)
    })?;
    let next = file.next_validators.take();
    if !pages.is_empty() {
        let block = file.with(validators(pages)?);
        return Ok((block.with_context(|| names(pages))?, next));
    }
    let name = input::name(path);
    let none = || format!("{name} has no validators: give them with {option}");
    let validators = file.validators.with_context(none)?;
    check::validators(&validators).context(name)?;
    let block = LightBlock {
        header: file.header,
        commit: file.commit,
        validators,
    };
    Ok((block, next))
}

/// The validators of one block, from all pages of them.
fn validators(pages: &[PathBuf]) -> anyhow::Result<Page> {
    let page = |path: &PathBuf| {
        input::parsed(path, |bytes| {
            let page = rpc::page(bytes)?;
            check::validators(&page.validators)?;
            anyhow::Ok(page)
        })
    };
    let read = pages.iter().map(page).collect::<anyhow::Result<_>>()?;
    rpc::join(read).with_context(|| names(pages))
}

fn names(paths: &[PathBuf]) -> String {
    let names: Vec<_> = paths.iter().map(|path| input::name(path)).collect();
    names.join(", ")
}

/// The validators of the block after the trusted one, if the given blocks determine them.
fn next_validators(
    trusted: &LightBlock,
    next: Option<Vec<Validator>>,
    untrusted: &LightBlock,
) -> anyhow::Result<Vec<Validator>> {
    let height = trusted.height().saturating_add(1);
    let hash = &trusted.header.next_validators_hash;
    if untrusted.height() == height || untrusted.header.validators_hash == *hash {
        return Ok(untrusted.validators.clone());
    }
    if let Some(validators) = next {
        return Ok(validators);
    }
    ensure!(
        trusted.header.validators_hash == *hash,
        "neither block has the validators of block {height}: give them with \
         --trusted-next-validators"
    );
    Ok(trusted.validators.clone())
}

fn trusting_period(text: &str) -> Result<u64, String> {
    match amount::parse_duration(text)? {
        0 => Err("a trusting period of 0 excludes every block".to_owned()),
        period => Ok(period),
    }
}
