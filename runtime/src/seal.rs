//! Integrity seal of a cache entry: SHA-256 over key and payload.

use near_primitives_core::hash::CryptoHash;

/// An undamaged payload that was sealed under its key. Only [`unseal`] makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Intact<'a>(&'a [u8]);

impl<'a> Intact<'a> {
    pub(crate) fn payload(self) -> &'a [u8] {
        self.0
    }
}

/// Puts the hash of key and payload before the payload. An entry that was copied or renamed to
/// another key's place is then detected like a damaged one.
pub(crate) fn seal(key: &CryptoHash, payload: &[u8]) -> Vec<u8> {
    let mut sealed = hash(key, payload).0.to_vec();
    sealed.extend_from_slice(payload);
    sealed
}

/// The payload that [`seal`] sealed under this key; `None` for any other bytes.
pub(crate) fn unseal<'a>(key: &CryptoHash, sealed: &'a [u8]) -> Option<Intact<'a>> {
    let (found, payload) = sealed.split_first_chunk::<{ CryptoHash::LENGTH }>()?;
    (hash(key, payload).0 == *found).then_some(Intact(payload))
}

fn hash(key: &CryptoHash, payload: &[u8]) -> CryptoHash {
    CryptoHash::hash_borsh((key, payload))
}
