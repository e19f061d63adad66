//! Adds rows of tables to sums, one sum in each lane.

use crate::Layout;
use crate::backend::{AffineNiels, MAX_LANES, Machine};
use crate::combine::Term;
use crate::curve::point::Completed;

/// Adds to each lane's sum the row of its term in `table` for `digit`. Lanes without a term add
/// nothing.
#[cfg_attr(not(unoptimised), inline(always))]
pub(crate) fn add_digit<M: Machine>(
    machine: M,
    sum: Completed<M>,
    layout: Layout,
    terms: &[Term<'_>],
    table: usize,
    digit: usize,
) -> Completed<M> {
    let mut rows = [&AffineNiels::IDENTITY; MAX_LANES];
    let mut negative = 0;
    for (lane, term) in terms.iter().enumerate() {
        rows[lane] = term.row(layout, table, digit);
        negative |= u8::from(term.digits[digit] < 0) << lane;
    }
    sum.extended().add_affine(machine.affine(&rows, negative))
}

/// Adds to each lane's sum its multiple of the base point. The terms are for [`Layout::BASE`].
#[cfg_attr(not(unoptimised), inline(always))]
pub(crate) fn add_base<M: Machine>(
    machine: M,
    mut sum: Completed<M>,
    terms: &[Term<'_>],
) -> Completed<M> {
    for table in 0..Layout::BASE.tables() {
        sum = add_digit(machine, sum, Layout::BASE, terms, table, table);
    }
    sum
}
