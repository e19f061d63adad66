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
