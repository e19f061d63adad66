//! The instructions: all unsafe code of this backend.

#![expect(unsafe_code, reason = "instructions that not every processor has")]

use crate::backend::stack_place::at_stack_place;
use crate::backend::{Lanes, Routine, Word};
use std::arch::x86_64::{
    __m512i, _mm512_add_epi64, _mm512_and_si512, _mm512_loadu_si512, _mm512_madd52hi_epu64,
    _mm512_madd52lo_epu64, _mm512_mask_mov_epi64, _mm512_mullo_epi64, _mm512_permutex_epi64,
    _mm512_permutex2var_epi64, _mm512_rorv_epi64, _mm512_set1_epi64, _mm512_shuffle_i64x2,
    _mm512_srlv_epi64, _mm512_storeu_si512, _mm512_sub_epi64, _mm512_unpackhi_epi64,
    _mm512_unpacklo_epi64, _mm512_xor_si512,
};
use std::ops::{Add, BitAnd, BitXor, Sub};

/// Proof that the processor has the instructions: only [`Self::detect`] makes one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ifma(());

/// A 64-bit word in each of eight lanes. Only [`Ifma`] and other words make one: its existence
/// proves that the processor has the instructions.
#[derive(Clone, Copy)]
pub(crate) struct U64x8(__m512i);

/// Calls an intrinsic on vectors.
macro_rules! on_vectors {
    ($call:expr) => {
        // SAFETY: the processor has the instruction, because an `Ifma` or `U64x8` exists; the
        // instruction touches no memory.
        unsafe { $call }
    };
}

impl Ifma {
    /// `None` if the processor or the system lacks this backend's instructions.
    pub(crate) fn detect() -> Option<Self> {
        let supported = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512ifma")
            && is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi2");
        supported.then_some(Self(()))
    }

    /// Runs code that is compiled for the instructions, at a fixed place of the stack.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn call<R: Routine>(self, routine: R) -> R::Output {
        // The features that `detect` requires.
        #[target_feature(enable = "avx512f,avx512dq,avx512ifma,avx2,bmi2")]
        #[inline(never)]
        fn with_instructions<R: Routine>(routine: R) -> R::Output {
            routine.run()
        }
        at_stack_place(|| {
            // SAFETY: the processor has the instructions, because `self` exists.
            unsafe { with_instructions(routine) }
        })
    }

    /// The same word in all lanes.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(super) fn splat(self, word: u64) -> U64x8 {
        U64x8(on_vectors!(_mm512_set1_epi64(word.cast_signed())))
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    pub(super) fn load(self, words: &[u64; 8]) -> U64x8 {
        // SAFETY: the processor has the instruction, because `self` exists; `words` are 64 readable
        // bytes, and the instruction requires no alignment.
        U64x8(unsafe { _mm512_loadu_si512(words.as_ptr().cast()) })
    }
}

