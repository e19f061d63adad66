//! Euclid's algorithm on 256-bit numbers, by Lehmer's method: the numbers' leading 64 bits
//! determine most quotients.

/// An unsigned number, the lowest word first.
pub(crate) type Integer = [u64; 4];

/// Successive remainders of a modulus and a number, each with its factor: modulo the modulus, a
/// remainder equals its factor times the number.
///
/// The signs of factors alternate; this type stores absolute values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Euclid {
    /// The last remainder but one, and its factor.
    pub(crate) before: (Integer, Integer),
    /// The last remainder, and its factor.
    pub(crate) last: (Integer, Integer),
    /// Whether the last remainder's factor is negative; the other factor has the opposite sign.
    pub(crate) is_negative: bool,
}

/// Several steps at once: each new remainder is a difference of multiples of the old ones.
struct Steps {
    /// The factors of both old remainders in the new last remainder but one.
    before: [u64; 2],
    /// Their factors in the new last remainder.
    last: [u64; 2],
    is_odd: bool,
}

impl Euclid {
    /// The first two remainders: `modulus` itself and `number`, which is smaller.
    pub(crate) fn new(modulus: Integer, number: Integer) -> Self {
        Self {
            before: (modulus, [0; 4]),
            last: (number, [1, 0, 0, 0]),
            is_negative: false,
        }
    }

    /// Continues up to the first remainder of at most `bits` bits.
    pub(crate) fn until(mut self, bits: u32) -> Self {
        while length(self.last.0) > bits {
            match self.leading_steps(bits) {
                Some(steps) => self.take(&steps),
                None => self.divide(),
            }
        }
        self
    }

    /// The steps that the leading 64 bits determine, if any, up to a remainder of about `bits`
    /// bits.
    ///
    /// A quotient of leading bits is the true quotient under Collins's condition (Jebelean, "A
    /// double-digit Lehmer-Euclid algorithm", 1995, section 2).
    fn leading_steps(&self, bits: u32) -> Option<Steps> {
        let shift = length(self.before.0).saturating_sub(u64::BITS);
        let [mut x, mut y] = [self.before.0, self.last.0].map(|number| shifted(number, shift));
        let is_all = shift == 0;
        let end = match bits.checked_sub(shift) {
            Some(bits @ 0..64) => 1 << bits,
            _ => 1,
        };
        let mut steps = Steps {
            before: [1, 0],
            last: [0, 1],
            is_odd: false,
        };
        while y >= end {
            let (quotient, remainder) = (x / y, x % y);
            let next = [0, 1].map(|i| {
                let more = quotient.saturating_mul(steps.last[i]);
                steps.before[i].saturating_add(more)
            });
            let margin = next[1].saturating_add(steps.last[1]);
            if !is_all && (remainder < next[1] || y - remainder < margin) {
                break;
            }
            (x, y) = (y, remainder);
            (steps.before, steps.last) = (steps.last, next);
            steps.is_odd = !steps.is_odd;
        }
        (steps.last != [0, 1]).then_some(steps)
    }

    fn take(&mut self, steps: &Steps) {
        let (a, b) = (self.before, self.last);
        let remainder = |[of_a, of_b]: [u64; 2], is_negative: bool| {
            let (a, b) = (times(a.0, of_a), times(b.0, of_b));
            if is_negative {
                minus(b, a)
            } else {
                minus(a, b)
            }
        };
        let factor = |[of_a, of_b]: [u64; 2]| plus(times(a.1, of_a), times(b.1, of_b));
        self.before = (remainder(steps.before, steps.is_odd), factor(steps.before));
        self.last = (remainder(steps.last, !steps.is_odd), factor(steps.last));
        self.is_negative ^= steps.is_odd;
    }

    /// One step, by subtractions of shifted numbers, for the rare quotients that leading bits do
    /// not determine.
    pub(crate) fn divide(&mut self) {
        let (mut remainder, mut factor) = self.before;
        let (divisor, of_divisor) = self.last;
        while !is_less(remainder, divisor) {
            let mut shift = length(remainder) - length(divisor);
            if is_less(remainder, shifted_left(divisor, shift)) {
                shift -= 1;
            }
            remainder = minus(remainder, shifted_left(divisor, shift));
            factor = plus(factor, shifted_left(of_divisor, shift));
        }
        self.before = self.last;
        self.last = (remainder, factor);
        self.is_negative = !self.is_negative;
    }
}

