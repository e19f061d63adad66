//! Points in bulk, FROST's public work. A `PublicPoint` has prime order, so a sum is determined by its integers
//! modulo l: points are encoded ones, drawn at random (`group`).

use super::exact::{Exact, with_all_lanes};
use super::group::{Point, Pool, any_scalar, is_row};
use super::kernels::{cycled, scalar_of};
use super::machine::{Abstract, any, is, on_every_machine, variables};
use super::verdicts::mixed;
use crate::Layout;
use crate::backend::{AffineNiels, Kernel, Task};
use crate::curve::point::Extended;
use crate::form::{Form, Number, bytes};
use crate::points::polynomials::Polynomials;
use crate::points::prime_order::{DecodeAll, L, SQRT_OF_MINUS_A_PLUS_2, montgomery, pairing};
use crate::points::shares::CheckAll;
use crate::points::sums::{Multiple, Sum};
use crate::points::{PublicPoint, Share};
use crate::word::value_in_memory;
use curve25519_dalek::scalar::Scalar;

fn public_points(pool: &Pool) -> Vec<PublicPoint> {
    let points = pool.points.iter().zip(&pool.rows);
    let public = |(point, row): (&Point, &AffineNiels)| PublicPoint {
        encoded: point.encoded(),
        row: *row,
    };
    points.map(public).collect()
}

/// Group commitments: the encodings of sums of points and of multiples, by each value of each digit.
fn sums_on<const LANES: usize>(machine: Exact<LANES>) {
    let pool = Pool::of_any(2 * LANES + 1, Point::any_encoded);
    // None, some, and more multiples than the code lets share doublings.
    for count in (0..2 * LANES + 2).chain([64 * LANES + 1]) {
        let of = |i: usize| (i * 3) % pool.rows.len();
        let multiples = (0..count).map(|i| Multiple {
            row: &pool.rows[of(i)],
            digits: cycled(Layout::ONCE, i),
        });
        let multiples: Vec<_> = multiples.collect();
        let points: Vec<_> = pool.rows.iter().take(count).collect();
        let sum = Sum {
            points: &points,
            multiples: &multiples,
        };
        let alone: Point = pool.points.iter().copied().take(count).sum();
        let times = multiples.iter().enumerate().map(|(i, multiple)| {
            let factor = scalar_of(Layout::ONCE, &multiple.digits);
            Point::of(pool.points[of(i)].r * factor)
        });
        let times: Point = times.sum();
        let wanted = (alone + times).encoded();
        assert_eq!(sum.run(machine), wanted, "points::sums, {count} on {LANES}");
    }
}

/// Polynomials at identifiers of every kind, alone and together.
fn polynomials_on<const LANES: usize>(machine: Exact<LANES>) {
    let pool = Pool::of_any(3 * LANES + 2, Point::any_encoded);
    let public = public_points(&pool);
    let drawn = bytes();
    let short = u64::from_le_bytes([drawn[0], drawn[1], drawn[2], drawn[3], 0, 0, 0, 0]);
    let identifiers = [0, 1, 2, short, short >> 9, 1 << 31, 1 << 32];
    let identifiers = identifiers.map(Scalar::from);
    let identifiers: Vec<_> = identifiers.into_iter().chain([any_scalar()]).collect();
    let value = |count: usize, identifier: Scalar| {
        let coefficients = pool.points[..count].iter().rev();
        let horner = |sum: Point, point: &Point| Point::of(sum.r * identifier) + *point;
        coefficients.fold(Point::NEUTRAL, horner).encoded()
    };
    let mut all = Vec::new();
    for count in (0..LANES + 2).chain([public.len()]) {
        for (i, identifier) in identifiers.iter().enumerate() {
            let task = Polynomials {
                polynomials: &[&public[..count]],
                identifiers: &[*identifier],
            };
            let wanted = value(count, *identifier);
            assert_eq!(task.run(machine), [wanted], "polynomials: {count}, {i}");
            all.push((&public[..count], *identifier, wanted));
        }
    }
    let task = Polynomials {
        polynomials: &all.iter().map(|it| it.0).collect::<Vec<_>>(),
        identifiers: &all.iter().map(|it| it.1).collect::<Vec<_>>(),
    };
    let wanted: Vec<_> = all.iter().map(|it| it.2).collect();
    assert_eq!(task.run(machine), wanted, "polynomials: all on {LANES}");
}

