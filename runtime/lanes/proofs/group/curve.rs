//! Facts of numbers: squares, and the orders of points and of the group.
//!
//! The group has `8 l` elements: l is prime and the base point B is not neutral but `[l]B` is, so l
//! divides the order; a point has order eight, so 8 does. By Hasse's theorem the order differs from
//! `p + 1` by at most `2 sqrt(p)`, and `8 l` is the only multiple of `8 l` in that interval.

use super::primes::{l, p};
use num_bigint::BigUint;

fn int(value: u32) -> BigUint {
    BigUint::from(value)
}

/// -121665/121666 (RFC 8032, section 5.1).
fn d() -> BigUint {
    (p() - 121_665_u32) * inverse(&int(121_666)) % p()
}

fn inverse(a: &BigUint) -> BigUint {
    a.modpow(&(p() - 2_u32), &p())
}

/// Euler's criterion.
fn is_square(a: &BigUint) -> bool {
    a.modpow(&((p() - 1_u32) / 2_u32), &p()) == int(1)
}

type Point = (BigUint, BigUint);

fn is_on_curve((x, y): &Point) -> bool {
    let (xx, yy) = (x * x % p(), y * y % p());
    (&yy + p() - &xx) % p() == (int(1) + d() * xx * yy) % p()
}

fn sum((x1, y1): &Point, (x2, y2): &Point) -> Point {
    let e = d() * x1 * x2 * y1 * y2 % p();
    let x = (x1 * y2 + y1 * x2) * inverse(&(int(1) + &e));
    let y = (y1 * y2 + x1 * x2) * inverse(&(int(1) + p() - e));
    (x % p(), y % p())
}

fn times(scalar: &BigUint, point: &Point) -> Point {
    let mut multiple = (int(0), int(1));
    for bit in scalar.to_radix_be(2) {
        multiple = sum(&multiple, &multiple);
        if bit == 1 {
            multiple = sum(&multiple, point);
        }
    }
    multiple
}

/// The square root of a square: p is 5 modulo 8.
fn root(a: &BigUint) -> BigUint {
    let candidate = a.modpow(&((p() + 3_u32) / 8_u32), &p());
    let i = int(2).modpow(&((p() - 1_u32) / 4_u32), &p());
    let is_root = &candidate * &candidate % p() == *a;
    if is_root {
        candidate
    } else {
        candidate * i % p()
    }
}

#[test]
fn minus_one_is_a_square_and_d_is_not() {
    assert!(is_square(&(p() - 1_u32)) && !is_square(&d()));
    // -1/d is none either: `curve::decode` divides by d y^2 + 1.
    assert!(!is_square(&(p() - inverse(&d()))));
    // A^2 - 4 is none: `points::prime_order` needs that, and the group's part of order 8 is cyclic.
    let a = int(486_662);
    assert!(!is_square(&(&a * &a - 4_u32)));
    assert!(is_square(&(p() - 486_664_u32)));
    // Twice a root of A + 2 is none, whatever its sign: χ of `points::prime_order` is -1 in [2]S.
    let sigma = root(&(a + 2_u32));
    assert_eq!(&sigma * &sigma % p(), int(486_664));
    assert!(!is_square(&(sigma * 2_u32)));
}

#[test]
fn the_group_has_eight_l_elements() {
    let neutral = (int(0), int(1));
    let y = int(4) * inverse(&int(5)) % p();
    let yy = &y * &y % p();
    let xx = (&yy + p() - 1_u32) * inverse(&(d() * &yy + 1_u32)) % p();
    let base = (root(&xx), y);
    assert!(is_on_curve(&base) && base != neutral && times(&l(), &base) == neutral);
    // Some small ordinate's point times l has order eight.
    let has_order_eight = (2_u32..40).any(|y| {
        let yy = int(y * y);
        let xx = (&yy - 1_u32) * inverse(&(d() * &yy + 1_u32)) % p();
        let point = (root(&xx), int(y));
        let small = times(&l(), &point);
        is_on_curve(&point)
            && times(&int(4), &small) != neutral
            && times(&int(8), &small) == neutral
    });
    assert!(has_order_eight);
    // Hasse's interval, squared to have no root: (8 l - p - 1)^2 <= 4 p, and neighbours are outside.
    let order = l() * 8_u32;
    let middle = p() + 1_u32;
    let distance = |n: &BigUint| {
        if *n > middle {
            n - &middle
        } else {
            &middle - n
        }
    };
    let is_within = |n: &BigUint| distance(n) * distance(n) <= p() * 4_u32;
    assert!(is_within(&order));
    assert!(!is_within(&(&order * 2_u32)) && !is_within(&int(0)));
    // An odd u below l is prime to 8 l: it has an inverse (step 2 of the argument).
    assert_eq!(l() % 2_u32, int(1));
}
