//! Field elements of ten limbs, of 26 and 25 bits in turn.
//!
//! The instruction multiplies 32-bit numbers. What limbs have to spare is enough for one sum or
//! difference without carries, even multiplied by 19, but not for two.

use super::words::{Avx2, Routine, U64x4};
use crate::machine::{
    Affine, Field, Kernel, Lanes, Limbs, MAX_LANES, Machine, Multipliable, Word, at_stack_place,
};
use crate::row::Row;
use std::ops::{Add, Mul, Sub};

/// Elements of limbs of at most 2^26 (the even ones) and 2^25, and a 256th more.
#[derive(Clone, Copy)]
pub(crate) struct Tight([U64x4; 10]);

/// Elements of limbs of at most thrice that: the even ones, times 19, still have 32 bits.
#[derive(Clone, Copy)]
pub(crate) struct Loose([U64x4; 10]);

const EVEN_BITS: u32 = 26;
const ODD_BITS: u32 = 25;
const EVEN_MASK: u64 = (1 << EVEN_BITS) - 1;
const ODD_MASK: u64 = (1 << ODD_BITS) - 1;

/// Limbs of 2p, each more than any of a tight element.
const fn twice_p(limb: usize) -> u64 {
    match limb {
        0 => 2 * (EVEN_MASK - 18),
        _ if limb.is_multiple_of(2) => 2 * EVEN_MASK,
        _ => 2 * ODD_MASK,
    }
}

impl Machine for Avx2 {
    const LANES: usize = 4;
    type Field = Tight;
    type Word = U64x4;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> K::Output {
        at_stack_place(|| self.call(On(self, kernel)))
    }

    #[inline(always)]
    fn field(self, limbs: &Lanes<Limbs>) -> Tight {
        let [a, b, c, d, ..] = limbs;
        let mut words = [self.splat(0); 5];
        for (i, word) in words.iter_mut().enumerate() {
            *word = self.load(&[a[i], b[i], c[i], d[i]]);
        }
        Tight(split(words))
    }

    #[inline(always)]
    fn limbs(self, field: Tight) -> Lanes<Limbs> {
        let mut limbs = [[0; 5]; MAX_LANES];
        for i in 0..5 {
            let word = field.0[2 * i] + field.0[2 * i + 1].shift_left::<EVEN_BITS>();
            for (limbs, word) in limbs.iter_mut().zip(word.lanes()) {
                limbs[i] = word;
            }
        }
        limbs
    }

    #[inline(always)]
    fn affine(self, rows: &Lanes<&Row>, negative: u8) -> Affine<Loose> {
        let [a, b, c, d, ..] = rows;
        let words = self.transposed([&a.0, &b.0, &c.0, &d.0]);
        let mut points = [[self.splat(0); 5]; 3];
        for (i, word) in words.into_iter().take(15).enumerate() {
            points[i / 5][i % 5] = word;
        }
        let plus = split(points[0]);
        let minus = split(points[1]);
        let product = split(points[2]);
        let mut affine = Affine {
            plus: Loose(plus),
            minus: Loose(minus),
            product: Loose(product),
        };
        for i in 0..10 {
            affine.plus.0[i] = plus[i].with(negative, minus[i]);
            affine.minus.0[i] = minus[i].with(negative, plus[i]);
            affine.product.0[i] = product[i].with(negative, self.splat(twice_p(i)) - product[i]);
        }
        affine
    }

    #[inline(always)]
    fn words(self, rows: &Lanes<[u64; 16]>) -> [U64x4; 16] {
        let [a, b, c, d, ..] = rows;
        self.transposed([a, b, c, d])
    }

    #[inline(always)]
    fn word(self, word: u64) -> U64x4 {
        self.splat(word)
    }
}

/// A kernel, as a routine.
struct On<K>(Avx2, K);

impl<K: Kernel> Routine for On<K> {
    type Output = K::Output;

    #[inline(always)]
    fn run(self) -> K::Output {
        self.1.run(self.0)
    }
}

