//! Signatures in the host function's item layout.

use super::cell::{Cell, Family};
use crate::verification::case::{Case, Signer};
use curve25519_dalek::constants::EIGHT_TORSION;
use sha2::{Digest as _, Sha512};

/// `count` signatures by as many keys, in the layout of `ed25519_verify_many` (nep-0364.md).
pub(super) fn items(cell: Cell) -> anyhow::Result<Vec<u8>> {
    let message = Case::message(cell.message_bytes);
    let message_len = u32::try_from(message.len())?;
    let mut layout = u32::try_from(cell.count)?.to_le_bytes().to_vec();
    let by = EIGHT_TORSION[usize::from(cell.family == Family::OtherPoint)];
    for number in 0..cell.count {
        let signer = signer(number);
        layout.extend(signer.public_key);
        layout.extend(signer.sign_beside(&message, hash(number, 1), by));
        layout.extend(message_len.to_le_bytes());
        layout.extend(&message);
    }
    Ok(layout)
}

/// The signer of item `number`, always the same.
pub(super) fn signer(number: usize) -> Signer {
    Signer::of(&hash(number, 0))
}

/// 32 bytes that look random.
fn hash(number: usize, what: u8) -> [u8; 32] {
    let digest = Sha512::new().chain_update(number.to_le_bytes());
    let digest = digest.chain_update([what]).finalize();
    std::array::from_fn(|i| digest[i])
}
