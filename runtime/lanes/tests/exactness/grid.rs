//! All odd keys with all odd `R`s and every kind of `s`.

use crate::by_each_rule;
use crate::case::{Case, message};
use crate::judge::Judge;
use curve25519_dalek::Scalar;
use ed25519_lanes::Rule;
use requirements::odd_points::{Point, challenge, of_small_order, plus_order};

/// `k` modulo 8 decides the multiple of a point of small order.
const RESIDUES: usize = 8;

/// A message for each of the eight values of `k` modulo 8.
fn messages(a: &Point, r: &Point) -> [Vec<u8>; RESIDUES] {
    let mut found: [Option<Vec<u8>>; RESIDUES] = Default::default();
    for seed in 0.. {
        let message = message(seed, 8);
        let k = challenge(&r.bytes, &a.bytes, &message);
        found[usize::from(k.as_bytes()[0]) % RESIDUES].get_or_insert(message);
        if found.iter().all(Option::is_some) {
            break;
        }
    }
    found.map(|message| message.expect("all were found"))
}

/// Each of the points as a key, with each as an `R`.
fn pairs(points: &[Point]) -> impl Iterator<Item = (&Point, &Point)> {
    let with_every_r = move |a| points.iter().map(move |r| (a, r));
    points.iter().flat_map(with_every_r)
}

/// Numbers near 0, near the multiples of `l`, and near the powers of two that implementations
/// check; 0 is excluded.
fn unusual_s() -> Vec<[u8; 32]> {
    let number = |scalar: Scalar| scalar.to_bytes();
    let one = number(Scalar::ONE);
    let less_one = number(-Scalar::ONE);
    let with_bit = |bit: usize| {
        let mut s = [0; 32];
        s[bit / 8] = 1 << (bit % 8);
        s
    };
    let mut numbers = vec![one, number(Scalar::from(2_u8)), less_one];
    numbers.push(number(-Scalar::from(2_u8)));
    for times in 1..15 {
        numbers.extend([[0; 32], one, less_one].map(|s| plus_order(s, times).expect("it fits")));
    }
    numbers.push(plus_order([0; 32], 15).expect("it fits"));
    numbers.extend((248..256).map(with_bit));
    numbers.extend([0x0f, 0x1f, 0x3f, 0x7f, 0xff].map(|highest| {
        let mut s = [0xff; 32];
        s[31] = highest;
        s
    }));
    numbers
}

/// With points of small order alone, the equation also holds for multiples of `l`. But `s` is a
/// number and not a scalar, so only 0 is accepted.
fn no_other_s_goes_with_points_of_small_order(rule: Rule) {
    let points = of_small_order();
    let cases = pairs(&points).flat_map(|(a, r)| {
        let signed = Case::signed(a, r, b"");
        unusual_s()
            .into_iter()
            .map(move |s| signed.clone().with_s(s).made("an unusual s"))
    });
    assert_eq!(Judge::of_all(rule).all(cases), 0);
}

/// Keys and `R`s of small, large and mixed order. Only `k` modulo 8 decides whether the equation
/// holds; with the cofactor it always holds.
fn every_point_that_can_sign_with_every_other(rule: Rule) {
    let logarithms = [Scalar::from_bytes_mod_order([0xa; 32]), Scalar::ONE];
    let with_torsion = |logarithm| (0..8).map(move |torsion| Point::mixed(logarithm, torsion));
    let large = logarithms.into_iter().flat_map(with_torsion);
    let points: Vec<_> = of_small_order().into_iter().chain(large).collect();
    let signed = pairs(&points).flat_map(|(a, r)| {
        // A message of every residue.
        messages(a, r).map(|message| Case::signed(a, r, &message))
    });
    let accepted = Judge::of_all(rule).all(signed);
    let expected = match rule {
        // For each key and residue, one of the eight `R`s that differ by points of small order
        // fits; one of its encodings is canonical.
        Rule::Nep364 => points.len() * RESIDUES * (1 + logarithms.len()),
        Rule::Zip215 => points.len() * points.len() * RESIDUES,
    };
    assert_eq!(accepted, expected);
}

by_each_rule! {
    no_other_s_goes_with_points_of_small_order,
    every_point_that_can_sign_with_every_other,
}
