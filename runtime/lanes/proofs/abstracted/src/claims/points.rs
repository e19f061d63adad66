//! The formulas of points: the complete law of the curve, from any coordinates of any limbs.
//!
//! Each coordinate is compared with its exact polynomial: ratios alone would also agree if all were zero.
//!
//! A point is given by affine x and y and any Z: `X = x Z`, `Y = y Z`, `T = x y Z`. Each extended point
//! of the curve is of this form, since its Z is not zero. The law of addition is the curve's for
//! all x and y; the doubling formula takes `1 + d x^2 y^2` to be `y^2 - x^2`, which is the curve's equation.

use super::machine::{Abstract, Forms, any, is, is_set, on_every_machine, variables};
use crate::backend::{AffineNiels, MAX_LANES, Machine};
use crate::curve::point::{Completed, Extended};
use crate::curve25519_64::limbs;
use crate::form::{Form, Number};
use crate::tables::write_rows;
use crate::word::value_in_memory;

pub(crate) fn d() -> Form {
    Form::constant(-(Number::of(121_665) * Number::of(121_666).inverse()))
}

/// The neutral element: x and y, and X, Y, Z and T.
pub(crate) const NEUTRAL: [Form; 2] = [Form::ZERO, Form::ONE];
pub(crate) const IDENTITY: [Form; 4] = [Form::ZERO, Form::ONE, Form::ONE, Form::ZERO];

/// A coordinate as a fraction: numerator and denominator.
pub(crate) type Fraction = (Form, Form);

/// x and y.
pub(crate) type Affine = [Fraction; 2];

/// The sum by the law of the curve, of points without denominators.
pub(crate) fn sum([x1, y1]: [Form; 2], [x2, y2]: [Form; 2]) -> Affine {
    let product = d() * x1 * x2 * y1 * y2;
    [
        (x1 * y2 + x2 * y1, Form::ONE + product),
        (y1 * y2 + x1 * x2, Form::ONE - product),
    ]
}

/// The double, by the law and the equation of the curve.
pub(crate) fn double([x, y]: [Form; 2]) -> Affine {
    let denominator = y.square() - x.square();
    [
        (x * y + x * y, denominator),
        (y.square() + x.square(), Form::of(2) - denominator),
    ]
}

/// X, Y, Z and T: those of the fractions, times `scale`.
pub(crate) fn coordinates([(x, of_x), (y, of_y)]: Affine, scale: Form) -> [Form; 4] {
    [x * of_y, y * of_x, of_x * of_y, x * y].map(|coordinate| scale * coordinate)
}

/// X, Y, Z and T of a point without denominators.
pub(crate) fn extended([x, y]: [Form; 2], z: Form) -> [Form; 4] {
    [x * z, y * z, z, x * y * z]
}

/// The point or its negative.
pub(crate) fn signed([x, y]: [Form; 2], is_negative: bool) -> [Form; 2] {
    [if is_negative { -x } else { x }, y]
}

/// A row's `(y + x)/2`, `(y - x)/2` and `d x y`.
pub(crate) fn parts([x, y]: [Form; 2]) -> [Form; 3] {
    let half = Form::constant(Number::ONE.half());
    [(y + x) * half, (y - x) * half, d() * x * y]
}

/// Any row of the point.
pub(crate) fn row_of(point: [Form; 2]) -> AffineNiels {
    let mut row = AffineNiels([0; 16]);
    for (words, part) in row.0.as_chunks_mut().0.iter_mut().zip(parts(point)) {
        *words = limbs(part, 1 << 51);
    }
    row
}

/// Any point in each lane, and its x, y and Z.
struct Any<M: Machine> {
    point: Extended<M>,
    x: Forms,
    y: Forms,
    z: Forms,
}

impl<M: Abstract> Any<M> {
    fn of(machine: M) -> Self {
        let (x, y, z) = (variables(), variables(), variables());
        let lane = |lane: usize| extended([x[lane], y[lane]], z[lane]);
        let of = |i: usize| any(machine, &std::array::from_fn(|it| lane(it)[i]));
        let point = Extended {
            x: of(0),
            y: of(1),
            z: of(2),
            t: of(3),
        };
        Self { point, x, y, z }
    }

    fn affine(&self, lane: usize) -> [Form; 2] {
        [self.x[lane], self.y[lane]]
    }

    /// The sum, by the law, times `scale`.
    fn plus(&self, lane: usize, other: [Form; 2], scale: Form) -> [Form; 4] {
        coordinates(sum(self.affine(lane), other), scale)
    }
}

/// X, Y, Z and T of the extended point, and X, Y and Z of the projective one.
#[track_caller]
fn is_point<M: Abstract>(what: &str, found: Completed<M>, wanted: impl Fn(usize) -> [Form; 4]) {
    let (Extended { x, y, z, t }, same) = (found.extended(), found.projective());
    let all = [x, y, z, t, same.x, same.y, same.z].into_iter();
    for (i, found) in all.enumerate() {
        let name = ["X", "Y", "Z", "T"][i % 4];
        let wanted = std::array::from_fn(|lane| wanted(lane)[i % 4]);
        is::<M>(&format!("{name} of {what}"), found, &wanted);
    }
}

/// Sums with cached points, of either sign.
fn additions_on<M: Abstract>(machine: M) {
    let (p, q) = (Any::of(machine), Any::of(machine));
    let cached = q.point.cached(machine);
    for is_negative in [false, true] {
        let found = p.point.add_cached(cached.with_sign(machine, is_negative));
        is_point("a sum", found, |lane| {
            let scale = Form::of(4) * p.z[lane].square() * q.z[lane].square();
            p.plus(lane, signed(q.affine(lane), is_negative), scale)
        });
    }
    let twice = p.point.add_cached(p.point.cached(machine));
    is_point("P + P", twice, |lane| {
        let scale = Form::of(4) * p.z[lane].square().square();
        p.plus(lane, p.affine(lane), scale)
    });
}

