//! The nonces that were used, with as few writes to storage as possible.
//!
//! A nonce's last byte is its index in a word of 256 nonces; the key and the nonce's other 31 bytes
//! name the word. Counted nonces share a write, and a random one has a word to itself. The largest
//! contract of this kind stores them in the same way: `defuse`, which runs at `intents.near`.

use std::collections::BTreeMap;

use near_sdk::env;
use near_sdk_ext::{PublicKey, nep413::SignedMessage};

/// The prefix of a storage key; the signer's key and the name of a word follow it.
const TAKEN: u8 = b't';

/// A bit for each of 256 nonces; the lowest bit of the first byte comes first.
type Word = [u8; 32];

/// Marks the nonces of all messages as used.
///
/// # Errors
/// The index of the first message whose nonce an earlier message of the call has used, else of the first whose nonce
/// an earlier call has used. The caller must abort then: words may have been written.
pub(crate) fn take(messages: &[SignedMessage]) -> Result<(), usize> {
    let mut words = BTreeMap::<[u8; 64], Word>::new();
    for (at, message) in messages.iter().enumerate() {
        let (key, byte, bit) = place_of(message);
        let word = words.entry(key).or_default();
        if word[byte] & bit != 0 {
            return Err(at);
        }
        word[byte] |= bit;
    }
    let mut taken = None;
    for (key, mut word) in words {
        // A write returns the old value. Most words are new, and a read first would cost as much again.
        if !env::storage_write(&key, &word) {
            continue;
        }
        let before = env::storage_get_evicted().expect("the write said so");
        let was_taken = |message: &SignedMessage| {
            let (of, byte, bit) = place_of(message);
            of == key && before[byte] & bit != 0
        };
        let first = messages.iter().position(was_taken);
        taken = taken.into_iter().chain(first).min();
        for (byte, before) in word.iter_mut().zip(before) {
            *byte |= before;
        }
        env::storage_write(&key, &word);
    }
    taken.map_or(Ok(()), Err)
}

/// Whether this key has used this nonce.
pub(crate) fn is_taken(key: &PublicKey, nonce: &[u8; 32]) -> bool {
    let (key, byte, bit) = place(key, nonce);
    env::storage_read(&key).is_some_and(|word| word[byte] & bit != 0)
}

fn place_of(message: &SignedMessage) -> ([u8; 64], usize, u8) {
    place(&message.public_key, &message.payload.nonce)
}

/// The key of a nonce's word in storage, and the nonce's byte and bit in the word.
fn place(public_key: &PublicKey, nonce: &[u8; 32]) -> ([u8; 64], usize, u8) {
    let [word @ .., place] = nonce;
    let mut key = [TAKEN; 64];
    key[1..33].copy_from_slice(public_key.as_bytes());
    key[33..].copy_from_slice(word);
    (key, usize::from(place / 8), 1 << (place % 8))
}
