//! Blocks as nodes and tools write them; their fields show the form.

use serde::Deserialize;
use serde::de::IgnoredAny;
use tendermint_proto::v0_38::types::{Commit, Header, SignedHeader, Validator};

use super::json::{self, Number, Read};
use super::proto::Set;
use super::{LightBlock, forms};
use crate::json::{JsonError, NodeError, present};

/// Why bytes are not a block, or lack a needed part of it.
#[derive(Debug, thiserror::Error)]
pub enum RpcError {
    /// The bytes are not JSON, or a field is not what it should be.
    #[error(transparent)]
    Malformed(#[from] JsonError),
    /// The node answered with an error.
    #[error("the node answered with an error: {0}")]
    Node(String),
    /// The node answered `null`.
    #[error("the node answered null: it has no such block")]
    Null,
    /// JSON of no known form.
    #[error("the file has the fields of no known form: {}", forms::names())]
    Unknown,
    /// The file is an answer of `/block`.
    #[error(
        "this is the answer of /block, whose commit is of the block before: give the answer of /commit"
    )]
    OfTheBlockBefore,
    /// JSON of another form than the needed one.
    #[error("this is the answer of {found}, but that of {needed} is needed")]
    Form {
        /// The form that was found.
        found: &'static str,
        /// The form that is needed.
        needed: &'static str,
    },
    /// A block without a header or without a commit.
    #[error("the block has no {0}")]
    Missing(&'static str),
    /// Pages of validators belong to different blocks, or to another block than the commit.
    #[error("these are the validators of height {got}, but those of height {expected} are needed")]
    Height {
        /// The height of the commit, or of the first page.
        expected: u64,
        /// The height of a page.
        got: u64,
    },
    /// Pages are missing or given twice.
    #[error("{got} validators instead of {expected}: give each page once, in a file of its own")]
    Pages {
        /// The number of validators that the node states.
        expected: u64,
        /// The number on the pages.
        got: u64,
    },
}

/// The parts of a block that a file has.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The header.
    pub header: Header,
    /// The commit that signs it.
    pub commit: Commit,
    /// The validators of this block, if the file has them.
    pub validators: Option<Vec<Validator>>,
    /// The validators of the next block, if the file has them.
    pub next_validators: Option<Vec<Validator>>,
}

/// A page of a block's validators, or all of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// The block's height.
    pub height: u64,
    /// The validators, in the node's order.
    pub validators: Vec<Validator>,
    /// The number of the block's validators, if the node states it.
    pub total: Option<u64>,
}

/// The fields of all forms, and of the envelope that JSON-RPC puts around them.
#[derive(Deserialize)]
#[serde(expecting = "a JSON object")]
struct Answer {
    signed_header: Option<Read<SignedHeader>>,
    header: Option<Read<Header>>,
    commit: Option<Read<Commit>>,
    #[serde(alias = "validators")]
    validator_set: Option<Set>,
    #[serde(alias = "next_validators")]
    next_validator_set: Option<Set>,
    block_height: Option<Number<u64>>,
    total: Option<Number<u64>>,
    /// Present in answers of `/block`.
    block: Option<IgnoredAny>,
    /// `null` differs from an absent field.
    #[serde(deserialize_with = "present", default)]
    result: Option<Option<Box<Self>>>,
    error: Option<NodeError>,
}

impl Answer {
    /// The contents of an answer, without its envelope.
    fn read(bytes: &[u8]) -> Result<Self, RpcError> {
        let answer: Self = json::read(bytes)?;
        if let Some(error) = answer.error {
            return Err(RpcError::Node(error.to_string()));
        }
        match answer.result {
            Some(None) => Err(RpcError::Null),
            Some(Some(result)) => Ok(*result),
            None => Ok(answer),
        }
    }

    /// The header and the commit, wherever they are.
    fn signed_header(&mut self) -> Option<SignedHeader> {
        let own = self.signed_header.take().map(|Read(own)| own);
        own.or_else(|| {
            let header = self.header.take().map(|Read(header)| header);
            let commit = self.commit.take().map(|Read(commit)| commit);
            (header.is_some() || commit.is_some()).then_some(SignedHeader { header, commit })
        })
    }

    /// The error if this answer is not the needed one.
    fn not(&self, needed: &'static str) -> RpcError {
        if self.block.is_some() {
            return RpcError::OfTheBlockBefore;
        }
        let found = match (&self.validator_set, &self.signed_header) {
            (Some(_), _) => "/validators",
            (None, Some(_)) => "/commit",
            (None, None) => return RpcError::Unknown,
        };
        RpcError::Form { found, needed }
    }
}

/// Reads a block: the answer of `/commit`, or a form that also has the validators.
pub fn block(bytes: &[u8]) -> Result<Block, RpcError> {
    let mut answer = Answer::read(bytes)?;
    let signed = answer.signed_header();
    let signed = signed.ok_or_else(|| answer.not("/commit"))?;
    Ok(Block {
        header: signed.header.ok_or(RpcError::Missing("header"))?,
        commit: signed.commit.ok_or(RpcError::Missing("commit"))?,
        validators: answer.validator_set.map(|Set(validators)| validators),
        next_validators: answer.next_validator_set.map(|Set(validators)| validators),
    })
}

/// Reads a page of `/validators`, or the validators of a form that also has the header.
pub fn page(bytes: &[u8]) -> Result<Page, RpcError> {
    let mut answer = Answer::read(bytes)?;
    let Some(Set(validators)) = answer.validator_set.take() else {
        return Err(answer.not("/validators"));
    };
    let own = answer.block_height.take().map(|Number(height)| height);
    let height = own.or_else(|| answer.signed_header()?.header?.height.try_into().ok());
    Ok(Page {
        height: height.ok_or(RpcError::Missing("block_height"))?,
        validators,
        total: answer.total.map(|Number(total)| total),
    })
}

/// The validators of one block, from all of its pages.
///
/// # Errors
/// The pages belong to different blocks, or are not complete.
pub fn join(pages: Vec<Page>) -> Result<Page, RpcError> {
    let mut pages = pages.into_iter();
    let mut joined = pages.next().ok_or(RpcError::Missing("validators"))?;
    for page in pages {
        joined.total = joined.total.or(page.total);
        joined.validators.extend(page.of(joined.height)?);
    }
    // Each file has at most some thousands.
    let got = joined.validators.len() as u64;
    match joined.total {
        Some(expected) if expected != got => Err(RpcError::Pages { expected, got }),
        _ => Ok(joined),
    }
}

impl Page {
    /// The validators, if they are of this height.
    pub fn of(self, expected: u64) -> Result<Vec<Validator>, RpcError> {
        match self.height {
            got if got == expected => Ok(self.validators),
            got => Err(RpcError::Height { expected, got }),
        }
    }
}

impl Block {
    /// Adds validators from another file.
    ///
    /// # Errors
    /// They belong to another height.
    pub fn with(self, validators: Page) -> Result<LightBlock, RpcError> {
        let mut block = LightBlock {
            header: self.header,
            commit: self.commit,
            validators: Vec::new(),
        };
        block.validators = validators.of(block.height())?;
        Ok(block)
    }
}
