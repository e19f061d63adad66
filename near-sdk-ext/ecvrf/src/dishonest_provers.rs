//! Provers that know their secret and add points to their values. They add parts of small order to
//! keys and Gammas: each suite's verdict, here and in ed25519-lanes, must be that of its equations.
//! They also add errors that could cancel each other in a batch.

use std::convert::Infallible;

use curve25519_dalek_5::{
    constants::{ED25519_BASEPOINT_POINT, EIGHT_TORSION},
    edwards::EdwardsPoint,
    scalar::Scalar,
    traits::Identity as _,
};
use ed25519_lanes::{Backend, KeyTables, Layout, Verifier, VrfItem, VrfSuite};

use crate::{
    Coefficients, Item, Output, Refused, Suite,
    encode_to_curve::encode_to_curve,
    hashes::{self, Points},
    suite::Form,
    verify,
    verify::{compress, scalar},
    verify_batch,
};

const ALPHA: &[u8] = b"alpha";

/// A prover that adds points to its key, its Gamma, U and V: by default the neutral element.
#[derive(Default)]
struct Prover {
    x: Scalar,
    in_key: EdwardsPoint,
    in_gamma: EdwardsPoint,
    in_u: EdwardsPoint,
    in_v: EdwardsPoint,
}

/// A proof that is made for a guess of the challenge modulo 8.
struct Guess {
    /// The proof in the suite's form.
    proof: Vec<u8>,
    /// Gamma, U, V and s.
    for_batch: Vec<u8>,
    /// What the equations say of it.
    refused: Option<Refused>,
}

impl Prover {
    fn public_key(&self) -> [u8; 32] {
        let key = EdwardsPoint::mul_base(&self.x) + self.in_key;
        key.compress().to_bytes()
    }

    /// A proof with the nonce `number`, which modulo 8 is also the guess. If the guess is right modulo the
    /// parts' orders, and nothing is added to U and V, they are what the verifier computes.
    fn guess(&self, suite: Suite, number: u64) -> Guess {
        let public_key = self.public_key();
        let h = encode_to_curve(suite, &public_key, ALPHA).expect("a point");
        let (k, guess) = (Scalar::from(number), Scalar::from(number % 8));
        let u = EdwardsPoint::mul_base(&k) - guess * self.in_key + self.in_u;
        let v = k * h - guess * self.in_gamma + self.in_v;
        let points = [h, self.x * h + self.in_gamma, u, v];
        let [h, gamma, u, v] = compress(&points);
        let points = Points {
            public_key: &public_key,
            h: &h,
            gamma: &gamma,
            u: &u,
            v: &v,
        };
        let challenge = hashes::challenge(suite, &points);
        let c = scalar(&challenge);
        let s = (k + c * self.x).to_bytes();
        let for_batch = [gamma, u, v, s].concat();
        // The factor -c or l - c, modulo 8; the order l of the base point is 5 modulo 8.
        let factor = match suite {
            Suite::Draft13 => 5 + 7 * (challenge[0] % 8),
            Suite::Tai | Suite::Ell2 | Suite::Draft03 => 7 * (challenge[0] % 8),
        };
        let left_of = |part| Scalar::from(factor) * part + guess * part;
        let u_is_right = left_of(self.in_key) == self.in_u;
        let v_is_right = left_of(self.in_gamma) == self.in_v;
        let refused = match (suite.form(), u_is_right, v_is_right) {
            (_, true, true) => None,
            (Form::Challenge, ..) => Some(Refused::Challenge),
            (Form::Commitments, false, _) => Some(Refused::U),
            (Form::Commitments, true, false) => Some(Refused::V),
        };
        let proof = match suite.form() {
            Form::Challenge => [&gamma[..], &challenge, &s].concat(),
            Form::Commitments => for_batch.clone(),
        };
        Guess {
            proof,
            for_batch,
            refused,
        }
    }
}

