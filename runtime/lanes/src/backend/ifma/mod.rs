//! Eight lanes, by AVX-512 with its 52-bit multiply-add (IFMA).

mod field;
mod pair;
#[cfg_attr(emulated_ifma, path = "words/tests/emulated.rs")]
mod words;

pub(crate) use pair::{CachedPair, Pair};
pub(crate) use words::Ifma;

use crate::backend::AffineNiels;
use crate::backend::limbs::Limbs;
use crate::backend::{Affine, Field, Kernel, Lanes, MAX_LANES, Machine, On, Word};
use field::{Element, TWICE_P};
use words::U64x8;

impl Machine for Ifma {
    const LANES: usize = 8;
    type Field = Element;
    type Word = U64x8;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn run<K: Kernel>(self, kernel: K) -> K::Output {
        self.call(On(self, kernel))
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn field(self, limbs: &Lanes<Limbs>) -> Element {
        let mut element = [self.splat(0); 5];
        for (i, limb) in element.iter_mut().enumerate() {
            *limb = self.load(&limbs.map(|limbs| limbs[i]));
        }
        Element(element)
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn limbs(self, field: Element) -> Lanes<Limbs> {
        let mut limbs = [[0; 5]; MAX_LANES];
        for (i, limb) in field.0.into_iter().enumerate() {
            for (limbs, limb) in limbs.iter_mut().zip(limb.lanes()) {
                limbs[i] = limb;
            }
        }
        limbs
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn affine(self, rows: &Lanes<&AffineNiels>, negative: u8) -> Affine<Element> {
        let [first, second] = self.transposed(&rows.map(|row| &row.0));
        let [a, b, c, d, e, f, g, h] = first;
        let [i, j, k, l, m, n, o, _] = second;
        let (plus, minus) = (Element([a, b, c, d, e]), Element([f, g, h, i, j]));
        let mut product = [k, l, m, n, o];
        for (limb, twice_p) in product.iter_mut().zip(TWICE_P) {
            // The result is below 2^52, since limbs of rows are at most 2^51: it can be multiplied
            // without a carry.
            *limb = limb.with(negative, self.splat(twice_p) - *limb);
        }
        Affine {
            plus: plus.with(negative, minus),
            minus: minus.with(negative, plus),
            product: Element(product),
        }
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn words(self, rows: &Lanes<[u64; 16]>) -> [U64x8; 16] {
        let [[a, b, c, d, e, f, g, h], [i, j, k, l, m, n, o, p]] =
            self.transposed(&rows.each_ref());
        [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn word(self, word: u64) -> U64x8 {
        self.splat(word)
    }
}

impl Ifma {
    /// Transposes the first and the second eight words of each row.
    #[cfg_attr(not(unoptimised), inline(always))]
    fn transposed(self, rows: &Lanes<&[u64; 16]>) -> [[U64x8; 8]; 2] {
        let mut halves = [[self.splat(0); 8]; 2];
        for (lane, row) in rows.iter().enumerate() {
            if let ([first, second], []) = row.as_chunks::<8>() {
                halves[0][lane] = self.load(first);
                halves[1][lane] = self.load(second);
            }
        }
        // This is no `map`: LLVM need not inline a closure.
        let [first, second] = halves;
        [U64x8::transpose(first), U64x8::transpose(second)]
    }
}
