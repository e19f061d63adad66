//! Whole kernels: which sums of points they are. `group` has the argument.
//!
//! A run has concrete digits. The code uses one only to choose a row and its sign (`Term::row`, `halved::sum`),
//! and each digit's row is added at a place in a sum that no other digit changes: the loops do not read
//! digits. So it is enough that each value occurs at each place.

use super::exact::{Exact, element, with_all_lanes};
use super::group::{
    Point, Pool, are_multiples, are_points, chosen, is_point, lanes, sum_of_digits,
};
use super::integers::layouts;
use crate::Layout;
use crate::backend::{Kernel, MAX_LANES, Task};
use crate::combine::{Combine, Term};
use crate::curve::decode::Sign;
use crate::curve::point::Completed;
use crate::single::halved;
use crate::single::with_tables::WithTables;
use crate::tables::digits::MAX_DIGITS;
use crate::tables::{BuildAll, BuildPart, Digits, add_multiples, base_rows};
use curve25519_dalek::scalar::Scalar;

/// Digits for a layout: with as many successive numbers for `first` as a digit has values, each place has each
/// value. Places beyond the layout's digits have values, too: no code reads them.
pub(crate) fn cycled(layout: Layout, first: usize) -> Digits {
    let multiples = i16::try_from(layout.multiples()).expect("at most 128");
    std::array::from_fn(|i| {
        let value = (first + 7 * i) % values(layout);
        let value = i16::try_from(value).expect("at most 256");
        value - multiples
    })
}

/// The scalar of the layout's digits.
pub(crate) fn scalar_of(layout: Layout, digits: &Digits) -> Scalar {
    let digits = digits[..layout.digits()].iter().rev();
    digits.fold(Scalar::ZERO, |sum, digit| {
        let size = Scalar::from(digit.unsigned_abs());
        let digit = if *digit < 0 { -size } else { size };
        sum * Scalar::from(1_u64 << layout.window()) + digit
    })
}

/// The number of values of a digit.
fn values(layout: Layout) -> usize {
    2 * layout.multiples() + 1
}

/// The number of runs that give each digit of the layout each value; with [`Layout::MEDIUM`], each of the base
/// point's, too.
pub(crate) fn runs(layout: Layout) -> usize {
    values(match layout {
        Layout::MEDIUM => Layout::BASE,
        _ => layout,
    })
}

/// `Combine::sum`: in each lane the sum of both terms' rows, by the digits.
pub fn combinations() {
    let base = Pool::of(Layout::BASE.rows());
    for layout in layouts().filter(|layout| *layout != Layout::BASE) {
        with_all_lanes!(combinations_by(layout, &base));
    }
}

fn combinations_by<const LANES: usize>(machine: Exact<LANES>, layout: Layout, base: &Pool) {
    let key = Pool::of(layout.rows() + LANES);
    for run in 0..runs(layout).div_ceil(LANES) {
        let of = |layout: Layout| -> [Digits; MAX_LANES] {
            std::array::from_fn(|lane| cycled(layout, run * LANES + lane))
        };
        let (digits, base_digits) = (of(layout), of(Layout::BASE));
        // The lanes' rows differ.
        let from = |lane: usize| lane % LANES..lane % LANES + layout.rows();
        let combine = Combine {
            layout,
            points: std::array::from_fn(|lane| Term {
                rows: &key.rows[from(lane)],
                digits: &digits[lane],
            }),
            base: std::array::from_fn(|lane| Term {
                rows: &base.rows,
                digits: &base_digits[lane],
            }),
        };
        are_points("combine::sum", combine.sum(machine), |lane| {
            sum_of_digits(&key.points[from(lane)], layout, &digits[lane])
                + sum_of_digits(&base.points, Layout::BASE, &base_digits[lane])
        });
    }
}

/// `single::with_tables`: the same sum, with the tables spread over the lanes; also where the lanes' sums are
/// neutral or equal, which they never are with drawn points.
pub fn known_keys() {
    let base = Pool::of(Layout::BASE.rows());
    for &layout in Layout::ALL {
        with_all_lanes!(known_by(layout, &base));
    }
}

fn known_by<const LANES: usize>(machine: Exact<LANES>, layout: Layout, base: &Pool) {
    let key = Pool::of(layout.rows());
    let point = Point::any();
    let equal = Pool::of_any(Layout::BASE.rows(), || point);
    let (zeros, ones) = ([0; MAX_DIGITS], [1; MAX_DIGITS]);
    let all = (0..runs(layout)).map(|run| (base, cycled(layout, run), cycled(Layout::BASE, run)));
    for (base, digits, base_digits) in all.chain([(base, zeros, zeros), (&equal, zeros, ones)]) {
        let known = WithTables {
            layout,
            key: Term {
                rows: &key.rows,
                digits: &digits,
            },
            base: Term {
                rows: &base.rows,
                digits: &base_digits,
            },
        };
        let sum = known.run(machine);
        let wanted = sum_of_digits(&key.points, layout, &digits)
            + sum_of_digits(&base.points, Layout::BASE, &base_digits);
        let found = [sum.x, sum.y, sum.z].map(|limbs| element(&limbs));
        is_point(
            &format!("single::with_tables on {LANES} lanes"),
            found,
            wanted,
        );
    }
}

/// `add_multiples`: table t has the multiples by 1, 2 and so on of the point times `2^(window steps t)`, also
/// if it begins at a later table.
pub fn multiples() {
    for layout in layouts() {
        match layout {
            Layout::BASE => multiples_by(Exact::<1>, layout),
            _ => {
                with_all_lanes!(multiples_by(layout));
            }
        }
    }
}

