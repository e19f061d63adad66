//! One lane, by 64-bit multiplications that keep the flags (BMI2) and additions with two carry
//! flags (ADX).

mod field;
mod instructions;
mod product;

pub(crate) use instructions::Bmi2;

use crate::backend::limbs::Limbs;
use crate::backend::stack_place::at_stack_place;
use crate::backend::{Affine, AffineNiels, Kernel, Lanes, MAX_LANES, Machine, On};
use field::{Element, packed, unpacked};
use std::num::Wrapping;

impl Machine for Bmi2 {
    const LANES: usize = 1;
    type Field = Element;
    type Word = Wrapping<u64>;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn run<K: Kernel>(self, kernel: K) -> K::Output {
        at_stack_place(|| self.call(On(self, kernel)))
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn field(self, limbs: &Lanes<Limbs>) -> Element {
        packed(self, limbs[0])
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn limbs(self, field: Element) -> Lanes<Limbs> {
        let mut limbs = [[0; 5]; MAX_LANES];
        limbs[0] = unpacked(field);
        limbs
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn affine(self, rows: &Lanes<&AffineNiels>, negative: u8) -> Affine<Element> {
        let [plus, minus, product] = rows[0].points();
        let (plus, minus, product) = (
            packed(self, plus),
            packed(self, minus),
            packed(self, product),
        );
        match negative & 1 {
            0 => Affine {
                plus,
                minus,
                product,
            },
            _ => Affine {
                plus: minus,
                minus: plus,
                product: Element::zero(self) - product,
            },
        }
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn words(self, rows: &Lanes<[u64; 16]>) -> [Wrapping<u64>; 16] {
        rows[0].map(Wrapping)
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn word(self, word: u64) -> Wrapping<u64> {
        Wrapping(word)
    }
}
