//! Sums of points and of multiples of points, by tables that are used once.

use crate::Layout;
use crate::added::add_digit;
use crate::backend::{AffineNiels, Kernel, MAX_LANES, Machine, lanes};
use crate::combine::{Term, encode};
use crate::curve::field::{invert, times};
use crate::curve::point::{Completed, Extended};
use crate::tables::{Digits, add_multiples, digits, write_rows};
use curve25519_dalek::scalar::Scalar;

/// Groups of multiples that share their doublings: few enough that their tables fit a core's second
/// cache.
const GROUPS: usize = 64;

/// A point, and the digits of its factor for [`Layout::ONCE`].
pub(super) struct Multiple<'a> {
    row: &'a AffineNiels,
    digits: Digits,
}

impl<'a> Multiple<'a> {
    pub(super) fn of(row: &'a AffineNiels, factor: &Scalar) -> Self {
        Self {
            row,
            digits: digits(factor.as_bytes(), Layout::ONCE),
        }
    }
}

/// The encoding of the sum of all points and multiples.
pub(super) struct Sum<'a> {
    pub(super) points: &'a [&'a AffineNiels],
    pub(super) multiples: &'a [Multiple<'a>],
}

impl Kernel for Sum<'_> {
    type Output = [u8; 32];

    #[cfg_attr(not(unoptimised), inline(always))]
    fn run<M: Machine>(self, machine: M) -> [u8; 32] {
        let mut sum = Completed::identity(machine);
        for points in self.points.chunks(M::LANES) {
            let mut rows = [&AffineNiels::IDENTITY; MAX_LANES];
            rows[..points.len()].copy_from_slice(points);
            sum = sum.extended().add_affine(machine.affine(&rows, 0));
        }
        for multiples in self.multiples.chunks(GROUPS * M::LANES) {
            let of_these = sum_of_multiples(machine, multiples);
            sum = sum
                .extended()
                .add_cached(of_these.extended().cached(machine));
        }
        let sum = sum.over_lanes(machine).projective();
        let inverse = invert(sum.z);
        let x = machine.limbs(times(sum.x, inverse))[0];
        let y = machine.limbs(times(sum.y, inverse))[0];
        encode(x, y).encoded
    }
}

/// The sum of each lane's multiples.
#[cfg_attr(not(unoptimised), inline(always))]
pub(super) fn sum_of_multiples<M: Machine>(machine: M, multiples: &[Multiple<'_>]) -> Completed<M> {
    let rows: Vec<_> = multiples.iter().map(|multiple| multiple.row).collect();
    let tables = tables(machine, &rows);
    let terms = terms(multiples, &tables);
    let mut sum = Completed::identity(machine);
    for digit in (0..Layout::ONCE.digits()).rev() {
        sum = sum.double_times(Layout::ONCE.window());
        for terms in terms.chunks(M::LANES) {
            sum = add_digit(machine, sum, Layout::ONCE, terms, 0, digit);
        }
    }
    sum
}

/// Each multiple with the tables of its point, as [`tables`] builds them.
pub(super) fn terms<'a>(multiples: &'a [Multiple<'_>], tables: &'a [AffineNiels]) -> Vec<Term<'a>> {
    let tables = tables.chunks_exact(Layout::ONCE.rows());
    let terms = multiples.iter().zip(tables);
    terms
        .map(|(multiple, rows)| Term {
            rows,
            digits: &multiple.digits,
        })
        .collect()
}

/// The tables of these points, one after another, with one inversion for all.
#[cfg_attr(not(unoptimised), inline(always))]
pub(super) fn tables<M: Machine>(machine: M, points: &[&AffineNiels]) -> Vec<AffineNiels> {
    let mut groups = Vec::with_capacity(points.len().div_ceil(M::LANES));
    for group in points.chunks(M::LANES) {
        let rows = machine.affine(&lanes(group, |row| *row), 0);
        let point = Completed::identity(machine).extended().add_affine(rows);
        groups.push(point.extended());
    }
    tables_of(machine, &groups, points.len())
}

/// The tables of `count` points, one in each lane of the groups.
#[cfg_attr(not(unoptimised), inline(always))]
pub(crate) fn tables_of<M: Machine>(
    machine: M,
    groups: &[Extended<M>],
    count: usize,
) -> Vec<AffineNiels> {
    let layout = Layout::ONCE;
    let mut multiples = Vec::with_capacity(groups.len() * layout.rows());
    for point in groups {
        add_multiples(machine, *point, 0..1, layout, &mut multiples);
    }
    let mut tables = vec![AffineNiels::IDENTITY; count * layout.rows()];
    write_rows(machine, &multiples, layout.rows(), &mut tables);
    tables
}