/// Keys of small order, whose secret is 0, are refused even where the equations hold.
#[test]
fn parts_of_small_order_are_accepted_exactly_if_the_equations_hold() {
    let secrets = [0, 123_456_789_u64];
    let keys = secrets.map(|x| EIGHT_TORSION.map(|in_key| (Scalar::from(x), in_key)));
    for suite in Suite::ALL {
        let mut proofs = Vec::new();
        for (x, in_key) in keys.concat() {
            let is_binding = x != Scalar::ZERO;
            let mut outputs: Vec<Output> = Vec::new();
            for in_gamma in EIGHT_TORSION {
                let prover = Prover {
                    x,
                    in_key,
                    in_gamma,
                    ..Prover::default()
                };
                let public_key = prover.public_key();
                let has_parts = [in_key, in_gamma] != [EdwardsPoint::identity(); 2];
                let (mut held, mut failed) = (false, !has_parts);
                for guess in (1..).map(|number| prover.guess(suite, number)) {
                    let expected = match is_binding {
                        true => guess.refused,
                        false => Some(Refused::SmallOrder),
                    };
                    let verdict = verify(suite, &public_key, ALPHA, &guess.proof);
                    assert_eq!(verdict.err(), expected, "{suite}");
                    // Batches refuse such keys too, but ignore parts of small order.
                    let item = Item {
                        public_key: &public_key,
                        alpha: ALPHA,
                        proof: &guess.for_batch,
                    };
                    let together = verify_batch(suite, &[item], Coefficients::Transcript);
                    assert_eq!(together, is_binding, "{suite}");
                    outputs.extend(verdict);
                    let output = verdict.ok().map(|output| *output.bytes());
                    proofs.push((public_key, guess.proof, output));
                    held |= guess.refused.is_none();
                    failed |= guess.refused.is_some();
                    if held && failed {
                        break;
                    }
                }
            }
            outputs.dedup();
            let an_output = usize::from(is_binding);
            assert_eq!(outputs.len(), an_output, "{suite}: for each key and alpha");
        }
        assert_lanes_agree(suite, &proofs);
    }
}

/// A public key, a proof for [`ALPHA`], and its output unless the proof is refused.
type Judged = ([u8; 32], Vec<u8>, Option<[u8; 64]>);

/// The lanes give the same output for each proof.
fn assert_lanes_agree(suite: Suite, proofs: &[Judged]) {
    let suite = VrfSuite::from_code(suite.code()).expect("the same suites");
    let items = proofs.iter().map(|(public_key, proof, _)| VrfItem {
        public_key,
        proof,
        alpha: ALPHA,
    });
    let items: Vec<_> = items.collect();
    let keys: Vec<_> = items.iter().map(|item| *item.public_key).collect();
    let expected: Vec<_> = proofs.iter().map(|(.., output)| *output).collect();
    let backends = requirements::each_backend(Backend::ALL, Backend::name, Verifier::with_backend);
    for verifier in backends {
        let backend = verifier.backend();
        assert_eq!(verifier.vrf_many(suite, &items), expected, "{backend}");
        for &layout in Layout::ALL {
            let tables = KeyTables::new(layout, 1 << 20);
            verifier.build(&tables, &keys);
            let found =
                verifier.vrf_many_learning(&tables, suite, &items, |_| Ok::<_, Infallible>(()));
            assert_eq!(found.as_ref(), Ok(&expected), "{backend}, {layout:?}");
        }
    }
}

#[test]
fn batches_do_not_add_errors_up_to_nothing() {
    let error = ED25519_BASEPOINT_POINT;
    // Errors in one proof's U and V, in two U, in two V, in a U and a V: without coefficients, the sum is 0.
    let provers = |first: [EdwardsPoint; 2], second: [EdwardsPoint; 2]| {
        [(1_u64, first), (2, second)].map(|(x, [in_u, in_v])| Prover {
            x: Scalar::from(x),
            in_u,
            in_v,
            ..Prover::default()
        })
    };
    let none = EdwardsPoint::identity();
    for provers in [
        provers([error, -error], [none, none]),
        provers([error, none], [-error, none]),
        provers([none, error], [none, -error]),
        provers([error, none], [none, -error]),
    ] {
        for suite in Suite::ALL {
            let items = provers.each_ref().map(|prover| {
                let guess = prover.guess(suite, 9);
                (prover.public_key(), guess.for_batch)
            });
            let items = items.each_ref().map(|(public_key, proof)| Item {
                public_key,
                alpha: ALPHA,
                proof,
            });
            assert!(!verify_batch(suite, &items, Coefficients::Transcript));
            // If a prover could predict the coefficients, such as equal ones, errors would cancel.
            let mut ones = |bytes: &mut [u8; 32]| *bytes = [1; 32];
            assert!(verify_batch(suite, &items, Coefficients::Random(&mut ones)));
        }
    }
}
