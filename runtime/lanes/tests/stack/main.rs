//! The native stack that verifying takes on every backend of this processor: small threads are
//! enough, in any profile.

mod entry_points;
mod record;

use ed25519_dalek::{Signer, SigningKey};
use ed25519_lanes::{Backend, Verifier};
use near_ecvrf::{SecretKey, Suite};
use std::thread::{Builder, scope};

/// Largest native stack that an entry point may need, bytes.
const BOUND: usize = 128 << 10;

/// Inputs that are accepted, so that no path ends early; enough for a call to build tables.
struct Accepted {
    keys: Vec<[u8; 32]>,
    signatures: Vec<[u8; 64]>,
    proofs: Vec<Vec<u8>>,
}

fn accepted() -> Accepted {
    let seeds = || (0..64).map(|seed| [seed; 32]);
    let signers: Vec<_> = seeds().map(|it| SigningKey::from_bytes(&it)).collect();
    let provers = seeds().map(SecretKey::from_seed);
    let keys = signers.iter().map(|it| it.verifying_key().to_bytes());
    let signatures = signers.iter().map(|it| it.sign(b"m").to_bytes());
    Accepted {
        keys: keys.collect(),
        signatures: signatures.collect(),
        proofs: provers.map(|it| it.prove(Suite::Ell2, b"m")).collect(),
    }
}

fn verifiers() -> impl Iterator<Item = Verifier> {
    requirements::each_backend(Backend::ALL, Backend::name, Verifier::with_backend)
}

/// Makes the call in this many threads at once, each with a stack of this size.
fn call_in(threads: usize, stack: usize, call: impl Fn() + Sync) {
    scope(|scope| {
        for _ in 0..threads {
            let thread = Builder::new().stack_size(stack);
            thread.spawn_scoped(scope, &call).expect("a thread");
        }
    });
}

#[test]
fn every_entry_point_runs_on_sixty_four_small_stacks_at_once() {
    let accepted = accepted();
    for verifier in verifiers() {
        for (_, call) in entry_points::ALL {
            call_in(64, BOUND, || call(verifier, &accepted));
        }
    }
}