impl Avx2 {
    #[inline(always)]
    fn transposed(self, rows: [&[u64; 16]; 4]) -> [U64x4; 16] {
        let mut words = [self.splat(0); 16];
        for (quarter, words) in words.chunks_exact_mut(4).enumerate() {
            let mut square = [self.splat(0); 4];
            for (lane, row) in rows.into_iter().enumerate() {
                square[lane] = self.load(&row.as_chunks::<4>().0[quarter]);
            }
            words.copy_from_slice(&U64x4::transpose(square));
        }
        words
    }
}

/// Limbs of 51 bits become two each.
#[inline(always)]
fn split(words: [U64x4; 5]) -> [U64x4; 10] {
    let mask = words[0].splat(EVEN_MASK);
    let mut limbs = [mask; 10];
    for (i, word) in words.into_iter().enumerate() {
        limbs[2 * i] = word & mask;
        limbs[2 * i + 1] = word.shift_right::<EVEN_BITS>();
    }
    limbs
}

/// The bits of limb `i` that are within its size, and those above.
#[inline(always)]
fn low_and_high(i: usize, limb: U64x4) -> (U64x4, U64x4) {
    if i.is_multiple_of(2) {
        (
            limb & limb.splat(EVEN_MASK),
            limb.shift_right::<EVEN_BITS>(),
        )
    } else {
        (limb & limb.splat(ODD_MASK), limb.shift_right::<ODD_BITS>())
    }
}

/// 2^255 is 19 modulo p.
#[inline(always)]
fn times_19(limb: U64x4) -> U64x4 {
    limb + limb.shift_left::<1>() + limb.shift_left::<4>()
}

/// Propagates the carries of products, whose columns are below 2^63: in two chains, which meet.
#[inline(always)]
fn carried(columns: [U64x4; 10]) -> Tight {
    let mut limbs = columns;
    for i in [0, 4, 1, 5, 2, 6, 3, 7, 4, 8] {
        let (low, high) = low_and_high(i, limbs[i]);
        limbs[i] = low;
        limbs[i + 1] = limbs[i + 1] + high;
    }
    let (low, high) = low_and_high(9, limbs[9]);
    limbs[9] = low;
    let (low, high) = low_and_high(0, limbs[0] + times_19(high));
    limbs[0] = low;
    limbs[1] = limbs[1] + high;
    Tight(limbs)
}

/// Propagates the carries of limbs below 2^32, all at once.
#[inline(always)]
fn carried_once(limbs: [U64x4; 10]) -> Tight {
    let (first, mut carry) = low_and_high(9, limbs[9]);
    carry = times_19(carry);
    let mut carried = limbs;
    for i in 0..9 {
        let (low, high) = low_and_high(i, limbs[i]);
        carried[i] = low + carry;
        carry = high;
    }
    carried[9] = first + carry;
    Tight(carried)
}

impl Add for Tight {
    type Output = Loose;

    #[inline(always)]
    fn add(self, other: Self) -> Loose {
        let mut sum = self.0;
        for (limb, other) in sum.iter_mut().zip(other.0) {
            *limb = *limb + other;
        }
        Loose(sum)
    }
}

impl Sub for Tight {
    type Output = Loose;

    #[inline(always)]
    fn sub(self, other: Self) -> Loose {
        let mut difference = self.0;
        for (i, limb) in difference.iter_mut().enumerate() {
            *limb = *limb + limb.splat(twice_p(i)) - other.0[i];
        }
        Loose(difference)
    }
}

impl Field for Tight {
    type Loose = Loose;

    #[inline(always)]
    fn loose(self) -> Loose {
        Loose(self.0)
    }

    #[inline(always)]
    fn twice_minus(self, other: Self) -> Loose {
        let mut difference = self.0;
        for (i, limb) in difference.iter_mut().enumerate() {
            *limb = *limb + *limb + limb.splat(twice_p(i)) - other.0[i];
        }
        carried_once(difference).loose()
    }

