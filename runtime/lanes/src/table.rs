//! Building tables.

use crate::batch::lanes;
use crate::decode::{Sign, decode};
use crate::engine::Task;
use crate::field::{FOUR_D, HALF, invert_all, splat, times};
use crate::layout::Layout;
use crate::machine::{Field, Kernel, Lanes, Machine, Multipliable};
use crate::point::{Extended, Projective};
use crate::row::Row;

/// The tables of several keys, one after another.
pub(crate) struct Tables {
    layout: Layout,
    rows: Vec<Row>,
    /// Which keys are points.
    valid: Vec<bool>,
}

impl Tables {
    /// The rows of each key, `None` of what is no point.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Option<&[Row]>> {
        let rows = self.rows.chunks_exact(self.layout.rows());
        rows.zip(&self.valid)
            .map(|(rows, valid)| valid.then_some(rows))
    }
}

/// Builds the tables of `keys`: of their points' negatives, which is what verification multiplies,
/// or of the points themselves.
pub(crate) struct BuildAll<'a> {
    pub(crate) keys: &'a [&'a [u8; 32]],
    pub(crate) layout: Layout,
    pub(crate) sign: Sign,
}

impl Task for BuildAll<'_> {
    type Output = Tables;

    fn run<M: Machine>(self, machine: M) -> Tables {
        let (keys, layout, sign) = (self.keys, self.layout, self.sign);
        let mut rows = vec![Row::IDENTITY; keys.len() * layout.rows()];
        let mut valid = Vec::with_capacity(keys.len());
        let groups = keys.chunks(M::LANES);
        for (keys, rows) in groups.zip(rows.chunks_mut(M::LANES * layout.rows())) {
            let points = machine.run(Build {
                keys: &lanes(keys, |key| **key),
                layout,
                sign,
                rows,
            });
            valid.extend((0..keys.len()).map(|lane| points >> lane & 1 == 1));
        }
        Tables {
            layout,
            rows,
            valid,
        }
    }
}

/// Builds the table of one key in each lane.
struct Build<'a> {
    keys: &'a Lanes<[u8; 32]>,
    layout: Layout,
    sign: Sign,
    /// Where to: `layout.rows()` rows for each key, of which there may be fewer than lanes.
    rows: &'a mut [Row],
}

impl Kernel for Build<'_> {
    /// The bit mask of keys that are points. The others' tables are the neutral element's.
    type Output = u8;

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) -> u8 {
        let (point, valid) = decode(machine, self.keys, self.sign);
        let multiples = multiples(machine, point, self.layout);
        write_rows(machine, &multiples, self.rows);
        valid
    }
}

/// The points of all tables, in the order of their rows.
#[inline(always)]
fn multiples<M: Machine>(machine: M, point: Extended<M>, layout: Layout) -> Vec<Projective<M>> {
    let mut multiples = Vec::with_capacity(layout.rows());
    let mut base = point;
    for table in 0..layout.tables() {
        if table > 0 {
            let more = layout.window() * layout.steps() - 1;
            base = base.projective().double().double_times(more).extended();
        }
        let cached = base.cached(machine);
        let mut multiple = base;
        multiples.push(multiple.projective());
        for _ in 1..layout.multiples() {
            multiple = multiple.add_cached(cached).extended();
            multiples.push(multiple.projective());
        }
    }
    multiples
}

/// Makes the points affine, and rows of them.
#[inline(always)]
fn write_rows<M: Machine>(machine: M, points: &[Projective<M>], rows: &mut [Row]) {
    let four_d = splat(machine, FOUR_D).loose();
    let mut z = Vec::with_capacity(points.len());
    for point in points {
        z.push(point.z);
    }
    let halves = invert_all(&z, splat(machine, HALF));
    for (i, (point, half)) in points.iter().zip(halves).enumerate() {
        let x = times(point.x, half);
        let y = times(point.y, half);
        let plus = machine.limbs((y + x).carry());
        let minus = machine.limbs((y - x).carry());
        let product = machine.limbs(times(x, y).loose() * four_d);
        for (lane, rows) in rows.chunks_exact_mut(points.len()).enumerate() {
            rows[i] = Row::new(plus[lane], minus[lane], product[lane]);
        }
    }
}
