//! The columns of products of ten limbs: 63 bits each, carries not propagated.

use super::words::U64x4;

/// The columns of `a b`. The even limbs of `b`, times 19, have at most 32 bits.
#[cfg_attr(not(unoptimised), inline(always))]
pub(super) fn product(a: [U64x4; 10], b: [U64x4; 10]) -> [U64x4; 10] {
    let nineteen = a[0].splat(19);
    let (mut twice_a, mut b_19) = (a, b);
    for i in 0..10 {
        twice_a[i] = a[i] + a[i];
        b_19[i] = b[i].times(nineteen);
    }
    columns(Product {
        a,
        twice_a,
        b,
        b_19,
    })
}

/// The columns of `a a`. The even limbs of `a`, times 19, have at most 32 bits.
#[cfg_attr(not(unoptimised), inline(always))]
pub(super) fn square(a: [U64x4; 10]) -> [U64x4; 10] {
    let nineteen = a[0].splat(19);
    let (mut twice, mut four_times, mut a_19) = (a, a, a);
    for i in 0..10 {
        twice[i] = a[i] + a[i];
        four_times[i] = twice[i] + twice[i];
        a_19[i] = a[i].times(nineteen);
    }
    columns(Square {
        a,
        twice,
        four_times,
        a_19,
    })
}

#[cfg_attr(not(unoptimised), inline(always))]
fn columns(column: impl Columns) -> [U64x4; 10] {
    // Not a loop: LLVM would not unroll it.
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
    /// The sum of the products of limbs whose indices add up to `K` or `K + 10`.
    fn sum<const K: usize>(&self) -> U64x4;
}

struct Product {
    a: [U64x4; 10],
    /// The product of two odd limbs has twice the weight of its column.
    twice_a: [U64x4; 10],
    b: [U64x4; 10],
    /// Terms beyond the last column wrap to the first columns, multiplied by 19.
    b_19: [U64x4; 10],
}

impl Columns for Product {
    #[cfg_attr(not(unoptimised), inline(always))]
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
    #[cfg_attr(not(unoptimised), inline(always))]
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
    #[cfg_attr(not(unoptimised), inline(always))]
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
