//! Cases: a public key, a signature and a message.

use ed25519_lanes::Item;
use requirements::odd_points::Point;
use std::fmt;

/// A triple, and its origin.
#[derive(Clone, PartialEq, Eq)]
pub struct Case {
    /// The origin in words.
    pub made: &'static str,
    pub public_key: [u8; 32],
    pub signature: [u8; 64],
    pub message: Vec<u8>,
}

impl Case {
    /// The signature with this key and this `R`, up to a point of small order: `s = r + k a`.
    pub fn signed(a: &Point, r: &Point, message: &[u8]) -> Self {
        Self {
            made: "signed",
            public_key: a.bytes,
            signature: requirements::odd_points::sign(a, r, message),
            message: message.to_vec(),
        }
    }

    /// Replaces `s`.
    pub fn with_s(mut self, s: [u8; 32]) -> Self {
        self.signature[32..].copy_from_slice(&s);
        self
    }

    /// Replaces the description of the origin.
    pub fn made(mut self, made: &'static str) -> Self {
        self.made = made;
        self
    }

    pub fn s(&self) -> [u8; 32] {
        *self.signature.last_chunk().expect("64 bytes")
    }

    pub fn item(&self) -> Item<'_> {
        Item {
            public_key: &self.public_key,
            signature: &self.signature,
            message: &self.message,
        }
    }
}

/// A message of this many bytes, derived from the seed.
pub fn message(seed: u64, bytes: usize) -> Vec<u8> {
    let mut message = vec![0; bytes];
    fastrand::Rng::with_seed(seed).fill(&mut message);
    message
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "made: {}\npublic key: {}\nsignature: {}\nmessage: {}",
            self.made,
            hex::encode(self.public_key),
            hex::encode(self.signature),
            hex::encode(&self.message)
        )
    }
}
