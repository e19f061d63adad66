//! The published vectors, and proofs of real blocks: every proof has its published output, or none for
//! another alpha, and the secret key makes the same proof.

use near_ecvrf::{Attempts, SecretKey, Suite, verify};
use requirements::peers::vrf::{headers, vectors};

#[test]
fn every_published_proof_is_made_and_verified() {
    for vector in [vectors(), headers()].into_iter().flatten().flatten() {
        let suite = Suite::from_code(vector.suite).expect("a suite");
        let output = verify(suite, &vector.public_key, &vector.alpha, &vector.proof);
        let output = output.ok().map(|output| output.bytes().to_vec());
        assert_eq!(output, vector.output);
        if let Some(seed) = vector.secret_key {
            let secret_key = SecretKey::from_seed(seed);
            assert_eq!(*secret_key.public_key(), vector.public_key);
            assert_eq!(secret_key.prove(suite, &vector.alpha), vector.proof);
        }
    }
}

/// RFC 9381, appendix B.3, gives the counters of its examples' successful attempts.
#[test]
fn the_examples_of_the_rfc_take_as_many_attempts_as_it_says() {
    let Some(vectors) = vectors() else {
        return;
    };
    let of_tai = vectors.iter().filter(|vector| vector.suite == 3);
    let counters =
        of_tai.map(|it| Attempts::new(&it.public_key, &it.alpha).position(|found| found));
    assert!(counters.eq([0, 1, 0].map(Some)));
}
