//! Keys and signatures in the forms that people have: hex, base64, or NEAR's.

use crate::call::{parse_base64, parse_hex};
use anyhow::{Error, anyhow, ensure};
use chain_files::after_0x;
use near_sdk_ext::{DecodeError, PublicKey, Signature};
use std::str::FromStr;

/// NEAR's name of the curve, before base58.
const ED25519: &str = "ed25519";

/// # Errors
///
/// The text has no known form, or the wrong length. The error does not repeat it: it may be a secret
/// key.
pub(crate) fn public_key(text: &str) -> anyhow::Result<PublicKey> {
    decoded(text, "a public key", PublicKey::LEN)
}

pub(super) fn signature(text: &str) -> anyhow::Result<Signature> {
    decoded(text, "a signature", Signature::LEN)
}

/// A prefix identifies NEAR's form; the length distinguishes hex from base64.
fn decoded<T>(text: &str, what: &str, len: usize) -> anyhow::Result<T>
where
    T: FromStr<Err = DecodeError> + for<'a> TryFrom<&'a [u8]>,
{
    let text = text.trim();
    if let Some((curve, _)) = text.split_once(':') {
        ensure!(
            curve == ED25519,
            "`{curve}:` before it: only `{ED25519}:` is verified"
        );
        return text.parse().map_err(|error| match error {
            DecodeError::Length { got, .. } => wrong_length(&[("base58", got)], what, len),
            error => error.into(),
        });
    }
    // Some of these texts are also base64 without padding, with another meaning.
    let is_base58 = format!("{ED25519}:{text}").parse::<T>().is_ok();
    ensure!(
        !is_base58,
        "base58 needs {ED25519}: before it, and base64 its padding"
    );
    let hex = parse_hex(text);
    let base64 = match after_0x(text) {
        Some(_) => {
            hex.clone().map_err(Error::msg)?;
            None
        }
        None => parse_base64(text).ok(),
    };
    let readings = [("hex", hex.ok()), ("base64", base64)];
    let readings = readings.map(|(form, bytes)| Some((form, bytes?.0)));
    let readings = readings.iter().flatten();
    let lengths = readings.clone().map(|(form, bytes)| (*form, bytes.len()));
    let lengths: Vec<_> = lengths.filter(|(_, length)| *length != 0).collect();
    ensure!(
        !lengths.is_empty(),
        "not {what} in hex, in base64, or in base58 after {ED25519}:"
    );
    let mut values = readings.map(|(_, bytes)| T::try_from(bytes));
    let value = values.find_map(Result::ok);
    value.ok_or_else(|| wrong_length(&lengths, what, len))
}

/// The error for bytes that have these lengths, by form.
fn wrong_length(readings: &[(&str, usize)], what: &str, expected: usize) -> anyhow::Error {
    let read = readings
        .iter()
        .map(|(form, length)| format!("{length} in {form}"));
    let read = read.collect::<Vec<_>>().join(" or ");
    let has = |wanted| readings.iter().any(|(_, length)| *length == wanted);
    let hint = match expected {
        PublicKey::LEN if has(Signature::LEN) => "; a signature has 64, and so has a secret key",
        Signature::LEN if has(PublicKey::LEN) => "; a public key has 32",
        _ => "",
    };
    anyhow!("wrong length: {what} has {expected} bytes, not {read}{hint}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine as _;
    use base64::prelude::BASE64_STANDARD;

    /// Every form of any bytes is read as these bytes, whatever its digits are.
    #[test]
    fn every_form_gives_the_same_bytes() {
        for seed in 0..=u8::MAX {
            let bytes: [u8; 64] = std::array::from_fn(|at| {
                let at = u8::try_from(at).expect("small");
                seed.wrapping_mul(at).wrapping_add(seed >> (at % 8))
            });
            let key = PublicKey::try_from(&bytes[..32]).expect("32 bytes");
            let hex = hex::encode(key);
            let base64 = BASE64_STANDARD.encode(key);
            for text in [&hex, &format!("0x{hex}"), &base64, &key.to_string()] {
                assert_eq!(public_key(text).expect(text), key);
            }
            let of_64 = Signature::from(bytes);
            let hex = hex::encode(bytes);
            let base64 = BASE64_STANDARD.encode(bytes);
            for text in [&hex.to_uppercase(), &base64, &format!(" {of_64}\n")] {
                assert_eq!(signature(text).expect(text), of_64);
            }
        }
    }
}