    #[inline(always)]
    fn with(self, mask: u8, if_set: Self) -> Self {
        let mut chosen = self.0;
        for (limb, if_set) in chosen.iter_mut().zip(if_set.0) {
            *limb = limb.with(mask, if_set);
        }
        Self(chosen)
    }
}

/// The columns of a product, by their number.
#[inline(always)]
fn columns(column: impl Columns) -> [U64x4; 10] {
    // Not in a loop, which LLVM would keep as one.
    [
        column.sum::<0>(),
        column.sum::<1>(),
        column.sum::<2>(),
        column.sum::<3>(),
        column.sum::<4>(),
        column.sum::<5>(),
        column.sum::<6>(),
        column.sum::<7>(),
        column.sum::<8>(),
        column.sum::<9>(),
    ]
}

trait Columns {
    /// The sum of the products of limbs whose numbers add up to `K`, or to `K + 10`.
    fn sum<const K: usize>(&self) -> U64x4;
}

struct Product {
    a: [U64x4; 10],
    /// Two odd limbs' product weighs twice its column.
    twice_a: [U64x4; 10],
    b: [U64x4; 10],
    /// What is beyond the last column comes back multiplied by 19.
    b_19: [U64x4; 10],
}

impl Columns for Product {
    #[inline(always)]
    fn sum<const K: usize>(&self) -> U64x4 {
        let mut sum = self.a[0].splat(0);
        for i in 0..10 {
            let j = (10 + K - i) % 10;
            let odd = i % 2 == 1 && j % 2 == 1;
            let a = if odd { self.twice_a[i] } else { self.a[i] };
            let b = if i <= K { self.b[j] } else { self.b_19[j] };
            sum = sum + a.times(b);
        }
        sum
    }
}

struct Square {
    a: [U64x4; 10],
    twice: [U64x4; 10],
    four_times: [U64x4; 10],
    a_19: [U64x4; 10],
}

impl Square {
    /// The product of limbs `i` and `j`, and of `j` and `i`, in column `k`.
    #[inline(always)]
    fn term(&self, k: usize, i: usize, j: usize) -> U64x4 {
        let odd = i % 2 == 1 && j % 2 == 1;
        let left = match (i == j, odd) {
            (true, false) => self.a[i],
            (false, true) => self.four_times[i],
            _ => self.twice[i],
        };
        let right = if i + j == k { self.a[j] } else { self.a_19[j] };
        left.times(right)
    }
}

impl Columns for Square {
    #[inline(always)]
    fn sum<const K: usize>(&self) -> U64x4 {
        let mut sum = self.a[0].splat(0);
        // From the middle outwards; an even column has two middles.
        for n in 0..5 {
            let term = self.term(K, (K / 2 + 10 - n) % 10, (K - K / 2 + n) % 10);
            sum = sum + term;
        }
        if K.is_multiple_of(2) {
            let other = (K / 2 + 5) % 10;
            sum = sum + self.term(K, other, other);
        }
        sum
    }
}

// Not inlined: a product's code is so long that the instruction cache does not hold many.

struct Multiply<'a>(&'a Loose, &'a Loose);

impl Routine for Multiply<'_> {
    type Output = Tight;

    #[inline(always)]
    fn run(self) -> Tight {
        let (a, b) = (self.0.0, self.1.0);
        let nineteen = a[0].splat(19);
        let (mut twice_a, mut b_19) = (a, b);
        for i in 0..10 {
            twice_a[i] = a[i] + a[i];
            b_19[i] = b[i].times(nineteen);
        }
        carried(columns(Product {
            a,
            twice_a,
            b,
            b_19,
        }))
    }
}

struct MultiplyWithItself<'a>(&'a Loose);

impl Routine for MultiplyWithItself<'_> {
    type Output = Tight;

    #[inline(always)]
    fn run(self) -> Tight {
        let a = self.0.0;
        let nineteen = a[0].splat(19);
        let (mut twice, mut four_times, mut a_19) = (a, a, a);
        for i in 0..10 {
            twice[i] = a[i] + a[i];
            four_times[i] = twice[i] + twice[i];
            a_19[i] = a[i].times(nineteen);
        }
        carried(columns(Square {
            a,
            twice,
            four_times,
            a_19,
        }))
    }
}

