//! The published vectors: every proof verifies with its output, and the secret key makes the same
//! proof. `runtime/tests/ecvrf_verify_many` has proofs of real blocks, which this crate judges too.

use near_ecvrf::{SecretKey, Suite, verify};
use requirements::peers::vrf::vectors;

#[test]
fn every_published_proof_is_made_and_verified() {
    for vector in vectors().into_iter().flatten() {
        let suite = Suite::from_code(vector.suite).expect("a suite");
        let output = verify(suite, &vector.public_key, &vector.alpha, &vector.proof);
        assert_eq!(&output.expect("valid").bytes()[..], vector.output);
        let secret_key = SecretKey::from_seed(vector.secret_key);
        assert_eq!(*secret_key.public_key(), vector.public_key);
        assert_eq!(secret_key.prove(suite, &vector.alpha), vector.proof);
    }
}
