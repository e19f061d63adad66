//! How fast the machine is, at work that has nothing to do with curves.

use crate::verification::meter::measured;
use sha2::{Digest as _, Sha256};
use std::hint::black_box;
use std::time::Duration;

/// Hashes the message; RustCrypto's `sha2`, as nearcore's host function does.
pub(super) fn sha256(message: &[u8], iterations: u32) -> Duration {
    let ((), elapsed) = measured(|| {
        for _ in 0..iterations {
            black_box(Sha256::digest(black_box(message)));
        }
    });
    elapsed
}

/// A chain of multiplications and additions, each of which waits for the one before: about four
/// cycles a link on current x86-64.
pub(super) fn integer_operations(iterations: u32) -> Duration {
    let (_, elapsed) = measured(|| {
        let mut value = black_box(1_u64);
        for _ in 0..iterations {
            value = black_box(value.wrapping_mul(3).wrapping_add(1));
        }
        black_box(value)
    });
    elapsed
}
