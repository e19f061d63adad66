//! Proofs of VRFs: the equations, their digits, and the points that they are of.

use super::exact::{Exact, element, with_all_lanes};
use super::group::{
    FOURTH_ROOT, Point, Pool, any_scalar, are_multiples, are_points, coordinates_of, is_fraction,
    lanes, root, sum_of_digits,
};
use super::integers::layouts;
use super::kernels::{cycled, runs, scalar_of};
use crate::Layout;
use crate::backend::{Kernel, MAX_LANES};
use crate::curve25519_64::limbs;
use crate::form::{Form, Number, bytes};
use crate::points::SQRT_OF_MINUS_A_PLUS_2;
use crate::tables::Digits;
use crate::vrf::VrfSuite;
use crate::vrf::elligator::{Choice, MapAll, Uniform};
use crate::vrf::equation::{EncodeRows, Equations, Operands, Scalars, TablesOf, has_digit, u, v};
use crate::vrf::to_curve::{Coordinates, DecodeAll, coordinates_times_8};
use crate::word::value_in_memory;
use curve25519_dalek::constants::EIGHT_TORSION;
use curve25519_dalek::edwards::{CompressedEdwardsY, EdwardsPoint};
use curve25519_dalek::scalar::Scalar;
use num_bigint::BigUint;
use std::collections::HashSet;

fn key_layouts() -> impl Iterator<Item = Layout> {
    layouts().filter(|layout| *layout != Layout::BASE)
}

/// `u` and `v`, for any points and each value of each digit that they read; and that the other digits are
/// zero, for each c of 128 bits.
pub fn equations() {
    other_digits();
    for suite in [VrfSuite::Tai, VrfSuite::Draft13] {
        for layout in key_layouts() {
            with_all_lanes!(equations_of(suite, layout));
        }
    }
}

/// The digits above those of c. Their windows are all zeros or, in draft-13, perhaps all ones. So these digits depend
/// only on the carry into the first of them, which depends on c's highest bits and on the carry into those.
fn other_digits() {
    let lower = [[0; 15], [0xff; 15], std::array::from_fn(|i| bytes()[i])];
    for (top, lower) in (0..=u8::MAX).flat_map(|top| lower.map(|lower| (top, lower))) {
        let mut c = [0; 32];
        c[..15].copy_from_slice(&lower);
        c[15] = top;
        for (suite, layout) in VrfSuite::ALL
            .iter()
            .flat_map(|suite| key_layouts().map(move |layout| (*suite, layout)))
        {
            let scalars = Scalars::of(suite, &c, &Scalar::ZERO, layout);
            for (layout, digits) in [(layout, scalars.c_of_key), (Layout::ONCE, scalars.c)] {
                for (i, digit) in digits.iter().enumerate() {
                    let is_read = has_digit(suite, layout, i);
                    assert!(
                        is_read || *digit == 0,
                        "has_digit: {suite}, {layout:?}, {i}"
                    );
                }
            }
        }
    }
}

/// Digits of any value, where they are read.
fn read_digits(suite: VrfSuite, layout: Layout, first: usize) -> Digits {
    let all = cycled(layout, first);
    let is_read = |i: usize| has_digit(suite, layout, i) && i < layout.digits();
    std::array::from_fn(|i| if is_read(i) { all[i] } else { 0 })
}

fn equations_of<const LANES: usize>(machine: Exact<LANES>, suite: VrfSuite, layout: Layout) {
    let [key, gamma, h] =
        [layout, Layout::ONCE, Layout::ONCE].map(|layout| Pool::of(layout.rows() + LANES));
    for run in 0..runs(layout).div_ceil(LANES) {
        let scalars: Vec<_> = (run * LANES..(run + 1) * LANES)
            .map(|first| Scalars {
                c_of_key: read_digits(suite, layout, first),
                c: read_digits(suite, Layout::ONCE, first),
                s: cycled(Layout::ONCE, first + 1),
                s_of_base: cycled(Layout::BASE, first),
            })
            .collect();
        let operands: Vec<_> = (0..LANES)
            .map(|lane| Operands {
                scalars: &scalars[lane],
                minus_key: &key.rows[lane..],
                minus_gamma: &gamma.rows[lane..],
                h: &h.rows[lane..],
            })
            .collect();
        are_points("vrf::u", u(machine, &operands, layout, suite), |lane| {
            Point::of(scalar_of(Layout::BASE, &scalars[lane].s_of_base))
                + sum_of_digits(&key.points[lane..], layout, &scalars[lane].c_of_key)
        });
        are_points("vrf::v", v(machine, &operands, suite), |lane| {
            sum_of_digits(&h.points[lane..], Layout::ONCE, &scalars[lane].s)
                + sum_of_digits(&gamma.points[lane..], Layout::ONCE, &scalars[lane].c)
        });
    }
}

