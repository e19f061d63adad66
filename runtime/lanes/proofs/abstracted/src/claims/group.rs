//! Whole kernels: sums of multiples of points, for any points.
//!
//! # Why one run proves a sum for all points
//!
//! A kernel touches coordinates by the functions of `curve::point` alone, whose results are the curve's
//! law for any coordinates (`points`, `pair`), and branches on digits alone. So for given digits its result
//! is a sum of integer multiples of its points, and the question is which integers.
//!
//! Here the coordinates are those of points of the curve over `F[e]` with `e^2 = 0`, F being the field modulo
//! p: `value + slope e`. The formulas are identities of polynomials and hold there too. Such a point is
//! `[r]B + (a e, 1)` for any r modulo l and a modulo p, and the sum of points adds both: the points form a
//! group of order `l p`. Each point of a run has an r and an a that are drawn at random. If the result had
//! another integer multiple of a point than the one stated, both would agree for only one r in l and one a
//! in p, unless the difference of the integers were a multiple of `l p`, that is, at least 2^506. No kernel
//! here doubles a sum more than 300 times, and it adds at most 2^20 multiples of points, each by 128 or
//! less. So no difference is that large, and a comparison errs with a probability below 2^-251.
//!
//! Where points are decoded, they have no slope: x is a power of a polynomial in y, and no derivative of that
//! is the derivative of the root. Then the comparison is of integers modulo l.

use super::exact::{Element, Exact, element};
use super::points::{d, parts, row_of};
use crate::Layout;
use crate::backend::{AffineNiels, MAX_LANES};
use crate::curve::point::{Extended, Projective};
use crate::each::operators;
use crate::form::{Form, Number, any, bytes};
use crate::single::euclid::{Integer, to_bytes};
use crate::tables::Digits;
use curve25519_dalek::edwards::EdwardsPoint;
use curve25519_dalek::scalar::Scalar;
use std::iter::Sum;
use std::ops::Neg;

/// The point `[r]B + (a e, 1)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point {
    pub(crate) r: Scalar,
    pub(crate) a: Number,
}

pub(crate) fn any_scalar() -> Scalar {
    Scalar::from_bytes_mod_order(bytes())
}

impl Point {
    pub(crate) const NEUTRAL: Self = Self {
        r: Scalar::ZERO,
        a: Number::ZERO,
    };
    pub(crate) const BASE: Self = Self {
        r: Scalar::ONE,
        a: Number::ZERO,
    };

    pub(crate) fn any() -> Self {
        Self {
            r: any_scalar(),
            a: any(),
        }
    }

    /// `[r]B`.
    pub(crate) fn of(r: Scalar) -> Self {
        let a = Number::ZERO;
        Self { r, a }
    }

    /// Any point that can be decoded: without a slope.
    pub(crate) fn any_encoded() -> Self {
        Self::of(any_scalar())
    }

    pub(crate) fn times(self, number: Integer) -> Self {
        let bytes = to_bytes(number);
        Self {
            r: self.r * Scalar::from_bytes_mod_order(bytes),
            a: self.a * Number::of_bytes(&bytes),
        }
    }

    /// The point or its negative.
    pub(crate) fn signed(self, is_negative: bool) -> Self {
        if is_negative { -self } else { self }
    }

    pub(crate) fn doubled(self, times: usize) -> Self {
        (0..times).fold(self, |sum, _| sum + sum)
    }

    /// Its encoding, without the slope.
    pub(crate) fn encoded(self) -> [u8; 32] {
        EdwardsPoint::mul_base(&self.r).compress().to_bytes()
    }

    pub(crate) fn affine(self) -> [Form; 2] {
        let [x, y] = coordinates_of(self.encoded());
        // The sum with (a e, 1), by the law.
        let form = |value, slope| Form {
            value,
            slope: Some(self.a * slope).filter(|slope| *slope != Number::ZERO),
            degree: u64::from(self.a != Number::ZERO),
        };
        let dxy = d().value * x * y;
        [form(x, y - dxy * x), form(y, x + dxy * y)]
    }

    /// X, Y, Z and T, with any Z.
    pub(crate) fn coordinates(self) -> [Form; 4] {
        super::points::extended(self.affine(), Form::constant(any()))
    }
}

/// A square root.
pub(crate) fn root(square: Number) -> Option<Number> {
    // The power of (p + 3)/8 is one, or i times it is; i is the power of (p - 1)/4 of 2.
    let root = square.power([u64::MAX - 1, u64::MAX, u64::MAX, u64::MAX >> 4]);
    let i = Number::of(2).power(FOURTH_ROOT);
    let mut both = [root, root * i].into_iter();
    both.find(|root| *root * *root == square)
}

