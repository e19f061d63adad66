//! Draft-13's proofs of provers that add parts of small order to key and Gamma.

use super::to_curve::by_elligator;
use super::transcript::Transcript;
use super::{VrfItem, VrfSuite};
use crate::backend::limbs::Limbs;
use crate::backend::{AvailableBackend, Machine as _, Portable};
use crate::combine::encode;
use crate::curve::field::{invert, splat, times};
use crate::{Backend, KeyTables, Layout, Verifier};
use curve25519_dalek::constants::EIGHT_TORSION;
use curve25519_dalek::edwards::{CompressedEdwardsY, EdwardsPoint};
use curve25519_dalek::scalar::Scalar;
use std::convert::Infallible;

const SUITE: VrfSuite = VrfSuite::Draft13;

/// A public key, its proof of an empty alpha, and whether the equations hold.
struct Made {
    public_key: [u8; 32],
    proof: Vec<u8>,
    holds: bool,
}

/// H of a public key.
fn h(public_key: &[u8; 32]) -> EdwardsPoint {
    let portable = Verifier::with_backend(Backend::Portable).expect("every processor has it");
    let item = VrfItem {
        public_key,
        proof: &[],
        alpha: &[],
    };
    let [x, y, z] = by_elligator(&portable, SUITE, &[item])[0].expect("a point");
    let field = |limbs: Limbs| splat(Portable, limbs);
    let inverse = invert(field(z));
    let affine = |limbs| Portable.limbs(times(field(limbs), inverse))[0];
    let encoded = CompressedEdwardsY(encode(affine(x), affine(y)).encoded);
    encoded.decompress().expect("a point")
}

/// A proof with these parts in key and Gamma, for a challenge that is guessed modulo 8.
fn guess(in_key: EdwardsPoint, in_gamma: EdwardsPoint, nonce: u8) -> Made {
    let (x, k, guessed) = (Scalar::from(9_u8), Scalar::from(nonce), nonce % 8);
    let times = |factor: u8, part: EdwardsPoint| Scalar::from(factor % 8) * part;
    let public_key = (EdwardsPoint::mul_base(&x) + in_key).compress().to_bytes();
    let h = h(&public_key);
    let u = EdwardsPoint::mul_base(&k) + times(guessed, in_key);
    let v = k * h + times(guessed, in_gamma);
    let points = [h, x * h + in_gamma, u, v].map(|point| point.compress().to_bytes());
    let c = Transcript(SUITE).challenge(&public_key, points.each_ref());
    let s = (k + Scalar::from_bytes_mod_order(c) * x).to_bytes();
    let [_, gamma, u, v] = points;
    let right = 5 + 7 * (c[0] % 8); // l - c modulo 8
    let is_right = |part| times(right, part) == times(guessed, part);
    Made {
        public_key,
        proof: [gamma, u, v, s].concat(),
        holds: is_right(in_key) && is_right(in_gamma),
    }
}

#[test]
fn parts_of_small_order_are_accepted_exactly_if_the_equations_hold_with_l_minus_c() {
    let nonces = if cfg!(miri) { 1..2 } else { 1..25 };
    let parts = EIGHT_TORSION.iter().flat_map(|in_key| {
        let with = |in_gamma| (*in_key, in_gamma);
        EIGHT_TORSION.map(with)
    });
    let made = parts.flat_map(|(in_key, in_gamma)| {
        let guess = |nonce| guess(in_key, in_gamma, nonce);
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
    for backend in AvailableBackend::every() {
        let backend = backend.backend();
        let Ok(verifier) = Verifier::with_backend(backend) else {
            continue;
        };
        let found = verifier.vrf_many(SUITE, &items);
        let is_accepted: Vec<_> = found.iter().map(Option::is_some).collect();
        assert_eq!(is_accepted, expected, "{backend}");
        for &layout in Layout::ALL {
            let tables = KeyTables::new(layout, 1 << 20);
            let keys: Vec<_> = made.iter().map(|made| made.public_key).collect();
            verifier.build(&tables, &keys);
            let with =
                verifier.vrf_many_learning(&tables, SUITE, &items, |_| Ok::<_, Infallible>(()));
            assert_eq!(with.as_ref(), Ok(&found), "{backend}, {layout:?}");
        }
    }
}
