//! Sums of multiples, polynomials and shares.

use super::verifiers;
use curve25519_dalek::traits::Identity as _;
use curve25519_dalek::{EdwardsPoint, Scalar};
use ed25519_lanes::{PublicPoint, Share, Verifier};

/// Scalars of every size: zero, small, of one bit, all ones, `l - 1`, and random.
fn scalars(count: usize, seed: u64) -> Vec<Scalar> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut one = |index: usize| match index % 8 {
        0 => Scalar::from(random.u64(..4)),
        1 => Scalar::from(random.u64(..1_000)),
        2 => -Scalar::from(random.u64(..4)),
        3 => Scalar::from(1_u64 << random.u32(..64)) * Scalar::from(1_u64 << random.u32(..60)),
        4 => Scalar::from(u64::MAX),
        _ => Scalar::from_bytes_mod_order(std::array::from_fn(|_| random.u8(..))),
    };
    (0..count).map(&mut one).collect()
}

/// Points of prime order. Some occur twice or with their negatives, so that sums involve doublings
/// and the neutral element.
fn points(verifier: Verifier, count: usize) -> (Vec<PublicPoint>, Vec<EdwardsPoint>) {
    let logarithms = (1..).flat_map(|log: u64| [log, log, log + 1].map(Scalar::from));
    let signed = logarithms.zip([true, false, true, true].into_iter().cycle());
    let points: Vec<_> = signed
        .take(count)
        .map(|(log, sign)| EdwardsPoint::mul_base(&if sign { log } else { -log }))
        .collect();
    let encoded: Vec<_> = points
        .iter()
        .map(|point| point.compress().to_bytes())
        .collect();
    let decoded = verifier.prime_order_many(&encoded);
    let decoded = decoded
        .into_iter()
        .map(|point| point.expect("of prime order"));
    (decoded.collect(), points)
}

fn sizes() -> impl Iterator<Item = usize> {
    (0..20).chain([64, 65, 257, 600])
}

#[test]
fn a_commitment_is_the_sum_of_points_and_multiples() {
    for verifier in verifiers() {
        let backend = verifier.backend();
        for size in sizes() {
            let (decoded, expected) = points(verifier, 2 * size);
            let (hiding, binding) = decoded.split_at(size);
            let factors = scalars(size, size as u64);
            let sum: EdwardsPoint = expected[..size].iter().sum::<EdwardsPoint>()
                + expected[size..]
                    .iter()
                    .zip(&factors)
                    .map(|(point, factor)| point * factor)
                    .sum::<EdwardsPoint>();
            let factors: Vec<_> = factors.iter().map(Scalar::to_bytes).collect();
            let found = verifier.commitment(hiding, binding, &factors);
            assert_eq!(found, sum.compress().to_bytes(), "{backend}, {size}");
        }
    }
}

/// Factors of `l` and above act like their remainders.
#[test]
fn scalars_are_taken_modulo_the_order() {
    let verifier = Verifier::detect();
    let (decoded, expected) = points(verifier, 1);
    let found = verifier.commitment(&[], &decoded, &[[0xff; 32]]);
    let factor = Scalar::from_bytes_mod_order([0xff; 32]);
    assert_eq!(found, (expected[0] * factor).compress().to_bytes());
}

fn value(coefficients: &[EdwardsPoint], identifier: &Scalar) -> [u8; 32] {
    let horner = |value: EdwardsPoint, next: &EdwardsPoint| value * identifier + next;
    let value = coefficients
        .iter()
        .rev()
        .fold(EdwardsPoint::identity(), horner);
    value.compress().to_bytes()
}

#[test]
fn polynomials_are_evaluated_each_at_its_identifier() {
    for verifier in verifiers() {
        let backend = verifier.backend();
        let (decoded, expected) = points(verifier, 70);
        for size in sizes().take(21) {
            let lengths: Vec<_> = (0..size)
                .map(|i| if size == 1 { 70 } else { (i * 7) % 12 })
                .collect();
            let identifiers = scalars(size, 7 + size as u64);
            let polynomials: Vec<_> = lengths
                .iter()
                .enumerate()
                .map(|(i, length)| &decoded[i % 50..][..(*length).min(70 - i % 50)])
                .collect();
            let encoded: Vec<_> = identifiers.iter().map(Scalar::to_bytes).collect();
            let found = verifier.polynomials(&polynomials, &encoded);
            for (i, found) in found.into_iter().enumerate() {
                let coefficients = &expected[i % 50..][..polynomials[i].len()];
                let wanted = value(coefficients, &identifiers[i]);
                assert_eq!(found, wanted, "{backend}, {size}, {i}");
            }
        }
    }
}

/// The lanes share the coefficients of a single polynomial, whatever its length.
#[test]
fn one_polynomial_of_any_length_is_evaluated() {
    for verifier in verifiers() {
        let backend = verifier.backend();
        for size in sizes() {
            let (decoded, expected) = points(verifier, size);
            for identifier in [0_u64, 1, 2, 1_000, u32::MAX.into(), 1 << 33].map(Scalar::from) {
                let found = verifier.polynomials(&[&decoded], &[identifier.to_bytes()]);
                assert_eq!(found, [value(&expected, &identifier)], "{backend}, {size}");
            }
        }
    }
}

#[test]
fn shares_are_right_exactly_if_their_equation_holds() {
    for verifier in verifiers() {
        for size in sizes() {
            let logarithms = scalars(6 * size, 3);
            let (of_shares, _) = logarithms.as_chunks::<6>();
            let nonzero = |log: &Scalar| {
                if *log == Scalar::ZERO {
                    Scalar::ONE
                } else {
                    *log
                }
            };
            let points = |[d, e, y, ..]: &[Scalar; 6]| [d, e, y].map(nonzero);
            let encoded = of_shares.iter().flat_map(points);
            let encoded = encoded.map(|log| EdwardsPoint::mul_base(&log).compress().to_bytes());
            let decoded = verifier.prime_order_many(&encoded.collect::<Vec<_>>());
            let decoded: Vec<_> = decoded.into_iter().map(|it| it.expect("a point")).collect();
            let (decoded, _) = decoded.as_chunks::<3>();
            // Every third share is changed.
            let expected: Vec<_> = (0..size).map(|i| i % 3 != 1).collect();
            let shares = of_shares.iter().zip(decoded).zip(&expected);
            let shares = shares.map(|((of_share, [hiding, binding, verifying]), is_right)| {
                let ([d, e, y], [.., factor, multiple, _]) = (points(of_share), of_share);
                let z = d + factor * e + multiple * y;
                let z = if *is_right { z } else { z + Scalar::ONE };
                Share {
                    hiding,
                    binding,
                    verifying,
                    factor: factor.to_bytes(),
                    multiple: multiple.to_bytes(),
                    z: z.to_bytes(),
                }
            });
            let found = verifier.shares(&shares.collect::<Vec<_>>());
            assert_eq!(found, expected, "{}, {size}", verifier.backend());
        }
    }
}
