//! Blocks of a Tendermint chain, out of the files that the command line names.

use crate::arguments;
use crate::input;
use anyhow::{Context as _, ensure};
use near_ed25519_benches::light_clients::header;
use std::path::{Path, PathBuf};
use tendermint_proto::v0_38::types::Validator;
use test_contracts::tendermint::rpc::{self, Page};
use test_contracts::tendermint::{LightBlock, check};

/// A trusted block and one to verify.
pub(super) struct Blocks {
    pub(super) trusted: LightBlock,
    pub(super) untrusted: LightBlock,
    /// The validators of the block after the trusted one.
    pub(super) next_validators: Vec<Validator>,
    /// What of the trusted block contradicts itself, with the file's name.
    pub(super) warnings: Vec<String>,
}

impl Blocks {
    /// # Errors
    ///
    /// A file cannot be read, or tendermint-rs does not read what it has; or validators are nowhere.
    pub(super) fn read(args: &arguments::TendermintBlocks) -> anyhow::Result<Self> {
        let commits = args.trusted_commit.iter().chain(&args.untrusted_commit);
        let pages = [&args.trusted_validators, &args.untrusted_validators];
        let pages = pages.into_iter().chain([&args.trusted_next_validators]);
        input::one_stdin(commits.chain(pages.flatten()))?;
        // The command line demands both.
        let path = args.trusted_commit.as_deref();
        let path = path.context("no trusted block is given")?;
        let name = || input::name(path);
        let pages = &args.trusted_validators;
        let (trusted, next) = block(path, pages, "--trusted-validators")?;
        if let Some(expected) = args.trusted_hash {
            let hash = check::header_hash(&trusted.signed_header)?;
            let expected = hex::encode_upper(expected);
            ensure!(
                hash.to_string() == expected,
                "{}: the block's hash is {hash}, --trusted-hash is {expected}",
                name()
            );
        }
        let warnings = trusted.contradictions().with_context(name)?;
        let warnings = warnings.iter().map(|line| format!("{}: {line}", name()));

        let path = args.untrusted_commit.as_deref();
        let path = path.context("no block is given")?;
        let pages = &args.untrusted_validators;
        let (untrusted, _) = block(path, pages, "--untrusted-validators")?;
        check::commit(&untrusted.signed_header).with_context(|| input::name(path))?;
        let next_validators = match args.trusted_next_validators.as_slice() {
            [] => next_validators(&trusted, next, &untrusted)?,
            pages => {
                let page = validators(pages)?;
                let (expected, got) = (trusted.height().saturating_add(1), page.height);
                if got != expected {
                    let error = rpc::RpcError::Height { expected, got };
                    return Err(error).with_context(|| names(pages));
                }
                page.validators
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

/// The block, and the validators of the next one where the file has them.
fn block(
    path: &Path,
    pages: &[PathBuf],
    option: &str,
) -> anyhow::Result<(LightBlock, Option<Vec<Validator>>)> {
    let mut file = input::parsed(path, |bytes| {
        let file = rpc::block(&bytes)?;
        check::header(&file.signed_header)?;
        anyhow::Ok(file)
    })?;
    let next = file.next_validators.take();
    if !pages.is_empty() {
        let page = validators(pages)?;
        let block = file.with(page).with_context(|| names(pages))?;
        return Ok((block, next));
    }
    let name = input::name(path);
    let validators = file.validators;
    let validators =
        validators.with_context(|| format!("{name} has no validators: give them with {option}"))?;
    check::validators(&validators).context(name)?;
    let signed_header = file.signed_header;
    let block = LightBlock {
        signed_header,
        validators,
    };
    Ok((block, next))
}

/// The validators of one block, from all pages of them.
fn validators(pages: &[PathBuf]) -> anyhow::Result<Page> {
    let page = |path: &PathBuf| {
        input::parsed(path, |bytes| {
            let page = rpc::page(&bytes)?;
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

/// The validators of the block after the trusted one, where the given blocks tell.
fn next_validators(
    trusted: &LightBlock,
    next: Option<Vec<Validator>>,
    untrusted: &LightBlock,
) -> anyhow::Result<Vec<Validator>> {
    let height = trusted.height().saturating_add(1);
    let hash = &header(trusted)?.next_validators_hash;
    if untrusted.height() == height || header(untrusted)?.validators_hash == *hash {
        return Ok(untrusted.validators.clone());
    }
    if let Some(validators) = next {
        return Ok(validators);
    }
    ensure!(
        header(trusted)?.validators_hash == *hash,
        "neither block has the validators of block {height}: give them with \
         --trusted-next-validators"
    );
    Ok(trusted.validators.clone())
}
