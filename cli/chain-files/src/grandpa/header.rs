//! Headers in JSON, byte for byte: Substrate's standard ones and those of Avail.

use parity_scale_codec::{Compact, Encode};
use serde::de::{Deserialize, Deserializer, Error, Expected, SeqAccess};

use super::bytes::{Bytes, Number, Text};
use crate::shape::{Items, Shape};

/// A header's SCALE encoding.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Header(pub(super) Vec<u8>);

impl<'de> Deserialize<'de> for Header {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let header = Fields::deserialize(deserializer)?;
        let Text(parent_hash) = header.parent_hash;
        let (number, digest) = (Compact(header.number.0), header.digest.logs);
        let roots = (header.state_root.0, header.extrinsics_root.0);
        let mut bytes = (parent_hash, number, roots, Compact(digest.count)).encode();
        bytes.extend(digest.items);
        if let Some(extension) = header.extension {
            extension.encode_to(&mut bytes);
        }
        Ok(Self(bytes))
    }
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase", expecting = "a header, an object")]
struct Fields {
    parent_hash: Text<[u8; 32]>,
    number: Number<u32>,
    state_root: Text<[u8; 32]>,
    extrinsics_root: Text<[u8; 32]>,
    digest: Digest,
    extension: Option<Extension>,
}

#[derive(serde::Deserialize)]
#[serde(expecting = "a digest, an object")]
struct Digest {
    logs: List,
}

/// Encoded items in sequence.
#[derive(Default)]
struct List {
    count: u32,
    items: Vec<u8>,
}

/// Every item has at least one byte, so the items take no more memory than their text.
impl<'de> Items<'de> for List {
    fn read<A: SeqAccess<'de>>(mut items: A, _: &dyn Expected) -> Result<Self, A::Error> {
        let mut list = Self::default();
        while let Some(Bytes(item)) = items.next_element()? {
            if item.is_empty() {
                return Err(A::Error::custom("an item is empty"));
            }
            let count = list.count.checked_add(1);
            let too_many = || A::Error::custom("more items than a list can have");
            list.count = count.ok_or_else(too_many)?;
            list.items.extend(item);
        }
        Ok(list)
    }
}

impl<'de> Deserialize<'de> for List {
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

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase", expecting = "an object")]
struct ExtensionV3 {
    app_lookup: AppLookup,
    commitment: Commitment,
}

#[derive(serde::Deserialize)]
#[serde(expecting = "an object")]
struct AppLookup {
    size: Number<u32>,
    index: Vec<AppIndex>,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase", expecting = "an object")]
struct AppIndex {
    app_id: Number<u32>,
    start: Number<u32>,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase", expecting = "an object")]
struct Commitment {
    rows: Number<u16>,
    cols: Number<u16>,
    commitment: Bytes,
    data_root: Text<[u8; 32]>,
}

impl Extension {
    fn encode_to(&self, bytes: &mut Vec<u8>) {
        const V3: u8 = 2; // V1 is 0
        let ExtensionV3 {
            app_lookup,
            commitment,
        } = &self.v3;
        let index = app_lookup.index.iter();
        let index: Vec<_> = index
            .map(|app| (Compact(app.app_id.0), Compact(app.start.0)))
            .collect();
        let size = (Compact(commitment.rows.0), Compact(commitment.cols.0));
        let root = commitment.data_root.0;
        let lookup = (Compact(app_lookup.size.0), index);
        (V3, lookup, size, &commitment.commitment.0, root).encode_to(bytes);
    }
}
