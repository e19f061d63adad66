//! Authority sets as nodes and tools write them; their shape shows the form.

use serde::de::{Deserialize, Deserializer};

use super::bytes::{FromText as _, Number, PublicKey, Text};
use super::document::{Contents, Node};
use super::error::{Kind, ReadError};
use super::forms::{self, AUTHORITIES};
use super::read::{Content, Read};
use super::{AuthoritySet, scale};
use crate::json::{self, NodeError, present};
use crate::shape::Shape;

/// Reads an authority set in any of the forms of [`AUTHORITIES`]. `set_id` is for forms without the
/// set's id; it must equal the file's id if there is one.
///
/// # Errors
/// It is something else, or its id is missing or another one; the error names the field.
///
/// # Cost
/// Memory of a few times the size of `bytes`, whatever they are.
pub fn authority_set(bytes: &[u8], set_id: Option<u64>) -> Result<Read<AuthoritySet>, ReadError> {
    let (form, own, authorities) = match Content::of(bytes) {
        Content::Json(text) => set(json::read(text.as_bytes())?, forms::SET),
        Content::Scale(bytes, form) => of_scale(&bytes, form),
        Content::Unknown => Err(ReadError::Unknown(Kind::AUTHORITIES)),
    }?;
    let set_id = match (own, set_id) {
        (Some(file), Some(given)) if file != given => {
            return Err(ReadError::AnotherSetId { file, given });
        }
        (own, given) => own.or(given).ok_or(ReadError::NoSetId)?,
    };
    Ok(Read {
        form: &AUTHORITIES[form],
        value: AuthoritySet {
            set_id,
            authorities,
        },
    })
}

/// A form, the id in the file, and the authorities.
type Set = (usize, Option<u64>, scale::Authorities);

fn of_scale(bytes: &[u8], form: usize) -> Result<Set, ReadError> {
    let list = scale::authorities(bytes);
    let list = list.ok_or_else(|| Kind::AUTHORITIES.not_scale(bytes, form))?;
    Ok((forms::STATE_CALL, None, list))
}

/// A JSON value that is an authority set or contains one.
type Source = Node<Object, Vec<Authority>>;

#[derive(serde::Deserialize)]
#[serde(expecting = "a set of authorities")]
struct Object {
    error: Option<NodeError>,
    #[serde(default, deserialize_with = "present")]
    result: Option<Source>,
    set_id: Option<Number<u64>>,
    authorities: Option<Vec<Authority>>,
    validator_set: Option<Source>,
    signers: Option<Vec<Authority>>,
}

fn set(source: Source, form: usize) -> Result<Set, ReadError> {
    let object = match source {
        Node::Null => return Err(ReadError::NoAnswer),
        Node::Bytes(bytes) => return of_scale(&bytes, forms::JSON_TEXT),
        Node::List(list) => return Ok((forms::PAIRS, None, pairs(list))),
        Node::Object(object) => *object,
    };
    if let Some(error) = object.error {
        return Err(error.into());
    }
    if let Some(result) = object.result {
        return set(result, form);
    }
    let own = object.set_id.map(|Number(id)| id);
    match (object.authorities.or(object.signers), object.validator_set) {
        (Some(list), _) | (None, Some(Node::List(list))) => Ok((form, own, pairs(list))),
        (None, Some(of_set @ Node::Object(_))) => {
            let (form, inner, list) = set(of_set, forms::SETS_OBJECT)?;
            match (own, inner) {
                (Some(own), Some(inner)) if own != inner => {
                    Err(ReadError::TwoSetIds { own, inner })
                }
                _ => Ok((form, inner.or(own), list)),
            }
        }
        _ => Err(ReadError::Unknown(Kind::AUTHORITIES)),
    }
}

fn pairs(list: Vec<Authority>) -> scale::Authorities {
    // The conversion is in place: an authority has the size of the pair.
    let pairs = list.into_iter().map(|Authority(id, weight)| (id, weight));
    pairs.collect()
}

/// An item of `[[id, weight], …]`, `[{id, weight}, …]`, or `[id, …]` with weight 1.
struct Authority([u8; 32], u64);

impl Contents for Vec<Authority> {
    const EXPECTED: &'static str =
        "a set of authorities: an object, a list, or SCALE in hex or base64";
}

impl<'de> Deserialize<'de> for Authority {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        struct Pair {
            id: Text<PublicKey>,
            weight: Number<u64>,
        }
        Shape::of("an authority: an id, or an id and a weight")
            .text(|text| PublicKey::read(text).map(|PublicKey(id)| Self(id, 1)))
            .list(|(Text(PublicKey(id)), Number(weight))| Ok(Self(id, weight)))
            .object(|pair: Pair| Self(pair.id.0.0, pair.weight.0))
            .read(deserializer)
    }
}
