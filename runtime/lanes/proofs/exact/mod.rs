//! Exact integers: polynomials, and reduction by the equations of a curve.

mod poly;
mod rules;

pub(crate) use poly::{Poly, Symbol};
pub(crate) use rules::Rules;
