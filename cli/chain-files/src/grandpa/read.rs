//! Justifications and headers as nodes and tools write them; their shape shows the form.

use super::Justification;
use super::bytes::{Number, decode_base64, decode_hex};
use super::document::{Commit, Document, HeaderAnswer, Node, SignedPrecommit};
use super::error::{Kind, ReadError};
use super::forms::{self, Form, JUSTIFICATIONS};
use super::header::Header;
use super::scale::{self, FinalityProof, hash, whole};
use crate::json;
use parity_scale_codec::Encode as _;

/// A parsed value, and its form.
#[derive(Debug)]
pub struct Read<T> {
    /// The recognised form.
    pub form: &'static Form,
    /// The value.
    pub value: T,
}

const fn justified(form: usize, scale: Vec<u8>, headers: Vec<Vec<u8>>) -> Read<Justification> {
    Read {
        form: &JUSTIFICATIONS[form],
        value: Justification { scale, headers },
    }
}

/// The contents of a file before they are interpreted.
pub(super) enum Content<'a> {
    Json(&'a str),
    /// Bytes, and the justification's form with this encoding.
    Scale(Vec<u8>, usize),
    Unknown,
}

impl<'a> Content<'a> {
    /// Signatures, keys and hashes are not valid text, so bytes that are text are JSON, hex or
    /// base64.
    pub(super) fn of(bytes: &'a [u8]) -> Self {
        let Ok(text) = str::from_utf8(bytes) else {
            return Self::Scale(bytes.to_vec(), forms::SCALE);
        };
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() {
            return Self::Unknown;
        }
        if text.starts_with(['{', '[', '"']) || text == "null" {
            return Self::Json(text);
        }
        let in_hex = decode_hex(text).map(|bytes| Self::Scale(bytes, forms::HEX));
        let in_base64 = || Some(Self::Scale(decode_base64(text)?, forms::BASE64));
        in_hex.or_else(in_base64).unwrap_or(Self::Unknown)
    }
}

/// Reads a justification in any of the forms of [`JUSTIFICATIONS`], with its headers: all of a decoded
/// justification's; the block's own, from a node's block; and only the justified block's of a finality
/// proof's unknown headers, since the proof's justification can need no other.
///
/// # Errors
/// It is something else, or its block differs from the block around it; the error names the field.
///
/// # Cost
/// Memory of a few times the size of `bytes`, whatever they are.
pub fn justification(bytes: &[u8]) -> Result<Read<Justification>, ReadError> {
    match Content::of(bytes) {
        Content::Json(text) => node(json::read(text.as_bytes())?),
        Content::Scale(scale, form) => of_scale(scale, form),
        Content::Unknown => Err(ReadError::Unknown(Kind::JUSTIFICATION)),
    }
}

fn node(node: Node<Document>) -> Result<Read<Justification>, ReadError> {
    match node {
        Node::Null => Err(ReadError::NoAnswer),
        Node::Bytes(scale) => of_scale(scale, forms::JSON_TEXT),
        Node::List(scale) => of_scale(scale, forms::LIST),
        Node::Object(document) => of_document(*document),
    }
}

/// A justification or a finality proof; both have this form in any file.
fn of_scale(bytes: Vec<u8>, form: usize) -> Result<Read<Justification>, ReadError> {
    if target(&bytes).is_some() {
        return Ok(justified(form, bytes, Vec::new()));
    }
    let of_proof = |proof: FinalityProof| Some((target(&proof.justification)?, proof));
    let Some((target, proof)) = whole(&bytes).and_then(of_proof) else {
        return Err(Kind::JUSTIFICATION.not_scale(&bytes, form));
    };
    if proof.block != target {
        return Err(another_block("the finality proof", proof.block, target));
    }
    // The headers lead from the requested block to the target; if that was requested, there are none.
    let own = proof.unknown_headers.last().map(scale::Header::encode);
    if own.as_ref().is_some_and(|own| hash(own) != target) {
        return Err(ReadError::NoOwnHeader(hex::encode(target)));
    }
    let headers = own.into_iter().collect();
    Ok(justified(forms::PROOF, proof.justification, headers))
}

