//! The instructions of [`super`], emulated for `--cfg emulated_ifma`: with them, tests of all code
//! above run on any processor. The proofs compare these and the processor's with their own.
//!
//! Eight words are an index into a list, and operations are calls that do not unwind. A whole
//! verification is inlined down to these calls; in any other form, compiling it takes hours.

use crate::backend::stack_place::at_stack_place;
use crate::backend::{Lanes, Routine, Word};
use std::cell::{Cell, RefCell};
use std::ops::{Add, BitAnd, BitXor, Sub};

/// The 52 bits of a factor.
const FACTOR: u64 = (1 << 52) - 1;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Ifma(());

/// The index of eight words in [`PLACES`].
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct U64x8(u32);

thread_local! {
    /// All words since the start of the outermost call of [`Ifma::call`], which none outlives.
    static PLACES: RefCell<Vec<[u64; 8]>> = const { RefCell::new(Vec::new()) };
    /// The number of calls of [`Ifma::call`] that have not returned.
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

impl Ifma {
    #[expect(clippy::unnecessary_wraps, reason = "the instructions may be absent")]
    pub(crate) fn detect() -> Option<Self> {
        Some(Self(()))
    }

    #[inline(always)]
    pub(crate) fn call<R: Routine>(self, routine: R) -> R::Output {
        if CALLS.get() == 0 {
            PLACES.with_borrow_mut(Vec::clear);
        }
        CALLS.set(CALLS.get() + 1);
        let output = at_stack_place(|| routine.run());
        CALLS.set(CALLS.get() - 1);
        output
    }

    #[inline(always)]
    pub(super) fn splat(self, word: u64) -> U64x8 {
        U64x8::of(&[word; 8])
    }

    #[inline(always)]
    pub(super) fn load(self, words: &[u64; 8]) -> U64x8 {
        U64x8::of(words)
    }
}

/// The product of two factors: its lowest 52 bits, and those above.
#[expect(clippy::cast_possible_truncation, reason = "of 104 bits")]
fn product(a: u64, b: u64) -> [u64; 2] {
    let product = u128::from(a & FACTOR) * u128::from(b & FACTOR);
    [product as u64 & FACTOR, (product >> 52) as u64]
}

impl U64x8 {
    #[inline(never)]
    extern "C" fn of(words: &[u64; 8]) -> Self {
        Self::from([], |[]| *words)
    }

    /// New words, computed from those of `others`.
    fn from<const N: usize>(others: [Self; N], words: impl Fn([&[u64; 8]; N]) -> [u64; 8]) -> Self {
        PLACES.with_borrow_mut(|places| {
            let number = u32::try_from(places.len()).expect("fewer than 256 GiB");
            places.push(words(others.map(|it| &places[it.0 as usize])));
            Self(number)
        })
    }

    #[inline(never)]
    extern "C" fn store(self, words: &mut [u64; 8]) {
        *words = PLACES.with_borrow(|places| places[self.0 as usize]);
    }

    /// New words, each from one word of each operand.
    fn each<const N: usize>(operands: [Self; N], word: impl Fn([u64; N]) -> u64) -> Self {
        Self::from(operands, |all| {
            std::array::from_fn(|i| word(all.map(|words| words[i])))
        })
    }

    #[inline(always)]
    pub(super) fn splat(self, word: u64) -> Self {
        Self::of(&[word; 8])
    }

    #[inline(never)]
    pub(super) extern "C" fn add_low(self, a: Self, b: Self) -> Self {
        Self::each([self, a, b], |[it, a, b]| it.wrapping_add(product(a, b)[0]))
    }

    #[inline(never)]
    pub(super) extern "C" fn add_high(self, a: Self, b: Self) -> Self {
        Self::each([self, a, b], |[it, a, b]| it.wrapping_add(product(a, b)[1]))
    }

    #[inline(never)]
    pub(super) extern "C" fn times(self, other: Self) -> Self {
        Self::each([self, other], |[a, b]| a.wrapping_mul(b))
    }

    #[inline(never)]
    pub(super) extern "C" fn permute<const ORDER: i32>(self) -> Self {
        let from = |i: usize| (ORDER.cast_unsigned() >> (i % 4 * 2)) as usize % 4;
        Self::from([self], |[words]| {
            std::array::from_fn(|i| words[i / 4 * 4 + from(i)])
        })
    }

    #[inline(never)]
    pub(super) extern "C" fn exchange_halves(self) -> Self {
        Self::from([self], |[words]| {
            std::array::from_fn(|i| words[(i + 4) % 8])
        })
    }

    #[inline(never)]
    pub(super) extern "C" fn select(self, low: Self, high: Self) -> Self {
        Self::from([self, low, high], |[numbers, low, high]| {
            numbers.map(|number| {
                let number = usize::from(number.to_le_bytes()[0] % 16);
                *low.get(number).unwrap_or_else(|| &high[number - 8])
            })
        })
    }

    #[inline(always)]
    pub(super) fn transpose(rows: [Self; 8]) -> [Self; 8] {
        let mut columns = rows;
        Self::transpose_in_place(&mut columns);
        columns
    }

    #[inline(never)]
    extern "C" fn transpose_in_place(rows: &mut [Self; 8]) {
        let column = |i: usize| Self::from(*rows, |rows| rows.map(|row| row[i]));
        *rows = std::array::from_fn(column);
    }

    #[inline(never)]
    extern "C" fn rotated(self, count: u32) -> Self {
        Self::each([self], |[word]| word.rotate_right(count))
    }

    #[inline(never)]
    extern "C" fn shifted(self, count: u32) -> Self {
        Self::each([self], |[word]| word >> count)
    }

    #[inline(never)]
    extern "C" fn blended(self, mask: u8, if_set: Self) -> Self {
        let choose = |i: usize, word, if_set| if mask >> i & 1 == 1 { if_set } else { word };
        Self::from([self, if_set], |[words, if_set]| {
            std::array::from_fn(|i| choose(i, words[i], if_set[i]))
        })
    }
}

/// An operator on the words of both operands.
macro_rules! operator {
    ($operator:ident::$method:ident: $word:path) => {
        impl $operator for U64x8 {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                #[inline(never)]
                extern "C" fn of_both(a: U64x8, b: U64x8) -> U64x8 {
                    U64x8::each([a, b], |[a, b]| $word(a, b))
                }
                of_both(self, other)
            }
        }
    };
}

operator!(Add::add: u64::wrapping_add);
operator!(Sub::sub: u64::wrapping_sub);
operator!(BitAnd::bitand: u64::bitand);
operator!(BitXor::bitxor: u64::bitxor);

impl Word for U64x8 {
    #[inline(always)]
    fn rotate_right<const N: u32>(self) -> Self {
        self.rotated(N)
    }

    #[inline(always)]
    fn shift_right<const N: u32>(self) -> Self {
        self.shifted(N)
    }

    #[inline(always)]
    fn with(self, mask: u8, if_set: Self) -> Self {
        self.blended(mask, if_set)
    }

    #[inline(always)]
    fn lanes(self) -> Lanes<u64> {
        let mut words = [0; 8];
        self.store(&mut words);
        words
    }
}
