//! Keys and `R`s, some of them odd, derived from the curve's arithmetic.

use curve25519_dalek::constants::EIGHT_TORSION;
use curve25519_dalek::edwards::CompressedEdwardsY;
use curve25519_dalek::{EdwardsPoint, Scalar};

/// The bit of an encoding that is the sign of x; the others are y.
const SIGN: u8 = 0x80;

/// An encoding with a logarithm: of `[logarithm]B` up to a point of small order; or, with a made-up
/// logarithm, of a point of unknown logarithm or of no point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The logarithm, up to a point of small order, or a made-up one.
    pub logarithm: Scalar,
    /// The encoding.
    pub bytes: [u8; 32],
}

impl Point {
    /// The multiple of the base point.
    #[must_use]
    pub fn of(logarithm: Scalar) -> Self {
        Self::mixed(logarithm, 0)
    }

    /// The multiple of the base point, plus point `torsion` of the eight points of small order.
    #[must_use]
    pub fn mixed(logarithm: Scalar, torsion: usize) -> Self {
        let point = EdwardsPoint::mul_base(&logarithm) + EIGHT_TORSION[torsion];
        Self {
            logarithm,
            bytes: point.compress().to_bytes(),
        }
    }

    /// Any bytes, with a made-up logarithm.
    #[must_use]
    pub const fn any(bytes: [u8; 32]) -> Self {
        Self {
            logarithm: Scalar::ZERO,
            bytes,
        }
    }

    /// The point; `None` if the bytes encode none.
    #[must_use]
    pub fn decoded(&self) -> Option<EdwardsPoint> {
        CompressedEdwardsY(self.bytes).decompress()
    }
}

/// Every non-canonical encoding of a point: y is p or more, or x is 0 and has a sign.
fn non_canonical() -> Vec<Point> {
    // From p - 1, which is -1, to 2^255 - 1 only the lowest byte varies, since p ends in 0xed.
    let high = (0xec..=0xff).map(|lowest| {
        let mut y = [0xff; 32];
        (y[0], y[31]) = (lowest, !SIGN);
        y
    });
    // x is 0 if y is 1 or -1.
    let mut one = [0; 32];
    one[0] = 1;
    let encodings = high.chain([one]).flat_map(|y| {
        [0, SIGN].map(|sign| {
            let mut bytes = y;
            bytes[31] |= sign;
            Point::any(bytes)
        })
    });
    encodings
        .filter(|it| (it.decoded()).is_some_and(|point| point.compress().0 != it.bytes))
        .collect()
}

/// Every encoding of every point of small order, the eight canonical ones first.
#[must_use]
pub fn of_small_order() -> Vec<Point> {
    let canonical = EIGHT_TORSION.map(|point| Point::any(point.compress().to_bytes()));
    let others = non_canonical().into_iter().filter(is_small_order);
    canonical.into_iter().chain(others).collect()
}

/// The bytes of [`of_small_order`].
#[must_use]
pub fn small_order_encodings() -> Vec<[u8; 32]> {
    of_small_order().iter().map(|point| point.bytes).collect()
}

/// The non-canonical encodings of all other points. As keys they have no signer.
#[must_use]
pub fn non_canonical_of_large_order() -> Vec<Point> {
    let all = non_canonical();
    all.into_iter()
        .filter(|point| !is_small_order(point))
        .collect()
}

/// Four encodings with a small y that belongs to no point.
#[must_use]
pub fn undecodable() -> Vec<Point> {
    let encodings = (0..=u8::MAX).map(|y| {
        let mut bytes = [0; 32];
        bytes[0] = y;
        Point::any(bytes)
    });
    encodings
        .filter(|point| point.decoded().is_none())
        .take(4)
        .collect()
}

fn is_small_order(point: &Point) -> bool {
    point.decoded().is_some_and(|point| point.is_small_order())
}
