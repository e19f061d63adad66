//! Signatures to verify, in the specification's layout.

use ed25519_dalek::{Signature, Signer, SigningKey, Verifier, VerifyingKey};
use ed25519_zebra::VerificationKey;

/// An item, valid or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub public_key: [u8; 32],
    pub signature: [u8; 64],
    pub message: Vec<u8>,
}

impl Item {
    /// A valid signature by a key derived from the seed, over a message of `len` bytes.
    pub fn valid(seed: u8, len: usize) -> Self {
        let key = SigningKey::from_bytes(&[seed; 32]);
        let message: Vec<_> = (0..len)
            .map(|at| seed.wrapping_add(at.to_le_bytes()[0]))
            .collect();
        Self {
            public_key: key.verifying_key().to_bytes(),
            signature: key.sign(&message).to_bytes(),
            message,
        }
    }

    /// Flips a bit of the key, the signature or the message, in this order, if there is one.
    pub fn flip(&mut self, bit: usize) {
        let byte = match bit / 8 {
            at @ 0..32 => self.public_key.get_mut(at),
            at @ 32..96 => self.signature.get_mut(at - 32),
            at => self.message.get_mut(at - 96),
        };
        if let Some(byte) = byte {
            *byte ^= 1 << (bit % 8);
        }
    }

    /// Whether dalek's `verify` accepts it: rule 0.
    pub fn is_nep_364(&self) -> bool {
        let signature = Signature::from_bytes(&self.signature);
        VerifyingKey::from_bytes(&self.public_key)
            .is_ok_and(|key| key.verify(&self.message, &signature).is_ok())
    }

    /// Whether ed25519-zebra accepts it: rule 1.
    pub fn is_zip_215(&self) -> bool {
        VerificationKey::try_from(self.public_key)
            .is_ok_and(|key| key.verify(&self.signature.into(), &self.message).is_ok())
    }

    /// Whether the rule of this number accepts it.
    pub fn verifies_by(&self, rule: u64) -> bool {
        match rule {
            0 => self.is_nep_364(),
            1 => self.is_zip_215(),
            _ => panic!("no rule {rule}"),
        }
    }
}
