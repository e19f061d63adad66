//! Lagrange coefficients of all signers of a session.

use curve25519_dalek::scalar::Scalar;
use frost_ed25519::Identifier;

/// The coefficients at zero (RFC 9591, section 4.2), in the order of identifiers, which must
/// differ. All share one inversion: with P the product of all identifiers, the coefficient of x is
/// `P / (x * product of (other - x))`.
pub(crate) fn coefficients(identifiers: &[Identifier]) -> Vec<Scalar> {
    let scalars: Vec<Scalar> = identifiers.iter().map(Identifier::to_scalar).collect();
    let small: Option<Vec<u64>> = scalars.iter().map(small).collect();
    let differences: Vec<Scalar> = match small {
        Some(small) => small.iter().map(|x| of_small(&small, *x)).collect(),
        None => scalars.iter().map(|x| of_any(&scalars, x)).collect(),
    };
    let mut denominators: Vec<_> = scalars
        .iter()
        .zip(differences)
        .map(|(x, d)| x * d)
        .collect();
    Scalar::batch_invert(&mut denominators);
    let product: Scalar = scalars.iter().product();
    denominators
        .iter()
        .map(|inverse| product * inverse)
        .collect()
}

/// The scalar as a number, if it has at most 32 bits, as most identifiers have.
fn small(scalar: &Scalar) -> Option<u64> {
    let (number, rest) = scalar.as_bytes().split_first_chunk()?;
    rest.iter()
        .all(|byte| *byte == 0)
        .then(|| u32::from_le_bytes(*number).into())
}

/// The product of `other - x` over all other scalars.
fn of_any(scalars: &[Scalar], x: &Scalar) -> Scalar {
    scalars
        .iter()
        .filter(|other| *other != x)
        .map(|other| other - x)
        .product()
}

/// Like [`of_any`], but multiplies as integers while the product fits: multiplications of scalars
/// take some fifty times as long.
fn of_small(numbers: &[u64], x: u64) -> Scalar {
    let mut product = Scalar::ONE;
    let mut some: u128 = 1;
    for other in numbers.iter().filter(|other| **other != x) {
        let difference = other.abs_diff(x).into();
        some = some.checked_mul(difference).unwrap_or_else(|| {
            product *= Scalar::from(some);
            difference
        });
    }
    product *= Scalar::from(some);
    let below = numbers.iter().filter(|other| **other < x).count();
    if below % 2 == 1 { -product } else { product }
}

#[cfg(test)]
mod tests {
    use super::*;
    use frost_core::compute_lagrange_coefficient;
    use frost_ed25519::Ed25519Sha512;

    #[test]
    fn every_coefficient_is_frosts() {
        let small = |n: u16| Identifier::try_from(n).expect("not zero");
        let derived = |n: u16| Identifier::derive(&n.to_le_bytes()).expect("not zero");
        let sets: [Vec<Identifier>; 5] = [
            vec![small(7)],
            (1..=40).map(small).collect(),
            (1..=30).map(|n| small(n * n * 71)).collect(),
            (1..=20).map(derived).collect(),
            (1..=20).map(small).chain((1..=5).map(derived)).collect(),
        ];
        for mut identifiers in sets {
            identifiers.sort();
            let set = identifiers.iter().copied().collect();
            for (identifier, found) in identifiers.iter().zip(coefficients(&identifiers)) {
                let expected =
                    compute_lagrange_coefficient::<Ed25519Sha512>(&set, None, *identifier);
                assert_eq!(Ok(found), expected);
            }
        }
    }
}
