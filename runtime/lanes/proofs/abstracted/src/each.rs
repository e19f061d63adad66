//! A value in each lane of an exact machine: a field element, or a word of a hash.

use crate::backend::{Field, Multipliable};
use crate::form::Form;
use std::ops::{Add, BitAnd, BitXor, Mul, Sub};

#[derive(Clone, Copy)]
pub(crate) struct Each<T, const LANES: usize>(pub(crate) [T; LANES]);

impl<T: Copy, const LANES: usize> Each<T, LANES> {
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
                Self(std::array::from_fn(|lane| self.0[lane].$method(other.0[lane])))
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

impl<const LANES: usize> Multipliable for Each<Form, LANES> {
    type Field = Self;

    fn carry(self) -> Self {
        self
    }

    fn square(self) -> Self {
        self * self
    }
}

impl<const LANES: usize> Field for Each<Form, LANES> {
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