/// The coordinates are those of the point.
#[track_caller]
fn are_coordinates(what: &str, found: &Coordinates, wanted: EdwardsPoint) {
    let wanted = coordinates_of(wanted.compress().to_bytes()).map(Form::constant);
    is_fraction(what, found.map(|limbs| element(&limbs)), wanted);
}

/// Tables of H, encodings of rows and of U and V, points times eight.
fn points_on<const LANES: usize>(machine: Exact<LANES>) {
    let pool = Pool::of_any(2 * LANES + 1, Point::any_encoded);
    let coordinates = pool.points.iter().map(|point| {
        let [x, y, z, _] = point.coordinates();
        [x, y, z].map(|form| limbs(form, 1 << 51))
    });
    let rows = TablesOf(&coordinates.collect::<Vec<_>>()).run(machine);
    let count = pool.points.len() * Layout::ONCE.rows();
    assert_eq!(rows.len(), count, "vrf::TablesOf: a table for each point");
    for (rows, point) in rows.chunks(Layout::ONCE.rows()).zip(&pool.points) {
        are_multiples("vrf::TablesOf", rows, *point);
    }
    for negated in [false, true] {
        let rows = &pool.rows.iter().collect::<Vec<_>>();
        let found = EncodeRows { rows, negated }.run(machine);
        let signed = pool.points.iter().map(|it| it.signed(negated));
        let wanted: Vec<_> = signed.map(Point::encoded).collect();
        assert_eq!(found, wanted, "vrf::EncodeRows on {LANES} lanes");
    }
    let (suite, layout) = (VrfSuite::Draft13, Layout::ONCE);
    let table = Pool::of_any(layout.rows() + 2 * LANES, Point::any_encoded);
    let all = (0..2 * LANES + 1).map(|_| any_scalar());
    let all: Vec<_> = all.collect();
    let c = |drawn: [u8; 32]| std::array::from_fn(|i| if i < 16 { drawn[i] } else { 0 });
    let scalars = all
        .iter()
        .map(|s| Scalars::of(suite, &c(bytes()), s, layout));
    let scalars: Vec<_> = scalars.collect();
    let rows = |i: usize| &table.rows[i..];
    let operands = scalars.iter().enumerate().map(|(i, scalars)| Operands {
        scalars,
        minus_key: rows(i),
        minus_gamma: rows(2 * LANES - i),
        h: rows(i / 2),
    });
    let equations = Equations {
        operands: &operands.collect::<Vec<_>>(),
        layout,
        suite,
    };
    let found = equations.run(machine);
    assert_eq!(found.len(), all.len(), "vrf::Equations: each is computed");
    for (i, [u, v]) in found.into_iter().enumerate() {
        let of = |from: usize, digits| sum_of_digits(&table.points[from..], layout, digits);
        let base = Point::of(all[i]);
        let wanted_u = base + of(i, &scalars[i].c_of_key);
        let wanted_v = of(i / 2, &scalars[i].s) + of(2 * LANES - i, &scalars[i].c);
        assert_eq!(u, wanted_u.encoded(), "vrf::Equations: U {i} on {LANES}");
        assert_eq!(v, wanted_v.encoded(), "vrf::Equations: V {i} on {LANES}");
    }
    let mixed = (0..4 * LANES + 1).map(|i| match i {
        0 => EIGHT_TORSION[LANES % 8],
        _ => EdwardsPoint::mul_base(&any_scalar()) + EIGHT_TORSION[i % 8],
    });
    let mixed: Vec<_> = mixed.collect();
    let mut encoded: Vec<_> = mixed.iter().map(|it| it.compress().to_bytes()).collect();
    encoded[LANES] = [2; 32];
    let found = DecodeAll(&encoded).run(machine);
    assert_eq!(found.len(), encoded.len(), "to_curve: each is decoded");
    for (i, found) in found.into_iter().enumerate() {
        assert_eq!(
            found.is_none(),
            i % LANES == 0 && i <= LANES,
            "to_curve: point {i}"
        );
        if let Some(found) = found {
            are_coordinates("to_curve", &found, mixed[i].mul_by_cofactor());
        }
    }
    // The function that the map uses, too.
    let any = [(); MAX_LANES].map(|()| Point::any_encoded());
    let (mut found, point) = (Vec::new(), lanes(machine, &any).projective());
    let neutral = coordinates_times_8(machine, point, LANES, &mut found);
    assert_eq!((neutral, found.len()), (0, LANES), "times eight");
    for (found, point) in found.iter().zip(any) {
        are_coordinates(
            "times eight",
            found,
            EdwardsPoint::mul_base(&point.doubled(3).r),
        );
    }
}

