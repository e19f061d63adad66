//! One lane, on any processor. The field is fiat-crypto's, with code generated from a proof.

use super::{Affine, Field, Kernel, Lanes, MAX_LANES, Machine, Multipliable, Word};
use crate::backend::AffineNiels;
use crate::backend::limbs::{Limbs, ZERO};
use fiat_crypto::curve25519_64::{
    fiat_25519_add, fiat_25519_carry, fiat_25519_carry_mul, fiat_25519_carry_square,
    fiat_25519_loose_field_element, fiat_25519_opp, fiat_25519_relax, fiat_25519_sub,
    fiat_25519_tight_field_element,
};
use std::num::Wrapping;
use std::ops::{Add, Mul, Sub};

/// The machine of any processor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

/// fiat-crypto's reduced elements: limbs of at most 2^51.
#[derive(Clone, Copy)]
pub(crate) struct Tight(fiat_25519_tight_field_element);

/// fiat-crypto's multipliable elements: limbs of at most 3 * 2^51.
#[derive(Clone, Copy)]
pub(crate) struct Loose(fiat_25519_loose_field_element);

const TIGHT: fiat_25519_tight_field_element = fiat_25519_tight_field_element(ZERO);
const LOOSE: fiat_25519_loose_field_element = fiat_25519_loose_field_element(ZERO);

impl Machine for Portable {
    const LANES: usize = 1;
    type Field = Tight;
    type Word = Wrapping<u64>;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn run<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn field(self, limbs: &Lanes<Limbs>) -> Tight {
        Tight(fiat_25519_tight_field_element(limbs[0]))
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn limbs(self, field: Tight) -> Lanes<Limbs> {
        let mut limbs = [ZERO; MAX_LANES];
        limbs[0] = field.0.0;
        limbs
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn affine(self, rows: &Lanes<&AffineNiels>, negative: u8) -> Affine<Loose> {
        let [plus, minus, product] = rows[0].points();
        let tight = |limbs| Tight(fiat_25519_tight_field_element(limbs));
        if negative & 1 == 0 {
            Affine {
                plus: tight(plus).loose(),
                minus: tight(minus).loose(),
                product: tight(product).loose(),
            }
        } else {
            let mut opposite = LOOSE;
            fiat_25519_opp(&mut opposite, &tight(product).0);
            Affine {
                plus: tight(minus).loose(),
                minus: tight(plus).loose(),
                product: Loose(opposite),
            }
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

impl Add for Tight {
    type Output = Loose;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn add(self, other: Self) -> Loose {
        let mut sum = LOOSE;
        fiat_25519_add(&mut sum, &self.0, &other.0);
        Loose(sum)
    }
}

impl Sub for Tight {
    type Output = Loose;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn sub(self, other: Self) -> Loose {
        let mut difference = LOOSE;
        fiat_25519_sub(&mut difference, &self.0, &other.0);
        Loose(difference)
    }
}

impl Field for Tight {
    type Loose = Loose;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn loose(self) -> Loose {
        let mut loose = LOOSE;
        fiat_25519_relax(&mut loose, &self.0);
        Loose(loose)
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn twice_minus(self, other: Self) -> Loose {
        (self + self).carry() - other
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn with(self, mask: u8, if_set: Self) -> Self {
        if mask & 1 == 1 { if_set } else { self }
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn exchanged<const DISTANCE: usize>(self) -> Self {
        self // there is no other lane
    }
}

impl Mul for Loose {
    type Output = Tight;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn mul(self, other: Self) -> Tight {
        let mut product = TIGHT;
        fiat_25519_carry_mul(&mut product, &self.0, &other.0);
        Tight(product)
    }
}

impl Multipliable for Loose {
    type Field = Tight;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn carry(self) -> Tight {
        let mut carried = TIGHT;
        fiat_25519_carry(&mut carried, &self.0);
        Tight(carried)
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn square(self) -> Tight {
        let mut square = TIGHT;
        fiat_25519_carry_square(&mut square, &self.0);
        Tight(square)
    }
}

impl Word for Wrapping<u64> {
    #[cfg_attr(not(unoptimised), inline(always))]
    fn rotate_right<const N: u32>(self) -> Self {
        Self(self.0.rotate_right(N))
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn shift_right<const N: u32>(self) -> Self {
        Self(self.0 >> N)
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn with(self, mask: u8, if_set: Self) -> Self {
        if mask & 1 == 1 { if_set } else { self }
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn lanes(self) -> Lanes<u64> {
        [self.0; MAX_LANES]
    }
}
