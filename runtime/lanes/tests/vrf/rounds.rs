//! Rounds of tries: every backend makes the same rounds, with the same items.

use super::{Proof, everywhere, items};
use ed25519_lanes::VrfSuite;
use near_ecvrf::Attempts;

/// Inputs for a key, some of which take many tries. The proofs are empty, since rounds do not
/// depend on them.
fn proofs() -> Vec<Proof> {
    let public_key = [7; 32];
    let proof = |alpha: u32| Proof {
        public_key,
        alpha: alpha.to_le_bytes().to_vec(),
        proof: Vec::new(),
    };
    (0..3000).map(proof).collect()
}

/// The number of tries that an input takes.
fn tries(proof: &Proof) -> usize {
    let failed = Attempts::new(&proof.public_key, &proof.alpha).take_while(|found| !found);
    failed.count() + 1
}

#[test]
fn each_round_is_announced_with_the_items_that_no_try_has_resolved() {
    let proofs = proofs();
    let tries: Vec<_> = proofs.iter().map(tries).collect();
    let most = tries.iter().copied().max().expect("not empty");
    assert!(most >= 10, "{most}");
    let unresolved = |round| tries.iter().filter(|tries| **tries > round).count();
    let expected: Vec<_> = (0..most).map(unresolved).collect();
    let items = items(&proofs);
    for (verifier, tables) in everywhere() {
        let mut rounds = Vec::new();
        let done = verifier.vrf_many_learning(&tables, VrfSuite::Tai, &items, |count| {
            rounds.push(count);
            Ok::<_, usize>(())
        });
        assert_eq!(done, Ok(vec![None; items.len()]), "{}", verifier.backend());
        assert_eq!(rounds, expected, "{}", verifier.backend());
        // An error ends the call at once.
        let mut left = 3;
        let stopped = verifier.vrf_many_learning(&tables, VrfSuite::Tai, &items, |count| {
            left -= 1;
            if left == 0 { Err(count) } else { Ok(()) }
        });
        assert_eq!(stopped, Err(expected[2]), "{}", verifier.backend());
        for suite in [VrfSuite::Ell2, VrfSuite::Draft03, VrfSuite::Draft13] {
            let none = verifier.vrf_many_learning(&tables, suite, &items, Err::<(), _>);
            assert_eq!(none, Ok(vec![None; items.len()]));
        }
    }
}
