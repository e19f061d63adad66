//! Numbers, bytes and times in JSON as nodes and tools write them.
//!
//! tendermint-proto's own deserializers panic on malformed base64 (subtle-encoding 0.5.1, for
//! example on `a===`), and accept heights as text only.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error, Expected, SeqAccess};
use tendermint::Time;
use tendermint_proto::google::protobuf::Timestamp;

use crate::json::{self, JsonError};
use crate::shape::{Fault, Items, Shape};

/// CometBFT's `types.MaxVotesCount`: no set has more validators, no commit more votes.
const MOST_VOTES: usize = 10_000;

/// A value from an object: serde's own derive would accept a list of the fields too.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let shape = Shape::of("a JSON object").object(Object);
        shape.read(deserializer)
    }
}

/// Reads one object and nothing after it.
pub(super) fn read<T: DeserializeOwned>(text: &[u8]) -> Result<T, JsonError> {
    json::read(text).map(|Object(value)| value)
}

fn in_range<T: TryFrom<i128>>(number: i128) -> Result<T, Fault> {
    let number = T::try_from(number);
    number.map_err(|_| Fault::Not("a number in its range"))
}

fn digits<T: TryFrom<i128>>(text: &str) -> Result<T, Fault> {
    in_range(text.parse().map_err(|_| Fault::Value)?)
}

/// A number, or its digits as text.
pub(super) fn number<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: TryFrom<i128>,
{
    let shape = Shape::of("a number, or its digits as text");
    shape.number(in_range).text(digits).read(deserializer)
}

/// What [`number`] reads, as a type.
pub(super) struct Number<T>(pub(super) T);

impl<'de, T: TryFrom<i128>> Deserialize<'de> for Number<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        number(deserializer).map(Self)
    }
}

/// A value that `decode` makes from text; `null` gives the default.
fn text<'de, D: Deserializer<'de>, T: Default>(
    deserializer: D,
    expected: &'static str,
    decode: fn(&str) -> Result<T, Fault>,
) -> Result<T, D::Error> {
    let shape = Shape::of(expected).null(T::default).text(decode);
    shape.read(deserializer)
}

/// Bytes in hex, in either case.
pub(super) fn hex<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    text(deserializer, "hex digits", decode_hex)
}

/// A hash in hex, or an empty one.
pub(super) fn hash<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    text(deserializer, "a hash of 64 hex digits", sized::<32>)
}

/// A validator's address in hex, or an empty one.
pub(super) fn address<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    text(deserializer, "an address of 40 hex digits", sized::<20>)
}

fn decode_hex(text: &str) -> Result<Vec<u8>, Fault> {
    ::hex::decode(text).map_err(|error| Fault::Expected(error.to_string()))
}

fn sized<const BYTES: usize>(text: &str) -> Result<Vec<u8>, Fault> {
    let decoded = decode_hex(text)?;
    match decoded.len() {
        0 => Ok(decoded),
        length if length == BYTES => Ok(decoded),
        _ => Err(Fault::Expected(format!("there are {}", text.len()))),
    }
}

/// Bytes in base64.
pub(super) fn base64<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    text(deserializer, "base64", |text| {
        let decoded = BASE64.decode(text);
        decoded.map_err(|error| Fault::Expected(error.to_string()))
    })
}

/// A time, or none for `null`. The start of 1970 is a time, although it is protobuf's default,
/// which tendermint-proto's own deserializer reads as none.
pub(super) fn time<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Timestamp>, D::Error> {
    let expected = "a time by RFC 3339, such as 2021-12-08T01:51:39Z";
    text(deserializer, expected, |text| {
        let time = Time::parse_from_rfc3339(text).map_err(|_| Fault::Value)?;
        Ok(Some(time.into()))
    })
}

/// A value of a foreign type, in a form that this module's users implement.
pub(super) struct Read<T>(pub(super) T);

/// A value, or none for `null`.
pub(super) fn some<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    Read<T>: Deserialize<'de>,
{
    Ok(Option::<Read<T>>::deserialize(deserializer)?.map(|Read(value)| value))
}

/// At most [`MOST_VOTES`] values.
pub(super) struct List<T>(pub(super) Vec<T>);

impl<'de, T> Items<'de> for List<T>
where
    Read<T>: Deserialize<'de>,
{
    fn read<A: SeqAccess<'de>>(mut values: A, _: &dyn Expected) -> Result<Self, A::Error> {
        let mut list = Vec::new();
        while let Some(Read(value)) = values.next_element()? {
            if list.len() == MOST_VOTES {
                let most = format!("more than {MOST_VOTES} items, CometBFT's own limit");
                return Err(A::Error::custom(most));
            }
            list.push(value);
        }
        Ok(Self(list))
    }
}

/// At most [`MOST_VOTES`] values; `null` gives none.
pub(super) fn list<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    Read<T>: Deserialize<'de>,
{
    let shape = Shape::of("a list").null(Vec::new);
    shape.list(|List(list)| Ok(list)).read(deserializer)
}
