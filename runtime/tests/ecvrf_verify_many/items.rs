//! Proofs to verify.

use near_ecvrf::{SecretKey, Suite, verify};

/// An item, valid or not, with the suite that its proof was made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub suite: Suite,
    pub public_key: [u8; 32],
    pub proof: Vec<u8>,
    pub alpha: Vec<u8>,
}

impl Item {
    /// A valid proof of this alpha, by a key derived from the seed.
    pub fn proved(suite: Suite, seed: u8, alpha: Vec<u8>) -> Self {
        let key = SecretKey::from_seed([seed; 32]);
        Self {
            suite,
            public_key: *key.public_key(),
            proof: key.prove(suite, &alpha),
            alpha,
        }
    }

    /// The output by this suite, if near-ecvrf accepts the proof.
    pub fn output_by(&self, suite: Suite) -> Option<[u8; 64]> {
        let output = verify(suite, &self.public_key, &self.alpha, &self.proof);
        output.ok().map(|output| *output.bytes())
    }
}
