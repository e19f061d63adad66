//! Bytes, keys and numbers in JSON, parsed directly to values. serde_path_to_error adds the field's
//! path to errors, which never quote what they found.

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use parity_scale_codec::Encode;
use serde::de::{Deserialize, Deserializer};

use crate::shape::{Fault, Shape};

/// Base64 with padding or without.
pub const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The bytes of a hex text, with or without `0x`; white space is ignored.
pub(super) fn decode_hex(text: &str) -> Option<Vec<u8>> {
    let text = content(text);
    hex::decode(after_0x(&text).unwrap_or(&text)).ok()
}

/// The bytes of a base64 text, with or without padding; white space is ignored.
pub(super) fn decode_base64(text: &str) -> Option<Vec<u8>> {
    BASE64.decode(content(text)).ok()
}

fn content(text: &str) -> String {
    text.split_ascii_whitespace().collect()
}

/// The digits of a text that begins with `0x`.
#[must_use]
pub fn after_0x(text: &str) -> Option<&str> {
    text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))
}

/// Bytes: in hex, in base64 (unless the text begins with `0x`), or as a list.
#[derive(Encode)]
pub(super) struct Bytes(pub(super) Vec<u8>);

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Shape::of("bytes in hex, in base64 or as a list")
            .text(|text| bytes_of_text(text).map(Bytes))
            .list(|bytes| Ok(Bytes(bytes)))
            .read(deserializer)
    }
}

pub(super) fn bytes_of_text(text: &str) -> Result<Vec<u8>, Fault> {
    let is_hex = after_0x(text).is_some();
    let bytes = decode_hex(text).or_else(|| decode_base64(text).filter(|_| !is_hex));
    bytes.ok_or_else(|| match is_hex {
        true => Fault::because("not hex"),
        false => Fault::because("neither hex nor base64"),
    })
}

/// A type that is parsed from text.
pub(super) trait FromText: Sized {
    /// The expected text, to follow "expected".
    const EXPECTED: &'static str;

    fn from_text(text: &str) -> Option<Self>;

    fn read(text: &str) -> Result<Self, Fault> {
        Self::from_text(text).ok_or_else(|| Fault::because(format!("not {}", Self::EXPECTED)))
    }
}

/// A value that is written as text.
#[derive(Encode)]
pub(super) struct Text<T>(pub(super) T);

impl<'de, T: FromText> Deserialize<'de> for Text<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let shape = Shape::of(T::EXPECTED).text(|text| T::read(text).map(Text));
        shape.read(deserializer)
    }
}

/// Only hashes of 32 bytes and signatures of 64 are read.
impl<const N: usize> FromText for [u8; N] {
    const EXPECTED: &'static str = match N {
        32 => "32 bytes in hex",
        _ => "64 bytes in hex",
    };

    fn from_text(text: &str) -> Option<Self> {
        let mut array = [0; N];
        hex::decode_to_slice(after_0x(text).unwrap_or(text), &mut array).ok()?;
        Some(array)
    }
}

/// A public key, in hex or as an SS58 address.
pub(super) struct PublicKey(pub(super) [u8; 32]);

impl FromText for PublicKey {
    const EXPECTED: &'static str = "a public key in hex or SS58";

    fn from_text(text: &str) -> Option<Self> {
        let key = <[u8; 32]>::from_text(text);
        key.or_else(|| decode_ss58(text)).map(Self)
    }
}

/// The key of an address: one or two bytes of network precede it, and two bytes of checksum follow.
fn decode_ss58(text: &str) -> Option<[u8; 32]> {
    use blake2::{Blake2b512, Digest as _};
    // 36 bytes have at most 50 digits. Decoding takes quadratic time.
    let bytes = Some(text).filter(|text| text.len() <= 50);
    let bytes = bs58::decode(bytes?).into_vec().ok()?;
    // The second highest bit of the first byte tells whether the network has a second byte.
    let network = 1 + usize::from(bytes.first()? & 0b0100_0000 != 0);
    let (body, checksum) = bytes.split_last_chunk::<2>()?;
    let digest = Blake2b512::digest([b"SS58PRE", body].concat());
    let key = body.get(network..)?.try_into().ok()?;
    digest.starts_with(checksum).then_some(key)
}

/// A number, or its text in decimal or hex. SCALE's encoding is the compact one.
#[derive(Encode)]
pub(super) struct Number<T>(#[codec(compact)] pub(super) T);

impl<'de, T: TryFrom<u64>> Deserialize<'de> for Number<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        fn in_range<T: TryFrom<u64>>(number: Option<u64>) -> Result<Number<T>, Fault> {
            let number = number.and_then(|number| number.try_into().ok());
            let number = number.ok_or_else(|| Fault::because("not a number in range"))?;
            Ok(Number(number))
        }
        Shape::of("a number")
            .number(|number| in_range(Some(number.try_into().map_err(|_| Fault::Kind)?)))
            .text(|text| {
                let number = match after_0x(text) {
                    Some(digits) => u64::from_str_radix(digits, 16),
                    None => text.parse(),
                };
                in_range(number.ok())
            })
            .read(deserializer)
    }
}