/// Shares: `[z]B = D + [rho]E + [c lambda]Y`.
fn shares_on<const LANES: usize>(machine: Exact<LANES>) {
    // More than the code checks at a time.
    let count = 256 + LANES + 1;
    let pool = Pool::of_any(3 * LANES + 2, Point::any_encoded);
    let public = public_points(&pool);
    let shares = (0..count).map(|i| {
        let at = [i, i + 1, i + 2].map(|i| i % public.len());
        let (factor, multiple) = (any_scalar(), any_scalar());
        let [d, e, y] = at.map(|i| pool.points[i].r);
        let z = d + factor * e + multiple * y + Scalar::from(u8::from(i % 3 == 1));
        Share {
            hiding: &public[at[0]],
            binding: &public[at[1]],
            factor: factor.to_bytes(),
            verifying: &public[at[2]],
            multiple: multiple.to_bytes(),
            z: z.to_bytes(),
        }
    });
    let shares: Vec<_> = shares.collect();
    let wanted: Vec<_> = (0..count).map(|i| i % 3 != 1).collect();
    let found = CheckAll(&shares).run(machine);
    assert_eq!(found, wanted, "points::shares on {LANES} lanes");
}

/// Points of prime order: the formula, its constants, and what follows for each component of small order.
pub fn prime_order() {
    on_every_machine!(formulas_on);
    let value = |limbs| value_in_memory(limbs, 1 << 51).value;
    let (slope, c) = (value(&L), value(&SQRT_OF_MINUS_A_PLUS_2));
    let two = Number::of(2);
    let is_sigma = |sigma: Number| sigma * sigma == Number::of(486_664);
    assert!(
        is_sigma(slope + two) || is_sigma(slope + -two),
        "L is sigma + 2, up to its sign"
    );
    // By Euler's criterion.
    let power = (slope * c).power([u64::MAX - 9, u64::MAX, u64::MAX, u64::MAX >> 2]);
    assert_eq!(power, Number::ONE, "L c is a square");
    with_all_lanes!(decoded_on());
}

fn formulas_on<M: Abstract>(machine: M) {
    let (x, y, s) = (variables(), variables(), variables());
    let point = Extended {
        x: any(machine, &x),
        y: any(machine, &y),
        z: any(machine, &variables()),
        t: any(machine, &variables()),
    };
    let ratio = montgomery(machine, any(machine, &y));
    is::<M>("1 + y", ratio.u, &y.map(|y| Form::ONE + y));
    is::<M>("1 - y", ratio.v, &y.map(|y| Form::ONE - y));
    let [c, slope] = [SQRT_OF_MINUS_A_PLUS_2, L].map(|limbs| value_in_memory(&limbs, 1 << 51));
    let wanted = std::array::from_fn(|lane| {
        let (x, s) = (x[lane], s[lane]);
        let two = Form::of(2);
        let h = two * (x * (s.square() - Form::ONE) + c * s);
        let n = two * s * (h + Form::of(486_664) * x) - slope * h;
        n.square() * (h * x).square() * (h * x)
    });
    let found = pairing(machine, point, any(machine, &s));
    is::<M>("N^2 (h x)^3", found, &wanted);
}

fn decoded_on<const LANES: usize>(machine: Exact<LANES>) {
    // More than the code decodes at a time: each component of small order, what is no point, and the neutral element.
    let count = 256 + LANES + 1;
    let points: Vec<_> = (0..count).map(|_| Point::any_encoded()).collect();
    let encodings = points.iter().enumerate().map(|(i, point)| match i % 10 {
        8 => [2; 32],
        9 => Point::NEUTRAL.encoded(),
        small => mixed(point.r, small),
    });
    let encodings: Vec<_> = encodings.collect();
    let found = DecodeAll(&encodings).run(machine);
    assert_eq!(found.len(), count, "a result for each encoding");
    for (i, found) in found.iter().enumerate() {
        assert_eq!(found.is_some(), i % 10 == 0, "prime_order: encoding {i}");
        if let Some(public) = found {
            assert_eq!(public.encoded, encodings[i], "prime_order: the encoding");
            is_row("prime_order", &public.row, points[i]);
        }
    }
}

with_all_lanes! {
    pub fn sums() = sums_on;
    pub fn polynomials() = polynomials_on;
    pub fn shares() = shares_on;
}
