//! Verification in constant time. It protects nothing, since all inputs are public; measurements
//! compare [`verify`](crate::verify) with it.

use curve25519_dalek_5::{edwards::EdwardsPoint, traits::MultiscalarMul as _};

use crate::{Output, Refused, Suite, verify::verify_by};

/// As [`verify`](crate::verify), with dalek's multiplications in constant time. It exists for
/// measurements.
///
/// # Errors
/// [`Refused`], as by [`verify`](crate::verify).
pub fn verify_constant_time(
    suite: Suite,
    public_key: &[u8; 32],
    alpha: &[u8],
    proof: &[u8],
) -> Result<Output, Refused> {
    verify_by(suite, public_key, alpha, proof, |statement, c, proof| {
        let ((c, key, gamma), s) = (statement.subtrahends(c, proof), proof.s);
        let u = EdwardsPoint::mul_base(&s) + c * key;
        let v = EdwardsPoint::multiscalar_mul([c, s], [gamma, statement.h]);
        (u, v)
    })
}
