//! The points are a group under the addition law: it is complete, so that its denominators are never zero, and the
//! group's axioms are identities.
//!
//! Points fulfil `y^2 - x^2 = 1 + d x^2 y^2`. The sum of two points has the denominators `1 + e` and
//! `1 - e` with `e = d x1 x2 y1 y2`. Suppose that one is zero: then `e^2 = 1`, and no coordinate is
//! zero. Let i be a root of -1. By the identity below with i and with -i,
//! `(y1 + e i x1)^2 = d (x1 y1)^2 (y2 + i x2)^2`, and the same for -i. The brackets on the right are
//! not both zero, since their difference is `2 i x2`. Where one is not zero, d is a square. But it
//! is not (`curve`). So neither denominator is ever zero, for any two points. (Bernstein and Lange,
//! "Faster addition and doubling on elliptic curves", theorem 3.3, for this curve.)

use crate::exact::{Poly, Rules};

fn symbols() -> ([Poly; 7], Rules) {
    let all: [Poly; 7] = Poly::symbols();
    let [x1, y1, x2, y2, d, e, i] = &all;
    let one = Poly::constant(1);
    let rules = Rules::new(&[
        (i.square(), Poly::constant(-1)),
        (e.square(), one.clone()),
        (&(&(d * x1) * x2) * &(y1 * y2), e.clone()),
        (
            d * &(x1 * y1).square(),
            &(&y1.square() - &x1.square()) - &one,
        ),
    ]);
    (all, rules)
}

#[test]
fn the_addition_law_is_complete() {
    let ([x1, y1, x2, y2, d, e, i], rules) = symbols();
    let minus_i = &Poly::constant(0) - &i;
    for i in [i, minus_i] {
        let left = (&y1 + &(&(&e * &i) * &x1)).square();
        let right = &(&d * &(&x1 * &y1).square()) * &(&y2 + &(&i * &x2)).square();
        // Less a multiple of the second point's equation, which is zero.
        let of_second =
            &(&(&y2.square() - &x2.square()) - &Poly::constant(1)) - &(&d * &(&x2 * &y2).square());
        let right = &right - &(&(&d * &(&x1 * &y1).square()) * &of_second);
        assert!(rules.prove(&left, &right));
        let wrong = (&y1 - &(&(&e * &i) * &x1)).square();
        assert!(!rules.prove(&wrong, &right), "the check can fail");
    }
}

/// The coordinates x and y, each a numerator and a denominator.
struct Point([(Poly, Poly); 2]);

impl Point {
    fn new(x: &Poly, y: &Poly) -> Self {
        Self([x, y].map(|it| (it.clone(), Poly::constant(1))))
    }

    /// Whether the points are the same, where the equations hold.
    fn is(&self, other: &Self, rules: &Rules) -> bool {
        let mut coordinates = self.0.iter().zip(&other.0);
        coordinates.all(|((a, over_a), (b, over_b))| rules.prove(&(a * over_b), &(b * over_a)))
    }
}

/// The group's axioms. The curve's equation gives `x^2 y^2 = (y^2 - x^2 - 1) / d`, with c for `1/d`. Sums are
/// on the curve, so their denominators in further sums are not zero.
#[test]
fn the_points_are_a_group() {
    let [x1, y1, x2, y2, x3, y3, d, c] = &Poly::symbols();
    let one = &Poly::constant(1);
    let of_curve = |x: &Poly, y: &Poly| {
        let right = &(&y.square() - &x.square()) - one;
        ((x * y).square(), c * &right)
    };
    let rules = &Rules::new(&[
        of_curve(x1, y1),
        of_curve(x2, y2),
        of_curve(x3, y3),
        (c * d, one.clone()),
    ]);
    let sum = |Point([(x1, u1), (y1, v1)]): &Point, Point([(x2, u2), (y2, v2)]): &Point| {
        let all = &(u1 * u2) * &(v1 * v2);
        let e = d * &(&(x1 * x2) * &(y1 * y2));
        let x = &(&(x1 * y2) * &(v1 * u2)) + &(&(y1 * x2) * &(u1 * v2));
        let y = &(&(y1 * y2) * &(u1 * u2)) + &(&(x1 * x2) * &(v1 * v2));
        Point([(x, &all + &e), (y, &all - &e)])
    };
    let [p, q, r] = &[(x1, y1), (x2, y2), (x3, y3)].map(|(x, y)| Point::new(x, y));
    let neutral = &Point::new(&Poly::constant(0), one);
    let negative = &Point::new(&-x1, y1);
    assert!(sum(p, neutral).is(p, rules));
    assert!(sum(p, negative).is(neutral, rules));
    assert!(sum(p, q).is(&sum(q, p), rules));
    assert!(sum(&sum(p, q), r).is(&sum(p, &sum(q, r)), rules));
    assert!(
        !sum(&sum(p, q), r).is(&sum(p, q), rules),
        "the check can fail"
    );

    let Point([(x, u), (y, v)]) = &sum(p, q);
    let left = &(y * u).square() - &(x * v).square();
    let right = &(u * v).square() + &(d * &(x * y).square());
    assert!(rules.prove(&left, &right), "sums are on the curve");
}

/// The steps of `src/points/prime_order.rs` that are identities.
#[test]
fn identities_of_prime_order_hold() {
    let [s, w, a, sigma, x] = &Poly::symbols();
    let int = Poly::constant;
    // The isogeny: (2 r + A, 2 s X) is on M'.
    let s4 = s.square().square();
    let quartic = &(&s4 + &(a * &s.square())) + &int(1);
    let rules = Rules::new(&[(w.square(), quartic)]);
    let big_x = &(&int(2) * &(&s.square() + w)) + a;
    let big_y = &(&int(2) * s) * &big_x;
    let curve = |x: &Poly, a: &Poly| &(x * &(&(x - a) - &int(2))) * &(&(x - a) + &int(2));
    assert!(rules.prove(&big_y.square(), &curve(&big_x, a)));
    // The tangent meets M' twice in S and in [2]S = (A + 2, 0), with A + 2 = sigma^2.
    let a = &sigma.square() - &int(2);
    let none = Rules::new(&[]);
    let slope = sigma + &int(2);
    let x_s = &sigma.square() + &(&int(2) * sigma);
    let from_2s = x - &sigma.square();
    let line = &slope * &from_2s;
    let on_both = &curve(x, &a) - &line.square();
    assert!(none.prove(&on_both, &(&from_2s * &(x - &x_s).square())));
    let y_s = &slope * &(&x_s - &sigma.square());
    assert!(none.prove(&y_s.square(), &curve(&x_s, &a)));
    // The product of L c for both signs of sigma is (A^2 - 4), up to (A + 2)'s root: c^2 = -(A + 2).
    let other = &int(2) - sigma;
    let minus_c2 = sigma.square();
    let product = &(&slope * &other) * &(&int(0) - &minus_c2);
    assert!(none.prove(&product, &(&a.square() - &int(4))));
}
