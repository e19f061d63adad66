//! Signatures and keys as contracts receive, store and print them.

use core::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// The text before the base58 digits, as NEAR writes it.
const PREFIX: &str = "ed25519:";

/// Why bytes or text are not a [`Signature`] or a [`PublicKey`].
///
/// Decoding checks only the form: any 64 bytes are a [`Signature`] and any 32 a [`PublicKey`]; only
/// verification tells whether they are valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The text does not begin with `ed25519:`.
    #[error("missing prefix `{PREFIX}`")]
    MissingPrefix,
    /// The text after the prefix is not base58; positions count from after the prefix.
    #[error("bad base58: {0}")]
    Base58(bs58::decode::Error),
    /// The number of bytes is not the type's.
    #[error("wrong length: expected {expected} bytes, got {got}")]
    Length {
        /// The type's length in bytes.
        expected: usize,
        /// The length found in bytes.
        got: usize,
    },
}

macro_rules! fixed_bytes {
    ($(#[$doc:meta])* $name:ident, $len:literal) => {
        $(#[$doc])*
        ///
        /// Borsh writes the bytes alone, with no length and no tag of the curve (unlike near-sdk's
        /// own `PublicKey`, which has one). Serde, [`Display`](fmt::Display) and [`FromStr`] use
        /// NEAR's text form, `ed25519:` and base58.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[derive(borsh::BorshSerialize, borsh::BorshDeserialize)]
        #[cfg_attr(all(feature = "abi", not(target_arch = "wasm32")), derive(borsh::BorshSchema))]
        pub struct $name([u8; $len]);

        impl $name {
            /// The length in bytes.
            pub const LEN: usize = $len;

            /// The bytes, as [`env::ed25519_verify`](crate::env::ed25519_verify) takes them.
            #[must_use]
            pub const fn as_bytes(&self) -> &[u8; $len] {
                &self.0
            }
        }

        impl From<[u8; $len]> for $name {
            fn from(bytes: [u8; $len]) -> Self {
                Self(bytes)
            }
        }

        impl From<$name> for [u8; $len] {
            fn from(value: $name) -> Self {
                value.0
            }
        }

        impl TryFrom<&[u8]> for $name {
            type Error = DecodeError;

            /// # Errors
            /// [`DecodeError::Length`].
            fn try_from(bytes: &[u8]) -> Result<Self, DecodeError> {
                let wrong_length = |_| DecodeError::Length { expected: $len, got: bytes.len() };
                bytes.try_into().map(Self).map_err(wrong_length)
            }
        }

        impl AsRef<[u8]> for $name {
            fn as_ref(&self) -> &[u8] {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = DecodeError;

            /// # Errors
            /// Any [`DecodeError`].
            fn from_str(text: &str) -> Result<Self, DecodeError> {
                let digits = text.strip_prefix(PREFIX).ok_or(DecodeError::MissingPrefix)?;
                let bytes = bs58::decode(digits).into_vec().map_err(DecodeError::Base58)?;
                bytes.as_slice().try_into()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(PREFIX)?;
                f.write_str(&bs58::encode(&self.0).into_string())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }

        #[cfg(all(feature = "abi", not(target_arch = "wasm32")))]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> String {
                stringify!($name).to_owned()
            }

            fn json_schema(generator: &mut schemars::r#gen::SchemaGenerator) -> schemars::schema::Schema {
                let mut schema = String::json_schema(generator).into_object();
                schema.string().pattern = Some(format!("^{PREFIX}[1-9A-HJ-NP-Za-km-z]+$"));
                schema.metadata().description =
                    Some(format!("{PREFIX} and {} bytes in base58", $len));
                schema.into()
            }
        }
    };
}

fixed_bytes!(
    /// An Ed25519 signature: `R` and `s`, 32 bytes each.
    Signature,
    64
);

fixed_bytes!(
    /// An Ed25519 public key: a compressed curve point.
    PublicKey,
    32
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_what_is_wrong() {
        let parse = |text: &str| text.parse::<PublicKey>().expect_err("refused").to_string();
        assert_eq!(parse("secp256k1:11"), "missing prefix `ed25519:`");
        assert_eq!(parse("ed25519:"), "wrong length: expected 32 bytes, got 0");
        assert_eq!(
            parse("ed25519:111"),
            "wrong length: expected 32 bytes, got 3"
        );
        assert!(parse("ed25519:1O1").starts_with("bad base58: "));
        let error = Signature::try_from([0; 65].as_slice()).expect_err("refused");
        assert_eq!(
            error,
            DecodeError::Length {
                expected: 64,
                got: 65
            }
        );
    }
}
