//! `[s]B - [k]A`, one in each lane.

use crate::Layout;
use crate::backend::AffineNiels;
use crate::backend::limbs::{Limbs, ONE, reduce_limbs, to_bytes};
use crate::backend::{Affine, Kernel, Lanes, Loose, MAX_LANES, Machine, each_lane};
use crate::curve::field::{invert_all, splat, times};
use crate::curve::point::{Completed, Projective};
use crate::tables::Digits;
use std::hint::black_box;

/// Operands of one lane's multiplication.
#[derive(Clone, Copy)]
pub(crate) struct Term<'a> {
    /// The tables of the point.
    pub(crate) rows: &'a [AffineNiels],
    /// The digits of the scalar, for the layout of `rows`.
    pub(crate) digits: &'a Digits,
}

/// The sum of two products in each lane: of a point, and of the base point.
pub(crate) struct Combine<'a> {
    /// The layout of the points' tables.
    pub(crate) layout: Layout,
    pub(crate) points: Lanes<Term<'a>>,
    /// The base point's terms, laid out as [`Layout::BASE`].
    pub(crate) base: Lanes<Term<'a>>,
}

impl Combine<'_> {
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn sum<M: Machine>(&self, machine: M) -> Projective<M> {
        let layout = self.layout;
        if layout != Layout::ONCE {
            for (point, base) in self.points.iter().zip(&self.base).take(M::LANES) {
                point.fetch(layout);
                base.fetch(Layout::BASE);
            }
        }
        let mut sum = Completed::identity(machine);
        for step in (0..layout.steps()).rev() {
            if step + 1 < layout.steps() {
                sum = sum.double_times(layout.window());
            }
            for table in 0..layout.tables() {
                let digit = table * layout.steps() + step;
                sum =
                    sum.extended()
                        .add_affine(lookup(machine, layout, &self.points, table, digit));
            }
        }
        for table in 0..Layout::BASE.tables() {
            sum =
                sum.extended()
                    .add_affine(lookup(machine, Layout::BASE, &self.base, table, table));
        }
        sum.projective()
    }
}

impl<'a> Term<'a> {
    /// Reads the rows in advance, so that the waits for rows outside the core's caches overlap: a
    /// processor does not look ahead from one addition to the next.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn fetch(&self, layout: Layout) {
        let mut read = 0;
        for table in 0..layout.tables() {
            for step in 0..layout.steps() {
                let AffineNiels(words) = self.row(layout, table, table * layout.steps() + step);
                read |= words[0] | words[8]; // one word of each cache line
            }
        }
        black_box(read);
    }

    /// The row for `digit` in `table`: the multiple by the digit's absolute value.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn row(&self, layout: Layout, table: usize, digit: usize) -> &'a AffineNiels {
        match self.digits[digit].unsigned_abs() {
            0 => &AffineNiels::IDENTITY,
            multiple => &self.rows[table * layout.multiples() + usize::from(multiple) - 1],
        }
    }
}

/// The multiples in table `table` for digit `digit` of each lane.
#[cfg_attr(not(unoptimised), inline(always))]
fn lookup<M: Machine>(
    machine: M,
    layout: Layout,
    terms: &Lanes<Term<'_>>,
    table: usize,
    digit: usize,
) -> Affine<Loose<M>> {
    let mut rows = [&AffineNiels::IDENTITY; MAX_LANES];
    let mut negative = 0;
    for lane in 0..M::LANES {
        rows[lane] = terms[lane].row(layout, table, digit);
        negative |= u8::from(terms[lane].digits[digit] < 0) << lane;
    }
    machine.affine(&rows, negative)
}

/// A point, in the form that verification compares.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sum {
    /// The canonical encoding.
    pub(crate) encoded: [u8; 32],
    /// Its affine coordinates.
    pub(crate) x: Limbs,
    pub(crate) y: Limbs,
}

/// Computes and encodes the sums of many groups, with one inversion for all.
pub(crate) struct CombineAll<'a>(pub(crate) &'a [Combine<'a>]);

impl Kernel for CombineAll<'_> {
    type Output = Vec<Lanes<Sum>>;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn run<M: Machine>(self, machine: M) -> Self::Output {
        let mut sums = Vec::with_capacity(self.0.len());
        let mut z = Vec::with_capacity(self.0.len());
        for combine in self.0 {
            let sum = combine.sum(machine);
            sums.push((sum.x, sum.y));
            z.push(sum.z);
        }
        let inverses = invert_all(&z, splat(machine, ONE));
        let mut encoded = Vec::with_capacity(sums.len());
        for ((x, y), inverse) in sums.into_iter().zip(inverses) {
            let x = machine.limbs(times(x, inverse));
            let y = machine.limbs(times(y, inverse));
            encoded.push(each_lane::<M, _>(|lane| encode(x[lane], y[lane])));
        }
        encoded
    }
}

/// RFC 8032, section 5.1.2: from affine coordinates.
pub(crate) fn encode(x: Limbs, y: Limbs) -> Sum {
    let (x, y) = (reduce_limbs(x), reduce_limbs(y));
    let mut encoded = to_bytes(y);
    encoded[31] |= to_bytes(x)[0] << 7;
    Sum { encoded, x, y }
}
