//! Verification of one signature by dalek.

use crate::{Item, Rule};
use curve25519_dalek::edwards::{CompressedEdwardsY, EdwardsPoint};
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::IsIdentity;
use ed25519_dalek::{Signature, Verifier, VerifyingKey};
use sha2::{Digest, Sha512};

/// Whether `item`'s signature is accepted.
pub(crate) fn verify(item: &Item<'_>, rule: Rule) -> bool {
    match rule {
        Rule::Nep364 => VerifyingKey::from_bytes(item.public_key).is_ok_and(|public_key| {
            public_key
                .verify(item.message, &Signature::from_bytes(item.signature))
                .is_ok()
        }),
        Rule::Zip215 => zip215(item).unwrap_or(false),
    }
}

fn zip215(item: &Item<'_>) -> Option<bool> {
    let (r_bytes, s_bytes) = item.signature.split_first_chunk::<32>()?;
    let s: Scalar = Option::from(Scalar::from_canonical_bytes(s_bytes.try_into().ok()?))?;
    let a = CompressedEdwardsY(*item.public_key).decompress()?;
    let r = CompressedEdwardsY(*r_bytes).decompress()?;
    let k = Scalar::from_bytes_mod_order_wide(
        &Sha512::new()
            .chain_update(r_bytes)
            .chain_update(item.public_key)
            .chain_update(item.message)
            .finalize()
            .into(),
    );
    let difference = EdwardsPoint::vartime_double_scalar_mul_basepoint(&k, &-a, &s) - r;
    Some(difference.mul_by_cofactor().is_identity())
}
