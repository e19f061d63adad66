//! Why a file is refused.

use std::fmt;

use super::forms::{AUTHORITIES, BASE64, Form, HEADERS, JUSTIFICATIONS};
use crate::json::{JsonError, NodeError};

/// Why a file is refused. Each message makes sense alone, and is one line unless the file has line
/// breaks in names of fields.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The bytes begin as JSON but continue otherwise, or a value is not the expected one.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// A decoded justification without one of its parts.
    #[error("missing field `{0}`")]
    Missing(&'static str),
    /// The node answered with an error.
    #[error("the node answered with an error: {0}")]
    Node(String),
    /// The node answered `null`.
    #[error("the node's answer is null: the node does not have the requested data")]
    NoAnswer,
    /// The block has no justification, or only those of other engines.
    #[error(
        "{block} has no justification of GRANDPA{engines}; nodes keep one for some blocks only, such as \
         those that change the authorities: call grandpa_proveFinality instead"
    )]
    NoJustification {
        /// The block.
        block: String,
        /// The engines that it has justifications of.
        engines: String,
    },
    /// A node's block differs from the justification's.
    #[error("{field} is of the block with hash {other}, but the justification is of {target}")]
    AnotherBlock {
        /// The field with the block's hash, or with the header that has this hash.
        field: &'static str,
        /// Its hash.
        other: String,
        /// The justification's target.
        target: String,
    },
    /// A finality proof has headers, but not the one of its block.
    #[error("the finality proof's headers do not end with that of its block {0}")]
    NoOwnHeader(String),
    /// The bytes are not SCALE, or the SCALE encoding of something else.
    #[error("the {length} bytes are not the SCALE encoding of {}; {kind}", kind.what)]
    NotScale {
        /// The number of bytes.
        length: usize,
        /// The expected contents.
        kind: Kind,
    },
    /// The file has no known form.
    #[error("not {} in any known form; {_0}", _0.what)]
    Unknown(Kind),
    /// The form has no field for the set's id.
    #[error(
        "the file has no set_id: give --set-id, which is the answer of GrandpaApi_current_set_id"
    )]
    NoSetId,
    /// The file has two ids.
    #[error("set_id is {own}, but that of validator_set is {inner}")]
    TwoSetIds {
        /// The id beside `validator_set`.
        own: u64,
        /// The id in it.
        inner: u64,
    },
    /// The id in the file is not the one that was given.
    #[error("set_id is {file}, but --set-id is {given}")]
    AnotherSetId {
        /// The id in the file.
        file: u64,
        /// The given id.
        given: u64,
    },
}

/// The expected contents of a file. `Display` lists the forms.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    what: &'static str,
    forms: &'static [Form],
}

impl Kind {
    pub(super) const AUTHORITIES: Self = Self {
        what: "an authority set",
        forms: &AUTHORITIES,
    };
    pub(super) const HEADER: Self = Self {
        what: "a header",
        forms: &HEADERS,
    };
    pub(super) const JUSTIFICATION: Self = Self {
        what: "a justification or a finality proof",
        forms: &JUSTIFICATIONS,
    };

    /// The error for bytes that are not the expected contents, in this encoding of a justification.
    pub(super) const fn not_scale(self, bytes: &[u8], form: usize) -> ReadError {
        match form {
            // Any word may be base64, so only its contents show whether it is.
            BASE64 => ReadError::Unknown(self),
            _ => ReadError::NotScale {
                length: bytes.len(),
                kind: self,
            },
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.forms.iter().map(|form| form.name).collect();
        write!(f, "known forms: {}", names.join("; "))
    }
}

impl From<NodeError> for ReadError {
    fn from(error: NodeError) -> Self {
        Self::Node(error.to_string())
    }
}
