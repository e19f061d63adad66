//! Points in bulk, on every backend: sums of multiples, polynomials and shares are curve25519-dalek's.

use curve25519_dalek::traits::Identity as _;
use curve25519_dalek::{EdwardsPoint, Scalar};
use ed25519_lanes::{Backend, PublicPoint, Share, Verifier};
use std::iter::zip;

/// A verifier of each backend that this processor has.
fn verifiers() -> impl Iterator<Item = Verifier> {
    requirements::each_backend(Backend::ALL, Backend::name, Verifier::with_backend)
}

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

/// Logarithms of points of prime order. Some occur twice or with their negatives, so that sums involve
/// doublings and the neutral element.
fn logarithms(count: usize) -> Vec<Scalar> {
    let logarithms = (1..).flat_map(|log: u64| [log, log, log + 1].map(Scalar::from));
    let signed = zip(logarithms, [true, false, true, true].into_iter().cycle());
    let signed = signed.map(|(log, sign)| if sign { log } else { -log });
    signed.take(count).collect()
}

fn decoded(verifier: Verifier, points: &[EdwardsPoint]) -> Vec<PublicPoint> {
    let encoded: Vec<_> = points.iter().map(|it| it.compress().to_bytes()).collect();
    let decoded = verifier.prime_order_many(&encoded).into_iter();
    decoded.map(|it| it.expect("of prime order")).collect()
}

fn sizes() -> impl Iterator<Item = usize> {
    (0..20).chain([64, 65, 257, 600])
}

fn bytes(scalars: &[Scalar]) -> Vec<[u8; 32]> {
    scalars.iter().map(Scalar::to_bytes).collect()
}

/// The polynomial's value, by dalek.
fn value(coefficients: &[EdwardsPoint], identifier: &Scalar) -> [u8; 32] {
    let horner = |value: EdwardsPoint, next: &EdwardsPoint| value * identifier + next;
    let coefficients = coefficients.iter().rev();
    let value = coefficients.fold(EdwardsPoint::identity(), horner);
    value.compress().to_bytes()
}

/// Commitments; one polynomial, whose coefficients share the lanes; several polynomials; and shares, a third of them
/// wrong.
#[test]
fn each_result_is_daleks() {
    for verifier in verifiers() {
        let backend = verifier.backend();
        for size in sizes() {
            let logarithms = logarithms(3 * size);
            let points: Vec<_> = logarithms.iter().map(EdwardsPoint::mul_base).collect();
            let decoded = decoded(verifier, &points);
            let (factors, multiples) = (scalars(size, size as u64), scalars(size, 3));

            let multiplied = zip(&points[size..], &factors).map(|(point, factor)| point * factor);
            let sum =
                points[..size].iter().sum::<EdwardsPoint>() + multiplied.sum::<EdwardsPoint>();
            let (hiding, binding) = (&decoded[..size], &decoded[size..2 * size]);
            let found = verifier.commitment(hiding, binding, &bytes(&factors));
            assert_eq!(found, sum.compress().to_bytes(), "{backend}, {size}");

            for identifier in [0_u64, 1, 2, 1_000, u32::MAX.into(), 1 << 33].map(Scalar::from) {
                let found = verifier.polynomials(&[hiding], &[identifier.to_bytes()]);
                let wanted = value(&points[..size], &identifier);
                assert_eq!(found, [wanted], "{backend}, {size}");
            }
            let places = (0..size).map(|i| i..(i + i * 7 % 12).min(3 * size));
            let places: Vec<_> = places.collect();
            let polynomials: Vec<_> = places.iter().map(|it| &decoded[it.clone()]).collect();
            let wanted = zip(&places, &factors).map(|(it, x)| value(&points[it.clone()], x));
            let found = verifier.polynomials(&polynomials, &bytes(&factors));
            assert_eq!(found, wanted.collect::<Vec<_>>(), "{backend}, {size}");

            let is_right = |i: usize| i % 3 != 1;
            let shares = (0..size).map(|i| {
                let [d, e, y] = [i, size + i, 2 * size + i].map(|at| logarithms[at]);
                let z = d + factors[i] * e + multiples[i] * y;
                let z = if is_right(i) { z } else { z + Scalar::ONE };
                Share {
                    hiding: &hiding[i],
                    binding: &binding[i],
                    verifying: &decoded[2 * size + i],
                    factor: factors[i].to_bytes(),
                    multiple: multiples[i].to_bytes(),
                    z: z.to_bytes(),
                }
            });
            let found = verifier.shares(&shares.collect::<Vec<_>>());
            let wanted: Vec<_> = (0..size).map(is_right).collect();
            assert_eq!(found, wanted, "{backend}, {size}");
        }
    }
}

/// Factors of `l` and above act like their remainders.
#[test]
fn scalars_are_taken_modulo_the_order() {
    let verifier = Verifier::detect();
    let point = EdwardsPoint::mul_base(&Scalar::from(5_u8));
    let found = verifier.commitment(&[], &decoded(verifier, &[point]), &[[0xff; 32]]);
    let factor = Scalar::from_bytes_mod_order([0xff; 32]);
    assert_eq!(found, (point * factor).compress().to_bytes());
}
