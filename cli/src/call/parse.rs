//! Parsers of bytes, and their error messages.

use crate::amount;
use crate::input::STDIN;
use base64::Engine as _;
use chain_files::{BASE64, after_0x};
use near_runtime_ext::{AccountId, Balance};

/// Bytes given as text; a separate type, since clap takes `Vec<u8>` for many values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

/// JSON text unchanged, or `-` for standard input.
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
    let bytes = BASE64.decode(text).map(Bytes);
    bytes.map_err(|error| format!("not base64: {error}"))
}

/// Hex, with or without `0x` before it.
pub(crate) fn parse_hex(text: &str) -> Result<Bytes, String> {
    let bytes = hex::decode(after_0x(text).unwrap_or(text)).map(Bytes);
    bytes.map_err(|error| format!("not hex: {error}"))
}

pub(crate) fn parse_32_bytes(text: &str) -> Result<[u8; 32], String> {
    let bytes = <[u8; 32]>::try_from(parse_hex(text)?.0);
    bytes.map_err(|bytes| format!("expected 32 bytes, not {}", bytes.len()))
}

/// The result of a promise: the returned bytes, or `None` if it failed. clap needs a type that
/// threads can share, and nearcore's own is not.
pub(crate) type Settled = Option<Bytes>;

pub(crate) fn parse_settled(text: &str) -> Result<Settled, String> {
    match text.split_once(':') {
        None if text == "failed" => Ok(None),
        Some(("ok", text)) => Ok(Some(Bytes(text.as_bytes().to_vec()))),
        Some(("hex", digits)) => parse_hex(digits).map(Some),
        Some(("base64", digits)) => parse_base64(digits).map(Some),
        _ => Err("expected ok:TEXT, hex:BYTES, base64:BYTES or failed".to_owned()),
    }
}

/// A validator and its stake.
pub(crate) fn parse_validator(text: &str) -> Result<(AccountId, Balance), String> {
    let none = "expected ID=STAKE, such as 'validator.near=10000 NEAR'";
    let (account, stake) = text.split_once('=').ok_or(none)?;
    let no_account = |error| format!("{account:?} is not an account: {error}");
    let parsed = account.parse().map_err(no_account)?;
    Ok((parsed, amount::parse_near(stake)?))
}
