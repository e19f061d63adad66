//! dalek alone.

use crate::verification::case::Case;
use crate::verification::meter::measured;
use ed25519_dalek::{Signature, Verifier as _, VerifyingKey};
use std::hint::black_box;
use std::time::Duration;

/// Decodes and verifies; returns how often the signature was accepted.
pub(super) fn verify(case: &Case, iterations: u32) -> (u32, Duration) {
    measured(|| {
        let mut accepted = 0;
        for _ in 0..iterations {
            // Opaque inputs: the compiler may not verify once for all rounds.
            let signature = Signature::from_bytes(black_box(&case.signature));
            let verdict = VerifyingKey::from_bytes(black_box(&case.public_key))
                .and_then(|key| key.verify(black_box(&case.message), &signature));
            accepted += u32::from(verdict.is_ok());
        }
        accepted
    })
}
