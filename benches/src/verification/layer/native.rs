//! Layers without a host: only dalek; and work unrelated to curves, which shows the machine's
//! speed.

use super::Timed;
use crate::library::{Signed, dalek_2};
use crate::verification::meter::measured;
use sha2::{Digest as _, Sha256};
use std::hint::black_box;

/// Decodes the key and verifies.
pub(crate) fn verify(signed: &Signed, iterations: u32) -> Timed {
    measured(|| {
        // Opaque inputs, so that the compiler cannot verify once for all rounds.
        let verdicts = (0..iterations).map(|_| dalek_2(black_box(signed)));
        verdicts.map(u32::from).sum()
    })
}

/// Hashes the message by RustCrypto's `sha2`, as nearcore's host function does.
pub(crate) fn sha256(message: &[u8], iterations: u32) -> Timed {
    measured(|| {
        for _ in 0..iterations {
            black_box(Sha256::digest(black_box(message)));
        }
        0
    })
}

/// A chain of multiplications and additions, each of which depends on the previous one: about four
/// cycles a link on current x86-64.
pub(crate) fn integer_operations(iterations: u32) -> Timed {
    measured(|| {
        let mut value = black_box(1_u64);
        for _ in 0..iterations {
            value = black_box(value.wrapping_mul(3).wrapping_add(1));
        }
        black_box(value);
        0
    })
}
