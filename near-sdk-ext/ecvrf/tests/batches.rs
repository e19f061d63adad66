//! Batches of proofs: one verdict, with the transcript's coefficients and with random ones.

use near_ecvrf::{Coefficients, Item, SecretKey, Suite, verify_batch};

/// A public key, an alpha and a proof.
type Proved = ([u8; 32], Vec<u8>, Vec<u8>);

/// Several proofs by each of three keys.
fn proved(suite: Suite) -> Vec<Proved> {
    let prove = |number: u8| {
        let secret_key = SecretKey::from_seed([number % 3; 32]);
        let alpha = vec![number; usize::from(number)];
        let proof = secret_key.prove_for_batch(suite, &alpha);
        (*secret_key.public_key(), alpha, proof)
    };
    (0..10).map(prove).collect()
}

/// The verdict, which both kinds of coefficients must give.
fn verdict(suite: Suite, proved: &[Proved]) -> bool {
    let items = proved.iter().map(|(public_key, alpha, proof)| Item {
        public_key,
        alpha,
        proof,
    });
    let items: Vec<_> = items.collect();
    let mut random = fastrand::Rng::with_seed(1);
    let mut fill = |bytes: &mut [u8; 32]| random.fill(bytes);
    let by_random = verify_batch(suite, &items, Coefficients::Random(&mut fill));
    let by_transcript = verify_batch(suite, &items, Coefficients::Transcript);
    assert_eq!(by_random, by_transcript);
    by_transcript
}

#[test]
fn valid_proofs_are_accepted_and_one_wrong_proof_is_enough_to_refuse() {
    for suite in Suite::ALL {
        let proved = proved(suite);
        for count in 0..=10 {
            assert!(verdict(suite, &proved[..count]), "{suite}, {count}");
        }
        for place in 0..10 {
            // A change in Gamma, in U, in V, and in s.
            for byte in [0, 32, 64, 96] {
                let mut changed = proved.clone();
                changed[place].2[byte] ^= 1;
                assert!(!verdict(suite, &changed), "{suite}, {place}, {byte}");
            }
            let mut changed = proved.clone();
            changed[place].1.push(0);
            assert!(!verdict(suite, &changed), "{suite}, {place}");
        }
    }
}