impl Mul for Loose {
    type Output = Tight;

    #[inline(always)]
    fn mul(self, other: Self) -> Tight {
        self.0[0].call(Multiply(&self, &other))
    }
}

impl Multipliable for Loose {
    type Field = Tight;

    #[inline(always)]
    fn carry(self) -> Tight {
        carried_once(self.0)
    }

    #[inline(always)]
    fn square(self) -> Tight {
        self.0[0].call(MultiplyWithItself(&self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::to_bytes;
    use crate::machine::portable::Portable;

    /// The largest limbs of tight elements.
    const LARGEST_EVEN: u64 = (1 << EVEN_BITS) + (1 << 18);
    const LARGEST_ODD: u64 = (1 << ODD_BITS) + (1 << 17);

    /// Every combination of the smallest and the largest limbs that a product may be asked of.
    #[test]
    fn products_are_exact_at_the_limbs_bounds() {
        let Some(machine) = Avx2::detect() else {
            return; // this processor has no such lanes
        };
        let largest = |bits: u32| -> [u64; 10] {
            std::array::from_fn(|i| {
                let limb = if i % 2 == 0 {
                    LARGEST_EVEN
                } else {
                    LARGEST_ODD
                };
                3 * limb * u64::from(bits >> i & 1)
            })
        };
        for a in 0..1024 {
            let b = a ^ (a >> 1); // another order of the same
            let (a, b) = (largest(a), largest(b));
            let ours = |limbs: [u64; 10]| Loose(limbs.map(|limb| machine.splat(limb)));
            let product = ours(a) * ours(b);
            let square = ours(a).square();
            let expected = theirs(a).loose() * theirs(b).loose();
            assert_eq!(encoded(machine, product), encoded(Portable, expected));
            assert_eq!(
                encoded(machine, square),
                encoded(Portable, theirs(a).loose().square())
            );
            assert_tight(product);
            assert_tight(square);
        }
    }

    /// Sums and differences of the largest elements can be multiplied.
    #[test]
    fn sums_and_differences_are_within_their_bounds() {
        let Some(machine) = Avx2::detect() else {
            return; // this processor has no such lanes
        };
        let element = |factor: u64| -> Tight {
            let limb = |i| {
                if i % 2 == 0 {
                    LARGEST_EVEN
                } else {
                    LARGEST_ODD
                }
            };
            Tight(std::array::from_fn(|i| machine.splat(factor * limb(i))))
        };
        for a in [element(0), element(1)] {
            for b in [element(0), element(1)] {
                for Loose(result) in [a + b, a - b, a.twice_minus(b)] {
                    for (i, limb) in result.into_iter().enumerate() {
                        let bound = if i % 2 == 0 {
                            LARGEST_EVEN
                        } else {
                            LARGEST_ODD
                        };
                        assert!(limb.lanes()[0] <= 3 * bound, "limb {i}");
                    }
                    assert_tight(Loose(result).carry());
                }
            }
        }
    }

    /// The portable element of the same value.
    fn theirs(limbs: [u64; 10]) -> <Portable as Machine>::Field {
        let mut carry = 0;
        let mut words: Limbs = std::array::from_fn(|i| {
            let word = limbs[2 * i] + (limbs[2 * i + 1] << EVEN_BITS) + carry;
            carry = word >> 51;
            word & ((1 << 51) - 1)
        });
        words[0] += 19 * carry;
        Portable.field(&[crate::field::reduce_limbs(words); MAX_LANES])
    }

    fn encoded<M: Machine>(machine: M, field: M::Field) -> [u8; 32] {
        to_bytes(machine.limbs(field)[0])
    }

    fn assert_tight(Tight(limbs): Tight) {
        for (i, limb) in limbs.into_iter().enumerate() {
            let bound = if i % 2 == 0 {
                LARGEST_EVEN
            } else {
                LARGEST_ODD
            };
            assert!(limb.lanes()[0] <= bound, "limb {i}");
        }
    }
}
