//! Signatures with odd points that a signer can make.
//!
//! A signer who knows the discrete logarithms of `A` and `R`, up to a point of small order in
//! either, finds an `s` for which the equation holds up to a point of small order.

use curve25519_dalek::Scalar;
use near_runtime_ext::rules::Triple;
use requirements::odd_points::{Point, of_small_order};

/// Two arbitrary seeds of logarithms.
const A: u8 = 0xa;
const R: u8 = 0x4;

fn logarithm(seed: u8) -> Scalar {
    Scalar::from_bytes_mod_order([seed; 32])
}

/// The multiple of the base point, alone and with each point of small order added.
fn of_large_order(logarithm: Scalar) -> Vec<Point> {
    (0..8)
        .map(|torsion| Point::mixed(logarithm, torsion))
        .collect()
}

/// The key and the `R` that honest signatures use here.
pub fn honest() -> (Point, Point) {
    let [a, r] = [A, R].map(|seed| of_large_order(logarithm(seed))[0]);
    (a, r)
}

/// Every key with every `R`, on a message.
pub fn grid(message: &[u8]) -> Vec<Triple> {
    let points = |seed| [of_small_order(), of_large_order(logarithm(seed))].concat();
    let (keys, rs) = (points(A), points(R));
    let with_every_r = |a| rs.iter().map(move |r| sign(a, r, message));
    keys.iter().flat_map(with_every_r).collect()
}

/// The signature with this key and this `R`: `s = r + k a`.
pub fn sign(a: &Point, r: &Point, message: &[u8]) -> Triple {
    Triple {
        signature: requirements::odd_points::sign(a, r, message).to_vec(),
        message: message.to_vec(),
        public_key: a.bytes.to_vec(),
    }
}
