//! The fixed set of proofs for all timings.

use ed25519_lanes::{VrfItem, VrfSuite};
use near_ecvrf::SecretKey;
use std::ops::Range;
use std::rc::Rc;

/// The number of keys, which the proofs use in rotation.
pub(super) const KEYS: usize = 16;

/// Bytes of each alpha: a number, and as much as contracts need in addition.
pub(super) const ALPHA_BYTES: usize = 32;

pub(super) const TIMED: Range<usize> = 0..1_024;

/// Good proofs, and a forged one at the end, to check contenders with.
pub(super) const WITH_FORGED: Range<usize> = TIMED.end - 8..TIMED.end + 1;

/// A proof, with its inputs.
pub(super) struct Proved {
    pub(super) secret_key: Rc<SecretKey>,
    pub(super) alpha: Vec<u8>,
    pub(super) proof: Vec<u8>,
    /// The proof for the batch equation.
    pub(super) for_batch: Vec<u8>,
}

impl Proved {
    pub(super) fn public_key(&self) -> &[u8; 32] {
        self.secret_key.public_key()
    }

    /// The proof as an item of `ed25519-lanes`.
    pub(super) fn item(&self) -> VrfItem<'_> {
        VrfItem {
            public_key: self.public_key(),
            proof: &self.proof,
            alpha: &self.alpha,
        }
    }
}

/// All proofs of a suite.
pub(super) type Pool = Rc<Vec<Proved>>;

pub(super) fn pool(suite: VrfSuite) -> Vec<Proved> {
    let keys = (1..).map(|seed| Rc::new(SecretKey::from_seed([seed; 32])));
    let keys: Vec<_> = keys.take(KEYS).collect();
    let proved = keys.iter().cycle().enumerate().map(|(number, key)| {
        let mut alpha = number.to_le_bytes().to_vec();
        alpha.resize(ALPHA_BYTES, 0);
        Proved {
            secret_key: Rc::clone(key),
            proof: key.prove(suite, &alpha),
            for_batch: key.prove_for_batch(suite, &alpha),
            alpha,
        }
    });
    let mut pool: Vec<_> = proved.take(WITH_FORGED.end).collect();
    if let Some(last) = pool.last_mut() {
        last.alpha[0] ^= 1;
    }
    pool
}
