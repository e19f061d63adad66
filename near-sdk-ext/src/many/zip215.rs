//! ZIP-215 natively: curve25519-dalek has the arithmetic, but no verification by this rule.

use curve25519_dalek_5::{
    edwards::{CompressedEdwardsY, EdwardsPoint},
    scalar::Scalar,
    traits::IsIdentity,
};
use sha2::{Digest as _, Sha512};

use super::items::Item;

/// Whether `[8]([s]B - [k]A - R)` is the identity.
pub(super) fn verify(item: &Item<'_>) -> bool {
    is_valid(item).unwrap_or(false)
}

/// `None` where a point does not decompress, or `s` is not reduced.
fn is_valid(item: &Item<'_>) -> Option<bool> {
    let (r_bytes, s_bytes) = item.signature.split_first_chunk::<32>()?;
    let s: Scalar = Option::from(Scalar::from_canonical_bytes(*s_bytes.first_chunk()?))?;
    let a = CompressedEdwardsY(*item.public_key).decompress()?;
    let r = CompressedEdwardsY(*r_bytes).decompress()?;
    let hash = Sha512::new()
        .chain_update(r_bytes)
        .chain_update(item.public_key)
        .chain_update(item.message);
    let k = Scalar::from_bytes_mod_order_wide(&hash.finalize().into());
    let difference = EdwardsPoint::vartime_double_scalar_mul_basepoint(&k, &-a, &s) - r;
    Some(difference.mul_by_cofactor().is_identity())
}
