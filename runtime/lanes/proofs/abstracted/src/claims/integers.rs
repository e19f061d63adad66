//! Integers: the crate's own functions on concrete ones, in each way that their steps can differ.
//!
//! Digits. A step of either recoding takes a window of bits and a carry, and gives a digit and the next
//! carry; it reads nothing else (`tables/digits.rs`, `single/naf.rs`). Let `n_i` be the number without its
//! `i` lowest bits. If each step from bit i to bit j keeps
//! `n_i + carry = digit + 2^(j - i) (n_j + next carry)`, and the last carry is zero, then the weighted digits
//! add up to the number, by induction. Each window occurs here at each place with each carry.
//!
//! Halves. `are_valid` decides by dalek's scalars modulo l, and by the lowest words modulo 2^64: what they
//! say modulo 8 depends on the three lowest bits of u, v and k alone. Each of their 512 values occurs here
//! with each sign.
//!
//! Encodings. `is_canonical` only compares words with those of p, 1 and -1. Each order of them occurs here.

use super::exact::{MOST, element};
use super::group::any_scalar;
use crate::Layout;
use crate::curve25519_64::any_limbs;
use crate::form::{Form, bytes};
use crate::oracle::{Answer, asked, set};
use crate::single::euclid::{Integer, from_bytes, plus, shifted, shifted_left, to_bytes};
use crate::single::halved::{BASE_WIDTH, WIDTH, is_canonical};
use crate::single::halves::{EIGHT_L, Halves};
use crate::single::inverse::{P, inverse};
use crate::single::naf::naf;
use crate::tables::digits;
use curve25519_dalek::scalar::Scalar;
use num_bigint::{BigInt, BigUint};
use std::collections::HashSet;

/// All layouts.
pub(crate) fn layouts() -> impl Iterator<Item = Layout> {
    let others = [Layout::ONCE, Layout::BASE];
    Layout::ALL.iter().copied().chain(others)
}

/// `digits`, for each layout.
pub fn digits_of_layouts() {
    layouts().for_each(digits_of);
}

fn digits_of(layout: Layout) {
    let (width, half) = (layout.width(), 1_i16 << (layout.width() - 1));
    let rows = usize::from(half.unsigned_abs());
    assert_eq!(layout.multiples(), rows, "digits: rows of {layout:?}");
    let mut seen = HashSet::new();
    // Every second window has the value, and those between decide whether it gets a carry.
    let all = (0..2 * half).flat_map(|value| [(value, 0), (value, half)]);
    for (value, below) in all.flat_map(|(a, b)| [(a, b), (b, a)]) {
        let window = |i: usize| [value, below][i % 2].unsigned_abs();
        let mut scalar = BigUint::default();
        for i in (0..layout.digits()).rev() {
            scalar = (scalar << width) + window(i);
        }
        scalar %= BigUint::from(1_u32) << 253_u32;
        let mut encoded = [0; 32];
        encoded[..scalar.to_bytes_le().len()].copy_from_slice(&scalar.to_bytes_le());
        let mut carry = 0;
        for (i, digit) in digits(&encoded, layout).into_iter().enumerate() {
            let bits: BigUint = (&scalar >> (i * layout.window())) % (2 * half.unsigned_abs());
            let bits = bits.to_bytes_le()[0].into();
            seen.insert((i, bits, carry));
            let twice = 2 * half * i16::from(bits + carry >= half);
            assert_eq!(
                digit + twice,
                bits + carry,
                "digits: digit {i} of {layout:?}, bits {bits}, carry {carry}"
            );
            assert!((-half..half).contains(&digit), "digits: a row for {digit}");
            carry = twice / 2 / half;
        }
        assert_eq!(carry, 0, "digits: the last carry of {layout:?}");
    }
    for i in 0..253_usize.div_ceil(layout.window()) {
        let is_left = 253 - i * layout.window();
        for bits in 0..1_i16 << is_left.min(layout.window()) {
            let both = i == 0 || seen.contains(&(i, bits, 1));
            assert!(both && seen.contains(&(i, bits, 0)), "all steps");
        }
    }
}

/// `naf`, with both widths that verification uses.
pub fn non_adjacent_forms() {
    for width in [WIDTH, BASE_WIDTH] {
        for position in 0..254_u32 {
            // A digit of -1 just below gives a carry.
            let ones = (1 << width) - 1;
            let below = position
                .checked_sub(width)
                .map(|below| (shifted_left([ones, 0, 0, 0], below), 1));
            for (number, carry) in [Some(([0; 4], 0)), below].into_iter().flatten() {
                for bits in 0..=ones {
                    check_naf(number, position, [bits, 0], width, width);
                }
                // A run of zeros or, with a carry, of ones, which a step of 64 bits may not end.
                for length in 1..=128 {
                    let run = ((1_u128 << (length - 1) << 1).wrapping_sub(1)) * carry;
                    let low = u64::try_from(run & u128::from(u64::MAX)).expect("64 bits");
                    let high = u64::try_from(run >> 64).expect("64 bits");
                    check_naf(number, position, [low, high], length, width);
                }
            }
        }
    }
}

