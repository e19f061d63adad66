//! Messages that wallets sign for their users, by
//! [NEP-413](https://github.com/near/NEPs/blob/master/neps/nep-0413.md): sign-in, intents, orders.
//!
//! What a wallet signs is a hash that no transaction can have, and it names its recipient. A contract
//! still has to see that the key belongs to who it is said to, and that no nonce comes twice.
//!
//! ```
//! # use near_sdk as _; // links the mock that feature `unit-testing` calls
//! use near_sdk_ext::nep413::{Refused, SignedMessage};
//!
//! // A test of near-api-js.
//! let signed: SignedMessage = serde_json::from_str(
//!     r#"{
//!         "payload": {
//!             "message": "Hello NEAR!",
//!             "nonce": "KNV0cOpvJ50D5vfF9pqWom8wo2sliQ4W+Wa7uZ3Uk6Y=",
//!             "recipient": "example.near"
//!         },
//!         "public_key": "ed25519:2RM3EotCzEiVobm6aMjaup43k8cFffR4KHFtrqbZ79Qy",
//!         "signature": "NnJgPU1Ql7ccRTITIoOVsIfElmvH1RV7QAT4a9Vh6ShCOnjIzRwxqX54JzoQ/nK02p7VBMI2vJn48rpImIJwAw=="
//!     }"#,
//! )?;
//! assert_eq!(signed.verify("example.near"), Ok(()));
//! assert!(matches!(signed.verify("another.near"), Err(Refused::Recipient { .. })));
//! # Ok::<(), serde_json::Error>(())
//! ```

#[cfg(all(feature = "abi", not(target_arch = "wasm32")))]
mod schema;

use base64::{Engine as _, prelude::BASE64_STANDARD};
use borsh::{BorshDeserialize, BorshSerialize};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use crate::{Host, PublicKey, Sha256, Signature, env};

/// Before the payload in what is hashed: no transaction begins with it.
pub const TAG: u32 = (1 << 31) + 413;

/// What a wallet shows to its user, and signs.
///
/// In JSON as wallets take it, with the nonce in base64; in Borsh as it is hashed.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize, Serialize, Deserialize)]
#[cfg_attr(
    all(feature = "abi", not(target_arch = "wasm32")),
    derive(borsh::BorshSchema)
)]
pub struct Payload {
    /// The text that the user sees.
    pub message: String,
    /// Makes the message one of its kind.
    #[serde(with = "bytes")]
    pub nonce: [u8; 32],
    /// For whom the message is: an account, or an application's name.
    pub recipient: String,
    /// Where a wallet in a browser returns to.
    #[serde(rename = "callbackUrl", alias = "callback_url")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub callback_url: Option<String>,
}

/// A payload with its signature, and the key it is by.
///
/// In JSON the signature is in base64, as wallets return it, or in NEAR's text form; other fields
/// are passed over.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize, Serialize, Deserialize)]
#[cfg_attr(
    all(feature = "abi", not(target_arch = "wasm32")),
    derive(borsh::BorshSchema)
)]
pub struct SignedMessage {
    /// What was signed.
    pub payload: Payload,
    /// The key it is said to be signed by.
    #[serde(alias = "publicKey")]
    pub public_key: PublicKey,
    /// The signature of the payload's hash.
    #[serde(deserialize_with = "signature")]
    pub signature: Signature,
}

/// Why a signed message is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refused {
    /// It is for somebody else.
    #[error("the message is for {found}, not for {expected}")]
    Recipient {
        /// For whom it had to be.
        expected: String,
        /// For whom it is.
        found: String,
    },
    /// The key is of small order: its signatures bind nobody.
    #[error("the key {0} is of small order")]
    SmallOrder(PublicKey),
    /// The signature is not the key's, or of something else.
    #[error("{0} did not sign this message")]
    Signature(PublicKey),
}

impl Payload {
    /// The bytes whose hash is signed: [`TAG`] and the payload, in Borsh.
    #[must_use]
    pub fn tagged(&self) -> Vec<u8> {
        borsh::to_vec(&(TAG, self)).expect("writing to memory cannot fail")
    }

    /// The hash that is signed: SHA-256 of [`Self::tagged`].
    ///
    /// # Cost
    /// That of [`Sha256::digest_parts`] for the payload's bytes.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        Sha256::<Host>::digest_parts(&[&self.tagged()])
    }
}

impl SignedMessage {
    /// Checks that the message is for `recipient`, and that it binds its signer.
    ///
    /// # Errors
    /// [`Refused`], in the order of its variants.
    ///
    /// # Cost
    /// That of [`Payload::hash`] and of
    /// [`env::ed25519_verify_binding`] for 32 bytes.
    pub fn verify(&self, recipient: &str) -> Result<(), Refused> {
        let hash = self.bound(recipient)?;
        let (signature, key) = (self.signature.as_bytes(), self.public_key.as_bytes());
        match env::ed25519_verify(signature, hash, key) {
            true => Ok(()),
            false => Err(Refused::Signature(self.public_key)),
        }
    }

    /// The hash that must be signed, of a message for `recipient` by a key that binds: for contracts
    /// that verify many signatures in one call.
    ///
    /// # Errors
    /// [`Refused::Recipient`], [`Refused::SmallOrder`].
    ///
    /// # Cost
    /// That of [`Payload::hash`].
    pub fn bound(&self, recipient: &str) -> Result<[u8; 32], Refused> {
        if self.payload.recipient != recipient {
            return Err(Refused::Recipient {
                expected: recipient.to_owned(),
                found: self.payload.recipient.clone(),
            });
        }
        if self.public_key.is_small_order() {
            return Err(Refused::SmallOrder(self.public_key));
        }
        Ok(self.payload.hash())
    }
}

fn signature<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Signature, D::Error> {
    let text = <String as Deserialize>::deserialize(deserializer)?;
    match text.contains(':') {
        true => text.parse().map_err(D::Error::custom),
        false => bytes::decode(&text).map(Signature::from),
    }
}

/// Bytes in base64.
mod bytes {
    use super::*;

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&BASE64_STANDARD.encode(bytes))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<[u8; 32], D::Error> {
        decode(&<String as Deserialize>::deserialize(from)?)
    }

    pub(super) fn decode<const N: usize, E: serde::de::Error>(text: &str) -> Result<[u8; N], E> {
        let bytes = BASE64_STANDARD.decode(text);
        let bytes = bytes.map_err(|error| E::custom(format_args!("bad base64: {error}")))?;
        let wrong_length = |bytes: Vec<u8>| {
            let got = bytes.len();
            E::custom(format_args!("wrong length: expected {N} bytes, got {got}"))
        };
        bytes.try_into().map_err(wrong_length)
    }
}
