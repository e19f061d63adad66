//! Blocks as a node's RPC returns them: `/commit` and `/validators`.

use serde::{Deserialize, de::DeserializeOwned};
use tendermint_proto::v0_38::types::{SignedHeader, Validator};

use super::{LightBlock, json};

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
            let Enveloped { result } = json::from_str(text).map_err(malformed)?;
            Ok(result)
        }
        Envelope { .. } => json::from_str(text).map_err(malformed),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::tendermint::generate::{Chain, Power};

    /// A block as a node answers: the commit, and pages of two validators.
    fn answers() -> (LightBlock, Value, Vec<Value>) {
        let block = Chain::new(3, Power::Equal, "rpc").block(5, "");
        let commit = json!({ "signed_header": block.signed_header, "canonical": true });
        let pages = block.validators.chunks(2).map(
            |page| json!({ "block_height": "5", "validators": page, "count": "2", "total": "3" }),
        );
        let pages = pages.collect();
        (block, commit, pages)
    }

    fn envelope(result: &Value) -> String {
        json!({ "jsonrpc": "2.0", "id": -1, "result": result }).to_string()
    }

    #[test]
    fn a_block_is_read_with_or_without_the_envelope() {
        let (block, commit, pages) = answers();
        let plain: Vec<_> = pages.iter().map(Value::to_string).collect();
        let enveloped: Vec<_> = pages.iter().map(envelope).collect();
        assert_eq!(
            light_block(&commit.to_string(), &plain).expect("read"),
            block
        );
        assert_eq!(
            light_block(&envelope(&commit), &enveloped).expect("read"),
            block
        );
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let (_, commit, pages) = answers();
        let (commit, page) = (commit.to_string(), pages[0].to_string());
        let error = |commit: &str, pages: &[&str]| {
            light_block(commit, pages).expect_err("refused").to_string()
        };
        assert_eq!(
            error(&commit, &[&page]),
            "2 validators of 3: one file for each page is needed"
        );
        assert_eq!(
            error(&commit, &[&page, &page]),
            "4 validators of 3: one file for each page is needed"
        );
        let other = page.replace("\"block_height\":\"5\"", "\"block_height\":\"6\"");
        assert_eq!(
            error(&commit, &[&page, &other]),
            "validators of height 6, where those of 5 are needed"
        );
        let down = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603}}"#;
        assert_eq!(
            error(down, &[&page]),
            r#"the node answered /commit with an error: {"code":-32603}"#
        );
        assert_eq!(
            error(
                r#"{"signed_header":{"header":null,"commit":null}}"#,
                &[&page]
            ),
            "the commit has no header"
        );
        for text in ["", "{", "[]", "{}", "null"] {
            let error = error(text, &[&page]);
            assert!(
                error.starts_with("not what /commit returns: "),
                "{text:?}: {error}"
            );
        }
        assert!(error(&commit, &["{}"]).starts_with("not what /validators returns: "));
    }
}
