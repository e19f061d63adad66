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

use near_sdk::{env, json_types::Base64VecU8, near, require};
use near_sdk_ext::env::refuse_deposit;
use near_sdk_ext::nep413::SignedMessage;
use near_sdk_ext::{Items, PublicKey};

/// The largest number of messages in a call, which is that of signatures in a batch call.
pub const MOST: usize = Items::MAX;

/// The contract keeps no state but the nonces.
#[near(contract_state)]
#[derive(Default)]
pub struct SignedMessages {}

#[near]
impl SignedMessages {
    /// Takes messages for this account. Arguments are JSON.
    ///
    /// # Panics
    /// There are no messages, or more than [`MOST`]; a message is not for this contract, or not signed; a
    /// message of the same key with its nonce was used before, in this call or an earlier one.
    pub fn take(messages: Vec<SignedMessage>) {
        refuse_deposit("take");
        take_all(&messages);
    }

    /// [`Self::take`], with arguments in Borsh.
    ///
    /// # Panics
    /// As [`Self::take`].
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

/// Verifies all messages, then marks their nonces as used.
fn take_all(messages: &[SignedMessage]) {
    let count = messages.len();
    require!(count > 0, "no messages");
    require!(count <= MOST, format!("{count} messages, above {MOST}"));
    let account = env::current_account_id();
    if let Err((at, refused)) = verify::verify(messages, account.as_str()) {
        env::panic_str(&format!("message {at}: {refused}"));
    }
    if let Err(at) = nonces::take(messages) {
        env::panic_str(&format!("message {at}: its nonce is taken"));
    }
}
