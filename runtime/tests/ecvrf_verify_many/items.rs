//! Proofs to verify, in the specification's layout.

use crate::function::{CHOICE, VERDICT, suite_of};
use near_ecvrf::{SecretKey, Suite, verify};
use test_support::items::{layout, malformed_of};

/// An item, valid or not, with the suite that its proof was made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub suite: Suite,
    pub public_key: [u8; 32],
    pub proof: Vec<u8>,
    pub alpha: Vec<u8>,
}

impl Item {
    /// A valid proof by a key derived from the seed, of an alpha of `len` bytes.
    pub fn valid_by(choice: u64, seed: u8, len: usize) -> Self {
        let alpha = (0..len).map(|at| seed.wrapping_add(at.to_le_bytes()[0]));
        Self::proved(choice, seed, alpha.collect())
    }

    /// The same by the suite with rounds of tries.
    pub fn valid(seed: u8, len: usize) -> Self {
        Self::valid_by(CHOICE, seed, len)
    }

    /// A valid proof of this alpha.
    pub fn proved(choice: u64, seed: u8, alpha: Vec<u8>) -> Self {
        let suite = suite_of(choice).expect("a suite");
        let key = SecretKey::from_seed([seed; 32]);
        Self {
            suite,
            public_key: *key.public_key(),
            proof: key.prove(suite, &alpha),
            alpha,
        }
    }

    /// With another alpha, which the proof does not hold for.
    pub fn with_message(self, alpha: Vec<u8>) -> Self {
        Self { alpha, ..self }
    }

    /// The output by the suite of this number, if near-ecvrf accepts the proof.
    pub fn output_by(&self, choice: u64) -> Option<[u8; 64]> {
        let suite = suite_of(choice).expect("a suite");
        let output = verify(suite, &self.public_key, &self.alpha, &self.proof);
        output.ok().map(|output| *output.bytes())
    }
}

/// Valid proofs, each by another key.
pub fn valid(count: u8, len: usize) -> Vec<Item> {
    (0..count).map(|seed| Item::valid(seed, len)).collect()
}

/// The number of accepted items, and the register's bytes, by the suite of this number.
pub fn judged(items: &[Item], choice: u64) -> (u64, Vec<u8>) {
    let outputs: Vec<_> = items.iter().map(|item| item.output_by(choice)).collect();
    let verdict = |output: &Option<[u8; 64]>| match output {
        Some(output) => [&[1], &output[..]].concat(),
        None => vec![0; VERDICT],
    };
    let accepted = outputs.iter().flatten().count() as u64;
    (accepted, outputs.iter().flat_map(verdict).collect())
}

/// The layout, with the actual count.
pub fn encode(items: &[Item]) -> Vec<u8> {
    layout(
        items
            .iter()
            .map(|it| -> [&[u8]; 3] { [&it.public_key, &it.proof, &it.alpha] }),
    )
}

/// Total bytes of all alphas.
pub fn alpha_bytes(items: &[Item]) -> u64 {
    items.iter().map(|item| item.alpha.len() as u64).sum()
}

/// Malformed layouts, and their error messages.
pub fn malformed() -> Vec<(Vec<u8>, String)> {
    malformed_of(&encode(&valid(3, 20)), 116, 20)
}
