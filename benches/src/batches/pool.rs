//! What libraries and lanes are timed on.

use ed25519_dalek_wasm::{Signer as _, SigningKey};
use std::ops::Range;

/// Bytes of each message of the pool: about what validators sign in Tendermint's chains.
pub const MESSAGE_BYTES: usize = 110;

/// Those to be timed, each by a key of its own.
pub const TIMED: Range<usize> = 0..256;

/// Some by other keys, to be verified where something must be, but nothing of the others' kept:
/// enough to use much of the base point's table.
pub const OTHERS: Range<usize> = TIMED.end..TIMED.end + 64;

/// The last of which is forged.
pub const WITH_FORGED: Range<usize> = OTHERS.start..OTHERS.end + 1;

/// A public key, a signature and a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// A.
    pub public_key: [u8; 32],
    /// R and s.
    pub signature: [u8; 64],
    /// What was signed.
    pub message: Vec<u8>,
}

impl Signed {
    /// By a key and of a message of this number's.
    fn new(number: usize) -> Self {
        let [low, high, ..] = number.to_le_bytes();
        let bytes = (0_u8..).map(|at| at.wrapping_mul(31).wrapping_add(low));
        let message: Vec<_> = bytes.take(MESSAGE_BYTES).collect();
        let mut seed = [42; 32];
        seed[..2].copy_from_slice(&[low, high]);
        let key = SigningKey::from_bytes(&seed);
        Self {
            public_key: key.verifying_key().to_bytes(),
            signature: key.sign(&message).to_bytes(),
            message,
        }
    }
}

/// Every signature that is verified, always the same; see [`TIMED`], [`OTHERS`], [`WITH_FORGED`].
#[must_use]
pub fn pool() -> Vec<Signed> {
    let mut pool: Vec<_> = (0..WITH_FORGED.end).map(Signed::new).collect();
    if let Some(last) = pool.last_mut() {
        last.message[0] ^= 1;
    }
    pool
}
