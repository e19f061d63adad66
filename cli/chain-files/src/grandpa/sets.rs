//! Authority sets as nodes and tools write them, recognised by their shape.

use serde::de::{Deserialize, Deserializer};

use super::bytes::{FromText as _, Number, PublicKey, Text, bytes_of_text};
use super::error::{Kind, ReadError};
use super::forms::{self, AUTHORITIES};
use super::read::{Content, Read};
use super::{AuthoritySet, scale};
use crate::json::{self, NodeError, present};
use crate::shape::Shape;

/// Reads an authority set in any of the forms of [`AUTHORITIES`]. Not all have the set's id: `set_id` is it
/// then, and must be the file's where it has one.
///
/// # Errors
/// It is something else, or has no id or another one; the error names the field.
///
/// # Cost
/// Memory of a few times the size of `bytes`, whatever they are.
pub fn authority_set(bytes: &[u8], set_id: Option<u64>) -> Result<Read<AuthoritySet>, ReadError> {
    let kind = Kind::AUTHORITIES;
    let of_scale = |bytes: &[u8]| match scale::authorities(bytes) {
        Some(list) => Ok((forms::STATE_CALL, None, list)),
        None => Err(kind.not_scale(bytes)),
    };
    let (form, own, authorities) = match Content::of(bytes) {
        Content::Json(text) => match json::read(text.as_bytes())? {
            Source::Bytes(bytes) => of_scale(&bytes),
            source => source.set(forms::SET),
        },
        Content::Hex(bytes) => of_scale(&bytes),
        Content::Base64(bytes) => of_scale(&bytes).map_err(|_| ReadError::Unknown(kind)),
        Content::Bytes(bytes) => of_scale(bytes),
        Content::Unknown => Err(ReadError::Unknown(kind)),
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

/// A form, the id that is in it, and the authorities.
type Set = (usize, Option<u64>, scale::Authorities);

/// A JSON value that is or has an authority set.
enum Source {
    Null,
    Bytes(Vec<u8>),
    List(scale::Authorities),
    Object(Box<Object>),
}

#[derive(serde::Deserialize)]
#[serde(expecting = "a set of authorities")]
struct Object {
    error: Option<NodeError>,
    #[serde(default, deserialize_with = "present")]
    result: Option<Source>,
    set_id: Option<Number<u64>>,
    authorities: Option<List>,
    validator_set: Option<Source>,
    signers: Option<List>,
}

impl Source {
    fn set(self, form: usize) -> Result<Set, ReadError> {
        let object = match self {
            Self::Null => return Err(ReadError::NoAnswer),
            Self::Bytes(bytes) => {
                let list = scale::authorities(&bytes);
                let list = list.ok_or_else(|| Kind::AUTHORITIES.not_scale(&bytes))?;
                return Ok((forms::STATE_CALL, None, list));
            }
            Self::List(list) => return Ok((forms::PAIRS, None, list)),
            Self::Object(object) => *object,
        };
        if let Some(error) = object.error {
            return Err(error.into());
        }
        if let Some(result) = object.result {
            return result.set(form);
        }
        let own = object.set_id.map(|Number(id)| id);
        match (object.authorities.or(object.signers), object.validator_set) {
            (Some(List(list)), _) | (None, Some(Self::List(list))) => Ok((form, own, list)),
            (None, Some(set @ Self::Object(_))) => set.set(forms::SETS_OBJECT),
            _ => Err(ReadError::Unknown(Kind::AUTHORITIES)),
        }
    }
}

impl<'de> Deserialize<'de> for Source {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Shape::of("a set of authorities: an object, a list, or SCALE in hex or base64")
            .null(|| Self::Null)
            .text(|text| bytes_of_text(text).map(Self::Bytes))
            .list(|list: Vec<Authority>| Ok(Self::List(List::from(list).0)))
            .object(|object| Self::Object(Box::new(object)))
            .read(deserializer)
    }
}

/// `[[id, weight], …]`, `[{id, weight}, …]`, or `[id, …]`, of weight 1.
#[derive(serde::Deserialize)]
#[serde(from = "Vec<Authority>")]
struct List(scale::Authorities);

impl From<Vec<Authority>> for List {
    fn from(list: Vec<Authority>) -> Self {
        // In place: an authority has the size of the pair.
        let pairs = list.into_iter().map(|Authority(id, weight)| (id, weight));
        Self(pairs.collect())
    }
}

struct Authority([u8; 32], u64);

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