/// The number, these bits from `position` on, and any bits after the next `length`.
fn check_naf(below: Integer, position: u32, [low, high]: [u64; 2], length: u32, width: u32) {
    let mut number = plus(below, shifted_left([low, high, 0, 0], position));
    if position + length < 254 {
        number = plus(
            number,
            shifted_left(from_bytes(&bytes()), position + length),
        );
    }
    number[3] &= u64::MAX >> 2;
    let digits = naf(number, width);
    let (mut carry, mut next) = (0, 0);
    for (i, digit) in (0..).zip(digits) {
        let bit = i16::from(shifted(number, i) & 1 == 1);
        let rest = bit + carry - i16::from(digit);
        assert_eq!(rest % 2, 0, "naf: bit {i} of {number:x?}, width {width}");
        carry = rest / 2;
        if digit != 0 {
            let is_within = i16::from(digit.unsigned_abs()) < 1 << (width - 1);
            assert!(is_within && digit % 2 != 0, "naf: a multiple by {digit}");
            assert!(i >= next, "naf: digits {i} of {number:x?} are adjacent");
            next = i + width;
        }
    }
    assert_eq!(carry, 0, "naf: the last carry of {number:x?}");
}

fn int(number: Integer) -> BigInt {
    BigUint::from_bytes_le(&to_bytes(number)).into()
}

/// `Halves::are_valid` is true exactly if u is odd, u and v are below l, and v is `u k` modulo `8 l`.
pub fn valid_halves() {
    let one = [1, 0, 0, 0];
    let order = plus(from_bytes((-Scalar::ONE).as_bytes()), one);
    let l = int(order);
    assert_eq!(int(EIGHT_L), &l * 8, "dalek's l");
    let mut seen = HashSet::new();
    while seen.len() < 8 * 8 * 8 * 2 {
        let (u, k) = (any_scalar(), any_scalar());
        for v_is_negative in [false, true] {
            let product = u * k;
            let v = if v_is_negative { -product } else { product };
            let (u, v) = (from_bytes(u.as_bytes()), from_bytes(v.as_bytes()));
            let low = [u, v, from_bytes(k.as_bytes())].map(|number| number[0] % 8);
            if !seen.insert((low, v_is_negative)) {
                continue;
            }
            // Congruent modulo l, not congruent, and not below l.
            for u in [u, plus(u, one), plus(u, order)] {
                for v in [v, plus(v, one), plus(v, order)] {
                    let halves = Halves {
                        u,
                        v,
                        v_is_negative,
                    };
                    let signed = if v_is_negative { -int(v) } else { int(v) };
                    let k_int = int(from_bytes(k.as_bytes()));
                    let wanted = &int(u) % 2 == BigInt::from(1)
                        && int(u) < l
                        && int(v) < l
                        && (int(u) * k_int - signed) % (&l * 8) == BigInt::from(0);
                    assert_eq!(halves.are_valid(&k), wanted, "are_valid: {halves:x?}");
                }
            }
        }
    }
}

/// `is_canonical` is true exactly if y is below p, and a sign is there only where x is not zero: y is
/// neither 1 nor -1.
pub fn canonical_encodings() {
    let p = int(P);
    let around = |i: usize| {
        let near = |word: u64| [word.checked_sub(1), Some(word), word.checked_add(1)];
        let all = [0, 1, P[i] - 1, P[i], u64::MAX].map(near);
        all.into_iter().flatten().flatten().collect::<HashSet<_>>()
    };
    for a in around(0) {
        for b in around(1) {
            for c in around(2) {
                for d in around(3) {
                    let number = int([a, b, c, d & u64::MAX >> 1]);
                    let is_one = number == BigInt::from(1) || &number + 1 == p;
                    let wanted = number < p && !(is_one && d >> 63 == 1);
                    let found = is_canonical(&to_bytes([a, b, c, d]));
                    assert_eq!(found, wanted, "is_canonical: {:x?}", [a, b, c, d]);
                }
            }
        }
    }
}

/// `inverse`, whatever Euclid's algorithm returns: a result that a product confirms, or the power.
pub fn inverses() {
    let one = Form::ONE.value.to_bytes();
    for answer in [Answer::Bytes(one), Answer::Odd, Answer::Even] {
        let z = Form::variable();
        set(&[Answer::Odd, answer]);
        let found = element(&inverse(any_limbs(z, MOST)));
        let asked = asked();
        assert!(asked[0].equals(z), "inverse: another element");
        match answer {
            Answer::Bytes(_) => {
                assert!(asked[1].equals(z * found), "inverse: the product is one");
            }
            // The exponent is proved in `exponents`.
            _ => assert_eq!(found.value, z.value.inverse(), "inverse: the power"),
        }
    }
}
