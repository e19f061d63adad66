//! A value in each lane of an exact machine: a field element, or a word of a hash.

use crate::backend::{Field, Multipliable};
use std::ops::{Add, BitAnd, BitXor, Mul, Sub};

#[derive(Clone, Copy)]
pub(crate) struct Each<T, const LANES: usize>(pub(crate) [T; LANES]);

impl<T: Copy, const LANES: usize> Each<T, LANES> {
    fn with_each(self, other: Self, of: impl Fn(T, T) -> T) -> Self {
        Self(std::array::from_fn(|lane| of(self.0[lane], other.0[lane])))
    }

    /// `if_set` in the lanes of the bit mask, `self` in the others.
    pub(crate) fn blended(self, mask: u8, if_set: Self) -> Self {
        let is_set = |lane: usize| mask >> lane & 1 == 1;
        let of = |lane: usize| if is_set(lane) { &if_set } else { &self };
        Self(std::array::from_fn(|lane| of(lane).0[lane]))
    }
}

macro_rules! in_each_lane {
    ($($operation:ident $method:ident),*) => {$(
        impl<T: Copy + $operation<Output = T>, const LANES: usize> $operation for Each<T, LANES> {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                self.with_each(other, $operation::$method)
            }
        }
    )*};
}
in_each_lane!(Add add, Sub sub, Mul mul, BitAnd bitand, BitXor bitxor);

/// Implements operators on two values of a type.
macro_rules! operators {
    ($type:ty: $($operator:ident::$method:ident = |$a:ident, $b:ident| $result:expr;)*) => {$(
        impl std::ops::$operator for $type {
            type Output = Self;

            fn $method(self, $b: Self) -> Self {
                let $a = self;
                $result
            }
        }
    )*};
}
pub(crate) use operators;

/// Values of which any can be added and multiplied, whatever was computed before.
pub(crate) trait Ring:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
}

impl<T: Ring, const LANES: usize> Multipliable for Each<T, LANES> {
    type Field = Self;

    fn carry(self) -> Self {
        self
    }

    fn square(self) -> Self {
        self * self
    }
}

impl<T: Ring, const LANES: usize> Field for Each<T, LANES> {
    type Loose = Self;

    fn loose(self) -> Self {
        self
    }

    fn twice_minus(self, other: Self) -> Self {
        self + self - other
    }

    fn with(self, mask: u8, if_set: Self) -> Self {
        self.blended(mask, if_set)
    }

    fn exchanged<const DISTANCE: usize>(self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane ^ DISTANCE]))
    }
}
