//! The crate vrf-rfc9381, another implementation of the RFC's two suites: proofs, verdicts and
//! outputs are equal, except where it deviates from RFC 9381 and near-ecvrf does not, as
//! `accept_sets` shows:
//!
//! | what                             | RFC 9381                   | vrf-rfc9381 0.0.7 |
//! |----------------------------------|----------------------------|-------------------|
//! | s of the group's order or more   | 5.4.4, step 8: INVALID     | reduces it        |
//! | a key's y of the prime or more   | RFC 8032, 5.1.3: no point  | takes the key     |
//!
//! It also decodes a Gamma whose y is at least the prime, and one of negative zero; no valid proof
//! with either is known. It skips TAI hashes of small order before the multiplication by the
//! cofactor, not after it: these are the same hashes.

use near_ecvrf::{SecretKey, Suite, verify};
use vrf_rfc9381::{
    Prover, VRF, Verifier,
    ec::edwards25519::{elligator2::EdVrfEdwards25519Ell2, tai::EdVrfEdwards25519Tai},
};

const CASES: u64 = 200;

/// A proof that both implementations verify.
#[derive(Clone)]
struct Case {
    suite: Suite,
    seed: [u8; 32],
    public_key: [u8; 32],
    alpha: Vec<u8>,
    proof: Vec<u8>,
}

impl Case {
    fn of(random: &mut fastrand::Rng, suite: Suite) -> Self {
        let mut seed = [0; 32];
        random.fill(&mut seed);
        let mut alpha = vec![0; random.usize(..200)];
        random.fill(&mut alpha);
        let secret_key = SecretKey::from_seed(seed);
        Self {
            suite,
            seed,
            public_key: *secret_key.public_key(),
            proof: secret_key.prove(suite, &alpha),
            alpha,
        }
    }

    /// The other implementation's proof, and its output of the case's proof, if it accepts.
    fn by_other(&self) -> (Vec<u8>, Option<Vec<u8>>) {
        fn by(vrf: &impl VRF, case: &Case) -> (Vec<u8>, Option<Vec<u8>>) {
            let prover = Prover::from_slice(&case.seed).expect("a seed");
            let proof = vrf.prove(&prover, &case.alpha).expect("a proof");
            let verifier = Verifier::from_slice(&case.public_key).ok();
            let output = verifier.and_then(|it| vrf.verify(&it, &case.alpha, &case.proof).ok());
            (proof, output.map(|output| output.to_vec()))
        }
        match self.suite {
            Suite::Tai => by(&EdVrfEdwards25519Tai, self),
            _ => by(&EdVrfEdwards25519Ell2, self),
        }
    }

    /// The output, on which both must agree.
    fn agreed(&self) -> Option<[u8; 64]> {
        let ours = verify(self.suite, &self.public_key, &self.alpha, &self.proof).ok();
        let ours = ours.map(|output| *output.bytes());
        let (_, others) = self.by_other();
        assert_eq!(ours.map(|output| output.to_vec()), others);
        ours
    }
}

fn cases() -> impl Iterator<Item = (fastrand::Rng, Case)> {
    let of_suite = |suite| {
        (0..CASES).map(move |seed| {
            let mut random = fastrand::Rng::with_seed(seed);
            let case = Case::of(&mut random, suite);
            (random, case)
        })
    };
    of_suite(Suite::Tai).chain(of_suite(Suite::Ell2))
}

#[test]
fn proofs_and_outputs_are_the_same() {
    for (_, case) in cases() {
        assert_eq!(case.proof, case.by_other().0);
        assert!(case.agreed().is_some());
    }
}

#[test]
fn verdicts_on_changed_inputs_are_the_same() {
    let small = requirements::small_order::encodings();
    let flip = |random: &mut fastrand::Rng, bytes: &mut [u8]| {
        let bit = random.usize(..8 * bytes.len());
        bytes[bit / 8] ^= 1 << (bit % 8);
    };
    type Change<'a> = &'a dyn Fn(&mut fastrand::Rng, &mut Case);
    let changes: [Change<'_>; 6] = [
        &|random, case| flip(random, &mut case.public_key),
        &|_, case| case.alpha.push(0),
        &|random, case| flip(random, &mut case.proof),
        &|random, case| case.proof.truncate(random.usize(..80)),
        &|random, case| case.proof[..32].copy_from_slice(&small[random.usize(..small.len())]),
        &|random, case| case.public_key = small[random.usize(..small.len())],
    ];
    for (mut random, case) in cases() {
        for (at, change) in changes.iter().enumerate() {
            let mut changed = case.clone();
            change(&mut random, &mut changed);
            assert_eq!(changed.agreed(), None, "change {at}");
        }
    }
}
