//! Messages that wallets signed for this contract, by NEP-413; each can be used once.
//!
//! A call takes all of its messages or none, and anybody who sees a message can submit it first, so
//! put strangers' messages into separate calls. This contract shows the cost. It leaves two things
//! to contracts made from it. Any key may sign, though the account pays for each nonce's storage
//! forever: strangers should pay for theirs. And it does not read the text of messages.
//!
//! One source, five builds by cargo feature: `host` refuses keys of small order by their bytes and
//! calls `ed25519_verify`; `host-many` makes one batch call for all messages; `weak-in-wasm` decodes
//! each key and asks `is_weak` before the call, as is common; `wasm` and `wasm-best` carry dalek in
//! their own code.

#![expect(
    missing_docs,
    reason = "near-sdk's macros write public items without documentation"
)]

mod nonces;
mod verify;

use near_sdk::{env, json_types::Base64VecU8, near};
use near_sdk_ext::env::refuse_deposit;
use near_sdk_ext::nep413::{Refused, SignedMessage};
use near_sdk_ext::{Items, PublicKey};

/// The largest number of messages in a call, which is that of signatures in a batch call.
pub const MOST: usize = Items::MAX;

/// Why a call is refused; it changes nothing then.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The call has no messages.
    #[error("no messages")]
    None,
    /// There are more than [`MOST`].
    #[error("{0} messages, above {MOST}")]
    TooMany(usize),
    /// A message is not for this contract, or not signed.
    #[error("message {at}: {refused}")]
    Refused {
        /// The message's index, from 0.
        at: usize,
        /// The reason.
        refused: Refused,
    },
    /// A message of the same key with this nonce was used before, in this call or an earlier one.
    #[error("message {0}: its nonce is taken")]
    Taken(usize),
}

/// The contract keeps no state but the nonces.
#[near(contract_state)]
#[derive(Default)]
pub struct SignedMessages {}

#[near]
impl SignedMessages {
    /// Takes messages for this account. Arguments are JSON.
    ///
    /// # Panics
    /// [`Fault`], as text.
    pub fn take(messages: Vec<SignedMessage>) {
        refuse_deposit("take");
        take_all(&messages);
    }

    /// [`Self::take`], with arguments in Borsh.
    ///
    /// # Panics
    /// [`Fault`], as text.
    pub fn take_borsh(#[serializer(borsh)] messages: Vec<SignedMessage>) {
        refuse_deposit("take_borsh");
        take_all(&messages);
    }

    /// Whether a message of this key with this nonce, in base64, was taken. Arguments are JSON.
    ///
    /// # Panics
    /// The nonce does not have 32 bytes.
    pub fn is_nonce_used(public_key: PublicKey, nonce: Base64VecU8) -> bool {
        refuse_deposit("is_nonce_used");
        let bytes = nonce.0.len();
        match nonce.0.try_into() {
            Ok(nonce) => nonces::is_taken(&public_key, &nonce),
            Err(_) => env::panic_str(&format!("the nonce has {bytes} bytes, not 32")),
        }
    }

    /// Does nothing: its gas is what any call costs.
    pub fn noop() {
        refuse_deposit("noop");
    }
}

fn take_all(messages: &[SignedMessage]) {
    if let Err(fault) = check(messages) {
        env::panic_str(&fault.to_string());
    }
}

/// Verifies all messages, then marks their nonces as used.
fn check(messages: &[SignedMessage]) -> Result<(), Fault> {
    match messages.len() {
        0 => return Err(Fault::None),
        1..=MOST => {}
        count => return Err(Fault::TooMany(count)),
    }
    verify::verify(messages, env::current_account_id().as_str())
        .map_err(|(at, refused)| Fault::Refused { at, refused })?;
    nonces::take(messages).map_err(Fault::Taken)
}
