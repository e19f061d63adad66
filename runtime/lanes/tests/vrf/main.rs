//! VRF proofs in lanes: on every backend, with and without tables of the keys, verdicts and outputs
//! equal those of near-ecvrf.

mod random;
mod rounds;
mod vectors;

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
    let available = Backend::ALL.iter().filter_map(|backend| {
        let verifier = Verifier::with_backend(*backend).ok();
        let verifier = requirements::backend(backend.name(), verifier)?;
        Some((verifier, KeyTables::new(Layout::MEDIUM, 1 << 20)))
    });
    available.collect()
}

fn items(proofs: &[Proof]) -> Vec<VrfItem<'_>> {
    let items = proofs.iter().map(|proof| VrfItem {
        public_key: &proof.public_key,
        proof: &proof.proof,
        alpha: &proof.alpha,
    });
    items.collect()
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
    let items = items(proofs);
    for (verifier, tables) in everywhere {
        let backend = verifier.backend();
        assert_eq!(
            verifier.vrf_many(suite, &items),
            expected,
            "{backend}, {suite}: {proofs:?}"
        );
        let with_tables =
            verifier.vrf_many_learning(tables, suite, &items, |_| Ok::<_, Infallible>(()));
        assert_eq!(
            with_tables,
            Ok(expected.clone()),
            "{backend}, {suite}: {proofs:?}"
        );
    }
    expected
}