/// Elligator 2. By `decoding::roots`, w is a root of `g(x1)`, of `i g(x1)` or of `-i g(x1)`; all else that the map
/// computes are polynomials of r and w, of degrees below 200. On the curve of such a w and r they are right
/// everywhere, or wrong for all but some hundred r. So it is enough that each of these cases occurs at
/// elements that were drawn, each about 16 times, with either sign; and zero, where a denominator vanishes.
pub fn elligator() {
    elements_of_bytes();
    with_all_lanes!(elligator_on());
}

/// `low + 2^255 high` is the number of 48 bytes, the first one the highest, or that of the first 255 bits of a
/// hash. Bits are moved one by one: it is enough that each byte has each value at each place.
fn elements_of_bytes() {
    let number = |element: &Uniform| {
        BigUint::from_bytes_le(&element.low) + (BigUint::from_bytes_le(&element.high) << 255_u32)
    };
    let hash: [u8; 64] = std::array::from_fn(|i| bytes()[i % 32]);
    for (place, value) in (0..48).flat_map(|place| (0..=u8::MAX).map(move |value| (place, value))) {
        for mut all in [[0; 48], std::array::from_fn(|i| hash[i])] {
            all[place] = value;
            let found = Uniform::of_48(&all);
            let is_within = found.low[31] < 128 && found.high[31] < 128;
            assert!(
                is_within && number(&found) == BigUint::from_bytes_be(&all),
                "Uniform::of_48"
            );
        }
        let mut hash = hash;
        hash[place] = value;
        let wanted = BigUint::from_bytes_le(&hash[..32]) % (BigUint::from(1_u32) << 255_u32);
        assert_eq!(number(&Uniform::of_hash(&hash)), wanted, "Uniform::of_hash");
    }
}

fn elligator_on<const LANES: usize>(machine: Exact<LANES>) {
    let drawn = (0..64).map(|_| {
        let (mut low, mut high) = (bytes(), bytes());
        (low[31], high[31]) = (low[31] & 0x7f, high[31] & 0x7f);
        Uniform { low, high }
    });
    let zero = Uniform {
        low: [0; 32],
        high: [0; 32],
    };
    let elements: Vec<_> = drawn.chain([zero]).collect();
    let elements = &elements;
    for choice in [Choice::MontgomeryOdd, Choice::EdwardsEven] {
        let found = MapAll { elements, choice }.run(machine);
        assert_eq!(found.len(), elements.len(), "elligator: each is mapped");
        let mut seen = HashSet::new();
        for (element, found) in elements.iter().zip(found) {
            let (wanted, case) = mapped(element, choice);
            are_coordinates("elligator", &found, wanted.mul_by_cofactor());
            seen.insert(case);
        }
        assert_eq!(seen.len(), 4, "both x, and each fourth root");
    }
}

/// The point (RFC 9380, sections 6.7.1 and 6.7.2, appendix D.1), and which case it is.
fn mapped(element: &Uniform, choice: Choice) -> (EdwardsPoint, (bool, bool)) {
    let (one, a) = (Number::ONE, Number::of(486_662));
    let r = Number::of_bytes(&element.low) + Number::of(19) * Number::of_bytes(&element.high);
    let g = |x: Number| x * (x * x + a * x + one);
    let x1 = -a * (one + Number::of(2) * r * r).inverse();
    let x2 = -(x1 + a);
    let is_x1 = root(g(x1)).is_some();
    let x = if is_x1 { x1 } else { x2 };
    let is_odd = |number: Number| number.to_bytes()[0] & 1 == 1;
    let v = root(g(x)).expect("x1 or x2 is on the curve");
    // sgn0 of v is 1 for x1, and 0 for x2.
    let v = if is_odd(v) == is_x1 { v } else { -v };
    let c = value_in_memory(&SQRT_OF_MINUS_A_PLUS_2, 1 << 51).value;
    let mut of_x = c * x * v.inverse();
    if choice == Choice::EdwardsEven && is_odd(of_x) {
        of_x = -of_x;
    }
    let y = (x + -one) * (x + one).inverse();
    let mut encoded = y.to_bytes();
    encoded[31] |= u8::from(is_odd(of_x)) << 7;
    let point = CompressedEdwardsY(encoded).decompress().expect("a point");
    // A fourth root of one, by which the candidate's square differs: 1 is odd, -1 even; i and -i differ in parity, too.
    let fourth = g(x1).power(FOURTH_ROOT);
    (point, (is_x1, is_odd(fourth)))
}

with_all_lanes! {
    pub fn points() = points_on;
}
