//! Authority sets as nodes and tools write them, recognised by their shape.

use std::fmt;

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::bytes::{FromText as _, Number, PublicKey, Text, bytes_of_text};
use super::error::{Kind, ReadError};
use super::forms::{self, AUTHORITIES};
use super::read::{Content, Read};
use super::{AuthoritySet, scale};
use crate::json::{self, NodeError, present};

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
        Content::Base64(bytes) => of_scale(&bytes).map_err(|_| kind.unknown()),
        Content::Bytes(bytes) => of_scale(bytes),
        Content::Unknown => Err(kind.unknown()),
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

#[derive(Deserialize)]
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
            _ => Err(Kind::AUTHORITIES.unknown()),
        }
    }
}

impl<'de> Deserialize<'de> for Source {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Source;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a set of authorities: an object, a list, or SCALE in hex or base64")
            }

            fn visit_unit<E: Error>(self) -> Result<Source, E> {
                Ok(Source::Null)
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Source, E> {
                Ok(Source::Bytes(bytes_of_text(text)?.0))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Source, A::Error> {
                let list = List::deserialize(SeqAccessDeserializer::new(items))?;
                Ok(Source::List(list.0))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Source, A::Error> {
                let object = Object::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Source::Object(Box::new(object)))
            }
        }
        deserializer.deserialize_any(Any)
    }
}

/// `[[id, weight], …]`, `[{id, weight}, …]`, or `[id, …]`, of weight 1.
struct List(scale::Authorities);

impl<'de> Deserialize<'de> for List {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list = Vec::<Authority>::deserialize(deserializer)?;
        // In place: an authority has the size of the pair.
        let pairs = list.into_iter().map(|Authority(id, weight)| (id, weight));
        Ok(Self(pairs.collect()))
    }
}

struct Authority([u8; 32], u64);

impl<'de> Deserialize<'de> for Authority {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct One;
        impl<'de> Visitor<'de> for One {
            type Value = Authority;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an authority: an id, or an id and a weight")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Authority, E> {
                let id = PublicKey::from_text(text);
                let PublicKey(id) =
                    id.ok_or_else(|| E::custom(format_args!("not {}", PublicKey::EXPECTED)))?;
                Ok(Authority(id, 1))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Authority, A::Error> {
                let missing = |at| A::Error::invalid_length(at, &self);
                let Text(PublicKey(id)) = items.next_element()?.ok_or_else(|| missing(0))?;
                let Number(weight) = items.next_element()?.ok_or_else(|| missing(1))?;
                match items.next_element::<IgnoredAny>()? {
                    None => Ok(Authority(id, weight)),
                    Some(_) => Err(missing(3)),
                }
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Authority, A::Error> {
                #[derive(Deserialize)]
                struct Pair {
                    id: Text<PublicKey>,
                    weight: Number<u64>,
                }
                let pair = Pair::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Authority(pair.id.0.0, pair.weight.0))
            }
        }
        deserializer.deserialize_any(One)
    }
}
