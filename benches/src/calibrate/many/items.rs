//! The signatures, laid out as the host function takes them.

use super::cell::{Cell, Family};
use curve25519_dalek::constants::EIGHT_TORSION;
use curve25519_dalek::edwards::EdwardsPoint;
use curve25519_dalek::scalar::Scalar;
use ed25519_dalek::SigningKey;
use near_ed25519::verification::Case;
use sha2::{Digest as _, Sha512};

/// `count` signatures by as many keys, in the layout of `ed25519_verify_many` (nep-0364.md).
pub(super) fn items(cell: Cell) -> anyhow::Result<Vec<u8>> {
    let message = Case::message(cell.message_bytes);
    let message_len = u32::try_from(message.len())?;
    let mut layout = u32::try_from(cell.count)?.to_le_bytes().to_vec();
    for number in 0..cell.count {
        let key = key(number);
        layout.extend(key.verifying_key().to_bytes());
        layout.extend(sign(&key, number, &message, cell.family));
        layout.extend(message_len.to_le_bytes());
        layout.extend(&message);
    }
    Ok(layout)
}

/// The signer of item `number`: always the same.
pub(super) fn key(number: usize) -> SigningKey {
    SigningKey::from_bytes(&hash(number, 0))
}

/// RFC 8032's signature but for the nonce, and for R, which may have a point of order eight added.
fn sign(key: &SigningKey, number: usize, message: &[u8], family: Family) -> [u8; 64] {
    let nonce = Scalar::from_bytes_mod_order(hash(number, 1));
    let mut r = EdwardsPoint::mul_base(&nonce);
    if family == Family::OtherPoint {
        r += EIGHT_TORSION[1];
    }
    let r = r.compress().to_bytes();
    let hash = Sha512::new()
        .chain_update(r)
        .chain_update(key.verifying_key().to_bytes())
        .chain_update(message);
    let k = Scalar::from_bytes_mod_order_wide(&hash.finalize().into());
    let mut signature = [0; 64];
    signature[..32].copy_from_slice(&r);
    signature[32..].copy_from_slice(&(nonce + k * key.to_scalar()).to_bytes());
    signature
}

/// 32 bytes that look random.
fn hash(number: usize, what: u8) -> [u8; 32] {
    let digest = Sha512::new()
        .chain_update(number.to_le_bytes())
        .chain_update([what])
        .finalize();
    std::array::from_fn(|i| digest[i])
}
