//! JSON that contains justifications, by the names that nodes and tools give their parts. Reading
//! keeps only these parts, so a hostile file takes at most a few times its size in memory.

use serde::Deserialize;
use serde::de::{Deserializer, Error, Expected, IgnoredAny, SeqAccess};

use super::bytes::{Bytes, Number, PublicKey, Text, bytes_of_text, decode_hex};
use super::header::Header;
use crate::json::{NodeError, present};
use crate::shape::{Fault, Items, Shape};

/// A JSON value that a node or a script wrote; an object is read as `T`, a list as `L`.
pub(super) enum Node<T, L = Vec<u8>> {
    Null,
    Bytes(Vec<u8>),
    List(L),
    Object(Box<T>),
}

/// A type that the list of a [`Node`] is read as.
pub(super) trait Contents {
    /// Every kind that the node may have, for errors.
    const EXPECTED: &'static str;
}

impl Contents for Vec<u8> {
    const EXPECTED: &'static str = "an object, or bytes in hex, in base64 or as a list";
}

impl<'de, T: Deserialize<'de>, L: Contents + Items<'de>> Deserialize<'de> for Node<T, L> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Shape::of(L::EXPECTED)
            .null(|| Self::Null)
            .text(|text| bytes_of_text(text).map(Self::Bytes))
            .list(|bytes| Ok(Self::List(bytes)))
            .object(|object| Self::Object(Box::new(object)))
            .read(deserializer)
    }
}

/// JSON that contains a justification.
#[derive(Deserialize)]
#[serde(expecting = "an object with a justification in it")]
pub(super) struct Document {
    pub(super) error: Option<NodeError>,
    #[serde(default, deserialize_with = "present")]
    pub(super) result: Option<Node<Document>>,
    pub(super) params: Option<Params>,
    pub(super) block: Option<Block>,
    #[serde(default, deserialize_with = "present")]
    pub(super) justifications: Option<Option<Engines>>,
    #[serde(default, deserialize_with = "present")]
    pub(super) justification: Option<Node<Document>>,
    pub(super) justification_hex: Option<Bytes>,
    pub(super) round: Option<Number<u64>>,
    pub(super) commit: Option<Commit>,
    pub(super) votes_ancestries: Option<Vec<Header>>,
}

#[derive(Deserialize)]
#[serde(expecting = "an object with a result")]
pub(super) struct Params {
    pub(super) result: Bytes,
}

#[derive(Deserialize)]
#[serde(expecting = "a block, an object")]
pub(super) struct Block {
    pub(super) header: Header,
}

/// JSON that may contain a header.
#[derive(Deserialize)]
#[serde(expecting = "a header, an object", rename_all = "camelCase")]
pub(super) struct HeaderAnswer {
    pub(super) error: Option<NodeError>,
    #[serde(default, deserialize_with = "present")]
    pub(super) result: Option<Node<Header>>,
    pub(super) block: Option<Block>,
    /// Present if the object itself is the header.
    pub(super) parent_hash: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(expecting = "a commit, an object")]
pub(super) struct Commit {
    target_hash: Text<[u8; 32]>,
    target_number: Number<u32>,
    pub(super) precommits: Vec<SignedPrecommit>,
}

impl Commit {
    pub(super) const fn target(&self) -> ([u8; 32], u32) {
        (self.target_hash.0, self.target_number.0)
    }
}

#[derive(Deserialize)]
#[serde(expecting = "a signed precommit, an object")]
pub(super) struct SignedPrecommit {
    precommit: Precommit,
    signature: Text<[u8; 64]>,
    id: Text<PublicKey>,
}

#[derive(Deserialize)]
#[serde(expecting = "a precommit, an object")]
struct Precommit {
    target_hash: Text<[u8; 32]>,
    target_number: Number<u32>,
}

impl SignedPrecommit {
    pub(super) const fn parts(&self) -> super::scale::Precommit {
        let vote = &self.precommit;
        let target = (vote.target_hash.0, vote.target_number.0);
        (target, self.signature.0, self.id.0.0)
    }
}

/// Justifications by engine; only GRANDPA's is kept.
#[derive(Default)]
pub(super) struct Engines {
    pub(super) grandpa: Option<Vec<u8>>,
    /// The other engines' names, at most [`NAMED`].
    pub(super) others: Vec<String>,
}

/// The number of other engines that an error names.
const NAMED: usize = 4;

impl<'de> Items<'de> for Engines {
    fn read<A: SeqAccess<'de>>(mut items: A, _: &dyn Expected) -> Result<Self, A::Error> {
        let mut engines = Self::default();
        while let Some((Engine(engine), Bytes(justification))) = items.next_element()? {
            if &engine != b"FRNK" {
                if engines.others.len() < NAMED {
                    engines.others.push(engine.escape_ascii().to_string());
                }
            } else if engines.grandpa.replace(justification).is_some() {
                return Err(A::Error::custom("a second justification of FRNK"));
            }
        }
        Ok(engines)
    }
}

impl<'de> Deserialize<'de> for Engines {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let shape = Shape::of("a list of engines and their justifications").list(Ok);
        shape.read(deserializer)
    }
}

/// An engine's id: four bytes, as a list, as text, or in hex.
struct Engine([u8; 4]);

impl<'de> Deserialize<'de> for Engine {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        fn of(id: Option<Vec<u8>>) -> Result<Engine, Fault> {
            let id = id.and_then(|id| id.try_into().ok()).map(Engine);
            id.ok_or_else(|| Fault::because("not an engine's id of four bytes"))
        }
        Shape::of("an engine's id of four bytes")
            .text(|text| match text.len() {
                4 => of(Some(text.into())),
                _ => of(decode_hex(text)),
            })
            .list(|id| of(Some(id)))
            .read(deserializer)
    }
}
