//! Messages that wallets signed for this contract, by NEP-413: each is taken once.
//!
//! One source, five builds by cargo feature: `host` refuses keys of small order by their bytes and
//! calls `ed25519_verify`; `host-many` makes one batch call for all messages; `weak-in-wasm` decodes
//! each key and asks `is_weak` before the call, as is common; `wasm` and `wasm-best` carry dalek in
//! their own code.

#![expect(
    missing_docs,
    reason = "near-sdk's macros write public items without documentation"
)]

mod verify;

use near_sdk::{env, near};
use near_sdk_ext::nep413::{Refused, SignedMessage};

/// The largest number of messages in a call.
pub const MOST: usize = 1_024;

/// Before a key and a nonce in storage.
const TAKEN: &[u8] = b"t";

/// Why a call is refused; it changes nothing then.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// There is nothing to take.
    #[error("no messages")]
    None,
    /// More than [`MOST`].
    #[error("{0} messages, above {MOST}")]
    TooMany(usize),
    /// One is not for this contract, or not signed.
    #[error("message {at}: {refused}")]
    Refused {
        /// Its number, from 0.
        at: usize,
        /// Why.
        refused: Refused,
    },
    /// The key has signed another message with this nonce, which was taken.
    #[error("message {0}: its nonce was taken before")]
    Taken(usize),
}

/// Nonces are in storage, by key.
#[near(contract_state)]
#[derive(Default)]
pub struct SignedMessages {
    messages: u64,
}

#[near]
impl SignedMessages {
    /// Takes messages for this account. Arguments are JSON.
    ///
    /// # Panics
    /// [`Fault`], as text.
    pub fn take(&mut self, messages: Vec<SignedMessage>) {
        self.take_all(&messages);
    }

    /// [`Self::take`], with arguments in Borsh.
    ///
    /// # Panics
    /// [`Fault`], as text.
    pub fn take_borsh(&mut self, #[serializer(borsh)] messages: Vec<SignedMessage>) {
        self.take_all(&messages);
    }

    /// How many messages were taken.
    pub fn messages(&self) -> u64 {
        self.messages
    }

    /// Does nothing: its gas is what any call costs.
    pub fn noop() {}
}

impl SignedMessages {
    fn take_all(&mut self, messages: &[SignedMessage]) {
        if let Err(fault) = check(messages) {
            env::panic_str(&fault.to_string());
        }
        self.messages += messages.len() as u64;
    }
}

/// Verifies all messages, then writes their nonces.
fn check(messages: &[SignedMessage]) -> Result<(), Fault> {
    match messages.len() {
        0 => return Err(Fault::None),
        1..=MOST => {}
        count => return Err(Fault::TooMany(count)),
    }
    verify::verify(messages, env::current_account_id().as_str())
        .map_err(|(at, refused)| Fault::Refused { at, refused })?;
    for (at, message) in messages.iter().enumerate() {
        let nonce = [TAKEN, message.public_key.as_bytes(), &message.payload.nonce].concat();
        // It tells whether the entry was there: a contract that aborts writes nothing.
        if env::storage_write(&nonce, &[]) {
            return Err(Fault::Taken(at));
        }
    }
    Ok(())
}
