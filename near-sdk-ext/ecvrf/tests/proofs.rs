//! Proofs for any alpha.

use near_ecvrf::{SecretKey, Suite, verify};

#[test]
fn an_alpha_may_be_of_any_length() {
    let secret_key = SecretKey::from_seed([3; 32]);
    for suite in Suite::ALL {
        // Lengths around SHA-512's blocks of 128 bytes, after the suite's bytes and the key, and
        // long ones.
        let lengths = (0..=130).chain([255, 256, 1000, 4096, 65_535, 65_536]);
        for length in lengths {
            let alpha: Vec<u8> = (0..=u8::MAX).cycle().take(length).collect();
            let proof = secret_key.prove(suite, &alpha);
            assert_eq!(proof.len(), suite.proof_len());
            let verdict = verify(suite, secret_key.public_key(), &alpha, &proof);
            assert!(verdict.is_ok(), "{suite}, {length}");
        }
    }
}
