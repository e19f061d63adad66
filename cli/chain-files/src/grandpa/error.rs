//! Why a file is not read.

use std::fmt;

use super::forms::{AUTHORITIES, BASE64, Form, HEADERS, JUSTIFICATIONS};
use crate::json::{JsonError, NodeError};

/// Why a file is not what it should be: each message stands for itself, in one line where the file
/// has no line breaks in names of fields.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The bytes begin as JSON but do not continue so, or a value is not the expected one.
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
    /// The block has none, or justifications of other engines alone.
    #[error(
        "{block} has no justification of GRANDPA{engines}; nodes keep one for some blocks only, such as \
         those that change the authorities: call grandpa_proveFinality instead"
    )]
    NoJustification {
        /// Which block.
        block: String,
        /// The engines it has justifications of.
        engines: String,
    },
    /// A node's block is not the one that its justification is of.
    #[error("{field} is of the block with hash {other}, but the justification is of {target}")]
    AnotherBlock {
        /// The field that names the block or hashes to it.
        field: &'static str,
        /// Its hash.
        other: String,
        /// The justification's target.
        target: String,
    },
    /// A finality proof has headers, but not the one of its block.
    #[error("the finality proof's headers do not end with that of its block {0}")]
    NoOwnHeader(String),
    /// Bytes of another encoding than SCALE, or of something else.
    #[error("the {length} bytes are not the SCALE encoding of {}; {kind}", kind.what)]
    NotScale {
        /// The number of bytes.
        length: usize,
        /// The expected contents.
        kind: Kind,
    },
    /// In none of the forms.
    #[error("not {} in any known form; {_0}", _0.what)]
    Unknown(Kind),
    /// The form has no place for the set's id.
    #[error(
        "the file has no set_id: give --set-id, which is the answer of GrandpaApi_current_set_id"
    )]
    NoSetId,
    /// The id in the file is not the one that was given.
    #[error("set_id is {file}, but --set-id is {given}")]
    AnotherSetId {
        /// In the file.
        file: u64,
        /// Beside it.
        given: u64,
    },
}

/// The kind of contents of a file. As text, its forms.
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

    /// The error of bytes that are something else, in this form of a justification's encodings.
    pub(super) const fn not_scale(self, bytes: &[u8], form: usize) -> ReadError {
        match form {
            // Any word may be base64: what it means decides.
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
