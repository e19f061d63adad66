//! Four lanes, by AVX2.

mod field;
mod product;
mod words;

pub(crate) use words::Avx2;

use crate::backend::AffineNiels;
use crate::backend::limbs::Limbs;
use crate::backend::stack_place::at_stack_place;
use crate::backend::{Affine, Kernel, Lanes, MAX_LANES, Machine, On, Word};
use field::{EVEN_BITS, Loose, Tight, split, twice_p};
use words::U64x4;

impl Machine for Avx2 {
    const LANES: usize = 4;
    type Field = Tight;
    type Word = U64x4;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn run<K: Kernel>(self, kernel: K) -> K::Output {
        at_stack_place(|| self.call(On(self, kernel)))
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn field(self, limbs: &Lanes<Limbs>) -> Tight {
        let [a, b, c, d, ..] = limbs;
        let mut words = [self.splat(0); 5];
        for (i, word) in words.iter_mut().enumerate() {
            *word = self.load(&[a[i], b[i], c[i], d[i]]);
        }
        Tight(split(words))
    }

    #[cfg_attr(not(unoptimised), inline(always))]
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

    #[cfg_attr(not(unoptimised), inline(always))]
    fn affine(self, rows: &Lanes<&AffineNiels>, negative: u8) -> Affine<Loose> {
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

    #[cfg_attr(not(unoptimised), inline(always))]
    fn words(self, rows: &Lanes<[u64; 16]>) -> [U64x4; 16] {
        let [a, b, c, d, ..] = rows;
        self.transposed([a, b, c, d])
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn word(self, word: u64) -> U64x4 {
        self.splat(word)
    }
}

impl Avx2 {
    #[cfg_attr(not(unoptimised), inline(always))]
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
