//! The input of a verification: items, and the rule.

use curve25519_dalek::scalar::Scalar;

/// A signature to verify.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item<'a> {
    /// The signer's public key, as published: 32 bytes that need not be a point.
    pub public_key: &'a [u8; 32],
    /// R and s.
    pub signature: &'a [u8; 64],
    /// The signed message, of any length.
    pub message: &'a [u8],
}

impl Item<'_> {
    pub(crate) fn r(&self) -> [u8; 32] {
        std::array::from_fn(|i| self.signature[i])
    }

    /// `s`, if it is below the group's order.
    pub(crate) fn canonical_s(&self) -> Option<Scalar> {
        let s = std::array::from_fn(|i| self.signature[32 + i]);
        Scalar::from_canonical_bytes(s).into()
    }
}

/// The rule of acceptance. Both rules require `s` below the group's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// NEP-364: ed25519-dalek's `verify`. The encoding of `[s]B - [k]A` must be that of R, byte
    /// for byte. The key may be encoded non-canonically.
    Nep364,
    /// [ZIP-215](https://zips.z.cash/zip-0215): `[8]([s]B - [k]A - R)` must be the identity. Key
    /// and R may be encoded non-canonically. CometBFT and Substrate validators apply it.
    Zip215,
}