/// (p - 1)/4: such powers are fourth roots of one.
pub(crate) const FOURTH_ROOT: [u64; 4] = [u64::MAX - 4, u64::MAX, u64::MAX, u64::MAX >> 3];

/// x and y of an encoded point.
pub(crate) fn coordinates_of(mut encoded: [u8; 32]) -> [Number; 2] {
    let is_odd = encoded[31] >> 7;
    encoded[31] &= 0x7f;
    let y = Number::of_bytes(&encoded);
    let (yy, d) = (y * y, d().value);
    let xx = (yy + -Number::ONE) * (d * yy + Number::ONE).inverse();
    let x = root(xx).expect("a point");
    if x.to_bytes()[0] & 1 == is_odd {
        [x, y]
    } else {
        [-x, y]
    }
}

operators! {
    Point:
    Add::add = |a, b| Self {
        r: a.r + b.r,
        a: a.a + b.a,
    };
}

impl Neg for Point {
    type Output = Self;

    fn neg(self) -> Self {
        Self {
            r: -self.r,
            a: -self.a,
        }
    }
}

impl Sum for Point {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::NEUTRAL, |sum, point| sum + point)
    }
}

/// X, Y and Z are those of the point.
#[track_caller]
pub(crate) fn is_point(what: &str, found: [Form; 3], wanted: Point) {
    is_fraction(what, found, wanted.affine());
}

/// X/Z and Y/Z are these.
#[track_caller]
pub(crate) fn is_fraction(what: &str, [x, y, z]: [Form; 3], [of_x, of_y]: [Form; 2]) {
    let is_equal = x.agrees(of_x * z) && y.agrees(of_y * z);
    assert!(is_equal && z.value != Number::ZERO, "{what}: another point");
}

/// Each lane's point is this.
#[track_caller]
pub(crate) fn are_points<const LANES: usize>(
    what: &str,
    found: Projective<Exact<LANES>>,
    wanted: impl Fn(usize) -> Point,
) {
    let Projective { x, y, z } = found;
    for lane in 0..LANES {
        let what = format!("{what}, lane {lane} of {LANES}");
        is_point(&what, [x, y, z].map(|it| it.0[lane]), wanted(lane));
    }
}

/// The point of each lane.
pub(crate) fn lanes<const LANES: usize>(
    machine: Exact<LANES>,
    points: &[Point; MAX_LANES],
) -> Extended<Exact<LANES>> {
    let forms = points.map(Point::coordinates);
    let of = |i: usize| -> Element<LANES> { machine.each(&forms.map(|it| it[i])) };
    Extended {
        x: of(0),
        y: of(1),
        z: of(2),
        t: of(3),
    }
}

/// Any points, with their rows.
pub(crate) struct Pool {
    pub(crate) points: Vec<Point>,
    pub(crate) rows: Vec<AffineNiels>,
}

impl Pool {
    pub(crate) fn of(count: usize) -> Self {
        Self::of_any(count, Point::any)
    }

    pub(crate) fn of_any(count: usize, point: impl Fn() -> Point) -> Self {
        let points: Vec<_> = (0..count).map(|_| point()).collect();
        let rows = points.iter().map(|it| row_of(it.affine())).collect();
        Self { points, rows }
    }
}

/// The point that a digit chooses from a table.
pub(crate) fn chosen(points: &[Point], digit: i16) -> Point {
    match usize::from(digit.unsigned_abs()) {
        0 => Point::NEUTRAL,
        multiple => points[multiple - 1].signed(digit < 0),
    }
}

/// The sum of a table's points, each with its digit's sign and its step's weight.
pub(crate) fn sum_of_digits(points: &[Point], layout: Layout, digits: &Digits) -> Point {
    let at = |step: usize, table: usize| {
        let digit = digits[table * layout.steps() + step];
        chosen(&points[table * layout.multiples()..], digit)
    };
    (0..layout.steps()).rev().fold(Point::NEUTRAL, |sum, step| {
        let added: Point = (0..layout.tables()).map(|table| at(step, table)).sum();
        sum.doubled(layout.window()) + added
    })
}

/// The row is that of the point.
#[track_caller]
pub(crate) fn is_row(what: &str, row: &AffineNiels, point: Point) {
    let found = row.points().map(|limbs| element(&limbs));
    let is_equal = found
        .iter()
        .zip(parts(point.affine()))
        .all(|(a, b)| a.agrees(b));
    assert!(is_equal, "{what}: another row");
}

/// The rows are those of the point's multiples by 1, 2 and so on.
#[track_caller]
pub(crate) fn are_multiples(what: &str, rows: &[AffineNiels], point: Point) {
    let mut multiple = Point::NEUTRAL;
    for row in rows {
        multiple = multiple + point;
        is_row(what, row, multiple);
    }
}
