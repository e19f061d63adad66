//! Pairs of points, on IFMA: each function, from any coordinates of any limbs.

use super::exact::element;
use super::machine::{Abstract, Forms, any_of, available, check, variables};
use super::points::{any_rows, coordinates, double, extended, sum};
use crate::backend::ifma::{CachedPair, Ifma, Pair};
use crate::backend::{AffineNiels, AvailableBackend};
use crate::curve25519_64::any_limbs;
use crate::form::Form;
use crate::word::{observed, with_loads};

/// Any two points, with x and y of each, and Z.
struct Any {
    pair: Pair,
    affine: [[Form; 2]; 2],
    z: [Form; 2],
}

pub(crate) fn machine() -> Ifma {
    match available("ifma") {
        AvailableBackend::Ifma(machine) => machine,
        _ => unreachable!("it is always available"),
    }
}

impl Any {
    fn new() -> Self {
        let affine = [(); 2].map(|()| [Form::variable(), Form::variable()]);
        let z = [(); 2].map(|()| Form::variable());
        let lanes: Forms =
            std::array::from_fn(|lane| extended(affine[lane / 4], z[lane / 4])[lane % 4]);
        let limbs = any_of::<Ifma>(|i| Ifma::LIMBS[i].most, &lanes);
        // The field is private, and a pair is loaded limb by limb.
        let pair = with_loads(&limbs, || Pair::identity(machine()));
        Self { pair, affine, z }
    }

    fn negated(&self) -> [[Form; 2]; 2] {
        self.affine.map(|[x, y]| [-x, y])
    }
}

/// X, Y, Z and T of both points are these, and within the bounds of limbs.
#[track_caller]
fn is(what: &str, pair: Pair, wanted: [[Form; 4]; 2]) {
    // An exchange moves the five limbs, in order.
    let limbs = observed(|| {
        pair.exchanged();
    });
    assert_eq!(limbs.len(), 5, "five limbs");
    let values = std::array::from_fn(|lane| wanted[lane / 4][lane % 4]);
    check::<Ifma>(what, &limbs, |i| Ifma::LIMBS[i].most, &values);
}

/// Sums, doubles, cached and negated pairs, blends of pairs.
pub fn sums() {
    let machine = machine();
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
    let (of_q, of_r) = (q.pair.cached(machine), r.pair.cached(machine));
    added("a sum", of_q, q.affine, q.z);
    added("a difference", of_q.negated(), q.negated(), q.z);
    added("P + P", p.pair.cached(machine), p.affine, p.z);
    added("P - P", p.pair.cached(machine).negated(), p.negated(), p.z);
    let z = [q.z[0], r.z[1]];
    for (is_q_negated, is_r_negated) in [(false, false), (false, true), (true, false), (true, true)]
    {
        let of =
            |cached: CachedPair, is_negated| if is_negated { cached.negated() } else { cached };
        let x = |any: &Any, is_negated| {
            if is_negated {
                any.negated()
            } else {
                any.affine
            }
        };
        let mixed = of(of_q, is_q_negated).with_second(&of(of_r, is_r_negated));
        added(
            "a blend",
            mixed,
            [x(&q, is_q_negated)[0], x(&r, is_r_negated)[1]],
            z,
        );
    }
    let exchanged = p.pair.exchanged().cached(machine);
    added(
        "the other point",
        exchanged,
        [p.affine[1], p.affine[0]],
        [p.z[1], p.z[0]],
    );
    let neutral = [[Form::ZERO, Form::ONE]; 2];
    added(
        "the identity",
        CachedPair::identity(machine),
        neutral,
        [Form::ONE; 2],
    );
    is(
        "the identity",
        Pair::identity(machine),
        [[Form::ZERO, Form::ONE, Form::ONE, Form::ZERO]; 2],
    );

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
    let machine = machine();
    let p = Any::new();
    let (x, y) = (variables(), variables());
    let rows = any_rows(&x, &y);
    for signs in [[false, false], [false, true], [true, false], [true, true]] {
        let wanted = |i: usize, x: Form, y: Form| {
            let x = if signs[i] { -x } else { x };
            coordinates(sum(p.affine[i], [x, y]), p.z[i].square())
        };
        let of_rows = CachedPair::of_rows(machine, [&rows[0], &rows[1]], signs);
        is(
            "a sum with rows",
            p.pair.add(of_rows),
            [0, 1].map(|i| wanted(i, x[i], y[i])),
        );
        let of_rows = CachedPair::of_rows(machine, [&AffineNiels::IDENTITY, &rows[1]], signs);
        let both = [wanted(0, Form::ZERO, Form::ONE), wanted(1, x[1], y[1])];
        is("a sum with the identity's row", p.pair.add(of_rows), both);
    }
}
