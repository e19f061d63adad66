//! The instructions: all unsafe code of this backend.

#![expect(unsafe_code, reason = "instructions that not every processor has")]

use crate::backend::{Lanes, MAX_LANES, Routine, Word};
use std::arch::asm;
use std::arch::x86_64::{
    __m256i, _mm256_add_epi64, _mm256_and_si256, _mm256_blendv_epi8, _mm256_loadu_si256,
    _mm256_permute2x128_si256, _mm256_permute4x64_epi64, _mm256_set1_epi64x, _mm256_sllv_epi64,
    _mm256_srlv_epi64, _mm256_storeu_si256, _mm256_sub_epi64, _mm256_unpackhi_epi64,
    _mm256_unpacklo_epi64, _mm256_xor_si256,
};
use std::ops::{Add, BitAnd, BitXor, Sub};

/// Proof that the processor has the instructions: only [`Self::detect`] makes one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

/// A 64-bit word in each of four lanes. Only [`Avx2`] and other words make one: its existence
/// proves that the processor has the instructions.
#[derive(Clone, Copy)]
pub(crate) struct U64x4(__m256i);

/// Calls an intrinsic on vectors.
macro_rules! on_vectors {
    ($call:expr) => {
        // SAFETY: the processor has the instruction, because an `Avx2` or `U64x4` exists; the
        // instruction touches no memory.
        unsafe { $call }
    };
}

/// The products of the low 32 bits of each lane.
///
/// LLVM treats the intrinsic as a 64-bit product of masked operands. It removes masks that change
/// nothing, then loses track of them and computes 64-bit products of three instructions each:
/// verification took a third longer.
#[inline]
#[target_feature(enable = "avx2")]
fn multiply_low(a: __m256i, b: __m256i) -> __m256i {
    let product;
    // SAFETY: one instruction of AVX2, which this function is compiled for; it accesses only its
    // operands.
    unsafe {
        asm!(
            "vpmuludq {product}, {a}, {b}",
            product = lateout(ymm_reg) product,
            a = in(ymm_reg) a,
            b = in(ymm_reg) b,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    product
}

impl Avx2 {
    /// `None` if the processor or the system lacks this backend's instructions.
    pub(crate) fn detect() -> Option<Self> {
        is_x86_feature_detected!("avx2").then_some(Self(()))
    }

    /// Calls a function that is compiled for the instructions and not inlined.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(super) fn call<R: Routine>(self, routine: R) -> R::Output {
        #[target_feature(enable = "avx2")]
        #[inline(never)]
        fn with_instructions<R: Routine>(routine: R) -> R::Output {
            routine.run()
        }
        // SAFETY: the processor has the instructions, as `self` shows.
        unsafe { with_instructions(routine) }
    }

    /// The same word in all lanes.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(super) fn splat(self, word: u64) -> U64x4 {
        U64x4(on_vectors!(_mm256_set1_epi64x(word.cast_signed())))
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    pub(super) fn load(self, words: &[u64; 4]) -> U64x4 {
        // SAFETY: the processor has the instruction, because `self` exists; `words` are 32 readable
        // bytes, and the instruction requires no alignment.
        U64x4(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
    }
}

impl U64x4 {
    /// The same word in all lanes.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(super) fn splat(self, word: u64) -> Self {
        Avx2(()).splat(word)
    }

    /// Calls a function that is compiled for the instructions and not inlined.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(super) fn call<R: Routine>(self, routine: R) -> R::Output {
        Avx2(()).call(routine)
    }

    /// The product of the low 32 bits of both.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(super) fn times(self, other: Self) -> Self {
        Self(on_vectors!(multiply_low(self.0, other.0)))
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    pub(super) fn shift_left<const N: u32>(self) -> Self {
        let count = self.splat(u64::from(N));
        Self(on_vectors!(_mm256_sllv_epi64(self.0, count.0)))
    }

    /// The words in the order `ORDER`: two bits for each word, the first one lowest.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(super) fn permute<const ORDER: i32>(self) -> Self {
        Self(on_vectors!(_mm256_permute4x64_epi64::<ORDER>(self.0)))
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn unpack_low(self, other: Self) -> Self {
        Self(on_vectors!(_mm256_unpacklo_epi64(self.0, other.0)))
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn unpack_high(self, other: Self) -> Self {
        Self(on_vectors!(_mm256_unpackhi_epi64(self.0, other.0)))
    }

    /// The first pair of words of each operand.
    #[cfg_attr(not(unoptimised), inline(always))]
    fn first_pairs(self, other: Self) -> Self {
        Self(on_vectors!(_mm256_permute2x128_si256::<0x20>(
            self.0, other.0
        )))
    }

    /// The second pair of words of each operand.
    #[cfg_attr(not(unoptimised), inline(always))]
    fn second_pairs(self, other: Self) -> Self {
        Self(on_vectors!(_mm256_permute2x128_si256::<0x31>(
            self.0, other.0
        )))
    }

    /// Transposes rows into columns.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(super) fn transpose([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        let (even_ab, odd_ab) = (a.unpack_low(b), a.unpack_high(b));
        let (even_cd, odd_cd) = (c.unpack_low(d), c.unpack_high(d));
        [
            even_ab.first_pairs(even_cd),
            odd_ab.first_pairs(odd_cd),
            even_ab.second_pairs(even_cd),
            odd_ab.second_pairs(odd_cd),
        ]
    }
}

impl Add for U64x4 {
    type Output = Self;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn add(self, other: Self) -> Self {
        Self(on_vectors!(_mm256_add_epi64(self.0, other.0)))
    }
}

impl Sub for U64x4 {
    type Output = Self;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn sub(self, other: Self) -> Self {
        Self(on_vectors!(_mm256_sub_epi64(self.0, other.0)))
    }
}

impl BitAnd for U64x4 {
    type Output = Self;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn bitand(self, other: Self) -> Self {
        Self(on_vectors!(_mm256_and_si256(self.0, other.0)))
    }
}

impl BitXor for U64x4 {
    type Output = Self;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn bitxor(self, other: Self) -> Self {
        Self(on_vectors!(_mm256_xor_si256(self.0, other.0)))
    }
}

/// The vectors of all bit masks of lanes.
static MASKS: [[u64; 4]; 16] = {
    let mut masks = [[0; 4]; 16];
    let mut bits = 0;
    while bits < 16 {
        let mut lane = 0;
        while lane < 4 {
            if bits >> lane & 1 == 1 {
                masks[bits][lane] = u64::MAX;
            }
            lane += 1;
        }
        bits += 1;
    }
    masks
};

impl Word for U64x4 {
    #[cfg_attr(not(unoptimised), inline(always))]
    fn rotate_right<const N: u32>(self) -> Self {
        let count = self.splat(u64::from(64 - N));
        let wrapped = Self(on_vectors!(_mm256_sllv_epi64(self.0, count.0)));
        self.shift_right::<N>() ^ wrapped
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn shift_right<const N: u32>(self) -> Self {
        let count = self.splat(u64::from(N));
        Self(on_vectors!(_mm256_srlv_epi64(self.0, count.0)))
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn with(self, mask: u8, if_set: Self) -> Self {
        let mask = Avx2(()).load(&MASKS[usize::from(mask & 0b1111)]);
        Self(on_vectors!(_mm256_blendv_epi8(self.0, if_set.0, mask.0)))
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn lanes(self) -> Lanes<u64> {
        let mut lanes = [0_u64; MAX_LANES];
        // SAFETY: the processor has the instruction, because `self` exists; `lanes` are more than
        // 32 writable bytes, and the instruction requires no alignment.
        unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), self.0) };
        lanes
    }
}
