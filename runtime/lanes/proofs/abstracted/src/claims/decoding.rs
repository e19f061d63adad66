//! Decoding, for each answer of the oracle: whether the candidate is a root, whether i times it is, and
//! whether the root is odd.
//!
//! With `u = y^2 - 1` and `v = d y^2 + 1`, the code computes `r = u v^3 e` with `e = (u v^7)^((p-5)/8)`, and
//! `v r^2 = u w` with `w = u v^7 e^2 = (u v^7)^((p-1)/4)`: the identity is proved here and the exponent in
//! `exponents`. Unless u v is zero, `w^4` is one, and `w^2` is one exactly if `u v^7`, and so `u/v`, is a
//! square. Then w is 1 or -1: r or i r is a root, which is the code's check. If `u/v` is no square, w is
//! neither, and the code refuses. If u is zero, r is zero, and a root. v is never zero.
//!
//! [`roots`] and [`points`] take e as a variable, and prove identities.

use super::field::values_of;
use super::machine::{Abstract, any, each, holds, is, is_set, on_every_machine, variables};
use super::points::d;
use crate::backend::Lanes;
use crate::curve::decode::{Ordinate, Ratio};
use crate::curve::field::{SQRT_OF_MINUS_ONE, zeros};
use crate::curve::point::Projective;
use crate::form::Form;
use crate::oracle::{Answer, any_encoding, asked, set};
use crate::word::value_in_memory;

/// The answers of a check and of the other check in each lane: a root, the other root, none, both (u is
/// zero).
const CHECKS: [(Answer, Answer); 4] = [
    (Answer::Zero, Answer::Odd),
    (Answer::Even, Answer::Zero),
    (Answer::Odd, Answer::Even),
    (Answer::Zero, Answer::Zero),
];

/// Sets the answers to questions about each lane, one question after another.
fn set_each<M: Abstract>(questions: &[&dyn Fn(usize) -> Answer]) {
    let lanes = |of: &&dyn Fn(usize) -> Answer| (0..M::LANES).map(of).collect::<Vec<_>>();
    set(&questions.iter().flat_map(lanes).collect::<Vec<_>>());
}

/// The square root of a fraction, from any `power`: its square is `u/v` where the mask says so.
fn roots_on<M: Abstract>(machine: M) {
    let i = value_in_memory(&SQRT_OF_MINUS_ONE, 1 << 51);
    for shift in 0..4 {
        let check = |lane: usize| CHECKS[(lane + shift) % 4];
        set_each::<M>(&[&|lane| check(lane).0, &|lane| check(lane).1]);
        let (u, v, e) = (variables(), variables(), variables());
        let ratio = Ratio::of(any(machine, &u), any(machine, &v));
        is::<M>(
            "u v^7",
            ratio.uv7,
            &each(&u, &v, |u, v| u * v * v.square() * v.square().square()),
        );
        let (root, is_root) = ratio.root(machine, any(machine, &e));
        let (root, asked) = (values_of::<M>(root), asked());
        for lane in 0..M::LANES {
            let (u, v, e) = (u[lane], v[lane], e[lane]);
            let (is_first, is_other) =
                (check(lane).0 == Answer::Zero, check(lane).1 == Answer::Zero);
            let is_found = is_set(is_root, lane);
            holds::<M>("the mask", is_found == (is_first || is_other));
            let r = u * v * v.square() * e;
            let w = u * v * v.square() * v.square().square() * e.square();
            // The two questions are whether these are zero.
            let (first, other) = (asked[lane], asked[M::LANES + lane]);
            holds::<M>("the question of the root", first.equals(u * w - u));
            holds::<M>("the question of the other root", other.equals(u * w + u));
            let wanted = if is_first { r } else { i * r };
            holds::<M>("the root", root[lane].equals(wanted));
            // Where the answer is yes, the square times v is u.
            let rest = if is_first { first } else { -other };
            holds::<M>("the square", (v * root[lane].square() - u).equals(rest));
        }
    }
}

/// Each lane's `(check, other check, parity of the root)`.
const ROOTS: [(Answer, Answer, Answer); 6] = [
    (Answer::Zero, Answer::Odd, Answer::Odd),
    (Answer::Zero, Answer::Odd, Answer::Even),
    (Answer::Odd, Answer::Zero, Answer::Odd),
    (Answer::Even, Answer::Zero, Answer::Even),
    (Answer::Odd, Answer::Odd, Answer::Odd),
    (Answer::Zero, Answer::Zero, Answer::Zero),
];