fn of_document(document: Document) -> Result<Read<Justification>, ReadError> {
    if let Some(error) = document.error {
        return Err(error.into());
    }
    if let Some(params) = document.params {
        return of_scale(params.result.0, forms::NOTIFICATION);
    }
    if let Some(result) = document.result {
        return node(result);
    }
    if let Some(scale) = document.justification_hex {
        return of_scale(scale.0, forms::JSON_TEXT);
    }
    let Some(block) = document.block else {
        return match document.justification {
            Some(justification) => node(justification),
            None => of_parts(document.round, document.commit, document.votes_ancestries),
        };
    };
    let engines = document.justifications.flatten().unwrap_or_default();
    match (engines.grandpa, document.justification) {
        (Some(scale), _) => of_block(of_scale(scale, forms::BLOCK)?, block.header),
        (None, Some(Node::Bytes(scale) | Node::List(scale))) => {
            of_block(of_scale(scale, forms::OLD_BLOCK)?, block.header)
        }
        (None, Some(Node::Object(decoded))) => of_block(of_document(*decoded)?, block.header),
        (None, None | Some(Node::Null)) => Err(no_justification(&block.header, &engines.others)),
    }
}

/// The justification of a node's block, with the block's header, which announces the next
/// authorities.
fn of_block(
    mut read: Read<Justification>,
    header: Header,
) -> Result<Read<Justification>, ReadError> {
    if let Some(target) = target(&read.value.scale) {
        let own = hash(&header.0);
        if own != target {
            return Err(another_block("block.header", own, target));
        }
        if !read.value.headers.contains(&header.0) {
            read.value.headers.push(header.0);
        }
    }
    Ok(read)
}

/// A decoded justification. Its headers are separate, since a chain's headers may have further fields.
fn of_parts(
    round: Option<Number<u64>>,
    commit: Option<Commit>,
    headers: Option<Vec<Header>>,
) -> Result<Read<Justification>, ReadError> {
    if let (None, None, None) = (&round, &commit, &headers) {
        return Err(ReadError::Unknown(Kind::JUSTIFICATION));
    }
    let missing = ReadError::Missing;
    let round = round.ok_or(missing("round"))?;
    let commit = commit.ok_or(missing("commit"))?;
    let headers = headers.ok_or(missing("votes_ancestries"))?;
    let precommits = commit.precommits.iter();
    let justification = scale::Justification {
        round: round.0,
        target: commit.target(),
        precommits: precommits.map(SignedPrecommit::parts).collect(),
        votes_ancestries: Vec::new(),
    };
    let headers = headers.into_iter().map(|Header(bytes)| bytes).collect();
    Ok(justified(forms::DECODED, justification.encode(), headers))
}

/// The hash of the block that a justification is of.
fn target(justification: &[u8]) -> Option<[u8; 32]> {
    Some(whole::<scale::Justification>(justification)?.target.0)
}

fn another_block(field: &'static str, other: [u8; 32], target: [u8; 32]) -> ReadError {
    ReadError::AnotherBlock {
        field,
        other: hex::encode(other),
        target: hex::encode(target),
    }
}

fn no_justification(header: &Header, others: &[String]) -> ReadError {
    let number = scale::header_number(&header.0);
    let block = number.map_or("the block".to_owned(), |number| format!("block {number}"));
    let engines = match others {
        [] => String::new(),
        others => format!(", but of {}", others.join(", ")),
    };
    ReadError::NoJustification { block, engines }
}

/// Reads a header in any of the forms of [`HEADERS`](forms::HEADERS), or a node's block for its header.
pub fn header(bytes: &[u8]) -> Result<Vec<u8>, ReadError> {
    let scale = |bytes: Vec<u8>| match scale::header_number(&bytes) {
        Some(_) => Ok(bytes),
        None => Err(Kind::HEADER.not_scale(&bytes, forms::SCALE)),
    };
    match Content::of(bytes) {
        Content::Json(text) => match json::read::<Node<HeaderAnswer>>(text.as_bytes())? {
            Node::Object(answer) => Ok(of_answer(*answer, text)?.0),
            Node::Bytes(bytes) | Node::List(bytes) => scale(bytes),
            Node::Null => Err(ReadError::NoAnswer),
        },
        Content::Scale(bytes, _) => scale(bytes),
        Content::Unknown => Err(ReadError::Unknown(Kind::HEADER)),
    }
}

/// A node's header: in its envelope, in its block, or alone.
fn of_answer(answer: HeaderAnswer, text: &str) -> Result<Header, ReadError> {
    if let Some(error) = answer.error {
        return Err(error.into());
    }
    let block = answer.block.map(|block| block.header);
    match (answer.result, block, answer.parent_hash) {
        (Some(Node::Object(header)), ..) => Ok(*header),
        (Some(Node::Null), ..) => Err(ReadError::NoAnswer),
        (_, Some(header), _) => Ok(header),
        (_, _, Some(_)) => Ok(json::read(text.as_bytes())?),
        _ => Err(ReadError::Unknown(Kind::HEADER)),
    }
}
