//! Bytes in the forms in which wallets and SDKs write them in JSON.

use core::{fmt, marker::PhantomData};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::Serializer;

use crate::{PublicKey, Signature};

pub(super) fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&BASE64_STANDARD.encode(bytes))
}

/// Bytes that were decoded, or their text.
pub(super) enum Bytes {
    Text(String),
    Read(Vec<u8>),
}

impl From<String> for Bytes {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// A value whose bytes come in the forms of `B`.
pub(super) struct Of<B, T>(pub(super) T, PhantomData<B>);

impl<'de, B: Deserialize<'de> + Into<Bytes>, T: FromBytes> Deserialize<'de> for Of<B, T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let value = T::from_bytes(B::deserialize(from)?.into())?;
        Ok(Self(value, PhantomData))
    }
}

pub(super) trait FromBytes: Sized {
    fn from_bytes<E: Error>(bytes: Bytes) -> Result<Self, E>;
}

/// A nonce.
impl FromBytes for [u8; 32] {
    fn from_bytes<E: Error>(bytes: Bytes) -> Result<Self, E> {
        bytes.in_base64()
    }
}

impl FromBytes for PublicKey {
    fn from_bytes<E: Error>(bytes: Bytes) -> Result<Self, E> {
        match bytes {
            Bytes::Text(text) => text.parse().map_err(E::custom),
            Bytes::Read(bytes) => sized(bytes).map(Self::from),
        }
    }
}

/// Text with a colon is in NEAR's form.
impl FromBytes for Signature {
    fn from_bytes<E: Error>(bytes: Bytes) -> Result<Self, E> {
        match bytes {
            Bytes::Text(text) if text.contains(':') => text.parse().map_err(E::custom),
            other => other.in_base64().map(Self::from),
        }
    }
}

impl Bytes {
    fn in_base64<const N: usize, E: Error>(self) -> Result<[u8; N], E> {
        let text = match self {
            Self::Text(text) => text,
            Self::Read(bytes) => return sized(bytes),
        };
        // Nearly every wallet writes this form. Decoding in place saves a contract an allocation.
        let mut buffer = [0; BUFFER];
        if BASE64_STANDARD.decode_slice(&text, &mut buffer) == Ok(N)
            && let Some(bytes) = buffer.first_chunk()
        {
            return Ok(*bytes);
        }
        let decoded = BASE64_STANDARD.decode(standard(text));
        sized(decoded.map_err(|error| E::custom(format_args!("bad base64: {error}")))?)
    }
}

/// For the longest value, a signature, in base64's groups of three bytes.
const BUFFER: usize = 66;

/// Padded base64 in the standard alphabet, from text in the URL alphabet or without padding.
#[cold]
#[inline(never)]
fn standard(text: String) -> Vec<u8> {
    let mut text = text.into_bytes();
    for digit in &mut text {
        match digit {
            b'-' => *digit = b'+',
            b'_' => *digit = b'/',
            _ => {}
        }
    }
    while !text.len().is_multiple_of(4) {
        text.push(b'=');
    }
    text
}

fn sized<const N: usize, E: Error>(bytes: Vec<u8>) -> Result<[u8; N], E> {
    let wrong_length = |bytes: Vec<u8>| {
        let got = bytes.len();
        E::custom(format_args!("wrong length: expected {N} bytes, got {got}"))
    };
    bytes.try_into().map_err(wrong_length)
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(OfBytes)
    }
}

struct OfBytes;

impl<'de> Visitor<'de> for OfBytes {
    type Value = Bytes;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes as text, as an array, or as JSON.stringify writes them")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Bytes, E> {
        Ok(Bytes::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Bytes, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = items.next_element()? {
            bytes.push(byte);
        }
        Ok(Bytes::Read(bytes))
    }

    /// The forms of `JSON.stringify`: a `Buffer` has its bytes in `data`; a `Uint8Array` has its indices as fields;
    /// near-api-js's `PublicKey` has a `Uint8Array` in `data`, and since version 5 in `ed25519Key`.
    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Bytes, A::Error> {
        let (mut inner, mut bytes) = (None, Vec::new());
        while let Some(name) = fields.next_key::<String>()? {
            match name.as_str() {
                "data" | "ed25519Key" => inner = Some(fields.next_value()?),
                "type" | "keyType" | "enum" => {
                    fields.next_value::<IgnoredAny>()?;
                }
                index if index == bytes.len().to_string() => bytes.push(fields.next_value()?),
                other => {
                    let at = bytes.len();
                    let why = format_args!("`{other}` is neither data nor ed25519Key nor {at}");
                    return Err(A::Error::custom(why));
                }
            }
        }
        Ok(inner.unwrap_or(Bytes::Read(bytes)))
    }
}
