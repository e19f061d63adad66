//! The point at which polynomials are evaluated: SHA-512 of a seed and a counter.
//!
//! Each test draws in a thread of its own. It runs once with a fixed seed, and once with a seed that the system draws
//! for each run.

use super::Number;
use sha2::{Digest as _, Sha512};
use std::cell::Cell;

thread_local! {
    static SEED: Cell<[u8; 32]> = const { Cell::new([0; 32]) };
    static COUNTER: Cell<u64> = const { Cell::new(0) };
}

/// Starts again with this seed.
pub(crate) fn seed(seed: [u8; 32]) {
    SEED.set(seed);
    COUNTER.set(0);
}

fn next() -> [u8; 64] {
    let counter = COUNTER.get() + 1;
    COUNTER.set(counter);
    let hash = Sha512::new().chain_update(SEED.get());
    hash.chain_update(counter.to_le_bytes()).finalize().into()
}

/// Any 32 bytes.
pub(crate) fn bytes() -> [u8; 32] {
    let drawn = next();
    std::array::from_fn(|i| drawn[i])
}

/// Any number modulo p, from 512 drawn bits: probabilities differ by a factor below 1 + 2^-250.
pub(crate) fn any() -> Number {
    let drawn = next();
    let half = |from: usize| Number::of_bytes(&std::array::from_fn(|i| drawn[from + i]));
    half(0) + half(32) * Number::of(38)
}
