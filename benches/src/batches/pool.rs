//! What libraries and lanes are timed on: always the same signatures.

use crate::library::Signed;
use crate::verification::Case;
use ed25519_dalek::{Signer as _, SigningKey};
use std::ops::Range;
use std::rc::Rc;

/// Bytes of each message: about what validators sign in Tendermint's chains.
pub(super) const MESSAGE_BYTES: usize = 110;

/// Those to be timed, each by a key of its own.
pub(super) const TIMED: Range<usize> = 0..256;

/// Some by other keys, to be verified where something must be, but nothing of the others' kept:
/// enough to use much of the base point's table.
pub(super) const OTHERS: Range<usize> = TIMED.end..TIMED.end + 64;

/// The last of which is forged.
pub(super) const WITH_FORGED: Range<usize> = OTHERS.start..OTHERS.end + 1;

/// All signatures there are.
pub(super) type Pool = Rc<[Signed]>;

pub(super) fn pool() -> Pool {
    let mut pool: Vec<_> = (0..WITH_FORGED.end).map(signed).collect();
    if let Some(last) = pool.last_mut() {
        last.message[0] ^= 1;
    }
    pool.into()
}

/// By a key of this number's.
fn signed(number: usize) -> Signed {
    let mut seed = [42; 32];
    seed[..2].copy_from_slice(&number.to_le_bytes()[..2]);
    let key = SigningKey::from_bytes(&seed);
    let message = Case::message(MESSAGE_BYTES);
    Signed {
        public_key: key.verifying_key().to_bytes(),
        signature: key.sign(&message).to_bytes(),
        message,
    }
}
