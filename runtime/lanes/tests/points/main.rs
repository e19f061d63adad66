//! Points in bulk, on every backend: each result is curve25519-dalek's.

mod prime_order;
mod sums;

use ed25519_lanes::{Backend, Verifier};

/// A verifier of each backend that this processor has.
fn verifiers() -> impl Iterator<Item = Verifier> {
    requirements::each_backend(Backend::ALL, Backend::name, Verifier::with_backend)
}
