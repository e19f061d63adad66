//! The published vectors: every proof verifies with its output, and the secret key makes the same
//! proof. Also proofs of real blocks.

use near_ecvrf::{SecretKey, Suite, verify};
use requirements::peers::vrf::{headers, vectors};

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

#[test]
fn every_proof_of_a_real_block_is_verified_for_its_input_alone() {
    for header in headers().into_iter().flatten() {
        let verified = |alpha: &[u8]| {
            let output = verify(Suite::Draft03, &header.public_key, alpha, &header.proof);
            output.ok().map(|output| output.bytes().to_vec())
        };
        assert_eq!(verified(&header.alpha), Some(header.output.clone()));
        assert_ne!(header.wrong, [] as [Vec<u8>; 0]);
        for alpha in &header.wrong {
            assert_eq!(verified(alpha), None, "{header:?}");
        }
    }
}
