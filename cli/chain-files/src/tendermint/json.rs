//! Numbers, bytes and times in JSON as nodes and tools write them.
//!
//! tendermint-proto's own deserializers panic on what is almost base64 (subtle-encoding 0.5.1, `a===`
//! for one), and take heights as text alone.

use std::fmt;
use std::marker::PhantomData;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::de::value::MapAccessDeserializer;
use serde::de::{
    Deserialize, DeserializeOwned, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor,
};
use tendermint::Time;
use tendermint_proto::google::protobuf::Timestamp;

use crate::json::{self, JsonError};

/// CometBFT's `types.MaxVotesCount`: no set has more validators, no commit more votes.
const MOST_VOTES: usize = 10_000;

/// A value out of an object: serde's own derive takes a list of the fields as well.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Object<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(fields)).map(Object)
            }
        }
        deserializer.deserialize_any(Fields(PhantomData))
    }
}

/// Reads one object and nothing after it.
///
/// # Errors
/// The text is something else.
pub(super) fn read<T: DeserializeOwned>(text: &[u8]) -> Result<T, JsonError> {
    json::read(text).map(|Object(value)| value)
}

/// A number, or its digits as text.
pub(super) fn number<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: TryFrom<i128>,
{
    struct Number<T>(PhantomData<T>);

    impl<T: TryFrom<i128>> Visitor<'_> for Number<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a number, or its digits as text")
        }

        fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
            let outside = || E::invalid_value(Unexpected::Signed(number), &"a number in its range");
            T::try_from(number.into()).map_err(|_| outside())
        }

        fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
            let outside =
                || E::invalid_value(Unexpected::Unsigned(number), &"a number in its range");
            T::try_from(number.into()).map_err(|_| outside())
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            let number = text.parse::<i128>().ok().map(T::try_from);
            match number {
                Some(Ok(number)) => Ok(number),
                Some(Err(_)) => Err(E::invalid_value(
                    Unexpected::Str(text),
                    &"a number in its range",
                )),
                None => Err(E::invalid_value(Unexpected::Str(text), &self)),
            }
        }
    }
    deserializer.deserialize_any(Number(PhantomData))
}

/// [`number`], or none for `null`.
pub(super) fn number_or_null<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: TryFrom<i128>,
{
    struct Number<T>(T);

    impl<'de, T: TryFrom<i128>> Deserialize<'de> for Number<T> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            number(deserializer).map(Self)
        }
    }
    Ok(Option::<Number<T>>::deserialize(deserializer)?.map(|Number(number)| number))
}

/// Text that `decode` makes something of, or says why not; `null` stands for the default.
fn text<'de, D, T>(
    deserializer: D,
    expected: &'static str,
    decode: fn(&str) -> Result<T, String>,
) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default,
{
    struct Text<T> {
        expected: &'static str,
        decode: fn(&str) -> Result<T, String>,
    }

    impl<T: Default> Visitor<'_> for Text<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.expected)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            (self.decode)(text).map_err(|reason| match reason.as_str() {
                "" => E::invalid_value(Unexpected::Str(text), &self),
                reason => E::custom(format!("expected {}: {reason}", self.expected)),
            })
        }

        fn visit_unit<E: Error>(self) -> Result<T, E> {
            Ok(T::default())
        }
    }
    deserializer.deserialize_any(Text { expected, decode })
}

/// Bytes in hex, of either case.
pub(super) fn hex<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    text(deserializer, "hex digits", |text| sized(text, None))
}

/// A hash in hex, or none.
pub(super) fn hash<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    text(deserializer, "a hash of 64 hex digits", |text| {
        sized(text, Some(32))
    })
}

/// A validator's address in hex, or none.
pub(super) fn address<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    text(deserializer, "an address of 40 hex digits", |text| {
        sized(text, Some(20))
    })
}

fn sized(text: &str, bytes: Option<usize>) -> Result<Vec<u8>, String> {
    let decoded = ::hex::decode(text).map_err(|error| error.to_string())?;
    match bytes {
        Some(bytes) if !decoded.is_empty() && decoded.len() != bytes => {
            Err(format!("there are {}", text.len()))
        }
        _ => Ok(decoded),
    }
}

/// Bytes in base64.
pub(super) fn base64<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    text(deserializer, "base64", |text| {
        BASE64.decode(text).map_err(|error| error.to_string())
    })
}

/// A time, or none for `null`: the start of 1970 is a time too, though it is protobuf's default, which
/// tendermint-proto's own deserializer takes for none.
pub(super) fn time<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Timestamp>, D::Error> {
    let expected = "a time by RFC 3339, such as 2021-12-08T01:51:39Z";
    text(deserializer, expected, |text| {
        let time = Time::parse_from_rfc3339(text);
        time.map(|time| Some(Timestamp::from(time)))
            .map_err(|_| String::new())
    })
}

/// A value of a foreign type, in a form of this module's users.
pub(super) struct Read<T>(pub(super) T);

/// A value, or none for `null`.
pub(super) fn some<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    Read<T>: Deserialize<'de>,
{
    Ok(Option::<Read<T>>::deserialize(deserializer)?.map(|Read(value)| value))
}

/// Values, as many as a commit can have; none for `null`.
pub(super) fn list<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    Read<T>: Deserialize<'de>,
{
    struct List<T>(PhantomData<T>);

    impl<'de, T> Visitor<'de> for List<T>
    where
        Read<T>: Deserialize<'de>,
    {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Vec<T>, A::Error> {
            let mut list = Vec::new();
            while let Some(Read(value)) = values.next_element()? {
                if list.len() == MOST_VOTES {
                    let most = format!("more than {MOST_VOTES} items, CometBFT's own limit");
                    return Err(A::Error::custom(most));
                }
                list.push(value);
            }
            Ok(list)
        }

        fn visit_unit<E: Error>(self) -> Result<Vec<T>, E> {
            Ok(Vec::new())
        }
    }
    deserializer.deserialize_any(List(PhantomData))
}
