//! Scalars in signed digits.

use crate::Layout;

/// Largest number of digits of any layout.
pub(crate) const MAX_DIGITS: usize = 64;

/// The digits of a scalar, the lowest first: each from `-2^(w-1)` to `2^(w-1)`, for w-bit digits.
pub(crate) type Digits = [i16; MAX_DIGITS];

/// The digits of a little-endian `scalar` below 2^253 for `layout`.
pub(crate) fn digits(scalar: &[u8; 32], layout: Layout) -> Digits {
    let window = layout.window();
    let half = 1_i16 << (window - 1);
    let mut digits = [0; MAX_DIGITS];
    let mut carry = 0;
    for (i, digit) in digits.iter_mut().take(layout.digits()).enumerate() {
        let value = bits(scalar, i * window, window) + carry;
        // Every digit but the last is below `half`; the last one has too few bits to reach it.
        carry = i16::from(value >= half);
        *digit = value - (carry << window);
    }
    debug_assert_eq!(carry, 0, "the scalar is below 2^253");
    digits
}

/// The `len` bits of `scalar` from bit `start`, at most 8.
fn bits(scalar: &[u8; 32], start: usize, len: usize) -> i16 {
    let byte = |i: usize| u16::from(scalar.get(i).copied().unwrap_or(0));
    let pair = byte(start / 8) | byte(start / 8 + 1) << 8;
    let value = (pair >> (start % 8)) & ((1 << len) - 1);
    value.cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use curve25519_dalek::scalar::Scalar;

    /// The weighted digits add up to the scalar, and each is within its table.
    #[test]
    fn digits_are_the_scalar_in_every_layout() {
        let drawn = if cfg!(miri) { 2 } else { 200 };
        let mut random = fastrand::Rng::with_seed(3);
        let mut scalars = vec![
            Scalar::ZERO,
            Scalar::ONE,
            -Scalar::ONE,
            Scalar::from(u64::MAX),
        ];
        scalars.extend(
            (0..drawn)
                .map(|_| Scalar::from_bytes_mod_order(std::array::from_fn(|_| random.u8(..)))),
        );
        let layouts = Layout::ALL.iter().chain(&[Layout::ONCE, Layout::BASE]);
        for layout in layouts {
            let radix = Scalar::from(1_u64 << layout.window());
            for scalar in &scalars {
                let digits = digits(&scalar.to_bytes(), *layout);
                let mut sum = Scalar::ZERO;
                for digit in digits.into_iter().rev() {
                    assert!(usize::from(digit.unsigned_abs()) <= layout.multiples());
                    let size = Scalar::from(digit.unsigned_abs());
                    sum = sum * radix + if digit < 0 { -size } else { size };
                }
                assert_eq!(sum, *scalar, "{layout:?}");
            }
        }
    }
}
