//! Polynomials modulo p, each as its value at one random point.

mod number;
mod random;

pub(crate) use number::Number;
pub(crate) use random::{any, bytes, seed};

use crate::each::operators;
use std::ops::Neg;

/// The largest degree of polynomials that are compared.
const MOST_DEGREE: u64 = 1 << 20;

/// A polynomial modulo p.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    /// Its value at the point.
    pub(crate) value: Number,
    /// Its derivative there, in the direction that inputs define: `value + slope e`, where `e^2` is zero.
    /// `claims::group` and `claims::exponents` explain its use.
    pub(crate) slope: Option<Number>,
    /// Its degree is at most this.
    pub(crate) degree: u64,
}

impl Form {
    pub(crate) const ZERO: Self = Self::constant(Number::ZERO);
    pub(crate) const ONE: Self = Self::constant(Number::ONE);

    pub(crate) const fn constant(value: Number) -> Self {
        Self {
            value,
            slope: None,
            degree: 0,
        }
    }

    pub(crate) fn of(number: u64) -> Self {
        Self::constant(Number::of(number))
    }

    /// A new variable.
    pub(crate) fn variable() -> Self {
        Self {
            value: any(),
            slope: None,
            degree: 1,
        }
    }

    /// Whether both have the same value and slope. Whatever their degrees: this alone proves nothing.
    pub(crate) fn agrees(self, other: Self) -> bool {
        let slope = |form: Self| form.slope.unwrap_or(Number::ZERO);
        self.value == other.value && slope(self) == slope(other)
    }

    pub(crate) fn square(self) -> Self {
        self * self
    }

    pub(crate) fn times_power_of_two(self, exponent: u32) -> Self {
        self * Self::constant(Number::power_of_two(exponent))
    }

    /// Whether its degree is low enough for comparisons at one point.
    pub(crate) fn is_comparable(self) -> bool {
        self.degree <= MOST_DEGREE
    }

    /// Whether both are the same polynomial.
    #[track_caller]
    pub(crate) fn equals(self, other: Self) -> bool {
        let degree = self.degree.max(other.degree);
        assert!(
            self.is_comparable() && other.is_comparable(),
            "a claim about degree {degree}"
        );
        self.agrees(other)
    }
}

/// The sum of slopes; `None` is zero.
fn sum(a: Option<Number>, b: Option<Number>) -> Option<Number> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a + b),
        (a, b) => a.or(b),
    }
}

impl Neg for Form {
    type Output = Self;

    fn neg(self) -> Self {
        Self {
            value: -self.value,
            slope: self.slope.map(Neg::neg),
            degree: self.degree,
        }
    }
}

operators! {
    Form:
    Add::add = |a, b| Self {
        value: a.value + b.value,
        slope: sum(a.slope, b.slope),
        degree: a.degree.max(b.degree),
    };
    Sub::sub = |a, b| a + -b;
    Mul::mul = |a, b| Self {
        value: a.value * b.value,
        slope: sum(
            a.slope.map(|slope| slope * b.value),
            b.slope.map(|slope| a.value * slope),
        ),
        degree: a.degree.saturating_add(b.degree),
    };
}
