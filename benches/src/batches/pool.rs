//! The fixed set of signatures that libraries and lanes are timed on.

use crate::library::Signed;
use crate::verification::case;
use ed25519_dalek::{Signer as _, SigningKey};
use std::ops::Range;
use std::rc::Rc;

/// Bytes of each message: about as long as the messages that Tendermint validators sign.
pub(super) const MESSAGE_BYTES: usize = 110;

/// Signatures that are timed, each by its own key.
pub(super) const TIMED: Range<usize> = 0..256;

/// Signatures by other keys. Verifying them warms shared data without caching anything of `TIMED`;
/// they are enough to use much of the base point's table.
pub(super) const OTHERS: Range<usize> = TIMED.end..TIMED.end + 64;

/// `OTHERS`, and a forged signature at the end.
pub(super) const WITH_FORGED: Range<usize> = OTHERS.start..OTHERS.end + 1;

pub(super) type Pool = Rc<[Signed]>;

pub(super) fn pool() -> Pool {
    let mut pool: Vec<_> = (0..WITH_FORGED.end).map(signed).collect();
    if let Some(last) = pool.last_mut() {
        last.message[0] ^= 1;
    }
    pool.into()
}

fn signed(number: usize) -> Signed {
    let mut seed = [42; 32];
    seed[..2].copy_from_slice(&number.to_le_bytes()[..2]);
    let key = SigningKey::from_bytes(&seed);
    let message = case::message(MESSAGE_BYTES);
    Signed {
        public_key: key.verifying_key().to_bytes(),
        signature: key.sign(&message).to_bytes(),
        message,
    }
}
