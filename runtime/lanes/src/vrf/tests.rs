//! Proofs in every suite, by provers that add parts of small order to key and Gamma.

use super::to_curve::{by_elligator, by_tries};
use super::transcript::Transcript;
use super::{VrfItem, VrfSuite};
use crate::backend::limbs::Limbs;
use crate::backend::{Machine as _, Portable};
use crate::combine::encode;
use crate::curve::field::{invert, splat, times};
use crate::{Backend, KeyTables, Layout, Verifier};
use curve25519_dalek::constants::EIGHT_TORSION;
use curve25519_dalek::edwards::{CompressedEdwardsY, EdwardsPoint};
use curve25519_dalek::scalar::Scalar;
use std::convert::Infallible;

/// A public key, its proof for an empty alpha, and whether the equations hold.
struct Made {
    public_key: [u8; 32],
    proof: Vec<u8>,
    holds: bool,
}

/// H for a public key and an empty alpha.
fn h(suite: VrfSuite, public_key: &[u8; 32]) -> EdwardsPoint {
    let portable = Verifier::with_backend(Backend::Portable).expect("every processor has it");
    let items = [VrfItem {
        public_key,
        proof: &[],
        alpha: &[],
    }];
    let Ok(points) = match suite {
        VrfSuite::Tai => by_tries(&portable, &items, |_| Ok::<_, Infallible>(())),
        _ => Ok(by_elligator(&portable, suite, &items)),
    };
    let [x, y, z] = points[0].expect("a point");
    let field = |limbs: Limbs| splat(Portable, limbs);
    let inverse = invert(field(z));
    let affine = |limbs| Portable.limbs(times(field(limbs), inverse))[0];
    let encoded = CompressedEdwardsY(encode(affine(x), affine(y)).encoded);
    encoded.decompress().expect("a point")
}

/// A proof with these parts in key and Gamma, made for a guessed challenge modulo 8.
fn guess(suite: VrfSuite, in_key: EdwardsPoint, in_gamma: EdwardsPoint, nonce: u8) -> Made {
    let (x, k, guessed) = (Scalar::from(9_u8), Scalar::from(nonce), nonce % 8);
    let times = |factor: u8, part: EdwardsPoint| Scalar::from(factor % 8) * part;
    let public_key = (EdwardsPoint::mul_base(&x) + in_key).compress().to_bytes();
    let h = h(suite, &public_key);
    let u = EdwardsPoint::mul_base(&k) + times(guessed, in_key);
    let v = k * h + times(guessed, in_gamma);
    let points = [h, x * h + in_gamma, u, v].map(|point| point.compress().to_bytes());
    let c = Transcript(suite).challenge(&public_key, points.each_ref());
    let s = (k + Scalar::from_bytes_mod_order(c) * x).to_bytes();
    let [_, gamma, u, v] = points;
    // The factor of both parts modulo 8: -c, or l - c.
    let (factor, proof) = match suite {
        VrfSuite::Draft13 => (5 + 7 * (c[0] % 8), [gamma, u, v, s].concat()),
        _ => (7 * (c[0] % 8), [&gamma[..], &c[..16], &s].concat()),
    };
    let is_right = |part| times(factor, part) == times(guessed, part);
    Made {
        public_key,
        proof,
        holds: is_right(in_key) && is_right(in_gamma),
    }
}

#[test]
fn parts_of_small_order_are_accepted_exactly_if_the_equations_hold() {
    for suite in VrfSuite::ALL {
        let nonces = if cfg!(miri) { 1..2 } else { 1..9 };
        let parts = EIGHT_TORSION.iter().flat_map(|in_key| {
            let with = |in_gamma| (*in_key, in_gamma);
            EIGHT_TORSION.map(with)
        });
        let made = parts.flat_map(|(in_key, in_gamma)| {
            let guess = |nonce| guess(suite, in_key, in_gamma, nonce);
            nonces.clone().map(guess).collect::<Vec<_>>()
        });
        let made: Vec<_> = made.collect();
        let items = made.iter().map(|made| VrfItem {
            public_key: &made.public_key,
            proof: &made.proof,
            alpha: &[],
        });
        let items: Vec<_> = items.collect();
        let expected: Vec<_> = made.iter().map(|made| made.holds).collect();
        let (held, all) = (expected.iter().filter(|holds| **holds).count(), made.len());
        assert!(cfg!(miri) || held > all / 20 && held < all / 2, "{held}");
        let outputs = items.iter().map(|it| {
            let output = near_ecvrf::verify(suite, it.public_key, it.alpha, it.proof);
            output.ok().map(|output| *output.bytes())
        });
        let outputs: Vec<_> = outputs.collect();
        assert!(outputs.iter().map(Option::is_some).eq(expected), "{suite}");
        for verifier in Verifier::every() {
            let backend = verifier.backend();
            assert_eq!(verifier.vrf_many(suite, &items), outputs, "{backend}");
            for &layout in Layout::ALL {
                let tables = KeyTables::new(layout, 1 << 20);
                let keys: Vec<_> = made.iter().map(|made| made.public_key).collect();
                verifier.build(&tables, &keys);
                let found =
                    verifier.vrf_many_learning(&tables, suite, &items, |_| Ok::<_, Infallible>(()));
                assert_eq!(found.as_ref(), Ok(&outputs), "{backend}, {layout:?}");
            }
        }
    }
}
