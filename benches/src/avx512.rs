//! This package's library: verdicts by ed25519-simd, eight signatures at a time, without a cache of keys.
//!
//! It is a crate of its own, empty without the feature `rivals`: ed25519-simd's generic code must be compiled
//! with AVX-512, and the program's without. `.ci/avx512` sets the flags.

#![cfg(feature = "rivals")]

pub use ed25519_simd::VerifyInput;
use ed25519_simd::{DalekVerifier, Zip215Verifier};
use std::cell::RefCell;

thread_local! {
    // Verifiers reuse their memory.
    static STRICT: RefCell<DalekVerifier> = RefCell::new(DalekVerifier::new());
    static ZIP_215: RefCell<Zip215Verifier> = RefCell::new(Zip215Verifier::new());
}

/// Verdicts by dalek's `verify_strict`.
#[must_use]
#[inline(never)] // callers are compiled without AVX-512
pub fn strict(inputs: &[VerifyInput<'_>]) -> Vec<bool> {
    let mut verdicts = vec![false; inputs.len()];
    STRICT.with_borrow_mut(|it| it.verify_batch(inputs, &mut verdicts));
    verdicts
}

/// Verdicts by ZIP-215.
#[must_use]
#[inline(never)]
pub fn zip_215(inputs: &[VerifyInput<'_>]) -> Vec<bool> {
    let mut verdicts = vec![false; inputs.len()];
    ZIP_215.with_borrow_mut(|it| it.verify_batch(inputs, &mut verdicts));
    verdicts
}
