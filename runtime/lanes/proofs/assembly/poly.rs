//! Polynomials with integer coefficients.

use num_bigint::BigInt;
use std::collections::BTreeMap;
use std::ops::{Add, Mul, Sub};

/// An unknown or an input.
pub(super) type Symbol = usize;

/// A sum of products of symbols. Each monomial is sorted, and no coefficient is zero: two
/// polynomials are the same exactly if they compare as equal.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Poly(BTreeMap<Vec<Symbol>, BigInt>);

impl Poly {
    pub(super) fn constant(value: impl Into<BigInt>) -> Self {
        Self::term(Vec::new(), value.into())
    }

    pub(super) fn symbol(symbol: Symbol) -> Self {
        Self::term(vec![symbol], BigInt::from(1))
    }

    pub(super) fn term(mut monomial: Vec<Symbol>, coefficient: BigInt) -> Self {
        monomial.sort_unstable();
        let mut poly = Self::default();
        poly.add_term(monomial, coefficient);
        poly
    }

    fn add_term(&mut self, monomial: Vec<Symbol>, coefficient: BigInt) {
        let zero = BigInt::from(0);
        let sum = self.0.remove(&monomial).unwrap_or_default() + coefficient;
        if sum != zero {
            self.0.insert(monomial, sum);
        }
    }

    /// Monomials and their coefficients.
    pub(super) fn terms(&self) -> impl Iterator<Item = (&Vec<Symbol>, &BigInt)> {
        self.0.iter()
    }

    pub(super) fn times(&self, factor: &BigInt) -> Self {
        let mut product = Self::default();
        for (monomial, coefficient) in &self.0 {
            product.add_term(monomial.clone(), coefficient * factor);
        }
        product
    }

    /// Whether all coefficients are multiples of `modulus`: then so is every value.
    pub(super) fn is_multiple_of(&self, modulus: &BigInt) -> bool {
        self.0
            .values()
            .all(|coefficient| coefficient % modulus == BigInt::from(0))
    }
}

impl Add for &Poly {
    type Output = Poly;

    fn add(self, other: &Poly) -> Poly {
        let mut sum = self.clone();
        for (monomial, coefficient) in &other.0 {
            sum.add_term(monomial.clone(), coefficient.clone());
        }
        sum
    }
}

impl Sub for &Poly {
    type Output = Poly;

    fn sub(self, other: &Poly) -> Poly {
        self + &other.times(&BigInt::from(-1))
    }
}

impl Mul for &Poly {
    type Output = Poly;

    fn mul(self, other: &Poly) -> Poly {
        let mut product = Poly::default();
        for (monomial, coefficient) in &self.0 {
            for (second, factor) in &other.0 {
                let mut both = [monomial.as_slice(), second].concat();
                both.sort_unstable();
                product.add_term(both, coefficient * factor);
            }
        }
        product
    }
}
