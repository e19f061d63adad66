//! Cases: a public key, a signature and a message.

use crate::point::Point;
use curve25519_dalek::Scalar;
use ed25519_lanes::Item;
use sha2::{Digest as _, Sha512};
use std::fmt;

/// A triple, and its origin.
#[derive(Clone, PartialEq, Eq)]
pub struct Case {
    /// The origin in words.
    pub made: &'static str,
    pub public_key: [u8; 32],
    pub signature: [u8; 64],
    pub message: Vec<u8>,
}

impl Case {
    /// The signature with this key and this `R`, up to a point of small order: `s = r + k a`.
    pub fn signed(a: &Point, r: &Point, message: &[u8]) -> Self {
        let k = challenge(&r.bytes, &a.bytes, message);
        let s = r.logarithm + k * a.logarithm;
        Self {
            made: "signed",
            public_key: a.bytes,
            signature: [0; 64],
            message: message.to_vec(),
        }
        .with_r(r.bytes)
        .with_s(s.to_bytes())
    }

    /// Replaces `R`; `s` stays as it is.
    pub fn with_r(mut self, r: [u8; 32]) -> Self {
        self.signature[..32].copy_from_slice(&r);
        self
    }

    /// Replaces `s`.
    pub fn with_s(mut self, s: [u8; 32]) -> Self {
        self.signature[32..].copy_from_slice(&s);
        self
    }

    /// Replaces the description of the origin.
    pub fn made(mut self, made: &'static str) -> Self {
        self.made = made;
        self
    }

    pub fn s(&self) -> [u8; 32] {
        let mut s = [0; 32];
        s.copy_from_slice(&self.signature[32..]);
        s
    }

    pub fn item(&self) -> Item<'_> {
        Item {
            public_key: &self.public_key,
            signature: &self.signature,
            message: &self.message,
        }
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "made: {}\npublic key: {}\nsignature: {}\nmessage: {}",
            self.made,
            hex::encode(self.public_key),
            hex::encode(self.signature),
            hex::encode(&self.message)
        )
    }
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// `k`, a hash of all inputs.
pub fn challenge(r: &[u8; 32], public_key: &[u8; 32], message: &[u8]) -> Scalar {
    let hash = Sha512::new()
        .chain_update(r)
        .chain_update(public_key)
        .chain_update(message);
    Scalar::from_bytes_mod_order_wide(&hash.finalize().into())
}

/// `s + times l`, if it has at most 256 bits: the same scalar, but another number.
pub fn plus_order(s: [u8; 32], times: usize) -> Option<[u8; 32]> {
    // l - 1 is the scalar -1; scalars themselves are always reduced.
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

#[test]
fn so_many_orders_fit_256_bits_and_all_mean_the_same_scalar() {
    // l is a little more than 2^252.
    assert_eq!(plus_order([0; 32], 16), None);
    for times in 0..16 {
        let s = plus_order([0; 32], times).expect("it fits");
        assert_eq!(Scalar::from_bytes_mod_order(s), Scalar::ZERO);
        let is_canonical = bool::from(Scalar::from_canonical_bytes(s).is_some());
        assert_eq!(is_canonical, times == 0, "{times}");
    }
}
