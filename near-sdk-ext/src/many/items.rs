//! The signatures to verify, in the layout that the host function reads.

use super::layout::{Fields, Layout};

/// Signatures to verify, with their keys and messages, in the layout of the host function
/// `ed25519_verify_many`. Each is written once, and the host reads it without another copy.
///
/// All numbers are little-endian: the count of items in 4 bytes; then for each item 32 bytes of
/// public key, 64 bytes of signature, the length of the message in 4 bytes, and the message.
///
/// ```
/// use near_sdk_ext::Items;
///
/// let mut items = Items::new();
/// items.push(&[1; 32], &[2; 64], b"message");
/// items.push_with(&[3; 32], &[4; 64], |bytes| bytes.extend([5, 6]));
///
/// let first = [&[1; 32][..], &[2; 64], &[7, 0, 0, 0], b"message"].concat();
/// let second = [&[3; 32][..], &[4; 64], &[2, 0, 0, 0], &[5, 6]].concat();
/// assert_eq!(items.as_bytes(), [&[2, 0, 0, 0], first.as_slice(), &second].concat());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Items(Layout<64>);

impl Items {
    /// The largest number of items in one call of the host function.
    pub const MAX: usize = Layout::<64>::MAX;

    /// No items.
    #[must_use]
    pub fn new() -> Self {
        Self::with_capacity(0, 0)
    }

    /// No items, with memory for `items` of them whose messages have `message_bytes` bytes in total.
    #[must_use]
    pub fn with_capacity(items: usize, message_bytes: usize) -> Self {
        Self(Layout::with_capacity(items, message_bytes))
    }

    /// Appends a signature to verify.
    ///
    /// # Panics
    /// The message is longer than 2^32 - 1 bytes, which is impossible in a contract.
    pub fn push(&mut self, public_key: &[u8; 32], signature: &[u8; 64], message: impl AsRef<[u8]>) {
        self.push_with(public_key, signature, |bytes| {
            bytes.extend_from_slice(message.as_ref());
        });
    }

    /// [`Self::push`] with a message that `write` appends to the buffer, so that a message is encoded in
    /// place. `write` finds the earlier items in the buffer, and must only append to it. Returns the
    /// result of `write`.
    ///
    /// # Panics
    /// As [`Self::push`]; or `write` has made the buffer shorter.
    pub fn push_with<T>(
        &mut self,
        public_key: &[u8; 32],
        signature: &[u8; 64],
        write: impl FnOnce(&mut Vec<u8>) -> T,
    ) -> T {
        self.0.push_with(public_key, signature, write)
    }

    /// Removes all items; their memory stays allocated.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The number of items.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no items: the host function aborts on none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The layout that the host function reads.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl Default for Items {
    fn default() -> Self {
        Self::new()
    }
}

impl Items {
    /// One after the other, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Fields<'_, 64>> {
        self.0.iter()
    }
}