/// The number of bits: 0 for zero.
pub(crate) fn length([a, b, c, d]: Integer) -> u32 {
    let bits = |word: u64| u64::BITS - word.leading_zeros();
    match [b, c, d] {
        [0, 0, 0] => bits(a),
        [_, 0, 0] => 64 + bits(b),
        [_, _, 0] => 128 + bits(c),
        _ => 192 + bits(d),
    }
}

/// 64 bits of a number, from bit `shift` on; `shift` is below 256.
pub(crate) fn shifted(number: Integer, shift: u32) -> u64 {
    let i = (shift / u64::BITS) as usize;
    let above = number.get(i + 1).copied().unwrap_or(0);
    match shift % u64::BITS {
        0 => number[i],
        bits => number[i] >> bits | above << (u64::BITS - bits),
    }
}

/// The number times `2^shift`, modulo 2^256; `shift` is below 256.
fn shifted_left(number: Integer, shift: u32) -> Integer {
    let whole = (shift / u64::BITS) as usize;
    let word = |i: usize| i.checked_sub(whole).map_or(0, |i| number[i]);
    std::array::from_fn(|i| match (shift % u64::BITS, i) {
        (0, _) => word(i),
        (bits, 0) => word(0) << bits,
        (bits, _) => word(i) << bits | word(i - 1) >> (u64::BITS - bits),
    })
}

pub(crate) fn is_less(a: Integer, b: Integer) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

/// The sum modulo 2^256.
pub(crate) fn plus(a: Integer, b: Integer) -> Integer {
    let mut carry = false;
    let mut sum = [0; 4];
    for i in 0..4 {
        (sum[i], carry) = a[i].carrying_add(b[i], carry);
    }
    sum
}

/// The difference modulo 2^256.
pub(crate) fn minus(a: Integer, b: Integer) -> Integer {
    let mut borrow = false;
    let mut difference = [0; 4];
    for i in 0..4 {
        (difference[i], borrow) = a[i].borrowing_sub(b[i], borrow);
    }
    difference
}

/// The product modulo 2^256.
pub(crate) fn times(a: Integer, factor: u64) -> Integer {
    let mut carry = 0;
    let mut product = [0; 4];
    for i in 0..4 {
        (product[i], carry) = a[i].carrying_mul(factor, carry);
    }
    product
}

/// A number of 32 bytes, the lowest first.
pub(crate) fn from_bytes(bytes: &[u8; 32]) -> Integer {
    let mut number = [0; 4];
    for (word, bytes) in number.iter_mut().zip(bytes.as_chunks().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    number
}

/// The 32 bytes of a number, the lowest first.
pub(crate) fn to_bytes(number: Integer) -> [u8; 32] {
    let mut bytes = [0; 32];
    for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(number) {
        *bytes = word.to_le_bytes();
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::super::inverse::P;
    use super::*;
    use num_bigint::BigUint;

    /// Random numbers of every length, and numbers with long runs of equal bits, whose quotients
    /// are large.
    fn numbers() -> Vec<Integer> {
        let mut random = fastrand::Rng::with_seed(4);
        let mut numbers = Vec::new();
        for bit in (0..255).step_by(if cfg!(miri) { 60 } else { 1 }) {
            let one = [1, 0, 0, 0];
            let power = shifted_left(one, bit);
            let below = minus(power, one);
            let any: Integer = std::array::from_fn(|i| random.u64(..) & below[i]);
            numbers.extend([
                power,
                below,
                plus(power, one),
                minus(P, power),
                plus(any, one),
            ]);
        }
        numbers.retain(|number| is_less(*number, P) && length(*number) > 0);
        numbers
    }

    /// `a[i]` times the factor of `a[i + 1]`, plus the opposite product, is always the modulus. The
    /// last remainder is the first one with at most this many bits, or not far beyond it.
    #[test]
    fn factors_belong_to_their_remainders() {
        let wide = |number: Integer| BigUint::from_bytes_le(&to_bytes(number));
        for number in numbers() {
            for bits in [0, 1, 63, 64, 65, 127, 128, 200, 254] {
                let Euclid { before, last, .. } = Euclid::new(P, number).until(bits);
                assert!(length(last.0) <= bits && is_less(last.0, before.0));
                assert!(length(before.0) + 1 >= bits, "{number:x?}, {bits}");
                let one = wide(before.0) * wide(last.1);
                let sum = one + wide(last.0) * wide(before.1);
                assert_eq!(sum, wide(P), "{number:x?}");
            }
        }
    }
}
