//! A signature, a message and a public key, and their oddities, found from the bytes and the
//! curve's arithmetic without a verifier.

use super::{Flag, Flags, Oddity};
use curve25519_dalek::edwards::CompressedEdwardsY;
use curve25519_dalek::traits::IsIdentity as _;
use curve25519_dalek::{EdwardsPoint, Scalar};
use sha2::{Digest as _, Sha512};

/// The input of a verifier; fields of any length.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Triple {
    /// `R` and `s`.
    pub signature: Vec<u8>,
    /// The message, as the verifier gets it.
    pub message: Vec<u8>,
    /// `A`.
    pub public_key: Vec<u8>,
}

impl Triple {
    /// All oddities. The equation is checked only if both points decode, with `s` modulo the order
    /// of the base point.
    #[must_use]
    pub fn flags(&self) -> Flags {
        let mut flags = Flags::new();
        let a = match <[u8; 32]>::try_from(self.public_key.as_slice()) {
            Ok(key) => decode(key, Flag::A, &mut flags),
            Err(_) => {
                flags.insert(Flag::KeyLength);
                None
            }
        };
        let ([r, s], []) = self.signature.as_chunks::<32>() else {
            flags.insert(Flag::SignatureLength);
            return flags;
        };
        if s[31] & 0b1110_0000 != 0 {
            flags.insert(Flag::TopBits);
        } else if bool::from(Scalar::from_canonical_bytes(*s).is_none()) {
            flags.insert(Flag::NotReduced);
        }
        let point_r = decode(*r, Flag::R, &mut flags);
        if let (Some(a), Some(point_r)) = (a, point_r) {
            // A hash of all inputs, modulo the order of the base point: RFC 8032, section 5.1.7.
            let hash = Sha512::new_with_prefix(r).chain_update(&self.public_key);
            let hash = hash.chain_update(&self.message).finalize();
            let k = Scalar::from_bytes_mod_order_wide(&hash.into());
            let s_b = EdwardsPoint::mul_base(&Scalar::from_bytes_mod_order(*s));
            let residue = s_b - (point_r + k * a);
            if !residue.is_identity() {
                flags.insert(if residue.is_small_order() {
                    Flag::OnlyTimesCofactor
                } else {
                    Flag::EquationFails
                });
            }
        }
        flags
    }
}

fn decode(
    bytes: [u8; 32],
    flag: impl Fn(Oddity) -> Flag,
    flags: &mut Flags,
) -> Option<EdwardsPoint> {
    let Some(point) = CompressedEdwardsY(bytes).decompress() else {
        flags.insert(flag(Oddity::Undecodable));
        return None;
    };
    if point.compress().to_bytes() != bytes {
        flags.insert(flag(Oddity::NonCanonical));
    }
    if point.is_small_order() {
        flags.insert(flag(Oddity::SmallOrder));
    } else if !point.is_torsion_free() {
        flags.insert(flag(Oddity::MixedOrder));
    }
    Some(point)
}
