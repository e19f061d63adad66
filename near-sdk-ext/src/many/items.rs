//! The signatures or proofs to verify, in the layout that host functions read.

/// Signatures to verify, with their keys and messages, in the layout of the host function
/// `ed25519_verify_many`. Each is written once, and the host reads it without another copy.
///
/// All numbers are little-endian: the count of items in 4 bytes; then for each item 32 bytes of
/// public key, 64 bytes of signature, the length of the message in 4 bytes, and the message. For the
/// host function `ecvrf_verify_many`, proofs of `SIGNATURE` bytes take the place of signatures.
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
pub struct Items<const SIGNATURE: usize = 64> {
    bytes: Vec<u8>,
    count: u32,
}

/// Bytes of the count, and of a message's length.
const LENGTH: usize = 4;

/// Public key, signature or proof, and message.
type Fields<'a, const SIGNATURE: usize> = (&'a [u8; 32], &'a [u8; SIGNATURE], &'a [u8]);

impl Items {
    /// The largest number of items in one call of a host function.
    pub const MAX: usize = 4096;

    /// No items.
    #[must_use]
    pub fn new() -> Self {
        Self::with_capacity(0, 0)
    }
}

impl<const SIGNATURE: usize> Items<SIGNATURE> {
    /// No items, with memory for `items` of them and for `message_bytes` bytes of messages.
    #[must_use]
    pub fn with_capacity(items: usize, message_bytes: usize) -> Self {
        let capacity = items
            .saturating_mul(32 + SIGNATURE + LENGTH)
            .saturating_add(message_bytes);
        let mut bytes = Vec::with_capacity(capacity.saturating_add(LENGTH));
        bytes.extend([0; LENGTH]);
        Self { bytes, count: 0 }
    }

    /// Appends a signature to verify.
    ///
    /// # Panics
    /// The message is longer than 2^32 - 1 bytes, which is impossible in a contract.
    pub fn push(
        &mut self,
        public_key: &[u8; 32],
        signature: &[u8; SIGNATURE],
        message: impl AsRef<[u8]>,
    ) {
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
        signature: &[u8; SIGNATURE],
        write: impl FnOnce(&mut Vec<u8>) -> T,
    ) -> T {
        self.bytes.extend_from_slice(public_key);
        self.bytes.extend_from_slice(signature);
        self.bytes.extend([0; LENGTH]);
        let start = self.bytes.len();
        let written = write(&mut self.bytes);
        let length = self.bytes.len().checked_sub(start);
        let length = length.and_then(|length| u32::try_from(length).ok());
        let length = length.expect("a message is appended, and shorter than 2^32 bytes");
        self.bytes[start - LENGTH..start].copy_from_slice(&length.to_le_bytes());
        self.count = self.count.saturating_add(1);
        self.bytes[..LENGTH].copy_from_slice(&self.count.to_le_bytes());
        written
    }

    /// Removes all items; their memory stays allocated.
    pub fn clear(&mut self) {
        self.bytes.truncate(LENGTH);
        self.bytes.fill(0);
        self.count = 0;
    }

    /// The number of items.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether there are no items: the host function aborts on none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The layout that the host function reads.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The items, one after the other, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Fields<'_, SIGNATURE>> {
        const WHOLE: &str = "nothing but `push_with` writes, and it writes whole items";
        let mut rest = &self.bytes[LENGTH..];
        (0..self.count).map(move |_| {
            let (public_key, tail) = rest.split_first_chunk().expect(WHOLE);
            let (signature, tail) = tail.split_first_chunk().expect(WHOLE);
            let (length, tail) = tail.split_first_chunk().expect(WHOLE);
            let length = usize::try_from(u32::from_le_bytes(*length)).expect(WHOLE);
            let (message, tail) = tail.split_at_checked(length).expect(WHOLE);
            rest = tail;
            (public_key, signature, message)
        })
    }
}

impl Default for Items {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "appended")]
    fn a_message_that_takes_bytes_away_panics() {
        Items::new().push_with(&[1; 32], &[2; 64], Vec::clear);
    }
}
