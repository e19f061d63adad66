//! What is verified, and by which rule.

/// A signature to verify.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item<'a> {
    /// The signer's key, as it was published: 32 bytes that may not be a point.
    pub public_key: &'a [u8; 32],
    /// R and s.
    pub signature: &'a [u8; 64],
    /// What was signed, of any length.
    pub message: &'a [u8],
}

/// Which signatures are accepted. Under both, `s` must be below the group's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// NEP-364: ed25519-dalek's `verify`. The encoding of `[s]B - [k]A` must be that of R, byte
    /// for byte. The key may be encoded non-canonically.
    Nep364,
    /// [ZIP-215](https://zips.z.cash/zip-0215): `[8]([s]B - [k]A - R)` must be the identity. Key
    /// and R may be encoded non-canonically. What CometBFT and Substrate validators apply.
    Zip215,
}
