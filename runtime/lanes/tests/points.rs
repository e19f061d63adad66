//! Points in bulk, on every backend. near-frost's suite `differential` compares sums, polynomials and shares with
//! frost-core.

use curve25519_dalek::{EdwardsPoint, Scalar};
use ed25519_lanes::{Backend, Verifier};

/// Factors and identifiers of `l` and above act like their remainders.
#[test]
fn scalars_are_taken_modulo_the_order() {
    let point = EdwardsPoint::mul_base(&Scalar::from(5_u8));
    let (number, scalar) = ([0xff; 32], Scalar::from_bytes_mod_order([0xff; 32]));
    for verifier in requirements::each_backend(Backend::ALL, Backend::name, Verifier::with_backend)
    {
        let decoded = verifier.prime_order_many(&[point.compress().to_bytes()]);
        let decoded: Vec<_> = decoded.into_iter().flatten().collect();
        let found = verifier.commitment(&[], &decoded, &[number]);
        assert_eq!(found, (point * scalar).compress().to_bytes());
        let found = verifier.polynomials(&[&[decoded[0]; 2]], &[number]);
        assert_eq!(found, [(point * scalar + point).compress().to_bytes()]);
    }
}
