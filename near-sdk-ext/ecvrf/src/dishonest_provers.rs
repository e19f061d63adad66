//! Provers that know their secret and add points to their values. They add parts of small order to
//! keys and Gammas: each suite's verdict, here and in ed25519-lanes, must be that of its equations.
//! They also add errors that could cancel each other in a batch.

use std::{convert::Infallible, iter::repeat_with};

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
    proof::Proof,
    suite::Form,
    verify,
    verify::{Statement, compress, scalar, verify_by},
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
    u_is_right: bool,
    v_is_right: bool,
}

impl Prover {
    /// A prover that adds these points to its key and its Gamma.
    fn with_parts(in_key: EdwardsPoint, in_gamma: EdwardsPoint) -> Self {
        Self {
            x: Scalar::from(123_456_789_u64),
            in_key,
            in_gamma,
            ..Self::default()
        }
    }

    fn public_key(&self) -> [u8; 32] {
        let key = EdwardsPoint::mul_base(&self.x) + self.in_key;
        key.compress().to_bytes()
    }

    /// If nothing is added to U and V, they are the values that the verifier computes when the
    /// challenge equals `guess` modulo the parts' orders.
    fn guess(&self, suite: Suite, k: Scalar, guess: u8) -> Guess {
        let public_key = self.public_key();
        let h = encode_to_curve(suite, &public_key, ALPHA).expect("a point");
        let guess = Scalar::from(guess);
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
        Guess {
            proof: match suite.form() {
                Form::Challenge => [&gamma[..], &challenge, &s].concat(),
                Form::Commitments => for_batch.clone(),
            },
            for_batch,
            u_is_right: left_of(self.in_key) == self.in_u,
            v_is_right: left_of(self.in_gamma) == self.in_v,
        }
    }

    /// Endless guesses, each with another nonce.
    fn guesses(&self, suite: Suite) -> impl Iterator<Item = Guess> {
        let mut attempt = 0_u64;
        repeat_with(move || {
            attempt += 1;
            self.guess(suite, Scalar::from(attempt), attempt.to_le_bytes()[0])
        })
    }
}

fn expected_refusal(suite: Suite, guess: &Guess) -> Option<Refused> {
    match (suite.form(), guess.u_is_right, guess.v_is_right) {
        (_, true, true) => None,
        (Form::Challenge, ..) => Some(Refused::Challenge),
        (Form::Commitments, false, _) => Some(Refused::U),
        (Form::Commitments, true, false) => Some(Refused::V),
    }
}

#[test]
fn parts_of_small_order_are_accepted_exactly_if_the_equations_hold() {
    for suite in Suite::ALL {
        let mut proofs = Vec::new();
        for in_key in EIGHT_TORSION {
            let mut outputs: Vec<Output> = Vec::new();
            for in_gamma in EIGHT_TORSION {
                let prover = Prover::with_parts(in_key, in_gamma);
                let public_key = prover.public_key();
                let none = in_key == in_gamma && in_key == EdwardsPoint::identity();
                let (mut accepted, mut refused) = (false, none);
                for guess in prover.guesses(suite) {
                    let verdict = verify(suite, &public_key, ALPHA, &guess.proof);
                    assert_eq!(verdict.err(), expected_refusal(suite, &guess), "{suite}");
                    // Batches ignore parts of small order.
                    let item = Item {
                        public_key: &public_key,
                        alpha: ALPHA,
                        proof: &guess.for_batch,
                    };
                    assert!(verify_batch(suite, &[item], Coefficients::Transcript));
                    accepted |= verdict.is_ok();
                    refused |= verdict.is_err();
                    outputs.extend(verdict);
                    let output = verdict.ok().map(|output| *output.bytes());
                    proofs.push((public_key, guess.proof, output));
                    if accepted && refused {
                        break;
                    }
                }
            }
            outputs.dedup();
            assert_eq!(
                outputs.len(),
                1,
                "{suite}: an output for each key and alpha"
            );
        }
        assert_lanes_agree(suite, &proofs);
    }
}

/// A public key, a proof for [`ALPHA`], and its output unless the proof is refused.
type Judged = ([u8; 32], Vec<u8>, Option<[u8; 64]>);

/// In lanes, each proof has the same output.
fn assert_lanes_agree(suite: Suite, proofs: &[Judged]) {
    let name = suite.to_string();
    let suite = VrfSuite::ALL.into_iter().find(|it| it.to_string() == name);
    let suite = suite.expect("the same suites");
    let items = proofs.iter().map(|(public_key, proof, _)| VrfItem {
        public_key,
        proof,
        alpha: ALPHA,
    });
    let items: Vec<_> = items.collect();
    let keys: Vec<_> = items.iter().map(|item| *item.public_key).collect();
    let expected: Vec<_> = proofs.iter().map(|(.., output)| *output).collect();
    let found = Backend::ALL.iter().filter_map(|backend| {
        let verifier = Verifier::with_backend(*backend).ok();
        requirements::backend(backend.name(), verifier)
    });
    for verifier in found {
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

/// Whether draft-03's equations hold as in Cardano's C code since its draft-13: with l - c for -c.
fn holds_in_c(public_key: &[u8; 32], proof: &[u8]) -> bool {
    let by_c = |statement: &Statement<'_>, c: &[u8; 16], proof: &Proof<'_>| {
        // dalek multiplies by the number from 0 to l - 1.
        let negated = -scalar(c);
        let u = EdwardsPoint::mul_base(&proof.s) + negated * statement.key;
        let v = proof.s * statement.h + negated * proof.gamma;
        (u, v)
    };
    verify_by(Suite::Draft03, public_key, ALPHA, proof, by_c).is_ok()
}

#[test]
fn no_part_of_small_order_is_accepted_by_cardanos_later_draft_03_too() {
    for in_key in EIGHT_TORSION {
        for in_gamma in EIGHT_TORSION {
            let prover = Prover::with_parts(in_key, in_gamma);
            let public_key = prover.public_key();
            let has_part = [in_key, in_gamma] != [EdwardsPoint::identity(); 2];
            let (mut here, mut there) = (false, false);
            for guess in prover.guesses(Suite::Draft03) {
                let accepted = verify(Suite::Draft03, &public_key, ALPHA, &guess.proof).is_ok();
                let in_c = holds_in_c(&public_key, &guess.proof);
                match has_part {
                    true => assert!(!(accepted && in_c)),
                    false => assert_eq!(accepted, in_c),
                }
                (here, there) = (here || accepted, there || in_c);
                if here && there {
                    break;
                }
            }
        }
    }
}

#[test]
fn keys_of_small_order_are_refused_where_the_equations_hold() {
    for suite in Suite::ALL {
        for in_key in EIGHT_TORSION {
            let prover = Prover {
                in_key,
                ..Prover::default()
            };
            let valid = prover.guesses(suite).find(|guess| guess.u_is_right);
            let verdict = verify(
                suite,
                &prover.public_key(),
                ALPHA,
                &valid.expect("one of 8").proof,
            );
            assert_eq!(verdict, Err(Refused::SmallOrder), "{suite}");
        }
    }
}

#[test]
fn batches_do_not_add_errors_up_to_nothing() {
    let error = ED25519_BASEPOINT_POINT;
    // Errors in U and V of one proof, in both U, and in both V: without coefficients, each sum is zero.
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
                let guess = prover.guess(suite, Scalar::from(9_u64), 0);
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
