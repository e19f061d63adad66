//! Two elements side by side. A chain of steps waits for its own results; a processor works on two
//! chains at the same time.

use crate::backend::{Field, Multipliable};
use std::ops::{Add, Mul, Sub};

/// Two elements.
#[derive(Clone, Copy)]
pub(crate) struct Both<T>(pub(crate) T, pub(crate) T);

impl<T: Add> Add for Both<T> {
    type Output = Both<T::Output>;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn add(self, other: Self) -> Self::Output {
        Both(self.0 + other.0, self.1 + other.1)
    }
}

impl<T: Sub> Sub for Both<T> {
    type Output = Both<T::Output>;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn sub(self, other: Self) -> Self::Output {
        Both(self.0 - other.0, self.1 - other.1)
    }
}

impl<T: Mul> Mul for Both<T> {
    type Output = Both<T::Output>;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn mul(self, other: Self) -> Self::Output {
        Both(self.0 * other.0, self.1 * other.1)
    }
}

impl<F: Field> Field for Both<F> {
    type Loose = Both<F::Loose>;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn loose(self) -> Self::Loose {
        Both(self.0.loose(), self.1.loose())
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn twice_minus(self, other: Self) -> Self::Loose {
        Both(self.0.twice_minus(other.0), self.1.twice_minus(other.1))
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn with(self, mask: u8, if_set: Self) -> Self {
        Both(self.0.with(mask, if_set.0), self.1.with(mask, if_set.1))
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn exchanged<const DISTANCE: usize>(self) -> Self {
        Both(
            self.0.exchanged::<DISTANCE>(),
            self.1.exchanged::<DISTANCE>(),
        )
    }
}

impl<L: Multipliable> Multipliable for Both<L> {
    type Field = Both<L::Field>;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn carry(self) -> Self::Field {
        Both(self.0.carry(), self.1.carry())
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn square(self) -> Self::Field {
        Both(self.0.square(), self.1.square())
    }
}
