//! The crate vrf-rfc9381, another implementation of the RFC's two suites: proofs, verdicts and
//! outputs are equal, except where it deviates from RFC 9381 and near-ecvrf does not, as
//! `accept_sets` shows:
//!
//! | what                             | RFC 9381                   | vrf-rfc9381 0.0.7 |
//! |----------------------------------|----------------------------|-------------------|
//! | s of the group's order or more   | 5.4.4, step 8: INVALID     | reduces it        |
//! | a key's y of the prime or more   | RFC 8032, 5.1.3: no point  | accepts the key   |
//!
//! It also decodes a Gamma whose y is at least the prime, and one of negative zero; no valid proof
//! with either is known. It skips TAI hashes of small order before the multiplication by the
//! cofactor, not after it: these are the same hashes.

use near_ecvrf::{Output, SecretKey, Suite, verify};
use requirements::odd_points::small_order_encodings;
use vrf_rfc9381::{
    Prover, VRF, Verifier,
    ec::edwards25519::{elligator2::EdVrfEdwards25519Ell2, tai::EdVrfEdwards25519Tai},
};

const CASES: u64 = 200;

/// What both implementations verify.
#[derive(Clone)]
struct Case {
    public_key: [u8; 32],
    alpha: Vec<u8>,
    proof: Vec<u8>,
}

impl Case {
    /// The output, on which both must agree.
    fn agreed(&self, suite: Suite, other: &impl VRF) -> Option<Output> {
        let ours = verify(suite, &self.public_key, &self.alpha, &self.proof).ok();
        let verifier = Verifier::from_slice(&self.public_key).ok();
        let others = verifier.and_then(|it| other.verify(&it, &self.alpha, &self.proof).ok());
        let bytes = ours.map(|output| output.bytes().to_vec());
        assert_eq!(bytes, others.map(|output| output.to_vec()));
        ours
    }
}

type Change = fn(&mut fastrand::Rng, &mut Case);

const CHANGES: [Change; 6] = [
    |random, case| flip(random, &mut case.public_key),
    |_, case| case.alpha.push(0),
    |random, case| flip(random, &mut case.proof),
    |random, case| case.proof.truncate(random.usize(..80)),
    |random, case| case.proof[..32].copy_from_slice(&small(random)),
    |random, case| case.public_key = small(random),
];

fn flip(random: &mut fastrand::Rng, bytes: &mut [u8]) {
    let bit = random.usize(..8 * bytes.len());
    bytes[bit / 8] ^= 1 << (bit % 8);
}

fn small(random: &mut fastrand::Rng) -> [u8; 32] {
    let all = small_order_encodings();
    all[random.usize(..all.len())]
}

fn compare(suite: Suite, other: &impl VRF) {
    for seed in 0..CASES {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut seed = [0; 32];
        random.fill(&mut seed);
        let mut alpha = vec![0; random.usize(..200)];
        random.fill(&mut alpha);
        let secret_key = SecretKey::from_seed(seed);
        let proof = secret_key.prove(suite, &alpha);
        let prover = Prover::from_slice(&seed).expect("a seed");
        assert_eq!(other.prove(&prover, &alpha).expect("a proof"), proof);
        let case = Case {
            public_key: *secret_key.public_key(),
            alpha,
            proof,
        };
        assert!(case.agreed(suite, other).is_some());
        for (at, change) in CHANGES.iter().enumerate() {
            let mut changed = case.clone();
            change(&mut random, &mut changed);
            assert_eq!(changed.agreed(suite, other), None, "change {at}");
        }
    }
}

#[test]
fn proofs_outputs_and_verdicts_on_changed_inputs_are_the_same() {
    compare(Suite::Tai, &EdVrfEdwards25519Tai);
    compare(Suite::Ell2, &EdVrfEdwards25519Ell2);
}