fn multiples_by<const LANES: usize>(machine: Exact<LANES>, layout: Layout) {
    let points = [(); MAX_LANES].map(|()| Point::any());
    let mut found = Vec::new();
    let first = lanes(machine, &points);
    let last = add_multiples(machine, first, 0..1, layout, &mut found);
    add_multiples(machine, last, 1..layout.tables(), layout, &mut found);
    assert_eq!(found.len(), layout.rows(), "a point for each row");
    let mut bases = points;
    for table in found.chunks(layout.multiples()) {
        let mut wanted = [Point::NEUTRAL; MAX_LANES];
        for found in table {
            wanted = std::array::from_fn(|lane| wanted[lane] + bases[lane]);
            are_points("add_multiples", *found, |lane| wanted[lane]);
        }
        bases = bases.map(|base| base.doubled(layout.window() * layout.steps()));
    }
}

/// Whole tables, from encodings of any points: of many keys, of one key in parts, and of the base point.
pub fn tables() {
    with_all_lanes!(tables_on());
    let mut base = Point::BASE;
    for rows in base_rows().chunks(Layout::BASE.multiples()) {
        are_multiples("tables::base_rows", rows, base);
        base = base.doubled(8);
    }
}

fn tables_on<const LANES: usize>(machine: Exact<LANES>) {
    // More keys than share an inversion, the last one alone; one of them is no point.
    let count = LANES * 32 + 1;
    let points: Vec<_> = (0..count).map(|_| Point::any_encoded()).collect();
    let mut keys: Vec<_> = points.iter().map(|point| point.encoded()).collect();
    keys[1] = [2; 32];
    let refs: Vec<_> = keys.iter().collect();
    for sign in [Sign::AsEncoded, Sign::Negated] {
        let layout = Layout::ONCE;
        let keys = &refs;
        let tables = BuildAll { keys, layout, sign }.run(machine);
        assert_eq!(tables.rows().count(), keys.len(), "BuildAll: each key");
        for (i, (rows, point)) in tables.rows().zip(&points).enumerate() {
            assert_eq!(rows.is_none(), i == 1, "BuildAll: whether a key is a point");
            let signed = point.signed(sign == Sign::Negated);
            are_multiples("BuildAll", rows.unwrap_or_default(), signed);
        }
    }
    let no_point = BuildPart {
        key: &[2; 32],
        layout: Layout::SMALL,
        part: None,
        count: 1,
    };
    let is_built = no_point.run(machine).is_some();
    assert!(!is_built, "BuildPart: a key that is no point");
    for &layout in Layout::ALL {
        let all = BuildAll {
            keys: &refs[..1],
            layout,
            sign: Sign::Negated,
        };
        let all = all.run(machine);
        let key = &keys[0];
        let part = |part, count| {
            let build = BuildPart {
                key,
                layout,
                part,
                count,
            };
            build.run(machine)
        };
        let mut built = part(None, 1).expect("a point");
        while !built.is_complete(layout) {
            built = part(Some(built), 3).expect("a point");
        }
        let whole = all.rows().next().flatten();
        assert_eq!(Some(&*built.rows), whole, "BuildPart and BuildAll");
    }
}

/// `single::halved`: the sum of four terms, with digits of any value at any place, and nothing at most
/// places.
pub fn halved_sums() {
    let machine = Exact::<1>;
    let (points, of_base) = ([Point::any(), Point::any()], [Pool::of(128), Pool::of(128)]);
    let cached = points.map(|point| halved::odd_multiples(machine, lanes(machine, &[point; 8])));
    let multiples = |i: usize| (1..16).map(move |multiple| points[i].times([multiple, 0, 0, 0]));
    let [first, second] = [0, 1].map(|i| multiples(i).collect::<Vec<_>>());
    let tables = [&first, &second, &of_base[0].points, &of_base[1].points];
    let digit = |width: u32, i: usize| {
        let odd = 2 * (i % (1 << (width - 2))) + 1;
        i8::try_from(odd).expect("at most 127")
    };
    let check = |digits: [[i8; 256]; 4]| {
        let terms = [(cached[0], digits[0]), (cached[1], digits[1])];
        let base_terms = [
            (&of_base[0].rows[..128], digits[2]),
            (&of_base[1].rows[..128], digits[3]),
        ];
        let found = halved::sum(machine, &terms, &base_terms);
        let wanted = (0..256).rev().fold(Point::NEUTRAL, |sum, position| {
            let terms = tables.iter().zip(&digits);
            let terms = terms.map(|(table, digits)| chosen(table, digits[position].into()));
            sum.doubled(1) + terms.sum::<Point>()
        });
        are_points("halved::sum", Completed::projective(found), |_| wanted);
    };
    // Odd digits of both signs at each place, and zeros.
    for run in 0..129 {
        let of = |term: usize, width: u32| {
            std::array::from_fn(|i| {
                let value = run + 5 * i + term;
                match value % 129 {
                    128 => 0,
                    value if value % 2 == 0 => digit(width, value / 2),
                    value => -digit(width, value / 2),
                }
            })
        };
        check([of(0, 5), of(1, 5), of(2, 8), of(3, 8)]);
    }
    // One digit alone: the first place that is used.
    for position in 0..256 {
        let mut digits = [[0; 256]; 4];
        digits[position % 4][position] = if position % 8 < 4 { 1 } else { -1 };
        check(digits);
    }
    check([[0; 256]; 4]);
}
