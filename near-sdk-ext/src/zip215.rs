//! ZIP-215 in pure Rust: used off wasm32, and in a contract for signatures that the host function
//! refuses. curve25519-dalek has the arithmetic, but no verification by this rule.

use curve25519_dalek_5::{
    edwards::{CompressedEdwardsY, EdwardsPoint},
    scalar::Scalar,
    traits::IsIdentity,
};
use sha2::{Digest as _, Sha512};

/// Whether `[8]([s]B - [k]A - R)` is the identity. Source: [ZIP-215](https://zips.z.cash/zip-0215).
///
/// Never inlined, since a contract hardly ever calls it.
#[cold]
#[inline(never)]
pub(crate) fn verify(signature: &[u8; 64], message: &[u8], public_key: &[u8; 32]) -> bool {
    is_valid(signature, message, public_key).unwrap_or(false)
}

/// `None` if a point does not decompress, or `s` is not reduced.
fn is_valid(signature: &[u8; 64], message: &[u8], public_key: &[u8; 32]) -> Option<bool> {
    let (r_bytes, s_bytes) = signature.split_first_chunk::<32>()?;
    let s: Scalar = Option::from(Scalar::from_canonical_bytes(*s_bytes.first_chunk()?))?;
    let a = CompressedEdwardsY(*public_key).decompress()?;
    let r = CompressedEdwardsY(*r_bytes).decompress()?;
    let hash = Sha512::new()
        .chain_update(r_bytes)
        .chain_update(public_key)
        .chain_update(message);
    let k = Scalar::from_bytes_mod_order_wide(&hash.finalize().into());
    let difference = EdwardsPoint::vartime_double_scalar_mul_basepoint(&k, &-a, &s) - r;
    Some(difference.mul_by_cofactor().is_identity())
}
