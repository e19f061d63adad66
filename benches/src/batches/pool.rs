//! The fixed set of signatures that libraries and lanes are timed on, tables of their keys, and the
//! eviction of the processor's caches.

use crate::contender::Contender;
use crate::library::Signed;
use crate::verification::{measured, message};
use ed25519_dalek::{Signer as _, SigningKey};
use ed25519_lanes::{KeyTables, Layout, Verifier};
use std::cell::RefCell;
use std::hint::black_box;
use std::ops::Range;
use std::sync::LazyLock;

/// Bytes of each message: about as long as the messages that Tendermint validators sign.
pub(super) const MESSAGE_BYTES: usize = 110;

/// Signatures that are timed, each by its own key.
const TIMED: Range<usize> = 0..256;

/// Signatures by other keys. Verifying them warms shared data without caching anything of `TIMED`;
/// they are enough to use much of the base point's table.
pub(super) const OTHERS: Range<usize> = TIMED.end..TIMED.end + 64;

/// `OTHERS`, and a forged signature at the end.
pub(super) const WITH_FORGED: Range<usize> = OTHERS.start..OTHERS.end + 1;

/// Signatures that a contender must accept before it is timed.
pub(super) const GOOD: Range<usize> = TIMED.start..OTHERS.end;

/// Signatures that are timed if there are more at once than in `TIMED`. Smaller numbers are timed without
/// them, since so many keys would fill the caches.
const MANY: Range<usize> = WITH_FORGED.end..WITH_FORGED.end + 4_096;

pub(super) static POOL: LazyLock<Vec<Signed>> = LazyLock::new(|| {
    let mut pool: Vec<_> = (0..MANY.end).map(signed).collect();
    pool[WITH_FORGED.end - 1].message[0] ^= 1;
    pool
});

/// The signatures that are timed with this many at once.
pub(super) fn timed(size: usize) -> Range<usize> {
    if size > TIMED.len() { MANY } else { TIMED }
}

/// The signature by the key of this number.
pub(super) fn signed(number: usize) -> Signed {
    let mut seed = [42; 32];
    seed[..8].copy_from_slice(&number.to_le_bytes());
    let key = SigningKey::from_bytes(&seed);
    let message = message(MESSAGE_BYTES);
    Signed {
        public_key: key.verifying_key().to_bytes(),
        signature: key.sign(&message).to_bytes(),
        message,
    }
}

/// A contender that builds tables of the keys and verifies nothing.
pub(super) fn builder(verifier: Verifier, layout: Layout) -> Contender {
    Box::new(move |signed| {
        let keys = keys(signed);
        // The closure returns them, so that freeing them is not timed.
        let (tables, elapsed) = measured(|| build(verifier, layout, black_box(&keys)));
        Ok((tables.len() == keys.len(), elapsed))
    })
}

pub(super) fn keys(signed: &[Signed]) -> Vec<[u8; 32]> {
    signed.iter().map(|it| it.public_key).collect()
}

/// Tables of exactly these keys.
pub(super) fn build(verifier: Verifier, layout: Layout, keys: &[[u8; 32]]) -> KeyTables {
    let tables = KeyTables::new(layout, keys.len() * layout.bytes());
    verifier.build(&tables, keys);
    tables
}

/// Twice the largest last-level cache that one core of a current server can use alone.
const CACHE_BYTES: usize = 64 << 20;

/// Bytes of a cache line.
const LINE: usize = 64;

thread_local! {
    /// Memory that serves only eviction.
    static CACHES: RefCell<Vec<u8>> = RefCell::new(vec![0; CACHE_BYTES]);
}

/// Writes to all of this memory, which evicts everything else from the processor's caches.
pub(super) fn evict() {
    CACHES.with_borrow_mut(|bytes| {
        for byte in bytes.iter_mut().step_by(LINE) {
            *byte = byte.wrapping_add(1);
        }
        black_box(bytes);
    });
}
