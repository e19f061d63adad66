//! Identities that hold where equations hold.

use super::{Poly, Symbol};
use num_bigint::BigInt;
use std::ops::{Add, Mul, Sub};

/// Named symbols, in the order in which they were given.
pub(crate) struct Symbols;

impl Symbols {
    /// `N` different symbols, as polynomials.
    pub(crate) fn all<const N: usize>() -> [Expression; N] {
        std::array::from_fn(|symbol: Symbol| Expression(Poly::symbol(symbol)))
    }
}

/// A polynomial, written by operators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Expression(Poly);

impl Expression {
    pub(crate) fn int(value: i32) -> Self {
        Self(Poly::constant(value))
    }

    pub(crate) fn square(&self) -> Self {
        self * self
    }
}

impl Add for &Expression {
    type Output = Expression;

    fn add(self, other: Self) -> Expression {
        Expression(&self.0 + &other.0)
    }
}

impl Sub for &Expression {
    type Output = Expression;

    fn sub(self, other: Self) -> Expression {
        Expression(&self.0 - &other.0)
    }
}

impl Mul for &Expression {
    type Output = Expression;

    fn mul(self, other: Self) -> Expression {
        Expression(&self.0 * &other.0)
    }
}

/// Equations `monomial = polynomial`, applied from left to right.
///
/// Each application adds a multiple of an equation. So two polynomials with the same result are
/// equal wherever the equations hold. The converse is not claimed.
pub(crate) struct Rules(Vec<(Vec<Symbol>, Poly)>);

impl Rules {
    /// The left sides must be monomials with the coefficient one.
    pub(crate) fn new(equations: &[(Expression, Expression)]) -> Self {
        let rule = |(left, right): &(Expression, Expression)| {
            let mut terms = left.0.terms();
            let (monomial, coefficient) = terms.next().expect("a monomial");
            assert!(terms.next().is_none() && *coefficient == BigInt::from(1));
            (monomial.clone(), right.0.clone())
        };
        Self(equations.iter().map(rule).collect())
    }

    /// Whether both sides are equal wherever the equations hold.
    pub(crate) fn prove(&self, left: &Expression, right: &Expression) -> bool {
        self.reduced(&left.0 - &right.0).is_zero()
    }

    fn reduced(&self, mut poly: Poly) -> Poly {
        // Each rule lowers the degree in some symbol; far fewer applications suffice.
        for _ in 0..10_000 {
            let applied = poly.terms().find_map(|(monomial, coefficient)| {
                self.0.iter().find_map(|(from, to)| {
                    let rest = without(monomial, from)?;
                    let factor = Poly::term(rest, coefficient.clone());
                    let old = Poly::term(monomial.clone(), coefficient.clone());
                    Some(&(&poly - &old) + &(&factor * to))
                })
            });
            match applied {
                Some(next) => poly = next,
                None => break,
            }
        }
        poly
    }
}

/// The monomial divided by a factor, if it is one.
fn without(monomial: &[Symbol], factor: &[Symbol]) -> Option<Vec<Symbol>> {
    let mut rest = monomial.to_vec();
    for symbol in factor {
        let place = rest.iter().position(|it| it == symbol)?;
        rest.remove(place);
    }
    Some(rest)
}
