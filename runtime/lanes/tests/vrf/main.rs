//! VRF proofs in lanes: on every backend, with and without tables of the keys, verdicts and outputs
//! equal those of near-ecvrf. `runtime/tests/ecvrf_verify_many` has the published proofs and those
//! of real blocks, and the rounds of tries.

mod random;

use ed25519_lanes::{Backend, KeyTables, Layout, Verifier, VrfItem, VrfOutput, VrfSuite};
use std::convert::Infallible;

#[derive(Clone, Debug)]
struct Proof {
    public_key: [u8; 32],
    alpha: Vec<u8>,
    proof: Vec<u8>,
}

/// This processor's backends, each with tables that later cases use again.
fn everywhere() -> Vec<(Verifier, KeyTables)> {
    let all = requirements::each_backend(Backend::ALL, Backend::name, Verifier::with_backend);
    all.map(|it| (it, KeyTables::new(Layout::MEDIUM, 1 << 20)))
        .collect()
}

/// Returns near-ecvrf's answers; fails if a backend gives others.
fn judge(
    everywhere: &[(Verifier, KeyTables)],
    suite: VrfSuite,
    proofs: &[Proof],
) -> Vec<Option<VrfOutput>> {
    let expected = proofs.iter().map(|proof| {
        let output = near_ecvrf::verify(suite, &proof.public_key, &proof.alpha, &proof.proof);
        output.ok().map(|output| *output.bytes())
    });
    let expected: Vec<_> = expected.collect();
    let items = proofs.iter().map(|proof| VrfItem {
        public_key: &proof.public_key,
        proof: &proof.proof,
        alpha: &proof.alpha,
    });
    let items: Vec<_> = items.collect();
    for (verifier, tables) in everywhere {
        let backend = verifier.backend();
        let without = verifier.vrf_many(suite, &items);
        let Ok(with) =
            verifier.vrf_many_learning(tables, suite, &items, |_| Ok::<_, Infallible>(()));
        for found in [without, with] {
            assert_eq!(found, expected, "{backend}, {suite}: {proofs:?}");
        }
    }
    expected
}
