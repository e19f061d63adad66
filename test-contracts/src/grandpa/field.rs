//! A value in JSON that knows its place, so that errors name it.

use serde_json::Value;

/// Why JSON is not what it should be.
#[derive(Debug, thiserror::Error)]
pub enum FieldError {
    /// The text is no JSON.
    #[error("not JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// The bytes are neither text nor the encoding of anything.
    #[error("neither JSON, nor hex, nor a SCALE-encoded justification")]
    Unknown,
    /// The node answered with an error.
    #[error("the node answered with an error: {0}")]
    Node(String),
    /// Something is missing.
    #[error("there is no {field}")]
    Missing {
        /// What is missing, as `commit.precommits[3].id`.
        field: String,
    },
    /// Something else is there.
    #[error("{field} is not {expected}")]
    Invalid {
        /// What is wrong, as `commit.precommits[3].id`.
        field: String,
        /// What it should be.
        expected: &'static str,
    },
}

/// A value and its path.
#[derive(Clone, Debug)]
pub(super) struct Field<'a> {
    value: &'a Value,
    path: String,
}

impl<'a> Field<'a> {
    pub(super) const fn root(value: &'a Value) -> Self {
        let path = String::new();
        Self { value, path }
    }

    pub(super) const fn value(&self) -> &'a Value {
        self.value
    }

    /// That this is not `expected`.
    pub(super) fn invalid(&self, expected: &'static str) -> FieldError {
        let field = match self.path.as_str() {
            "" => "the JSON value",
            path => path,
        };
        let field = field.to_owned();
        FieldError::Invalid { field, expected }
    }

    /// A member of this object, if it has one of the name.
    pub(super) fn find(&self, name: &str) -> Option<Self> {
        let value = self.value.get(name)?;
        Some(Self {
            value,
            path: self.path_to(name),
        })
    }

    pub(super) fn get(&self, name: &str) -> Result<Self, FieldError> {
        let field = self.path_to(name);
        self.find(name).ok_or(FieldError::Missing { field })
    }

    fn path_to(&self, name: &str) -> String {
        match self.path.as_str() {
            "" => name.to_owned(),
            path => format!("{path}.{name}"),
        }
    }

    pub(super) fn items(&self) -> Result<impl Iterator<Item = Self>, FieldError> {
        let items = self.value.as_array().ok_or(self.invalid("a list"))?;
        Ok(items.iter().enumerate().map(|(index, value)| Self {
            value,
            path: format!("{}[{index}]", self.path),
        }))
    }

    pub(super) fn text(&self) -> Result<&'a str, FieldError> {
        self.value.as_str().ok_or(self.invalid("text"))
    }

    /// A number, or one as text in decimal or hex.
    pub(super) fn number<T: TryFrom<u64>>(&self) -> Result<T, FieldError> {
        let number = match self.value {
            Value::String(text) => match text.strip_prefix("0x") {
                Some(digits) => u64::from_str_radix(digits, 16).ok(),
                None => text.parse().ok(),
            },
            value => value.as_u64(),
        };
        number
            .and_then(|number| number.try_into().ok())
            .ok_or(self.invalid("a number in range"))
    }

    /// Bytes in hex, with or without `0x`.
    pub(super) fn bytes(&self) -> Result<Vec<u8>, FieldError> {
        decode_hex(self.text()?).ok_or(self.invalid("bytes in hex"))
    }

    pub(super) fn array<const N: usize>(&self) -> Result<[u8; N], FieldError> {
        let bytes = self.bytes()?;
        bytes.try_into().map_err(|_| {
            self.invalid(match N {
                32 => "32 bytes in hex",
                64 => "64 bytes in hex",
                _ => "bytes in hex, of the right number",
            })
        })
    }

    /// A public key, in hex or as an SS58 address.
    pub(super) fn public_key(&self) -> Result<[u8; 32], FieldError> {
        let text = self.text()?;
        let in_hex = decode_hex(text).and_then(|bytes| bytes.try_into().ok());
        in_hex
            .or_else(|| decode_ss58(text))
            .ok_or(self.invalid("a public key in hex or SS58"))
    }
}

/// Hex digits, with or without `0x`.
pub(super) fn decode_hex(text: &str) -> Option<Vec<u8>> {
    hex::decode(text.strip_prefix("0x").unwrap_or(text)).ok()
}

/// The key of an address: after one or two bytes of network, before two of checksum.
fn decode_ss58(text: &str) -> Option<[u8; 32]> {
    use blake2::{Blake2b512, Digest as _};
    let bytes = bs58::decode(text).into_vec().ok()?;
    // The second highest bit of the first byte says that there is a second one.
    let network = if bytes.first()? & 0b0100_0000 == 0 {
        1
    } else {
        2
    };
    let (body, checksum) = bytes.split_last_chunk::<2>()?;
    let digest = Blake2b512::new()
        .chain_update(b"SS58PRE")
        .chain_update(body)
        .finalize();
    let key = body.get(network..)?.try_into().ok()?;
    digest.starts_with(checksum).then_some(key)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn errors_name_the_field() {
        let value = json!({ "a": { "b": [1, "x"] } });
        let root = Field::root(&value);
        let error = root.get("a").and_then(|a| a.get("c")).expect_err("no c");
        assert_eq!(error.to_string(), "there is no a.c");
        let list = root.get("a").and_then(|a| a.get("b")).expect("a list");
        let last = list.items().expect("a list").last().expect("two");
        let error = last.number::<u64>().expect_err("no number");
        assert_eq!(error.to_string(), "a.b[1] is not a number in range");
        assert!(root.items().is_err());
    }

    #[test]
    fn numbers_are_in_json_decimal_or_hex() {
        for value in [json!(255), json!("255"), json!("0xff")] {
            assert_eq!(Field::root(&value).number::<u8>().expect("255"), 255);
        }
        for value in [
            json!(256),
            json!(-1),
            json!("0x"),
            json!("ten"),
            json!(null),
        ] {
            assert!(Field::root(&value).number::<u8>().is_err());
        }
    }

    #[test]
    fn addresses_are_checked() {
        let address = "5FA9nQDVg267DEd8m1ZypXLBnvN7SFxYwV7ndqSYGiN9TTpu";
        let value = json!(address);
        let key = Field::root(&value).public_key().expect("an address");
        let hex = json!(format!("0x{}", hex::encode(key)));
        assert_eq!(Field::root(&hex).public_key().expect("a key"), key);
        let value = json!(address.replace('F', "G"));
        assert!(Field::root(&value).public_key().is_err());
    }
}
