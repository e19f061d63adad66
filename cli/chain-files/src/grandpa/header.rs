//! Headers in JSON, byte for byte: Substrate's standard ones and those of Avail.

use parity_scale_codec::Encode;
use serde::de::{Deserialize, Deserializer, Error, Expected, SeqAccess};

use super::bytes::{Bytes, Number, Text};
use super::scale::Digest;
use crate::shape::{Items, Shape};

/// A header's SCALE encoding.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Header(pub(super) Vec<u8>);

impl<'de> Deserialize<'de> for Header {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        const V3: u8 = 2; // V1 is 0
        let fields = Fields::deserialize(deserializer)?;
        let mut bytes = fields.encode();
        if let Some(Extension { v3 }) = fields.extension {
            (V3, v3).encode_to(&mut bytes);
        }
        Ok(Self(bytes))
    }
}

#[derive(Encode, serde::Deserialize)]
#[serde(rename_all = "camelCase", expecting = "a header, an object")]
struct Fields {
    parent_hash: Text<[u8; 32]>,
    number: Number<u32>,
    state_root: Text<[u8; 32]>,
    extrinsics_root: Text<[u8; 32]>,
    digest: Logs,
    #[codec(skip)]
    extension: Option<Extension>,
}

#[derive(Encode, serde::Deserialize)]
#[serde(expecting = "a digest, an object")]
struct Logs {
    logs: Digest,
}

/// Every item has at least one byte, so the items take no more memory than their text.
impl<'de> Items<'de> for Digest {
    fn read<A: SeqAccess<'de>>(mut items: A, _: &dyn Expected) -> Result<Self, A::Error> {
        let mut digest = Self::default();
        while let Some(Bytes(item)) = items.next_element()? {
            if item.is_empty() {
                return Err(A::Error::custom("an item is empty"));
            }
            let count = digest.count.checked_add(1);
            let too_many = || A::Error::custom("more items than a list can have");
            digest.count = count.ok_or_else(too_many)?;
            digest.items.extend(item);
        }
        Ok(digest)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let shape = Shape::of("a list of digest items in hex").list(Ok);
        shape.read(deserializer)
    }
}

/// `avail_core::header::HeaderExtension`.
#[derive(serde::Deserialize)]
#[serde(expecting = "an extension, an object with V3")]
struct Extension {
    #[serde(rename = "V3")]
    v3: ExtensionV3,
}

#[derive(Encode, serde::Deserialize)]
#[serde(rename_all = "camelCase", expecting = "an object")]
struct ExtensionV3 {
    app_lookup: AppLookup,
    commitment: Commitment,
}

#[derive(Encode, serde::Deserialize)]
#[serde(expecting = "an object")]
struct AppLookup {
    size: Number<u32>,
    index: Vec<AppIndex>,
}

#[derive(Encode, serde::Deserialize)]
#[serde(rename_all = "camelCase", expecting = "an object")]
struct AppIndex {
    app_id: Number<u32>,
    start: Number<u32>,
}

#[derive(Encode, serde::Deserialize)]
#[serde(rename_all = "camelCase", expecting = "an object")]
struct Commitment {
    rows: Number<u16>,
    cols: Number<u16>,
    commitment: Bytes,
    data_root: Text<[u8; 32]>,
}
