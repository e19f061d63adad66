//! Identities that hold where equations hold.

use super::{Poly, Symbol};
use num_bigint::BigInt;

/// Equations `monomial = polynomial`, applied from left to right.
///
/// Each application adds a multiple of an equation. So two polynomials with the same result are
/// equal wherever the equations hold. The converse is not claimed.
pub(crate) struct Rules(Vec<(Vec<Symbol>, Poly)>);

impl Rules {
    /// The left sides must be monomials with the coefficient one.
    pub(crate) fn new(equations: &[(Poly, Poly)]) -> Self {
        let rule = |(left, right): &(Poly, Poly)| {
            let mut terms = left.terms();
            let (monomial, coefficient) = terms.next().expect("a monomial");
            assert!(terms.next().is_none() && *coefficient == BigInt::from(1));
            (monomial.clone(), right.clone())
        };
        Self(equations.iter().map(rule).collect())
    }

    /// Whether both sides are equal wherever the equations hold.
    pub(crate) fn prove(&self, left: &Poly, right: &Poly) -> bool {
        self.reduced(left - right).is_zero()
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
