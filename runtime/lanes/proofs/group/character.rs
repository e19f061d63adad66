//! χ of `src/points/prime_order.rs` is a homomorphism: the identities of the argument there.
//!
//! M' is `Y^2 = Z (Z + σ^2) (Z + 4)`, with `L = σ + 2`, `S = (2 σ, 2 σ L)`, `[2]S = (0, 0)` and
//! `T = (-σ^2, 0)`.

use crate::exact::{Poly, Rules};

/// `Y^2` of M'.
fn curve(z: &Poly, sigma: &Poly) -> Poly {
    z * &(&(z + &sigma.square()) * &(z + &Poly::constant(4)))
}

/// f as a polynomial.
fn f(z: &Poly, y: &Poly, sigma: &Poly) -> Poly {
    let slope = sigma + &Poly::constant(2);
    let without_z = &(z + &sigma.square()) * &(z + &Poly::constant(4));
    let linear = &(&slope.square() * z) - &(&Poly::constant(2) * &(&slope * y));
    &without_z + &linear
}

#[test]
fn f_is_the_square_of_the_tangent_over_z() {
    let [z, y, sigma, x] = &Poly::symbols();
    let on_curve = &Rules::new(&[(y.square(), curve(z, sigma))]);
    let slope = sigma + &Poly::constant(2);
    let tangent = y - &(&slope * z);
    let times_z = &f(z, y, sigma) * z;
    assert!(on_curve.prove(&times_z, &tangent.square()));
    let wrong = y + &(&slope * z);
    assert!(
        !on_curve.prove(&times_z, &wrong.square()),
        "the check can fail"
    );

    // M' in X, with A + 2 = σ^2.
    let a = &sigma.square() - &Poly::constant(2);
    let in_x = x * &(&(&(x - &a) - &Poly::constant(2)) * &(&(x - &a) + &Poly::constant(2)));
    let none = Rules::new(&[]);
    assert!(none.prove(&curve(&(x - &sigma.square()), sigma), &in_x));
}

#[test]
fn f_of_a_point_times_f_of_its_negative_is_a_fourth_power() {
    let [z, y, sigma, c] = &Poly::symbols();
    let on_curve = &Rules::new(&[(y.square(), curve(z, sigma))]);
    let both = &f(z, y, sigma) * &f(z, &-y, sigma);
    let twice_sigma = &(sigma + sigma);
    let from_s = z - twice_sigma;
    assert!(on_curve.prove(&both, &from_s.square().square()));
    let wrong = z + twice_sigma;
    assert!(
        !on_curve.prove(&both, &wrong.square().square()),
        "the check can fail"
    );

    // The values at S, -S, [2]S and, with c^2 = -σ^2, at T.
    let zero = &Poly::constant(0);
    let slope = sigma + &Poly::constant(2);
    let y_of_s = &(twice_sigma * &slope);
    let of_minus_s = &Poly::constant(8) * &(sigma * &slope.square());
    let none = Rules::new(&[]);
    assert!(f(twice_sigma, y_of_s, sigma).is_zero());
    assert!(none.prove(&f(twice_sigma, &-y_of_s, sigma), &of_minus_s));
    assert!(none.prove(&f(zero, zero, sigma), &twice_sigma.square()));
    let root = Rules::new(&[(c.square(), -&sigma.square())]);
    assert!(root.prove(&f(&-&sigma.square(), zero, sigma), &(&slope * c).square()));
}

/// The line is `Y = m Z + b`. The coefficients of its equation with M' give the symmetric functions
/// of the three roots, whether or not two are equal. Nothing is divided, so the line may go through
/// `[2]S` too.
#[test]
fn the_product_of_f_over_a_line_is_a_fourth_power() {
    let [z1, z2, z3, m, b, sigma, z] = &Poly::symbols();
    let int = Poly::constant;
    let line = |z: &Poly| &(m * z) + b;
    // Sum, sum of products of two, and product of the roots.
    let sum = &(&m.square() - &sigma.square()) - &int(4);
    let pairs = &(&int(4) * &sigma.square()) - &(&int(2) * &(m * b));
    let product = b.square();
    // z3 has its rule by the sum, z2 by the products of two, and z1 because it is a root.
    let rules = &Rules::new(&[
        (z3.clone(), &(&sum - z1) - z2),
        (z2.square(), &(&(&sum - z1) * &(z1 + z2)) - &pairs),
        (
            &z1.square() * z1,
            &(&(&(&sum * z1) - &pairs) * z1) + &product,
        ),
    ]);
    let roots = &(&(z - z1) * &(z - z2)) * &(z - z3);
    assert!(rules.prove(&(&curve(z, sigma) - &line(z).square()), &roots));

    let of = |z: &Poly| f(z, &line(z), sigma);
    let product = &(&of(z1) * &of(z2)) * &of(z3);
    let twice_sigma = &(sigma + sigma);
    let slope = sigma + &int(2);
    let above_s = &line(twice_sigma) - &(twice_sigma * &slope);
    assert!(rules.prove(&product, &above_s.square().square()));
    let above_minus_s = &line(twice_sigma) + &(twice_sigma * &slope);
    for wrong in [
        above_minus_s.square().square(),
        above_s.square(),
        -&above_s.square().square(),
    ] {
        assert!(!rules.prove(&product, &wrong), "the check can fail");
    }
}
