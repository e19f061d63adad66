//! Arguments of calls to `signed-messages`: messages that were signed by
//! [NEP-413](https://github.com/near/NEPs/blob/master/neps/nep-0413.md).

pub use chain_files::nep413::{Message, Payload, json_of};

use ed25519_dalek::SigningKey;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::fixtures::encode;

/// The signers of several messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signers {
    /// One signer, who counts the nonces: prices from a feed, orders of a market maker.
    One,
    /// A signer for each message, with a random nonce: users of a wallet.
    Many,
}

impl Signers {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::One, Self::Many];

    /// The signers in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::One => "one signer, nonces counted",
            Self::Many => "a signer each, random nonces",
        }
    }
}

/// The first `count` messages of a price feed for `recipient`, each with 54 bytes of text. They are
/// the same on every machine.
#[must_use]
pub fn messages(count: u32, signers: Signers, recipient: &str) -> Vec<Message> {
    let message = |index: u32| {
        let of = match signers {
            Signers::One => 0,
            Signers::Many => index,
        };
        let seed: [u8; 32] = Sha256::digest(of.to_le_bytes()).into();
        // Either counted from 256 on, or the signer's random nonce.
        let mut nonce = seed;
        if signers == Signers::One {
            nonce[28..].copy_from_slice(&(256 + index).to_be_bytes());
        }
        let price = u64::from(index) + 250_000;
        let payload = Payload {
            message: format!(r#"{{"asset":"wrap.near","price":"{price}","at":17639{index:05}}}"#),
            nonce,
            recipient: recipient.to_owned(),
            callback_url: None,
        };
        payload.signed(&SigningKey::from_bytes(&seed))
    };
    (0..count).map(message).collect()
}

/// Borsh arguments of `take_borsh`.
#[must_use]
pub fn borsh_args(messages: &[Message]) -> Vec<u8> {
    encode(&messages)
}

/// JSON arguments of `take`, each message with its payload inside.
#[must_use]
pub fn json_args(messages: &[Message]) -> Vec<u8> {
    let messages: Vec<_> = messages.iter().map(json_of).collect();
    json!({ "messages": messages }).to_string().into_bytes()
}
