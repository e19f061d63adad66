//! Signatures to verify, and ed25519-dalek 3 to verify them with.
//!
//! dalek 3 computes with AVX-512 where it was built for it and the processor has it, and cannot be asked
//! not to. So this crate is built twice: linked into `near-ed25519` as everything there is, and, by that
//! package's build script, as a program without AVX-512 (`main.rs`).
#![forbid(unsafe_code)]

pub mod meter;
pub mod placement;
mod signed;

pub use signed::{MESSAGE_BYTES, OTHERS, Signed, TIMED, WITH_FORGED, pool};

use ed25519_dalek_wasm::{Signature, Verifier as _, VerifyingKey, verify_batch};
use std::hint::black_box;
use std::time::Duration;

/// Verdicts of [`verify`] on each signature: the argument of the program, which chooses how it verifies.
pub const ONE_BY_ONE: &str = "one-by-one";

/// One verdict of [`verify_together`] on all signatures: the other argument of the program.
pub const TOGETHER: &str = "together";

/// Decodes the key; returns whether dalek's `verify` accepts the signature.
#[must_use]
pub fn verify(signed: &Signed) -> bool {
    VerifyingKey::from_bytes(&signed.public_key).is_ok_and(|key| {
        let signature = Signature::from_bytes(&signed.signature);
        key.verify(&signed.message, &signature).is_ok()
    })
}

/// Decodes the keys; returns whether dalek's `verify_batch` accepts all signatures, which is not always what
/// `verify` says.
#[must_use]
pub fn verify_together(signed: &[Signed]) -> bool {
    let keys = signed
        .iter()
        .map(|it| VerifyingKey::from_bytes(&it.public_key));
    let Ok(keys) = keys.collect::<Result<Vec<_>, _>>() else {
        return false;
    };
    let messages: Vec<_> = signed.iter().map(|it| &it.message[..]).collect();
    let signatures = signed.iter().map(|it| Signature::from_bytes(&it.signature));
    verify_batch(&messages, &signatures.collect::<Vec<_>>(), &keys).is_ok()
}

/// Runs the body where the stack lies at this place of a page; returns its result and how long it took. The
/// compiler knows nothing of the input.
pub fn timed<T: ?Sized, R>(stack: usize, input: &T, body: impl FnOnce(&T) -> R) -> (R, Duration) {
    placement::at_place(stack, || meter::measured(|| body(black_box(input))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dalek_accepts_the_pool_and_no_forgery_among_it() {
        let pool = pool();
        let accepts = |range: std::ops::Range<usize>| {
            let signed = &pool[range];
            let one_by_one = signed.iter().all(verify);
            assert_eq!(timed(0, signed, verify_together).0, one_by_one);
            one_by_one
        };
        assert!(accepts(TIMED) && accepts(OTHERS) && !accepts(WITH_FORGED));
    }
}
