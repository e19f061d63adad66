//! Odd points that a signer can use, and their signatures.
//!
//! A signer who knows the logarithms of `A` and `R`, up to a point of small order in either, finds
//! an `s` for which the equation holds, up to a point of small order.

use crate::triple::{Triple, challenge};
use curve25519_dalek::constants::EIGHT_TORSION;
use curve25519_dalek::edwards::CompressedEdwardsY;
use curve25519_dalek::{EdwardsPoint, Scalar};
use requirements::small_order::encodings;

/// The field's prime, 2^255 - 19, little-endian.
const P: [u8; 32] = {
    let mut p = [0xff; 32];
    p[0] = 0xed;
    p[31] = 0x7f;
    p
};

/// The bit of an encoding that is the sign of x; the others are y.
const SIGN: u8 = 0x80;

/// Seeds of logarithms: any two numbers.
const A: u8 = 0xa;
const R: u8 = 0x4;

fn logarithm(seed: u8) -> Scalar {
    Scalar::from_bytes_mod_order([seed; 32])
}

/// An encoding of `[logarithm]B`, plus a point of small order.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    pub logarithm: Scalar,
    pub bytes: [u8; 32],
}

/// Every encoding of every point of small order.
pub fn of_small_order() -> Vec<Point> {
    let logarithm = Scalar::ZERO;
    let points = encodings().into_iter();
    points.map(|bytes| Point { logarithm, bytes }).collect()
}

/// The multiple of the base point, first alone, then with each point of small order added.
pub fn of_large_order(logarithm: Scalar) -> Vec<Point> {
    let point = EdwardsPoint::mul_base(&logarithm);
    let with = |torsion: EdwardsPoint| (point + torsion).compress().to_bytes();
    let encodings = EIGHT_TORSION.into_iter().map(with);
    encodings.map(|bytes| Point { logarithm, bytes }).collect()
}

/// The non-canonical encodings of all other points: y + p with y below 19. Their logarithms are
/// unknown; these are made up.
pub fn non_canonical_of_large_order() -> Vec<Point> {
    let ys = (0..19).filter_map(|y| {
        let mut bytes = [0; 32];
        bytes[0] = y;
        sum(P, bytes)
    });
    let signed = ys.flat_map(|y| {
        [0, SIGN].map(|sign| {
            let mut bytes = y;
            bytes[31] |= sign;
            bytes
        })
    });
    let encodings = signed.filter(|bytes| {
        let point = CompressedEdwardsY(*bytes).decompress();
        point.is_some_and(|point| !point.is_small_order())
    });
    let logarithm = logarithm(A);
    encodings.map(|bytes| Point { logarithm, bytes }).collect()
}

/// The key and the `R` of honest signers here.
pub fn honest() -> (Point, Point) {
    let [a, r] = [A, R].map(|seed| of_large_order(logarithm(seed))[0]);
    (a, r)
}

/// Every key with every `R`, on a message.
pub fn grid(message: &[u8]) -> Vec<Triple> {
    let points = |seed| [of_small_order(), of_large_order(logarithm(seed))].concat();
    pairs(&points(A), &points(R), message)
}

/// Every key of small order with every `R` of small order: `s` is 0.
pub fn small_order_grid(message: &[u8]) -> Vec<Triple> {
    let vectors = requirements::small_order::grid(message);
    vectors.into_iter().map(Triple::from).collect()
}

fn pairs(keys: &[Point], rs: &[Point], message: &[u8]) -> Vec<Triple> {
    let with_every_r = |a| rs.iter().map(move |r| sign(a, r, message));
    keys.iter().flat_map(with_every_r).collect()
}

/// The signature with this key and this `R`: `s = r + k a`.
pub fn sign(a: &Point, r: &Point, message: &[u8]) -> Triple {
    let k = challenge(&r.bytes, &a.bytes, message);
    let s = r.logarithm + k * a.logarithm;
    Triple {
        signature: [r.bytes, s.to_bytes()].concat(),
        message: message.to_vec(),
        public_key: a.bytes.to_vec(),
    }
}

/// The sum of two little-endian numbers, if it has at most 256 bits.
pub fn sum(mut a: [u8; 32], b: [u8; 32]) -> Option<[u8; 32]> {
    let mut carry = 0;
    for (a, b) in a.iter_mut().zip(b) {
        let sum = u16::from(*a) + u16::from(b) + carry;
        [*a, _] = sum.to_le_bytes();
        carry = sum >> 8;
    }
    (carry == 0).then_some(a)
}
