//! `[s]B - [k]A` for one signature whose key has tables. Each lane adds rows of some of the tables,
//! and at the end the lanes' sums are added.

use super::halved::is_canonical;
use super::inverse::{inverse, product};
use crate::Layout;
use crate::backend::limbs::{Limbs, from_bytes, to_bytes};
use crate::backend::{AffineNiels, Kernel, MAX_LANES, Machine};
use crate::combine::Term;
use crate::curve::point::Completed;

/// The operands of both products.
pub(super) struct WithTables<'a> {
    /// The layout of the key's tables.
    pub(super) layout: Layout,
    pub(super) key: Term<'a>,
    /// The base point's term, laid out as [`Layout::BASE`].
    pub(super) base: Term<'a>,
}

/// A sum: X, Y and Z, with limbs below 2^52.
#[derive(Clone, Copy)]
pub(super) struct Sum {
    pub(super) x: Limbs,
    pub(super) y: Limbs,
    pub(super) z: Limbs,
}

impl Sum {
    /// Whether these bytes are the encoding of the sum (RFC 8032, section 5.1.2).
    pub(super) fn encodes_to(&self, r: &[u8; 32]) -> bool {
        let y = from_bytes(r);
        // y comes first: it takes a multiplication, but the sign of x takes an inversion.
        is_canonical(r)
            && to_bytes(product(y, self.z)) == to_bytes(self.y)
            && to_bytes(product(self.x, inverse(self.z)))[0] & 1 == r[31] >> 7
    }
}

impl Kernel for WithTables<'_> {
    type Output = Sum;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn run<M: Machine>(self, machine: M) -> Sum {
        let mut sum = Completed::identity(machine);
        for step in (0..self.layout.steps()).rev() {
            if step + 1 < self.layout.steps() {
                sum = sum.double_times(self.layout.window());
            }
            sum = add_step(machine, sum, self.layout, &self.key, step);
        }
        for step in 0..Layout::BASE.steps() {
            sum = add_step(machine, sum, Layout::BASE, &self.base, step);
        }
        let sum = sum.over_lanes(machine).projective();
        Sum {
            x: machine.limbs(sum.x)[0],
            y: machine.limbs(sum.y)[0],
            z: machine.limbs(sum.z)[0],
        }
    }
}

/// Adds the rows of all tables for one step, with one row in each lane at a time.
#[cfg_attr(not(unoptimised), inline(always))]
fn add_step<M: Machine>(
    machine: M,
    mut sum: Completed<M>,
    layout: Layout,
    term: &Term<'_>,
    step: usize,
) -> Completed<M> {
    for first in (0..layout.tables()).step_by(M::LANES) {
        let mut rows = [&AffineNiels::IDENTITY; MAX_LANES];
        let mut negative = 0;
        let count = M::LANES.min(layout.tables() - first);
        for (lane, row) in rows.iter_mut().enumerate().take(count) {
            let table = first + lane;
            let digit = table * layout.steps() + step;
            *row = term.row(layout, table, digit);
            negative |= u8::from(term.digits[digit] < 0) << lane;
        }
        sum = sum.extended().add_affine(machine.affine(&rows, negative));
    }
    sum
}
