//! Building tables.

use crate::Layout;
use crate::backend::AffineNiels;
use crate::backend::Task;
use crate::backend::limbs::{HALF, Limbs, reduce_limbs};
use crate::backend::{Field, Kernel, MAX_LANES, Machine, Multipliable, lanes};
use crate::curve::decode::{Sign, decode, decode_both};
use crate::curve::field::{FOUR_D, invert_all, splat, times};
use crate::curve::point::{Extended, Projective};
use std::ops::Range;

/// The tables of several keys, one after another.
pub(crate) struct Tables {
    layout: Layout,
    rows: Vec<AffineNiels>,
    /// Whether each key is a point.
    valid: Vec<bool>,
}

impl Tables {
    /// The rows of each key; `None` if the key is not a point.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Option<&[AffineNiels]>> {
        let rows = self.rows.chunks_exact(self.layout.rows());
        rows.zip(&self.valid)
            .map(|(rows, valid)| valid.then_some(rows))
    }
}

/// Builds the tables of `keys`, or of their points' negatives: verification multiplies the
/// negatives.
pub(crate) struct BuildAll<'a> {
    pub(crate) keys: &'a [&'a [u8; 32]],
    pub(crate) layout: Layout,
    pub(crate) sign: Sign,
}

/// Rows of one lane that share an inversion: few enough that their points fit a core's own cache.
const ROWS_AT_A_TIME: usize = 256;

impl Task for BuildAll<'_> {
    type Output = Tables;

    fn run<M: Machine>(self, machine: M) -> Tables {
        let (keys, layout, sign) = (self.keys, self.layout, self.sign);
        let mut rows = vec![AffineNiels::IDENTITY; keys.len() * layout.rows()];
        let mut valid = Vec::with_capacity(keys.len());
        let at_a_time = M::LANES * (ROWS_AT_A_TIME / layout.rows()).max(1);
        let parts = keys.chunks(at_a_time);
        for (keys, rows) in parts.zip(rows.chunks_mut(at_a_time * layout.rows())) {
            let points = machine.run(Build {
                keys,
                layout,
                sign,
                rows,
            });
            for (keys, points) in keys.chunks(M::LANES).zip(points) {
                valid.extend((0..keys.len()).map(|lane| points >> lane & 1 == 1));
            }
        }
        Tables {
            layout,
            rows,
            valid,
        }
    }
}

/// Builds the tables of some groups of keys, one key in each lane, with one inversion for all.
struct Build<'a> {
    keys: &'a [&'a [u8; 32]],
    layout: Layout,
    sign: Sign,
    /// The output: `layout.rows()` rows for each key.
    rows: &'a mut [AffineNiels],
}

impl Kernel for Build<'_> {
    /// For each group, a bit mask of the keys that are points. Other keys get the tables of the
    /// neutral element.
    type Output = Vec<u8>;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn run<M: Machine>(self, machine: M) -> Self::Output {
        let groups = self.keys.len().div_ceil(M::LANES);
        let mut valid = Vec::with_capacity(groups);
        let mut points = Vec::with_capacity(groups * self.layout.rows());
        // Two groups, if there are two, are decoded at the same time.
        for keys in self.keys.chunks(2 * M::LANES) {
            let (one, other) = keys.split_at(keys.len().min(M::LANES));
            let one = lanes(one, |key| **key);
            let decoded = if other.is_empty() {
                let one = decode(machine, &one, self.sign);
                [one, one]
            } else {
                let other = lanes(other, |key| **key);
                decode_both(machine, [&one, &other], [self.sign.mask(); 2])
            };
            for (point, are_points) in decoded.into_iter().take(keys.len().div_ceil(M::LANES)) {
                let all = 0..self.layout.tables();
                add_multiples(machine, point, all, self.layout, &mut points);
                valid.push(are_points);
            }
        }
        write_rows(machine, &points, self.layout.rows(), self.rows);
        valid
    }
}

/// Some of the tables of one key's negative.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) rows: Vec<AffineNiels>,
    /// X, Y, Z and T of the last table's first point, or of the negated key if there is no table
    /// yet.
    last: [Limbs; 4],
}