impl U64x8 {
    /// The same word in all lanes.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(super) fn splat(self, word: u64) -> Self {
        Ifma(()).splat(word)
    }

    /// `self` plus the low 52 bits of the product of the operands' low 52 bits.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(super) fn add_low(self, a: Self, b: Self) -> Self {
        Self(on_vectors!(_mm512_madd52lo_epu64(self.0, a.0, b.0)))
    }

    /// `self` plus the high 52 bits of the product of the operands' low 52 bits.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(super) fn add_high(self, a: Self, b: Self) -> Self {
        Self(on_vectors!(_mm512_madd52hi_epu64(self.0, a.0, b.0)))
    }

    /// The low 64 bits of the product.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(super) fn times(self, other: Self) -> Self {
        Self(on_vectors!(_mm512_mullo_epi64(self.0, other.0)))
    }

    /// The words of each half in the order `ORDER`: two bits for each word, the first one lowest.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(super) fn permute<const ORDER: i32>(self) -> Self {
        Self(on_vectors!(_mm512_permutex_epi64::<ORDER>(self.0)))
    }

    /// The upper four words, then the lower four.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(super) fn exchange_halves(self) -> Self {
        Self(on_vectors!(_mm512_shuffle_i64x2::<0b01_00_11_10>(
            self.0, self.0
        )))
    }

    /// The words of `low` and `high` at the indices, from 0 to 15, that are in `self`.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(super) fn select(self, low: Self, high: Self) -> Self {
        Self(on_vectors!(_mm512_permutex2var_epi64(
            low.0, self.0, high.0
        )))
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn unpack_low(self, other: Self) -> Self {
        Self(on_vectors!(_mm512_unpacklo_epi64(self.0, other.0)))
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn unpack_high(self, other: Self) -> Self {
        Self(on_vectors!(_mm512_unpackhi_epi64(self.0, other.0)))
    }

    /// The even pairs of words of both operands.
    #[cfg_attr(not(unoptimised), inline(always))]
    fn even_pairs(self, other: Self) -> Self {
        Self(on_vectors!(_mm512_shuffle_i64x2::<0b10_00_10_00>(
            self.0, other.0
        )))
    }

    /// The odd pairs of words of both operands.
    #[cfg_attr(not(unoptimised), inline(always))]
    fn odd_pairs(self, other: Self) -> Self {
        Self(on_vectors!(_mm512_shuffle_i64x2::<0b11_01_11_01>(
            self.0, other.0
        )))
    }

    /// Transposes rows into columns.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(super) fn transpose(rows: [Self; 8]) -> [Self; 8] {
        let [a, b, c, d, e, f, g, h] = rows;
        let (even01, odd01) = (a.unpack_low(b), a.unpack_high(b));
        let (even23, odd23) = (c.unpack_low(d), c.unpack_high(d));
        let (even45, odd45) = (e.unpack_low(f), e.unpack_high(f));
        let (even67, odd67) = (g.unpack_low(h), g.unpack_high(h));
        let [w0, w2, w4, w6] = Self::transpose_pairs([even01, even23, even45, even67]);
        let [w1, w3, w5, w7] = Self::transpose_pairs([odd01, odd23, odd45, odd67]);
        [w0, w1, w2, w3, w4, w5, w6, w7]
    }

    /// Transposes rows into columns, by pairs of words.
    #[cfg_attr(not(unoptimised), inline(always))]
    fn transpose_pairs([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        let (even_ab, odd_ab) = (a.even_pairs(b), a.odd_pairs(b));
        let (even_cd, odd_cd) = (c.even_pairs(d), c.odd_pairs(d));
        [
            even_ab.even_pairs(even_cd),
            odd_ab.even_pairs(odd_cd),
            even_ab.odd_pairs(even_cd),
            odd_ab.odd_pairs(odd_cd),
        ]
    }
}

impl Add for U64x8 {
    type Output = Self;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn add(self, other: Self) -> Self {
        Self(on_vectors!(_mm512_add_epi64(self.0, other.0)))
    }
}

impl Sub for U64x8 {
    type Output = Self;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn sub(self, other: Self) -> Self {
        Self(on_vectors!(_mm512_sub_epi64(self.0, other.0)))
    }
}

impl BitAnd for U64x8 {
    type Output = Self;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn bitand(self, other: Self) -> Self {
        Self(on_vectors!(_mm512_and_si512(self.0, other.0)))
    }
}

impl BitXor for U64x8 {
    type Output = Self;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn bitxor(self, other: Self) -> Self {
        Self(on_vectors!(_mm512_xor_si512(self.0, other.0)))
    }
}

impl Word for U64x8 {
    #[cfg_attr(not(unoptimised), inline(always))]
    fn rotate_right<const N: u32>(self) -> Self {
        let count = self.splat(u64::from(N));
        Self(on_vectors!(_mm512_rorv_epi64(self.0, count.0)))
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn shift_right<const N: u32>(self) -> Self {
        let count = self.splat(u64::from(N));
        Self(on_vectors!(_mm512_srlv_epi64(self.0, count.0)))
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn with(self, mask: u8, if_set: Self) -> Self {
        Self(on_vectors!(_mm512_mask_mov_epi64(self.0, mask, if_set.0)))
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn lanes(self) -> Lanes<u64> {
        let mut lanes = [0_u64; 8];
        // SAFETY: the processor has the instruction, because `self` exists; `lanes` are 64 writable
        // bytes, and the instruction requires no alignment.
        unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), self.0) };
        lanes
    }
}
