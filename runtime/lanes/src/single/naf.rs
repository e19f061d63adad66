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

#[cfg(test)]
mod tests {
    use super::super::euclid::{from_bytes, to_bytes};
    use super::*;
    use curve25519_dalek::scalar::Scalar;

    /// The digits add up to the number, and have the form.
    #[test]
    fn digits_are_the_number() {
        let mut random = fastrand::Rng::with_seed(6);
        let mut numbers: Vec<[u8; 32]> = vec![[0; 32], (-Scalar::ONE).to_bytes()];
        for bit in (0..252).step_by(if cfg!(miri) { 200 } else { 1 }) {
            let mut power = [0; 32];
            power[bit / 8] = 1 << (bit % 8);
            numbers.push(power);
            numbers.push((Scalar::from_bytes_mod_order(power) - Scalar::ONE).to_bytes());
            let any = std::array::from_fn(|_| random.u8(..));
            numbers.push(Scalar::from_bytes_mod_order(any).to_bytes());
        }
        for number in numbers {
            for width in [2, 5, 8] {
                let digits = naf(from_bytes(&number), width);
                let mut sum = Scalar::ZERO;
                for digit in digits.iter().rev() {
                    let size = Scalar::from(digit.unsigned_abs());
                    sum = sum + sum + if *digit < 0 { -size } else { size };
                    assert!(*digit == 0 || digit % 2 != 0);
                    assert!(u32::from(digit.unsigned_abs()) < 1 << (width - 1));
                }
                assert_eq!(to_bytes(from_bytes(&number)), sum.to_bytes());
                let mut windows = digits.windows(width as usize);
                assert!(windows.all(|it| it.iter().filter(|digit| **digit != 0).count() <= 1));
            }
        }
    }
}
