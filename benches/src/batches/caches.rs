//! Eviction of the processor's caches.

use std::hint::black_box;

/// Twice the largest last-level cache that one core of a current server can use alone.
const BYTES: usize = 64 << 20;

/// Bytes of a cache line.
const LINE: usize = 64;

/// Memory that serves only eviction.
pub(super) struct Caches(Vec<u8>);

impl Caches {
    pub(super) fn new() -> Self {
        Self(vec![0; BYTES])
    }

    /// Writes to all of this memory, which evicts everything else from the caches.
    pub(super) fn evict(&mut self) {
        for byte in self.0.iter_mut().step_by(LINE) {
            *byte = byte.wrapping_add(1);
        }
        black_box(&self.0);
    }
}
