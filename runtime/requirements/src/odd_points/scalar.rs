//! The number `s` of a signature, reduced or not, and the challenge.

use super::Point;
use curve25519_dalek::Scalar;
use sha2::{Digest as _, Sha512};

/// `k`, a hash of all inputs, modulo the order of the base point: RFC 8032, section 5.1.7.
#[must_use]
pub fn challenge(r: &[u8], public_key: &[u8], message: &[u8]) -> Scalar {
    let hash = Sha512::new_with_prefix(r).chain_update(public_key);
    Scalar::from_bytes_mod_order_wide(&hash.chain_update(message).finalize().into())
}

/// The signature with this key and this `R`, up to a point of small order: `s = r + k a`.
#[must_use]
pub fn sign(a: &Point, r: &Point, message: &[u8]) -> [u8; 64] {
    let s = r.logarithm + challenge(&r.bytes, &a.bytes, message) * a.logarithm;
    let mut signature = [0; 64];
    signature[..32].copy_from_slice(&r.bytes);
    signature[32..].copy_from_slice(s.as_bytes());
    signature
}

/// `s + times l`, if it has at most 256 bits: the same scalar, but another number.
#[must_use]
pub fn plus_order(s: [u8; 32], times: usize) -> Option<[u8; 32]> {
    // l - 1 is the scalar -1; a `Scalar` is always reduced, so it cannot be l.
    let order_less_one = (-Scalar::ONE).to_bytes();
    (0..times).try_fold(s, |s, _| {
        let mut carry = 1;
        let mut sum = [0; 32];
        for ((sum, s), l) in sum.iter_mut().zip(s).zip(order_less_one) {
            let [low, high] = (u16::from(s) + u16::from(l) + carry).to_le_bytes();
            (*sum, carry) = (low, high.into());
        }
        (carry == 0).then_some(sum)
    })
}
