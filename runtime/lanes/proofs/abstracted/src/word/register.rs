//! Vector registers of abstract words, and the instructions that both kinds of vectors have. Those of
//! one kind alone are in `words`.

use super::vector::world;
use super::{Vector, Words, from_memory, to_memory};
use crate::backend::{Lanes, MAX_LANES, Routine, Word};
use std::ops::{Add, BitAnd, BitXor, Sub};
use std::panic::Location;

/// The index of a vector, whose first lanes are the register's.
#[derive(Clone, Copy)]
pub(crate) struct Register<const LANES: usize>(u32);

/// A processor that has the instructions of such registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instructions<const LANES: usize>(());

impl<const LANES: usize> Instructions<LANES> {
    #[expect(clippy::unnecessary_wraps, reason = "the instructions may be absent")]
    pub(crate) fn detect() -> Option<Self> {
        Some(Self(()))
    }

    pub(crate) fn call<R: Routine>(self, routine: R) -> R::Output {
        routine.run()
    }

    /// The same word in all lanes.
    pub(crate) fn splat(self, word: u64) -> Register<LANES> {
        Register::of([from_memory(word); 8])
    }

    pub(crate) fn load(self, words: &[u64; LANES]) -> Register<LANES> {
        let word = |lane: usize| from_memory(words.get(lane).copied().unwrap_or(0));
        Register::of(std::array::from_fn(word))
    }
}

impl<const LANES: usize> Register<LANES> {
    pub(crate) fn of(vector: Vector) -> Self {
        world(|world| {
            world.vectors.push(vector);
            let index = u32::try_from(world.vectors.len() - 1);
            Self(index.expect("fewer than 2^32 operations"))
        })
    }

    pub(crate) fn vector(self) -> Vector {
        world(|world| world.vectors[self.0 as usize])
    }

    pub(crate) fn splat(self, word: u64) -> Self {
        Instructions(()).splat(word)
    }

    /// Applies an instruction in each lane. Fails where an operand may exceed what the instruction accepts, or
    /// the result may wrap.
    #[track_caller]
    #[expect(clippy::panic, reason = "a proof fails")]
    pub(crate) fn with_each(
        self,
        name: &str,
        other: Self,
        word: impl Fn(&mut Words, super::Word, super::Word) -> Option<super::Word>,
    ) -> Self {
        let (mut result, others) = (self.vector(), other.vector());
        for (lane, (a, b)) in result.iter_mut().zip(others).enumerate().take(LANES) {
            let Some(found) = world(|world| word(&mut world.words, *a, b)) else {
                let place = Location::caller();
                panic!("{name}, {place}, lane {lane}: operands {a:x?} and {b:x?}")
            };
            *a = found;
        }
        Self::of(result)
    }

    /// Each lane's word from a lane of `self` or, beyond the first eight, of `other`.
    pub(crate) fn picked(self, other: Self, from: impl Fn(usize) -> usize) -> Self {
        let (a, b) = (self.vector(), other.vector());
        Self::of(std::array::from_fn(|lane| match from(lane) {
            source @ 0..8 => a[source],
            source => b[source - 8],
        }))
    }

    /// `vpermq`: within each four lanes, lane i from the lane that bits 2i and 2i + 1 name.
    pub(crate) fn permute<const ORDER: i32>(self) -> Self {
        let from = |lane: usize| ORDER.cast_unsigned() >> (2 * (lane % 4)) & 3;
        self.picked(self, |lane| lane / 4 * 4 + from(lane) as usize)
    }

    /// What the instructions `vpunpcklqdq` and `vpunpckhqdq`, and `vshufi64x2` or `vperm2i128`, do
    /// together.
    pub(crate) fn transpose(rows: [Self; LANES]) -> [Self; LANES] {
        let rows = rows.map(Self::vector);
        let word = |row: usize, column: usize| rows[row % LANES][column];
        std::array::from_fn(|column| Self::of(std::array::from_fn(|row| word(row, column))))
    }
}

/// Operators that are an instruction in each lane.
macro_rules! in_each_lane {
    ($($operator:ident::$method:ident = $result:literal, $word:ident;)*) => {$(
        impl<const LANES: usize> $operator for Register<LANES> {
            type Output = Self;

            #[track_caller]
            fn $method(self, other: Self) -> Self {
                self.with_each($result, other, Words::$word)
            }
        }
    )*};
}
in_each_lane! {
    Add::add = "the sum", add; // vpaddq
    Sub::sub = "the difference", sub; // vpsubq
    BitAnd::bitand = "the mask", and; // vpand
}

impl<const LANES: usize> BitXor for Register<LANES> {
    type Output = Self;

    fn bitxor(self, _: Self) -> Self {
        unreachable!("hashes alone use it")
    }
}

impl<const LANES: usize> Word for Register<LANES> {
    fn rotate_right<const N: u32>(self) -> Self {
        unreachable!("hashes alone use it")
    }

    /// `vpsrlvq`, by the same count in each lane.
    #[track_caller]
    fn shift_right<const N: u32>(self) -> Self {
        self.with_each("the shift to the right", self, |words, a, _| {
            Some(words.shift_right(a, N))
        })
    }

    /// `vmovdqa64` with a mask, or `vpblendvb` by whole words.
    fn with(self, mask: u8, if_set: Self) -> Self {
        self.picked(if_set, |lane| {
            if mask >> lane & 1 == 1 {
                lane + 8
            } else {
                lane
            }
        })
    }

    fn lanes(self) -> Lanes<u64> {
        let mut lanes = [0; MAX_LANES];
        for (lane, word) in lanes.iter_mut().zip(self.vector()).take(LANES) {
            *lane = to_memory(word);
        }
        lanes
    }
}