/// Doubles, of points and of sums.
fn doublings_on<M: Abstract>(machine: M) {
    let p = Any::of(machine);
    let wanted = |lane: usize| coordinates(double(p.affine(lane)), p.z[lane].square().square());
    let found = p.point.projective().double();
    is_point("a double", found, wanted);
    is_point("a point doubled no times", found.double_times(0), wanted);
    // `double_times` of n is n doublings, each of a projective point: for any projective coordinates.
    let again = |lane: usize| {
        let [x, y, z, _] = wanted(lane);
        // Homogeneous: of x/z and y/z, times z^4.
        let g = y.square() - x.square();
        let f = z.square() + z.square() - g;
        let e = x * y + x * y;
        let h = y.square() + x.square();
        [e * f, g * h, f * g, e * h]
    };
    is_point("a double of a double", found.double_times(1), again);
}

/// Any rows of points, whose x and y these are.
pub(crate) fn any_rows(x: &Forms, y: &Forms) -> [AffineNiels; 8] {
    std::array::from_fn(|lane| row_of([x[lane], y[lane]]))
}

/// Sums with rows of tables, for every mask of signs.
fn rows_on<M: Abstract>(machine: M) {
    let p = Any::of(machine);
    let (x, y) = (variables(), variables());
    let rows = any_rows(&x, &y);
    let added = |rows: [&AffineNiels; MAX_LANES], negative: u8, of: &dyn Fn(usize) -> [Form; 2]| {
        let found = p.point.add_affine(machine.affine(&rows, negative));
        is_point("a sum with a row", found, |lane| {
            let other = signed(of(lane), is_set(negative, lane));
            p.plus(lane, other, p.z[lane].square())
        });
    };
    // Each lane alone, all lanes but one, none and all.
    let masks = (0..8).flat_map(|lane| [1 << lane, !(1 << lane)]);
    for negative in masks.chain([0, u8::MAX]) {
        added(rows.each_ref(), negative, &|lane| [x[lane], y[lane]]);
    }
    for negative in [0, u8::MAX] {
        added([&AffineNiels::IDENTITY; MAX_LANES], negative, &|_| NEUTRAL);
    }
}

/// The sum of all lanes, in each lane, for any points without a denominator.
fn over_lanes_on<M: Abstract>(machine: M) {
    // A sum with the neutral element, to have a completed point: Z is then z^2.
    let p = Any::of(machine);
    let row = machine.affine(&[&AffineNiels::IDENTITY; MAX_LANES], 0);
    let completed = p.point.add_affine(row);
    let mut wanted: [[Form; 4]; 8] =
        std::array::from_fn(|lane| p.plus(lane, NEUTRAL, p.z[lane].square()));
    for distance in [4, 2, 1] {
        if distance < M::LANES {
            wanted =
                std::array::from_fn(|lane| projective_sum(wanted[lane], wanted[lane ^ distance]));
        }
    }
    let found = completed.over_lanes(machine);
    is_point("the sum over lanes", found, |lane| wanted[lane]);
}

/// The law of addition in homogeneous form (Hisil, Wong, Carter and Dawson, 2008, section 3.1).
fn projective_sum([x1, y1, z1, t1]: [Form; 4], [x2, y2, z2, t2]: [Form; 4]) -> [Form; 4] {
    let two = Form::of(2);
    let e = two * (x1 * y2 + y1 * x2);
    let h = two * (y1 * y2 + x1 * x2);
    let c = two * d() * t1 * t2;
    let z = two * z1 * z2;
    let (f, g) = (z - c, z + c);
    [e * f, g * h, f * g, e * h]
}

/// The neutral element.
fn identity_on<M: Abstract>(machine: M) {
    is_point("the identity", Completed::identity(machine), |_| IDENTITY);
}

/// Rows written from any projective points are those of the points: `(y + x)/2`, `(y - x)/2`, `d x y`.
///
/// By `exponents::inverses` each element of `halves` is `1/(2 z)`, where no z is zero. So what follows, at most
/// three multiplications in sequence, computes fractions of polynomials of a degree below 100, and their
/// values are compared, not their degrees, which are those of the powers.
fn written_rows_on<M: Abstract>(machine: M) {
    let points = [Any::of(machine), Any::of(machine), Any::of(machine)];
    let projective: Vec<_> = points.iter().map(|any| any.point.projective()).collect();
    let count = points.len();
    let mut rows = vec![AffineNiels::IDENTITY; count * M::LANES];
    write_rows(machine, &projective, count, &mut rows);
    for lane in 0..M::LANES {
        for (i, any) in points.iter().enumerate() {
            let (limbs, _) = rows[lane * count + i].0.as_chunks::<5>();
            let value = |limbs: &[u64; 5]| value_in_memory(limbs, 1 << 51).value;
            let found: Vec<_> = limbs.iter().map(value).collect();
            let wanted = parts(any.affine(lane)).map(|form| form.value);
            assert_eq!(found, wanted, "{}: row {i} of lane {lane}", M::NAME);
        }
    }
}

on_every_machine! {
    pub fn additions() = additions_on;
    pub fn doublings() = doublings_on;
    pub fn rows() = rows_on;
    pub fn over_lanes() = over_lanes_on;
    pub fn identity() = identity_on;
    pub fn written_rows() = written_rows_on;
}
