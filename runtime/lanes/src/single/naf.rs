//! Non-adjacent forms of numbers.

use super::euclid::{Integer, shifted};

/// Signed digits of one bit each, the lowest first. A digit is zero, or it is odd and below
/// `2^(width - 1)` in absolute value. Of `width` successive digits at most one is not zero.
pub(crate) type Naf = [i8; 256];

/// The form of a number below 2^254, for a width of at most 8.
pub(crate) fn naf(number: Integer, width: u32) -> Naf {
    let mut digits = [0; 256];
    let (mut position, mut carry) = (0, 0);
    while position < 256 {
        let bits = shifted(number, position);
        // With a carry, a run of ones becomes zeros and the carry moves to its end.
        let zeros = match carry {
            0 => bits.trailing_zeros(),
            _ => bits.trailing_ones(),
        };
        if zeros > 0 {
            position += zeros;
            continue;
        }
        let window = (bits & ((1 << width) - 1)) + carry;
        carry = window >> (width - 1);
        // The window as a signed number of `width` bits.
        let unused = u8::BITS - width;
        digits[position as usize] = (window.to_le_bytes()[0] << unused).cast_signed() >> unused;
        position += width;
    }
    digits
}
