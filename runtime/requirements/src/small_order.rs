//! Points of small order, from the curve's arithmetic: no machine lacks them.

use curve25519_dalek::constants::EIGHT_TORSION;

/// The bit of an encoding that is the sign of x; the others are y.
const SIGN: u8 = 0x80;

/// Every encoding of every point of small order, the eight canonical ones first.
#[must_use]
pub fn encodings() -> Vec<[u8; 32]> {
    let canonical = EIGHT_TORSION.map(|point| point.compress().to_bytes());
    // The other encodings have a y of p or more, which is possible only for y = 0 and y = 1, or an x of 0 with a
    // sign, which is possible only for y = 1 and y = -1. From p - 1, which is -1, to p + 1, only the lowest byte differs.
    let mut one = [0; 32];
    one[0] = 1;
    let ys = [0xec, 0xed, 0xee].map(|lowest| {
        let mut y = [0xff; 32];
        (y[0], y[31]) = (lowest, !SIGN);
        y
    });
    let encodings = ys.into_iter().chain([one]).flat_map(|y| {
        [0, SIGN].map(|sign| {
            let mut bytes = y;
            bytes[31] |= sign;
            bytes
        })
    });
    let others = encodings.filter(|bytes| !canonical.contains(bytes));
    canonical.into_iter().chain(others).collect()
}

#[test]
fn the_eight_points_of_small_order_have_fourteen_encodings() {
    use curve25519_dalek::edwards::CompressedEdwardsY;
    let encodings = encodings();
    // Beside the canonical ones: the identity with y + p, and both with the other sign; y = -1 with
    // the other sign; both points with y = 0, as y = p.
    assert_eq!(encodings.len(), 8 + 3 + 1 + 2);
    for (at, bytes) in encodings.iter().enumerate() {
        let point = CompressedEdwardsY(*bytes).decompress();
        assert!(point.is_some_and(|point| point.is_small_order()));
        assert!(!encodings[..at].contains(bytes));
    }
}
