//! Keys and Gammas with parts of small order: a prover who knows the secret adds them, and the equations
//! decide.

use super::{Proof, everywhere, judge};
use curve25519_dalek::constants::EIGHT_TORSION;
use curve25519_dalek::edwards::{CompressedEdwardsY, EdwardsPoint};
use curve25519_dalek::scalar::Scalar;
use ed25519_lanes::VrfSuite;
use sha2::{Digest, Sha512};

const ALPHA: &[u8] = b"alpha";

/// The bytes of a TAI hash.
fn hash(parts: &[&[u8]]) -> [u8; 64] {
    let hash = parts
        .iter()
        .fold(Sha512::new(), |hash, part| hash.chain_update(part));
    hash.finalize().into()
}

/// H of a public key (RFC 9381, section 5.4.1.1).
fn h(public_key: &[u8; 32]) -> EdwardsPoint {
    let point = (0..=u8::MAX).find_map(|counter| {
        let hash = hash(&[&[3, 1], public_key, ALPHA, &[counter, 0]]);
        let encoded = CompressedEdwardsY::from_slice(&hash[..32]).ok()?;
        let point = encoded.decompress()?;
        (point.compress() == encoded).then(|| point.mul_by_cofactor())
    });
    point.expect("one in two is a point")
}

/// A TAI proof with these parts in key and Gamma, for a challenge that is guessed modulo 8; whether the
/// equations hold.
fn guess(in_key: EdwardsPoint, in_gamma: EdwardsPoint, nonce: u64) -> (Proof, bool) {
    let x = Scalar::from(123_456_789_u64);
    let public_key = (EdwardsPoint::mul_base(&x) + in_key).compress().to_bytes();
    let h = h(&public_key);
    let (k, guessed) = (Scalar::from(nonce), Scalar::from(nonce % 8));
    let gamma = (x * h + in_gamma).compress().to_bytes();
    let u = EdwardsPoint::mul_base(&k) - guessed * in_key;
    let v = k * h - guessed * in_gamma;
    let [h, u, v] = [h, u, v].map(|point| point.compress().to_bytes());
    let hash = hash(&[&[3, 2], &public_key, &h, &gamma, &u, &v, &[0]]);
    let c: [u8; 16] = std::array::from_fn(|i| hash[i]);
    let number = Scalar::from(u128::from_le_bytes(c));
    let holds = number * in_key == guessed * in_key && number * in_gamma == guessed * in_gamma;
    let s = (k + number * x).to_bytes();
    let proof = [&gamma[..], &c, &s].concat();
    let alpha = ALPHA.to_vec();
    (
        Proof {
            public_key,
            alpha,
            proof,
        },
        holds,
    )
}

#[test]
fn parts_of_small_order_are_accepted_exactly_if_the_equations_hold() {
    let everywhere = everywhere();
    let mut seen = [0; 2];
    for in_key in EIGHT_TORSION {
        for in_gamma in EIGHT_TORSION {
            let (proofs, expected): (Vec<_>, Vec<_>) =
                (1..=24).map(|nonce| guess(in_key, in_gamma, nonce)).unzip();
            let found = judge(&everywhere, VrfSuite::Tai, &proofs);
            let found: Vec<_> = found.iter().map(Option::is_some).collect();
            assert_eq!(found, expected);
            for holds in expected {
                seen[usize::from(holds)] += 1;
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 100), "{seen:?}");
}