impl Part {
    /// Whether all tables are built.
    pub(crate) fn is_complete(&self, layout: Layout) -> bool {
        self.rows.len() == layout.rows()
    }
}

/// Builds some tables of one key.
pub(crate) struct BuildPart<'a> {
    pub(crate) key: &'a [u8; 32],
    pub(crate) layout: Layout,
    /// The tables built before.
    pub(crate) part: Option<Part>,
    /// The number of tables to build, unless fewer are missing.
    pub(crate) count: usize,
}

impl Kernel for BuildPart<'_> {
    /// `None` if the key is not a point.
    type Output = Option<Part>;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn run<M: Machine>(self, machine: M) -> Option<Part> {
        let (mut rows, last) = match self.part {
            Some(Part { rows, last }) => {
                let [x, y, z, t] = last.map(reduce_limbs);
                let last = Extended {
                    x: splat(machine, x),
                    y: splat(machine, y),
                    z: splat(machine, z),
                    t: splat(machine, t),
                };
                (rows, last)
            }
            None => {
                let (point, valid) = decode(machine, &[*self.key; MAX_LANES], Sign::Negated);
                if valid & 1 == 0 {
                    return None;
                }
                (Vec::with_capacity(self.layout.rows()), point)
            }
        };
        let built = rows.len() / self.layout.multiples();
        let tables = built..self.layout.tables().min(built + self.count);
        let mut points = Vec::with_capacity(tables.len() * self.layout.multiples());
        let last = add_multiples(machine, last, tables, self.layout, &mut points);
        let from = rows.len();
        rows.resize(from + points.len(), AffineNiels::IDENTITY);
        write_rows(machine, &points, points.len(), &mut rows[from..]);
        let last = [
            machine.limbs(last.x)[0],
            machine.limbs(last.y)[0],
            machine.limbs(last.z)[0],
            machine.limbs(last.t)[0],
        ];
        Some(Part { rows, last })
    }
}

/// Adds the points of some tables to `points`, in the order of their rows. `base` is the first
/// point of the table before these, or of the first table. Returns the first point of the last
/// table.
#[cfg_attr(not(unoptimised), inline(always))]
pub(crate) fn add_multiples<M: Machine>(
    machine: M,
    mut base: Extended<M>,
    tables: Range<usize>,
    layout: Layout,
    points: &mut Vec<Projective<M>>,
) -> Extended<M> {
    for table in tables {
        if table > 0 {
            let more = layout.window() * layout.steps() - 1;
            base = base.projective().double().double_times(more).extended();
        }
        let cached = base.cached(machine);
        let mut multiple = base;
        points.push(multiple.projective());
        for _ in 1..layout.multiples() {
            multiple = multiple.add_cached(cached).extended();
            points.push(multiple.projective());
        }
    }
    base
}

/// Makes the points affine, and converts them to rows: `count` rows for each key, from `count`
/// points of its group of lanes. The last group may have fewer keys than lanes.
#[cfg_attr(not(unoptimised), inline(always))]
pub(crate) fn write_rows<M: Machine>(
    machine: M,
    points: &[Projective<M>],
    count: usize,
    rows: &mut [AffineNiels],
) {
    let four_d = splat(machine, FOUR_D).loose();
    let mut z = Vec::with_capacity(points.len());
    for point in points {
        z.push(point.z);
    }
    let halves = invert_all(&z, splat(machine, HALF));
    let groups = rows.chunks_mut(M::LANES * count);
    for ((rows, points), halves) in groups.zip(points.chunks(count)).zip(halves.chunks(count)) {
        for (i, (point, half)) in points.iter().zip(halves).enumerate() {
            let x = times(point.x, *half);
            let y = times(point.y, *half);
            let plus = machine.limbs((y + x).carry());
            let minus = machine.limbs((y - x).carry());
            let product = machine.limbs(times(x, y).loose() * four_d);
            for (lane, rows) in rows.chunks_exact_mut(count).enumerate() {
                rows[i] = AffineNiels::new(plus[lane], minus[lane], product[lane]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Part {
        /// A part with these rows, for tests that build none.
        pub(crate) fn of(rows: Vec<AffineNiels>) -> Self {
            let last = Default::default();
            Self { rows, last }
        }
    }
}
