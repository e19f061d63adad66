//! The instructions of eight lanes over abstract words, in place of the processor's.

use super::field::Element;
use crate::claims::machine::{Abstract, in_registers};
use crate::word::{Instructions, Register, Vector};

pub(crate) type Ifma = Instructions<8>;
pub(crate) type U64x8 = Register<8>;

impl U64x8 {
    /// `vpmadd52luq`: the low half of the product, added.
    #[track_caller]
    pub(crate) fn add_low(self, a: Self, b: Self) -> Self {
        self + a.with_each("the half product", b, |words, a, b| {
            words.halves(a, b).map(|(low, _)| low)
        })
    }

    /// `vpmadd52huq`: the high half of the product, added.
    #[track_caller]
    pub(crate) fn add_high(self, a: Self, b: Self) -> Self {
        self + a.with_each("the half product", b, |words, a, b| {
            words.halves(a, b).map(|(_, high)| high)
        })
    }

    /// `vpmullq`.
    #[track_caller]
    pub(crate) fn times(self, other: Self) -> Self {
        self.with_each("the product", other, |words, a, b| words.times(a, b, 64))
    }

    /// `vshufi64x2`, both operands alike.
    pub(crate) fn exchange_halves(self) -> Self {
        self.picked(self, |lane| lane ^ 4)
    }

    /// `vpermt2q`, by constant indices.
    pub(crate) fn select(self, low: Self, high: Self) -> Self {
        let index = |word: crate::word::Word| word.constant().expect("a constant index") % 16;
        let order = self.vector().map(index);
        let from = |lane: usize| usize::try_from(order[lane]).expect("below 16");
        low.picked(high, from)
    }
}

impl Abstract for Ifma {
    const NAME: &'static str = "ifma";
    const LIMBS: usize = 5;

    /// The bound that `Element` states.
    fn most(_: usize) -> u64 {
        (1 << 51) + (1 << 14)
    }

    /// What the instruction accepts. Sums and differences are carried, so that only a row's product
    /// exceeds the bound of `Element`.
    fn loose_most(_: usize) -> u64 {
        (1 << 52) - 1
    }
}

in_registers!(Element);
