//! Blocks as a node's RPC returns them: `/commit` and `/validators`.

use serde::{Deserialize, de::DeserializeOwned};
use tendermint_proto::v0_38::types::{SignedHeader, Validator};

use super::LightBlock;

/// Why text is not what a node returns.
#[derive(Debug, thiserror::Error)]
pub enum RpcError {
    /// Not JSON, or not of this form.
    #[error("not what /{endpoint} returns: {reason}")]
    Malformed {
        /// `commit` or `validators`.
        endpoint: &'static str,
        /// The parser's reason, with line and column.
        reason: serde_json::Error,
    },
    /// The node answered with an error.
    #[error("the node answered /{endpoint} with an error: {error}")]
    Node {
        /// `commit` or `validators`.
        endpoint: &'static str,
        /// As JSON.
        error: serde_json::Value,
    },
    /// A commit without a header or without signatures.
    #[error("the commit has no {0}")]
    Missing(&'static str),
    /// Pages of validators of different blocks, or of another block than the commit's.
    #[error("validators of height {got}, where those of {expected} are needed")]
    Height {
        /// Of the commit, or of the first page.
        expected: u64,
        /// Of a page.
        got: u64,
    },
    /// Pages are missing, or there twice.
    #[error("{got} validators of {expected}: one file for each page is needed")]
    Pages {
        /// What the node says there are.
        expected: usize,
        /// What the pages have.
        got: usize,
    },
}

#[derive(Deserialize)]
struct Commit {
    signed_header: SignedHeader,
}

#[derive(Deserialize)]
struct Page {
    #[serde(with = "tendermint_proto::serializers::from_str")]
    block_height: u64,
    validators: Vec<Validator>,
    /// A number as text.
    total: Option<String>,
}

/// Reads `/commit`, with or without the JSON-RPC envelope.
///
/// # Errors
/// The text is something else.
pub fn commit(text: &str) -> Result<SignedHeader, RpcError> {
    let Commit { signed_header } = result("commit", text)?;
    if signed_header.header.is_none() {
        return Err(RpcError::Missing("header"));
    }
    if signed_header.commit.is_none() {
        return Err(RpcError::Missing("signatures"));
    }
    Ok(signed_header)
}

/// Reads `/validators`, all pages of one block, with or without the JSON-RPC envelope. Returns
/// the height and the validators.
///
/// # Errors
/// A text is something else, the pages are of different blocks, or not all are there.
pub fn validators<T: AsRef<str>>(pages: &[T]) -> Result<(u64, Vec<Validator>), RpcError> {
    let mut height = None;
    let mut total = None;
    let mut validators = Vec::new();
    for page in pages {
        let page: Page = result("validators", page.as_ref())?;
        let expected = *height.get_or_insert(page.block_height);
        if page.block_height != expected {
            return Err(RpcError::Height {
                expected,
                got: page.block_height,
            });
        }
        total = total.or(page.total.and_then(|total| total.parse().ok()));
        validators.extend(page.validators);
    }
    match total {
        Some(expected) if expected != validators.len() => Err(RpcError::Pages {
            expected,
            got: validators.len(),
        }),
        _ => Ok((height.unwrap_or(0), validators)),
    }
}

/// Reads a block: its `/commit` and all pages of its `/validators`.
///
/// # Errors
/// As [`commit`] and [`validators`]; or they are of different blocks.
pub fn light_block<T: AsRef<str>>(commit_text: &str, pages: &[T]) -> Result<LightBlock, RpcError> {
    let signed_header = commit(commit_text)?;
    let (got, validators) = validators(pages)?;
    let block = LightBlock {
        signed_header,
        validators,
    };
    match block.height() == got {
        true => Ok(block),
        false => Err(RpcError::Height {
            expected: block.height(),
            got,
        }),
    }
}

/// What an answer is about, out of its envelope if it has one.
fn result<T: DeserializeOwned>(endpoint: &'static str, text: &str) -> Result<T, RpcError> {
    #[derive(Deserialize)]
    struct Envelope {
        result: Option<serde::de::IgnoredAny>,
        error: Option<serde_json::Value>,
    }
    #[derive(Deserialize)]
    struct Enveloped<T> {
        result: T,
    }
    let malformed = |reason| RpcError::Malformed { endpoint, reason };
    match serde_json::from_str(text).map_err(malformed)? {
        Envelope {
            error: Some(error), ..
        } => Err(RpcError::Node { endpoint, error }),
        Envelope {
            result: Some(_), ..
        } => {
            let Enveloped { result } = serde_json::from_str(text).map_err(malformed)?;
            Ok(result)
        }
        Envelope { .. } => serde_json::from_str(text).map_err(malformed),
    }
}
