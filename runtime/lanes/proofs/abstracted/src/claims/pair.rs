//! Pairs of points, on IFMA: each function, from any coordinates of any limbs.

use super::exact::element;
use super::machine::{self, Forms, any, ifma, variables};
use super::points::{IDENTITY, NEUTRAL, any_rows, coordinates, double, extended, signed, sum};
use crate::backend::AffineNiels;
use crate::backend::ifma::{CachedPair, Ifma, Pair};
use crate::curve25519_64::any_limbs;
use crate::form::Form;

/// Any two points, with x and y of each, and Z.
struct Any {
    pair: Pair,
    affine: [[Form; 2]; 2],
    z: [Form; 2],
}

impl Any {
    fn new() -> Self {
        let affine = [(); 2].map(|()| [Form::variable(), Form::variable()]);
        let z = [(); 2].map(|()| Form::variable());
        let lanes: Forms =
            std::array::from_fn(|lane| extended(affine[lane / 4], z[lane / 4])[lane % 4]);
        let pair = Pair(any(ifma(), &lanes));
        Self { pair, affine, z }
    }

    fn negated(&self) -> [[Form; 2]; 2] {
        self.affine.map(|point| signed(point, true))
    }

    /// To add it and to subtract it.
    fn cached(&self) -> [(CachedPair, [[Form; 2]; 2]); 2] {
        let cached = self.pair.cached(ifma());
        [(cached, self.affine), (cached.negated(), self.negated())]
    }
}

/// X, Y, Z and T of both points are these, and within the bounds of limbs.
#[track_caller]
fn is(what: &str, pair: Pair, wanted: [[Form; 4]; 2]) {
    let values = std::array::from_fn(|lane| wanted[lane / 4][lane % 4]);
    machine::is::<Ifma>(what, pair.0, &values);
}

/// Sums, doubles, cached and negated pairs, blends of pairs.
pub fn sums() {
    let machine = ifma();
    let (p, q, r) = (Any::new(), Any::new(), Any::new());
    let twice = |i: usize| coordinates(double(p.affine[i]), p.z[i].square().square());
    is("a double", p.pair.double(), [0, 1].map(twice));
    let same = |i: usize| extended(p.affine[i], p.z[i]);
    is("an exchange", p.pair.exchanged(), [1, 0].map(same));

    let added = |what: &str, cached: CachedPair, others: [[Form; 2]; 2], z: [Form; 2]| {
        let wanted = |i: usize| {
            let scale = Form::of(4) * p.z[i].square() * z[i].square();
            coordinates(sum(p.affine[i], others[i]), scale)
        };
        is(what, p.pair.add(cached), [0, 1].map(wanted));
    };
    for (of_q, affine) in q.cached() {
        added("a sum", of_q, affine, q.z);
        for (of_r, of_second) in r.cached() {
            let mixed = of_q.with_second(&of_r);
            let z = [q.z[0], r.z[1]];
            added("a blend", mixed, [affine[0], of_second[1]], z);
        }
    }
    for (same, affine) in p.cached() {
        added("P + P or P - P", same, affine, p.z);
    }
    let (exchanged, [first, second]) = (p.pair.exchanged().cached(machine), p.affine);
    added("the other", exchanged, [second, first], [p.z[1], p.z[0]]);
    let identity = CachedPair::identity(machine);
    added("the identity", identity, [NEUTRAL; 2], [Form::ONE; 2]);
    is("the identity", Pair::identity(machine), [IDENTITY; 2]);

    // From memory: x, y and x y, and back: X, Y and Z of the first.
    let limbs = p
        .affine
        .map(|[x, y]| [x, y, x * y].map(|form| any_limbs(form, 1 << 51)));
    let wanted = p.affine.map(|[x, y]| [x, y, Form::ONE, x * y]);
    is("a pair from memory", Pair::of(machine, limbs), wanted);
    let found = p.pair.first(machine);
    for (i, limbs) in found.iter().enumerate() {
        assert!(element(limbs).equals(same(0)[i]), "the first point");
    }
}

/// Sums with rows of tables, with any signs.
pub fn rows() {
    let machine = ifma();
    let p = Any::new();
    let (x, y) = (variables(), variables());
    let rows = any_rows(&x, &y);
    for signs in [[false, false], [false, true], [true, false], [true, true]] {
        let wanted = |i: usize, other: [Form; 2]| {
            let other = signed(other, signs[i]);
            coordinates(sum(p.affine[i], other), p.z[i].square())
        };
        let [first, second] = [0, 1].map(|i| [x[i], y[i]]);
        for (row, of_row) in [(&rows[0], first), (&AffineNiels::IDENTITY, NEUTRAL)] {
            let of_rows = CachedPair::of_rows(machine, [row, &rows[1]], signs);
            let both = [wanted(0, of_row), wanted(1, second)];
            is("a sum with rows", p.pair.add(of_rows), both);
        }
    }
}
