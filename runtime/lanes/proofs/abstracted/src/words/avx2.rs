//! The instructions of four lanes over abstract words, in place of the processor's.

use super::field::{Loose, Tight};
use crate::backend::{Lanes, MAX_LANES, Routine, Word};
use crate::claims::machine::{Abstract, Limb};
use crate::word::{self, Vector};
use std::ops::{Add, BitAnd, BitXor, Sub};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

/// The index of four abstract words.
#[derive(Clone, Copy)]
pub(crate) struct U64x4(u32);

impl Avx2 {
    #[expect(clippy::unnecessary_wraps, reason = "the instructions may be absent")]
    pub(crate) fn detect() -> Option<Self> {
        Some(Self(()))
    }

    pub(crate) fn call<R: Routine>(self, routine: R) -> R::Output {
        routine.run()
    }

    pub(crate) fn splat(self, word: u64) -> U64x4 {
        U64x4(word::put([word::from_memory(word); 8]))
    }

    pub(crate) fn load(self, words: &[u64; 4]) -> U64x4 {
        let [a, b, c, d] = *words;
        U64x4(word::load([a, b, c, d, 0, 0, 0, 0]))
    }
}

impl U64x4 {
    pub(crate) fn splat(self, word: u64) -> Self {
        Avx2(()).splat(word)
    }

    pub(crate) fn call<R: Routine>(self, routine: R) -> R::Output {
        routine.run()
    }

    /// The instruction ignores bits from 32 on; a proof that there are none is part of this.
    #[track_caller]
    pub(crate) fn times(self, other: Self) -> Self {
        Self(word::times::<4>(self.0, other.0, 32))
    }

    #[track_caller]
    pub(crate) fn shift_left<const N: u32>(self) -> Self {
        Self(word::shift_left::<4>(self.0, N))
    }

    /// `vpermq`: lane i from the lane that bits 2i and 2i + 1 name.
    pub(crate) fn permute<const ORDER: i32>(self) -> Self {
        let from = |lane: usize| ORDER.cast_unsigned() >> (2 * (lane % 4)) & 3;
        Self(word::picked(self.0, self.0, |lane| from(lane) as usize))
    }

    /// What the instructions `vpunpcklqdq`, `vpunpckhqdq` and `vperm2i128` do together.
    pub(crate) fn transpose(rows: [Self; 4]) -> [Self; 4] {
        let rows = rows.map(|row| word::get(row.0));
        let word = |row: usize, column: usize| rows[row % 4][column];
        std::array::from_fn(|column| Self(word::put(std::array::from_fn(|row| word(row, column)))))
    }
}

impl Add for U64x4 {
    type Output = Self;

    #[track_caller]
    fn add(self, other: Self) -> Self {
        Self(word::add::<4>(self.0, other.0))
    }
}

impl Sub for U64x4 {
    type Output = Self;

    #[track_caller]
    fn sub(self, other: Self) -> Self {
        Self(word::sub::<4>(self.0, other.0))
    }
}

impl BitAnd for U64x4 {
    type Output = Self;

    #[track_caller]
    fn bitand(self, other: Self) -> Self {
        Self(word::and::<4>(self.0, other.0))
    }
}

impl BitXor for U64x4 {
    type Output = Self;

    fn bitxor(self, _: Self) -> Self {
        unreachable!("hashes alone use it")
    }
}

impl Word for U64x4 {
    fn rotate_right<const N: u32>(self) -> Self {
        unreachable!("hashes alone use it")
    }

    #[track_caller]
    fn shift_right<const N: u32>(self) -> Self {
        Self(word::shift_right::<4>(self.0, N))
    }

    /// `vpblendvb`, by whole words.
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
        let words = word::get(self.0);
        let mut lanes = [0; MAX_LANES];
        for (lane, word) in lanes.iter_mut().zip(words).take(4) {
            *lane = word::to_memory(word);
        }
        lanes
    }
}

/// The bounds that `Tight` states: 257/256 times 2^26 or 2^25.
const EVEN: u64 = (1 << 26) + (1 << 18);
const ODD: u64 = (1 << 25) + (1 << 17);

impl Abstract for Avx2 {
    const NAME: &'static str = "avx2";
    const LIMBS: &'static [Limb] = &Limb::ten(EVEN, ODD);
    const LOOSE: &'static [u64] = &[
        3 * EVEN,
        3 * ODD,
        3 * EVEN,
        3 * ODD,
        3 * EVEN,
        3 * ODD,
        3 * EVEN,
        3 * ODD,
        3 * EVEN,
        3 * ODD,
    ];

    fn field_of(self, limbs: &[Vector]) -> Tight {
        Tight(std::array::from_fn(|i| U64x4(word::put(limbs[i]))))
    }

    fn limbs_of(field: Tight) -> Vec<Vector> {
        field.0.map(|limb| word::get(limb.0)).to_vec()
    }

    fn loose_of(self, limbs: &[Vector]) -> Loose {
        Loose(std::array::from_fn(|i| U64x4(word::put(limbs[i]))))
    }

    fn loose_limbs_of(loose: Loose) -> Vec<Vector> {
        loose.0.map(|limb| word::get(limb.0)).to_vec()
    }
}
