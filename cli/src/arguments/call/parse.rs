//! Bytes as people give them, and what is said of those that are none.

use crate::arguments::amount;
use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use near_runtime_ext::{AccountId, Balance, PromiseResult};
use std::time::Duration;

/// What stands for standard input.
pub(crate) const STDIN: &str = "-";

const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Bytes given as text; a type of its own, since clap takes `Vec<u8>` for many values.
#[derive(Clone)]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

/// JSON as it is, or that it is to be read from standard input.
pub(crate) fn parse_json(text: &str) -> Result<String, String> {
    if text == STDIN {
        return Ok(text.to_owned());
    }
    let hint = "other bytes go through --args-base64, --args-hex or --args-file";
    match serde_json::from_str::<serde::de::IgnoredAny>(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(error) => Err(format!("not JSON: {error} ({hint})")),
    }
}

pub(crate) fn parse_base64(text: &str) -> Result<Bytes, String> {
    let not_base64 = |error| format!("not base64: {error}");
    BASE64.decode(text).map(Bytes).map_err(not_base64)
}

/// With `0x` before it, or without.
pub(crate) fn parse_hex(text: &str) -> Result<Bytes, String> {
    let digits = text
        .strip_prefix("0x")
        .or_else(|| text.strip_prefix("0X"))
        .unwrap_or(text);
    let not_hex = |error| format!("not hex: {error}");
    hex::decode(digits).map(Bytes).map_err(not_hex)
}

pub(crate) fn parse_seed(text: &str) -> Result<[u8; 32], String> {
    let bytes = parse_hex(text)?.0;
    let len = bytes.len();
    bytes
        .try_into()
        .map_err(|_| format!("expected 32 bytes, not {len}"))
}

/// What a promise came to: nearcore's [`PromiseResult`], but one that threads can share, as clap wants it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Settled {
    Returned(Vec<u8>),
    Failed,
}

impl From<&Settled> for PromiseResult {
    fn from(settled: &Settled) -> Self {
        match settled {
            Settled::Returned(bytes) => Self::Successful(bytes.as_slice().into()),
            Settled::Failed => Self::Failed,
        }
    }
}

pub(crate) fn parse_settled(text: &str) -> Result<Settled, String> {
    let returned = match text.split_once(':') {
        None if text == "failed" => return Ok(Settled::Failed),
        Some(("ok", text)) => text.as_bytes().to_vec(),
        Some(("hex", digits)) => parse_hex(digits)?.0,
        Some(("base64", digits)) => parse_base64(digits)?.0,
        _ => return Err("expected ok:TEXT, hex:BYTES, base64:BYTES or failed".to_owned()),
    };
    Ok(Settled::Returned(returned))
}

/// A validator and its stake.
pub(crate) fn parse_validator(text: &str) -> Result<(AccountId, Balance), String> {
    let (account, stake) = text
        .split_once('=')
        .ok_or("expected ID=STAKE, such as 'validator.near=10000 NEAR'")?;
    let account = account
        .parse()
        .map_err(|error| format!("{account:?} is no account: {error}"))?;
    Ok((account, amount::parse_near(stake)?))
}

pub(crate) fn parse_duration(text: &str) -> Result<Duration, String> {
    amount::parse_duration(text).map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_have_more_than_one_form() {
        for text in ["00ff", "00FF", "0x00ff", "0X00fF"] {
            assert_eq!(parse_hex(text).expect(text).0, [0, 255]);
        }
        for text in ["AP8=", "AP8"] {
            assert_eq!(parse_base64(text).expect(text).0, [0, 255]);
        }
        for text in ["0x0", "0x0x00", "x00", "0 0"] {
            assert!(parse_hex(text).is_err(), "{text}");
        }
        // Bits that say nothing, a symbol too few.
        for text in ["AP9=", "A", "AP8==", "A-8"] {
            assert!(parse_base64(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_promise_returned_bytes_or_failed() {
        let returned = |bytes: &[u8]| Ok(Settled::Returned(bytes.to_vec()));
        assert_eq!(parse_settled("ok:\"a:b\""), returned(b"\"a:b\""));
        assert_eq!(parse_settled("ok:"), returned(b""));
        assert_eq!(parse_settled("hex:0x00ff"), returned(&[0, 255]));
        assert_eq!(parse_settled("base64:AP8"), returned(&[0, 255]));
        assert_eq!(parse_settled("failed"), Ok(Settled::Failed));
        for text in ["", "ok", "failed:", "text:a", "hex:0g", "base64:?"] {
            assert!(parse_settled(text).is_err(), "{text}");
        }
    }
}
