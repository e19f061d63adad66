//! The instructions of eight lanes over abstract words, in place of the processor's.

use super::field::Element;
use crate::backend::{Lanes, Routine, Word};
use crate::claims::machine::{Abstract, Limb};
use crate::word::{self, Vector};
use std::ops::{Add, BitAnd, BitXor, Sub};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Ifma(());

/// The index of eight abstract words.
#[derive(Clone, Copy)]
pub(crate) struct U64x8(u32);

impl Ifma {
    #[expect(clippy::unnecessary_wraps, reason = "the instructions may be absent")]
    pub(crate) fn detect() -> Option<Self> {
        Some(Self(()))
    }

    pub(crate) fn call<R: Routine>(self, routine: R) -> R::Output {
        routine.run()
    }

    pub(crate) fn splat(self, word: u64) -> U64x8 {
        U64x8(word::put([word::from_memory(word); 8]))
    }

    pub(crate) fn load(self, words: &[u64; 8]) -> U64x8 {
        U64x8(word::load(*words))
    }
}

impl U64x8 {
    pub(crate) fn splat(self, word: u64) -> Self {
        Ifma(()).splat(word)
    }

    #[track_caller]
    pub(crate) fn add_low(self, a: Self, b: Self) -> Self {
        Self(word::add_half_product(self.0, a.0, b.0, false))
    }

    #[track_caller]
    pub(crate) fn add_high(self, a: Self, b: Self) -> Self {
        Self(word::add_half_product(self.0, a.0, b.0, true))
    }

    #[track_caller]
    pub(crate) fn times(self, other: Self) -> Self {
        Self(word::times::<8>(self.0, other.0, 64))
    }

    /// `vpermq`: within each half, lane i from the lane that bits 2i and 2i + 1 name.
    pub(crate) fn permute<const ORDER: i32>(self) -> Self {
        let from = |lane: usize| ORDER.cast_unsigned() >> (2 * (lane % 4)) & 3;
        Self(word::picked(self.0, self.0, |lane| {
            lane / 4 * 4 + from(lane) as usize
        }))
    }

    /// `vshufi64x2`, both operands alike.
    pub(crate) fn exchange_halves(self) -> Self {
        Self(word::picked(self.0, self.0, |lane| lane ^ 4))
    }

    /// `vpermt2q`, by constant indices.
    pub(crate) fn select(self, low: Self, high: Self) -> Self {
        let order = word::get(self.0).map(|word| word.constant().expect("a constant index") % 16);
        let from = |lane: usize| usize::try_from(order[lane]).expect("below 16");
        Self(word::picked(low.0, high.0, from))
    }

    /// What the instructions `vpunpcklqdq`, `vpunpckhqdq` and `vshufi64x2` do together.
    pub(crate) fn transpose(rows: [Self; 8]) -> [Self; 8] {
        let rows = rows.map(|row| word::get(row.0));
        std::array::from_fn(|column| Self(word::put(std::array::from_fn(|row| rows[row][column]))))
    }
}

impl Add for U64x8 {
    type Output = Self;

    #[track_caller]
    fn add(self, other: Self) -> Self {
        Self(word::add::<8>(self.0, other.0))
    }
}

impl Sub for U64x8 {
    type Output = Self;

    #[track_caller]
    fn sub(self, other: Self) -> Self {
        Self(word::sub::<8>(self.0, other.0))
    }
}

impl BitAnd for U64x8 {
    type Output = Self;

    #[track_caller]
    fn bitand(self, other: Self) -> Self {
        Self(word::and::<8>(self.0, other.0))
    }
}

impl BitXor for U64x8 {
    type Output = Self;

    fn bitxor(self, _: Self) -> Self {
        unreachable!("hashes alone use it")
    }
}

impl Word for U64x8 {
    fn rotate_right<const N: u32>(self) -> Self {
        unreachable!("hashes alone use it")
    }

    #[track_caller]
    fn shift_right<const N: u32>(self) -> Self {
        Self(word::shift_right::<8>(self.0, N))
    }

    /// `vmovdqa64` with a mask.
    fn with(self, mask: u8, if_set: Self) -> Self {
        let from = |lane| {
            if mask >> lane & 1 == 1 {
                lane + 8
            } else {
                lane
            }
        };
        Self(word::picked(self.0, if_set.0, from))
    }

    fn lanes(self) -> Lanes<u64> {
        word::get(self.0).map(word::to_memory)
    }
}

impl Abstract for Ifma {
    const NAME: &'static str = "ifma";
    /// The bound that `Element` states.
    const LIMBS: &'static [Limb] = &Limb::five((1 << 51) + (1 << 14));
    /// What the instruction takes. Sums and differences are carried, so that only a row's product
    /// exceeds the bound of `Element`.
    const LOOSE: &'static [u64] = &[(1 << 52) - 1; 5];

    fn field_of(self, limbs: &[Vector]) -> Element {
        Element(std::array::from_fn(|i| U64x8(word::put(limbs[i]))))
    }

    fn limbs_of(field: Element) -> Vec<Vector> {
        field.0.map(|limb| word::get(limb.0)).to_vec()
    }

    fn loose_of(self, limbs: &[Vector]) -> Element {
        self.field_of(limbs)
    }

    fn loose_limbs_of(loose: Element) -> Vec<Vector> {
        Self::limbs_of(loose)
    }
}
