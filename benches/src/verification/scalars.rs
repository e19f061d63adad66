//! The cost of scalars, in point additions.
//!
//! `verify` computes `[k](-A) + [s]B` with sliding windows: as many doublings as the longer scalar
//! has bits, and an addition for each non-zero digit. dalek's digits have width 5 for `A`, whose
//! multiples are computed each time, and width 8 for the basepoint, whose multiples are in a table
//! (`vartime_double_base_mul` of curve25519-dalek with `precomputed-tables`).

use curve25519_dalek::Scalar;

const KEY_WIDTH: usize = 5;

/// The width of the digits of `s`.
const BASEPOINT_WIDTH: usize = 8;

/// The densest scalar for the basepoint: it has a non-zero digit in each window, the most that a
/// non-adjacent form can have. Its highest byte is 2^248: the group's order is a little above 2^252.
pub(crate) const DENSEST_S: [u8; 32] = [1; 32];

/// Point additions of `[k](-A) + [s]B`.
pub(crate) fn additions(k: &Scalar, s: &Scalar) -> usize {
    non_zero_digits(k.as_bytes(), KEY_WIDTH) + non_zero_digits(s.as_bytes(), BASEPOINT_WIDTH)
}

/// The number of non-zero digits in the non-adjacent form of this width (Hankerson, Menezes, Vanstone,
/// *Guide to Elliptic Curve Cryptography*, algorithm 3.35), which is built from the lowest bit.
///
/// An odd remainder yields a digit, which makes the next `width - 1` bits zero. A negative digit
/// carries into the bit after those.
fn non_zero_digits(scalar: &[u8; 32], width: usize) -> usize {
    let bit = |at: usize| {
        let byte = scalar.get(at / 8);
        byte.map_or(0, |byte| usize::from(byte >> (at % 8) & 1))
    };
    let (mut count, mut carry, mut at) = (0, 0, 0);
    while at < 256 {
        if (bit(at) + carry) % 2 == 0 {
            at += 1; // the carry, if there is one, travels on over a set bit
            continue;
        }
        count += 1;
        // The window's top bit decides whether the digit is negative.
        carry = bit(at + width - 1);
        at += width;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digit_covers_a_window() {
        let digits = |number: u64, width| non_zero_digits(Scalar::from(number).as_bytes(), width);
        assert_eq!(digits(0, 5), 0);
        assert_eq!(digits(1, 5), 1);
        assert_eq!(digits(0b1111, 5), 1, "15 is a digit of width 5");
        assert_eq!(digits(0b11111, 5), 2, "31 is 32 - 1");
        assert_eq!(digits(0b11111, 8), 1, "31 is a digit of width 8");
        assert_eq!(digits(0b1_0000_0001, 5), 2);
        assert_eq!(digits(u64::MAX, 5), 2, "2^64 - 1");
    }

    #[test]
    fn no_scalar_is_denser_than_the_densest() {
        let densest = non_zero_digits(&DENSEST_S, BASEPOINT_WIDTH);
        assert_eq!(densest, 253_usize.div_ceil(BASEPOINT_WIDTH));
        assert!(Option::<Scalar>::from(Scalar::from_canonical_bytes(DENSEST_S)).is_some());
    }
}
