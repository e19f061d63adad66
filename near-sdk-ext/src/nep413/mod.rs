//! Messages that wallets sign for their users, by
//! [NEP-413](https://github.com/near/NEPs/blob/master/neps/nep-0413.md): sign-in, intents, orders.
//!
//! A wallet signs a hash that no transaction has, and the payload names its recipient. A contract
//! must check that the key belongs to the claimed account, and that no nonce comes twice.
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

mod bytes;
mod parts;
#[cfg(all(feature = "abi", not(target_arch = "wasm32")))]
mod schema;

pub use parts::{Parts, PartsError};

use borsh::{BorshDeserialize, BorshSerialize};
use serde::Serialize;

use crate::{Host, PublicKey, Sha256, Signature, env};

/// The beginning of the hashed bytes: no transaction begins with it.
pub const TAG: u32 = (1 << 31) + 413;

/// The payload that a wallet shows to its user and signs.
///
/// JSON is read like [`Parts`], with bytes as text, and written with the nonce in base64. Borsh is the hashed form.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize, Serialize)]
#[cfg_attr(
    all(feature = "abi", not(target_arch = "wasm32")),
    derive(borsh::BorshSchema)
)]
pub struct Payload {
    /// The text that the user sees.
    pub message: String,
    /// Makes the message unique.
    #[serde(serialize_with = "bytes::serialize")]
    pub nonce: [u8; 32],
    /// The recipient: an account, or an application's name.
    pub recipient: String,
    /// The page to which a wallet in a browser returns.
    #[serde(rename = "callbackUrl", skip_serializing_if = "Option::is_none")]
    pub callback_url: Option<String>,
}

/// A payload with its signature and its signer's key.
///
/// JSON is read like [`Parts`], with bytes as text; no part may be missing.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize, Serialize)]
#[cfg_attr(
    all(feature = "abi", not(target_arch = "wasm32")),
    derive(borsh::BorshSchema)
)]
pub struct SignedMessage {
    /// The signed payload.
    pub payload: Payload,
    /// The key of the claimed signer.
    pub public_key: PublicKey,
    /// The signature of the payload's hash.
    pub signature: Signature,
}

/// Why a signed message is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refused {
    /// The message is for another recipient.
    #[error("the message is for {found}, not for {expected}")]
    Recipient {
        /// The required recipient.
        expected: String,
        /// The message's recipient.
        found: String,
    },
    /// The key is of small order, so its signatures bind nobody.
    #[error("the key {0} is of small order")]
    SmallOrder(PublicKey),
    /// The signature is not by this key, or not of this message.
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

    /// The hash to sign, for a message to `recipient` by a key that binds its signer. Contracts
    /// that verify many signatures in one call use it.
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