/// Points: y as encoded, x of the encoded sign or of its opposite, T = x y, and the neutral element
/// where there is no point.
fn points_on<M: Abstract>(machine: M) {
    // Each lane gets each combination of both bits.
    for (signs, negated) in [(0x5a, 0x33), (0xa5, 0x33), (0x5a, 0xcc), (0xa5, 0xcc)] {
        for shift in 0..ROOTS.len() {
            points_of(machine, shift, signs, negated);
        }
    }
}

fn points_of<M: Abstract>(machine: M, shift: usize, signs: u8, negated: u8) {
    let answer = |lane: usize| ROOTS[(lane + shift) % ROOTS.len()];
    set_each::<M>(&[&|lane| answer(lane).0, &|lane| answer(lane).1, &|lane| {
        answer(lane).2
    }]);
    let y = variables();
    let encoded: Lanes<[u8; 32]> = std::array::from_fn(|lane| {
        let mut encoded = any_encoding(y[lane]);
        encoded[31] |= (signs >> lane & 1) << 7;
        encoded
    });
    let e = any(machine, &variables());
    let ordinate = Ordinate::of(machine, &encoded);
    let (point, valid) = ordinate.point(machine, &encoded, negated, e);
    let [x, py, z, t] = [point.x, point.y, point.z, point.t].map(values_of::<M>);
    // The encodings of y come first among the elements that the oracle knows.
    let asked = &asked()[8..];
    for lane in 0..M::LANES {
        let (first, other, parity) = answer(lane);
        let is_point = first == Answer::Zero || other == Answer::Zero;
        holds::<M>("the mask", is_set(valid, lane) == is_point);
        holds::<M>("Z", z[lane].equals(Form::ONE));
        if !is_point {
            let neutral = x[lane].equals(Form::ZERO) && py[lane].equals(Form::ONE);
            holds::<M>("the neutral element", neutral && t[lane].equals(Form::ZERO));
            continue;
        }
        holds::<M>("y", py[lane].equals(y[lane]));
        let u = y[lane].square() - Form::ONE;
        let v = d() * y[lane].square() + Form::ONE;
        let rest = if first == Answer::Zero {
            asked[lane]
        } else {
            -asked[M::LANES + lane]
        };
        let equation = v * x[lane].square() - u;
        holds::<M>("the equation of the curve", equation.equals(rest));
        holds::<M>("T", t[lane].equals(x[lane] * y[lane]));
        // The root, or its opposite where its parity is not the wanted one.
        let root = asked[2 * M::LANES + lane];
        let is_odd = parity == Answer::Odd;
        let is_wanted_odd = is_set(signs ^ negated, lane);
        let wanted = if is_odd == is_wanted_odd { root } else { -root };
        holds::<M>("the sign of x", x[lane].equals(wanted));
    }
}

/// `zeros`, `neutral` and encodings, for each answer.
fn comparisons_on<M: Abstract>(machine: M) {
    const ALL: [Answer; 3] = [Answer::Zero, Answer::Odd, Answer::Even];
    for shift in 0..9 {
        let of_x = |lane: usize| ALL[(lane + shift) % 3];
        let of_y = |lane: usize| ALL[(lane / 3 + shift / 3) % 3];
        set_each::<M>(&[&of_x, &of_y]);
        let (x, y, z) = (variables(), variables(), variables());
        let point: Projective<M> = Projective {
            x: any(machine, &x),
            y: any(machine, &y),
            z: any(machine, &z),
        };
        let found = point.neutral(machine);
        let asked = asked();
        for lane in 0..M::LANES {
            let wanted = of_x(lane) == Answer::Zero && of_y(lane) == Answer::Zero;
            holds::<M>("the neutral element", is_set(found, lane) == wanted);
            let (of_x, of_y) = (asked[lane], asked[M::LANES + lane]);
            holds::<M>("is x zero", of_x.equals(x[lane]));
            holds::<M>("are y and z equal", of_y.equals(y[lane] - z[lane]));
        }
        holds::<M>("lanes that are none", u32::from(found) >> M::LANES == 0);
        // The same elements have the same answers.
        let again = zeros(machine, point.x);
        for lane in 0..M::LANES {
            let wanted = of_x(lane) == Answer::Zero;
            holds::<M>("zeros", is_set(again, lane) == wanted);
        }
    }
}

on_every_machine! {
    pub fn roots() = roots_on;
    pub fn points() = points_on;
    pub fn comparisons() = comparisons_on;
}
