//! H: the point of alpha and the public key in a suite.

use core::ops::RangeInclusive;

use curve25519_dalek_5::{edwards::EdwardsPoint, traits::IsIdentity as _};
use sha2_011::{Digest as _, Sha512};

use crate::{
    Suite,
    elligator2::of_uniform_bytes,
    hashes,
    point::{NegativeZero, decode},
};

/// The domain of RFC 9381's ELL2 suite: `ECVRF_`, the name of RFC 9380's suite, and the suite's byte.
const DOMAIN: &[u8] = b"ECVRF_edwards25519_XMD:SHA-512_ELL2_NU_\x04";

/// H, a point of prime order: RFC 9381, section 5.4.1; draft-03, section 5.4.1.2.
///
/// `None` if [`Suite::Tai`] finds no point in 256 attempts; nobody can make that happen.
pub(crate) fn encode_to_curve(
    suite: Suite,
    public_key: &[u8; 32],
    alpha: &[u8],
) -> Option<EdwardsPoint> {
    match suite {
        Suite::Tai => try_and_increment(public_key, alpha),
        Suite::Ell2 | Suite::Draft13 => {
            let point = EdwardsPoint::encode_to_curve::<Sha512>(&[public_key, alpha], &[DOMAIN]);
            Some(point)
        }
        Suite::Draft03 => {
            let hash = hashes::of_alpha(suite, public_key, alpha).finalize();
            let mut bytes = *hash.first_chunk().expect("64 bytes begin with 32");
            bytes[31] &= 0x7f; // the field's elements have 255 bits
            Some(of_uniform_bytes(&bytes).mul_by_cofactor())
        }
    }
}

/// RFC 9381, section 5.4.1.1: the first attempt that finds a point.
fn try_and_increment(public_key: &[u8; 32], alpha: &[u8]) -> Option<EdwardsPoint> {
    let of_alpha = hashes::of_alpha(Suite::Tai, public_key, alpha);
    (0..=u8::MAX).find_map(|counter| attempt(&of_alpha, counter))
}

/// The point that the hash with this counter encodes, times the cofactor, if not the identity.
fn attempt(of_alpha: &Sha512, counter: u8) -> Option<EdwardsPoint> {
    let hash = hashes::attempt(of_alpha, counter);
    let bytes = hash.first_chunk().expect("64 bytes begin with 32");
    let point = decode(bytes, NegativeZero::Refuse).ok()?.mul_by_cofactor();
    (!point.is_identity()).then_some(point)
}

/// The attempts of [`Suite::Tai`] to find H for an alpha, in order. Hosts use it to charge for each
/// attempt before they make it, since whoever chooses alpha can choose one that takes many.
///
/// Each item tells whether the attempt finds H. [`verify`](crate::verify) makes no attempt after
/// that. There are at most 256.
#[derive(Clone, Debug)]
pub struct Attempts {
    of_alpha: Sha512,
    counters: RangeInclusive<u8>,
}

impl Attempts {
    /// The attempts, before the first one.
    #[must_use]
    pub fn new(public_key: &[u8; 32], alpha: &[u8]) -> Self {
        Self {
            of_alpha: hashes::of_alpha(Suite::Tai, public_key, alpha),
            counters: 0..=u8::MAX,
        }
    }
}

impl Iterator for Attempts {
    type Item = bool;

    fn next(&mut self) -> Option<bool> {
        let counter = self.counters.next()?;
        Some(attempt(&self.of_alpha, counter).is_some())
    }
}
