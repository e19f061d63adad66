//! Facts of numbers: squares, and the orders of points and of the group.
//!
//! The group has `8 l` elements: l is prime and the base point B is not neutral but `[l]B` is, so l
//! divides the order; a point has order eight, so 8 does. By Hasse's theorem the order differs from
//! `p + 1` by at most `2 sqrt(p)`, and `8 l` is the only multiple of `8 l` in that interval.

use super::group::root;
use super::points::{d, sum as law};
use crate::form::{Form, Number};
use crate::single::euclid::{Integer, from_bytes, plus, shifted, to_bytes};
use curve25519_dalek::scalar::Scalar;
use num_bigint::{BigInt, BigUint};

/// Euler's criterion, by the power of (p - 1)/2.
pub(crate) fn is_square(a: Number) -> bool {
    a.power([u64::MAX - 9, u64::MAX, u64::MAX, u64::MAX >> 2]) == Number::ONE
}

type Point = [Number; 2];

const NEUTRAL: Point = [Number::ZERO, Number::ONE];

fn is_on_curve([x, y]: Point) -> bool {
    let (xx, yy) = (x * x, y * y);
    yy - xx == Number::ONE + d().value * xx * yy
}

/// The point of this y, if there is one.
fn point(y: Number) -> Option<Point> {
    let yy = y * y;
    let x = root((yy - Number::ONE) * (d().value * yy + Number::ONE).inverse())?;
    Some([x, y]).filter(|point| is_on_curve(*point))
}

fn sum(a: Point, b: Point) -> Point {
    let fractions = law(a.map(Form::constant), b.map(Form::constant));
    fractions.map(|(x, of_x)| x.value * of_x.value.inverse())
}

fn times(scalar: Integer, point: Point) -> Point {
    (0..256).rev().fold(NEUTRAL, |multiple, bit| {
        let twice = sum(multiple, multiple);
        match shifted(scalar, bit) & 1 {
            1 => sum(twice, point),
            _ => twice,
        }
    })
}

/// -1 is a square, and so is `-(A + 2)`; d and others are none.
pub fn squares() {
    let one = Number::ONE;
    assert!(is_square(-one) && !is_square(d().value));
    // -1/d is none either: `curve::decode` divides by d y^2 + 1.
    assert!(!is_square(-d().value.inverse()));
    // A^2 - 4 is none: `points::prime_order` needs that, and the group's part of order 8 is cyclic.
    let a = Number::of(486_662);
    assert!(!is_square(a * a - Number::of(4)));
    assert!(is_square(-Number::of(486_664)));
    // Twice a root of A + 2 is none, whatever its sign: χ of `points::prime_order` is -1 in [2]S.
    let sigma = root(a + Number::of(2)).expect("a square");
    assert!(!is_square(sigma + sigma));
}

/// The number of the group's elements.
pub fn order() {
    // `primes` compares dalek's l with that of RFC 8032, section 5.1.
    let l = plus(from_bytes((-Scalar::ONE).as_bytes()), [1, 0, 0, 0]);
    let base = point(Number::of(4) * Number::of(5).inverse()).expect("a point");
    assert!(base != NEUTRAL && times(l, base) == NEUTRAL);
    // Some small ordinate's point times l has order eight.
    let has_order_eight = (2..40).filter_map(|y| point(Number::of(y))).any(|point| {
        let small = times(l, point);
        times([4, 0, 0, 0], small) != NEUTRAL && times([8, 0, 0, 0], small) == NEUTRAL
    });
    assert!(has_order_eight);
    // Hasse's interval, squared to have no root: (8 l - p - 1)^2 <= 4 p, and neighbours are outside.
    let l: BigInt = BigUint::from_bytes_le(&to_bytes(l)).into();
    let p = (BigInt::from(1) << 255_u32) - 19;
    let is_within = |n: &BigInt| {
        let distance = n - &p - 1_u32;
        &distance * &distance <= &p * 4_u32
    };
    assert!(is_within(&(&l * 8)));
    assert!(!is_within(&(&l * 16)) && !is_within(&BigInt::from(0)));
    // An odd u below l is prime to 8 l: it has an inverse (step 2 of the argument).
    assert_eq!(l % 2_u32, BigInt::from(1));
}
