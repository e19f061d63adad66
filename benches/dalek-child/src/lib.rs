//! ed25519-dalek 3 over many signatures, timed.
//!
//! It computes with AVX-512 where it was built for it and the processor has it, and cannot be asked
//! not to. So this crate is built twice: linked into `near-ed25519` as everything there is, and, by
//! that package's build script, as a program without AVX-512, which is asked by [`Request`]s on its
//! standard input and answers with [`Answer`]s on its standard output, a line each.
#![forbid(unsafe_code)]

pub mod meter;
pub mod placement;
mod pool;
mod request;

pub use pool::{MESSAGE_BYTES, OTHERS, Signed, TIMED, WITH_FORGED, pool};
pub use request::{Answer, Request, RequestError};

use ed25519_dalek_wasm::{Signature, Verifier as _, VerifyingKey, verify_batch};
use std::fmt;
use std::hint::black_box;
use std::str::FromStr;

/// How dalek is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// `verify`, for each.
    OneByOne,
    /// `verify_batch`: one verdict for all, and not always that of `verify`.
    Batch,
}

impl Method {
    /// Decodes the keys, and says whether all signatures are good.
    #[must_use]
    pub fn accepts(self, signed: &[Signed]) -> bool {
        match self {
            Self::OneByOne => signed.iter().all(|it| {
                VerifyingKey::from_bytes(&it.public_key).is_ok_and(|key| {
                    let signature = Signature::from_bytes(&it.signature);
                    key.verify(&it.message, &signature).is_ok()
                })
            }),
            Self::Batch => {
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
        }
    }

    /// The same, timed, where the stack lies at this place of a page.
    #[must_use]
    pub fn timed(self, signed: &[Signed], place: usize) -> Answer {
        timed(place, || self.accepts(black_box(signed)))
    }
}

/// What came of the body, timed where the stack lies at this place of a page.
pub fn timed(place: usize, body: impl FnOnce() -> bool) -> Answer {
    let (is_accepted, elapsed) = placement::at_place(place, || meter::measured(body));
    Answer {
        elapsed,
        is_accepted,
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OneByOne => "one-by-one",
            Self::Batch => "batch",
        })
    }
}

impl FromStr for Method {
    type Err = RequestError;

    fn from_str(text: &str) -> Result<Self, RequestError> {
        match text {
            "one-by-one" => Ok(Self::OneByOne),
            "batch" => Ok(Self::Batch),
            _ => Err(RequestError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dalek_accepts_the_pool_and_no_forgery_among_it() {
        let pool = pool();
        for method in [Method::OneByOne, Method::Batch] {
            for range in [TIMED, OTHERS] {
                assert!(method.timed(&pool[range], 0).is_accepted, "{method}");
            }
            assert!(!method.timed(&pool[WITH_FORGED], 0).is_accepted, "{method}");
        }
    }
}
