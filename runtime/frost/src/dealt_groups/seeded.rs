//! Randomness.

use frost_ed25519::rand_core::{CryptoRng, Error, RngCore};

/// A seeded generator with frost-core's traits, so that every run does the same work.
#[derive(Debug)]
pub struct Seeded(pub fastrand::Rng);

impl Seeded {
    /// The generator with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
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

/// The keys protect nothing: anybody can generate the same numbers.
impl CryptoRng for Seeded {}
