//! tendermint-proto's types out of JSON.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::de::{DeserializeOwned, Error as _};
use serde_json::{Error, Value};

/// The fields of blocks and validators that hold base64.
const BASE64_FIELDS: [&str; 2] = ["signature", "value"];

/// Reads a value that contains tendermint-proto's types.
///
/// Their deserializers panic on what is almost base64 (subtle-encoding 0.5.1, `a===` for one), so
/// every such field is looked at first.
///
/// # Errors
/// The text is something else.
pub(super) fn from_str<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    check_base64(&serde_json::from_str(text)?)?;
    serde_json::from_str(text)
}

/// serde_json bounds how deeply values nest, and so how deeply this recurses.
fn check_base64(value: &Value) -> Result<(), Error> {
    match value {
        Value::Array(items) => items.iter().try_for_each(check_base64),
        Value::Object(fields) => fields.iter().try_for_each(|(name, field)| match field {
            Value::String(text) if BASE64_FIELDS.contains(&name.as_str()) => BASE64
                .decode(text)
                .map(drop)
                .map_err(|error| Error::custom(format!("{name} {text:?} is no base64: {error}"))),
            _ => check_base64(field),
        }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tendermint_proto::v0_38::types::CommitSig;

    fn vote(signature: &str) -> String {
        format!(
            r#"{{"block_id_flag":2,"validator_address":"","timestamp":null,"signature":"{signature}"}}"#
        )
    }

    /// Found by fuzzing.
    #[test]
    fn what_is_almost_base64_is_refused_without_a_panic() {
        let read = from_str::<CommitSig>(&vote("AAEC")).expect("base64");
        assert_eq!(read.signature, [0, 1, 2]);
        for almost in ["a===", "====", "=", "AAE=AAEC", "AAECA", "AA EC", "AAEC\\n"] {
            let error = from_str::<CommitSig>(&vote(almost)).expect_err("refused");
            assert!(error.to_string().starts_with("signature \""), "{error}");
        }
    }
}
