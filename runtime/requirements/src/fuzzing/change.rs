//! Random changes of an input's bytes.

use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Bytes with a meaning in texts.
const PUNCTUATION: &[u8] = b"\0\t\n \"'\\{}[]():,;.#&*!|>%@`~-+_/=0123456789eEnx\xff";

/// A change of an input's bytes.
#[derive(Clone, Debug)]
pub enum Change {
    /// Flips one bit.
    Flip(Index),
    /// Sets one byte.
    Set(Index, u8),
    /// Removes some bytes.
    Cut(Index, usize),
    /// Doubles some bytes.
    Double(Index, usize),
    /// Inserts other bytes.
    Insert(Index, Vec<u8>),
    /// Exchanges the bytes of two places.
    Exchange(Index, Index, usize),
    /// Removes all bytes from here on.
    Truncate(Index),
}

/// One change of any kind.
pub fn changes() -> impl Strategy<Value = Change> {
    let at = any::<Index>;
    let byte = || prop_oneof![any::<u8>(), select(PUNCTUATION)];
    prop_oneof![
        6 => at().prop_map(Change::Flip),
        3 => (at(), byte()).prop_map(|(at, byte)| Change::Set(at, byte)),
        1 => (at(), 1..64_usize).prop_map(|(at, length)| Change::Cut(at, length)),
        1 => (at(), 1..200_usize).prop_map(|(at, length)| Change::Double(at, length)),
        1 => (at(), prop::collection::vec(byte(), 1..8)).prop_map(|(at, bytes)| Change::Insert(at, bytes)),
        1 => (at(), at(), 1..64_usize).prop_map(|(one, other, length)| Change::Exchange(one, other, length)),
        1 => at().prop_map(Change::Truncate),
    ]
}

impl Change {
    /// The bytes after these changes, in order.
    #[must_use]
    pub fn apply_all(changes: &[Self], mut bytes: Vec<u8>) -> Vec<u8> {
        for change in changes {
            change.apply(&mut bytes);
        }
        bytes
    }

    /// Applies the change; empty input stays empty.
    fn apply(&self, bytes: &mut Vec<u8>) {
        let total = bytes.len();
        if total == 0 {
            return;
        }
        let up_to = |at: usize, length: usize| at..(at + length).min(total);
        match self {
            Self::Flip(at) => {
                let bit = at.index(8 * total);
                bytes[bit / 8] ^= 1 << (bit % 8);
            }
            Self::Set(at, byte) => bytes[at.index(total)] = *byte,
            Self::Cut(at, length) => drop(bytes.drain(up_to(at.index(total), *length))),
            Self::Double(at, length) => {
                let range = up_to(at.index(total), *length);
                let twice = bytes[range.clone()].to_vec();
                bytes.splice(range.start..range.start, twice);
            }
            Self::Insert(at, new) => {
                let at = at.index(total);
                bytes.splice(at..at, new.iter().copied());
            }
            Self::Exchange(one, other, length) => {
                for offset in 0..*length {
                    bytes.swap(
                        (one.index(total) + offset) % total,
                        (other.index(total) + offset) % total,
                    );
                }
            }
            Self::Truncate(at) => bytes.truncate(at.index(total)),
        }
    }
}
