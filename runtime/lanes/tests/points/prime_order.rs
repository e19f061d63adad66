//! Points are decoded exactly if they have prime order and are encoded canonically.

use super::verifiers;
use curve25519_dalek::constants::EIGHT_TORSION;
use curve25519_dalek::edwards::CompressedEdwardsY;
use curve25519_dalek::traits::IsIdentity as _;
use curve25519_dalek::{EdwardsPoint, Scalar};

/// Whether [l]P is neutral, by multiplication; P must be encoded canonically and not be
/// neutral.
fn is_expected(encoded: &[u8; 32]) -> bool {
    CompressedEdwardsY(*encoded)
        .decompress()
        .is_some_and(|point| {
            let is_canonical = point.compress().to_bytes() == *encoded;
            is_canonical && point.is_torsion_free() && !point.is_identity()
        })
}

/// Points of every order, encodings of no point, and encodings that are not canonical.
fn encodings() -> Vec<[u8; 32]> {
    let mut random = fastrand::Rng::with_seed(20);
    let mut encodings = Vec::new();
    for logarithm in 0..400_u64 {
        let scalar = match logarithm {
            0..=16 => Scalar::from(logarithm),
            _ => Scalar::from_bytes_mod_order(std::array::from_fn(|_| random.u8(..))),
        };
        let point = EdwardsPoint::mul_base(&scalar);
        let with = |small: &EdwardsPoint| (point + small).compress().to_bytes();
        encodings.extend(EIGHT_TORSION.iter().map(with));
    }
    for top in [0x7f, 0xff] {
        for low in 0..=u8::MAX {
            let mut encoded = [0xff; 32];
            (encoded[0], encoded[31]) = (low, top);
            encodings.push(encoded);
            let mut encoded = [0; 32];
            (encoded[0], encoded[31]) = (low, top & 0x80);
            encodings.push(encoded);
        }
    }
    encodings
}

#[test]
fn a_point_is_decoded_exactly_if_multiplying_it_by_the_order_says_so() {
    let encodings = encodings();
    let expected: Vec<_> = encodings.iter().map(is_expected).collect();
    assert!(expected.iter().filter(|is| **is).count() > 400);
    for verifier in verifiers() {
        let backend = verifier.backend();
        let points = verifier.prime_order_many(&encodings);
        for ((point, expected), encoded) in points.iter().zip(&expected).zip(&encodings) {
            assert_eq!(point.is_some(), *expected, "{backend}: {encoded:x?}");
            assert!(point.is_none_or(|point| point.encoded() == encoded));
        }
        // Every number of encodings, so that some groups are full and some are not.
        for count in 0..40 {
            let few = verifier.prime_order_many(&encodings[..count]);
            assert_eq!(few, points[..count], "{backend}, {count}");
        }
    }
}
