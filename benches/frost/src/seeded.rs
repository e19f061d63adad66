//! Randomness.

use frost_ed25519::rand_core::{CryptoRng, Error, RngCore};

/// Seeded, so that every run measures the same work; no key of it protects anything.
pub(crate) struct Seeded(fastrand::Rng);

impl Seeded {
    pub(crate) fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }
}

impl RngCore for Seeded {
    fn next_u32(&mut self) -> u32 {
        self.0.u32(..)
    }

    fn next_u64(&mut self) -> u64 {
        self.0.u64(..)
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.0.fill(bytes);
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        self.0.fill(bytes);
        Ok(())
    }
}

impl CryptoRng for Seeded {}
