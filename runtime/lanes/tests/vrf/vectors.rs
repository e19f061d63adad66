//! Every published proof, and proofs of real blocks.

use super::{Proof, everywhere, judge};
use ed25519_lanes::VrfSuite;
use requirements::peers::vrf::{headers, vectors};

#[test]
fn every_published_proof_is_accepted_with_its_output() {
    let Some(vectors) = vectors() else { return };
    let everywhere = everywhere();
    for suite in VrfSuite::ALL {
        let of_suite = vectors.iter().filter(|vector| vector.suite == suite.code());
        let (proofs, outputs): (Vec<_>, Vec<_>) = of_suite
            .map(|vector| {
                let proof = Proof {
                    public_key: vector.public_key,
                    alpha: vector.alpha.clone(),
                    proof: vector.proof.clone(),
                };
                (proof, vector.output.clone())
            })
            .unzip();
        for (verifier, tables) in &everywhere {
            let keys: Vec<_> = proofs.iter().map(|proof| proof.public_key).collect();
            verifier.build(tables, &keys);
        }
        // Groups that are full, and groups that are not.
        for count in 1..=proofs.len() {
            let found = judge(&everywhere, suite, &proofs[..count]);
            let found: Vec<_> = found.into_iter().map(|it| it.map(Vec::from)).collect();
            let expected: Vec<_> = outputs[..count].iter().cloned().map(Some).collect();
            assert_eq!(found, expected, "{suite}");
        }
    }
}

#[test]
fn every_proof_of_a_real_block_is_accepted_for_its_input_alone() {
    let Some(headers) = headers() else { return };
    let (mut proofs, mut outputs) = (Vec::new(), Vec::new());
    for header in headers {
        let mut judged = |alpha, output| {
            let (public_key, proof) = (header.public_key, header.proof.clone());
            proofs.push(Proof {
                public_key,
                alpha,
                proof,
            });
            outputs.push(output);
        };
        assert!(!header.wrong.is_empty(), "inputs that it does not prove");
        judged(header.alpha, Some(header.output));
        for alpha in header.wrong {
            judged(alpha, None);
        }
    }
    let found = judge(&everywhere(), VrfSuite::Draft03, &proofs);
    let found: Vec<_> = found.into_iter().map(|it| it.map(Vec::from)).collect();
    assert_eq!(found, outputs);
}
