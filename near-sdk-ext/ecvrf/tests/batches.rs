//! Batches of proofs: one verdict, with the transcript's coefficients and with random ones.

use near_ecvrf::{Coefficients, Item, SecretKey, Suite, verify_batch};

struct Proved {
    public_key: [u8; 32],
    alpha: Vec<u8>,
    proof: Vec<u8>,
}

/// Several proofs by each of three keys.
fn proved(suite: Suite) -> Vec<Proved> {
    let prove = |number: u8| {
        let secret_key = SecretKey::from_seed([number % 3; 32]);
        let alpha = vec![number; usize::from(number)];
        Proved {
            public_key: *secret_key.public_key(),
            proof: secret_key.prove_for_batch(suite, &alpha),
            alpha,
        }
    };
    (0..10).map(prove).collect()
}

/// The verdict, which both kinds of coefficients must give.
fn verdict(suite: Suite, proved: &[Proved]) -> bool {
    let items: Vec<_> = proved
        .iter()
        .map(|it| Item {
            public_key: &it.public_key,
            alpha: &it.alpha,
            proof: &it.proof,
        })
        .collect();
    let mut random = fastrand::Rng::with_seed(1);
    let mut fill = |bytes: &mut [u8; 32]| random.fill(bytes);
    let by_random = verify_batch(suite, &items, Coefficients::Random(&mut fill));
    let by_transcript = verify_batch(suite, &items, Coefficients::Transcript);
    assert_eq!(by_random, by_transcript);
    by_transcript
}

#[test]
fn valid_proofs_are_accepted() {
    for suite in Suite::ALL {
        for count in 0..=10 {
            assert!(verdict(suite, &proved(suite)[..count]), "{suite}, {count}");
        }
    }
}

#[test]
fn one_wrong_proof_is_enough_to_refuse() {
    for suite in Suite::ALL {
        for place in 0..10 {
            // A change in Gamma, in U, in V, and in s.
            for byte in [0, 32, 64, 96] {
                let mut proved = proved(suite);
                proved[place].proof[byte] ^= 1;
                assert!(!verdict(suite, &proved), "{suite}, {place}, {byte}");
            }
            let mut proved = proved(suite);
            proved[place].alpha.push(0);
            assert!(!verdict(suite, &proved), "{suite}, {place}");
        }
    }
}
