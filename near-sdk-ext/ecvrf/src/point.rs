//! Decoding points: the rules of RFC 8032 that dalek's decoding does not check.

use curve25519_dalek_5::edwards::{CompressedEdwardsY, EdwardsPoint};

/// The sign of x, the highest bit of an encoding; the others are y.
const SIGN: u8 = 0x80;

/// The field's prime p = 2^255 - 19, in little-endian bytes.
const P: [u8; 32] = of_bytes(0xed, 0xff, 0x7f);
/// The values of y for which x is zero: 1 and p - 1.
const WITHOUT_X: [[u8; 32]; 2] = [of_bytes(1, 0, 0), of_bytes(0xec, 0xff, 0x7f)];

const fn of_bytes(lowest: u8, others: u8, highest: u8) -> [u8; 32] {
    let mut bytes = [others; 32];
    bytes[0] = lowest;
    bytes[31] = highest;
    bytes
}

/// The reason why 32 bytes do not encode a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PointError {
    /// y is the field's prime or more: RFC 8032, section 5.1.3, step 1.
    #[error("y is not below the field's prime")]
    NotReduced,
    /// x is zero and its sign is set: RFC 8032, section 5.1.3, step 4.
    #[error("x is zero and has a sign")]
    NegativeZero,
    /// No point has this y.
    #[error("no point of the curve has this y")]
    OffCurve,
}

/// How to treat a sign on an x of zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NegativeZero {
    Refuse,
    /// Like libsodium's `ge25519_frombytes`, which computes -0.
    Ignore,
}

/// The point of these bytes, if y is reduced.
pub(crate) fn decode(bytes: &[u8; 32], zero: NegativeZero) -> Result<EdwardsPoint, PointError> {
    let mut y = *bytes;
    y[31] &= !SIGN;
    let is_reduced = y.iter().rev().lt(P.iter().rev());
    if !is_reduced {
        return Err(PointError::NotReduced);
    }
    let has_sign = bytes[31] & SIGN != 0;
    if has_sign && WITHOUT_X.contains(&y) && zero == NegativeZero::Refuse {
        return Err(PointError::NegativeZero);
    }
    let point = CompressedEdwardsY(*bytes).decompress();
    point.ok_or(PointError::OffCurve)
}
