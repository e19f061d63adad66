//! The layout of many signatures or proofs, as host functions read it.

/// Items in the layout of the host functions `ed25519_verify_many` and `ecvrf_verify_many`, with
/// signatures or proofs of `PROOF` bytes.
///
/// All numbers are little-endian: the count of items in 4 bytes; then for each item 32 bytes of public
/// key, the signature or proof, the length of the message in 4 bytes, and the message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout<const PROOF: usize> {
    bytes: Vec<u8>,
    count: u32,
}

/// Bytes of the count, and of a message's length.
const LENGTH: usize = 4;

/// Public key, signature or proof, and message.
pub(crate) type Fields<'a, const PROOF: usize> = (&'a [u8; 32], &'a [u8; PROOF], &'a [u8]);

impl<const PROOF: usize> Layout<PROOF> {
    /// The largest number of items in one call of a host function.
    pub(crate) const MAX: usize = 4096;

    /// Bytes of an item without its message.
    const FIXED: usize = 32 + PROOF + LENGTH;

    /// No items, with memory for `items` of them whose messages have `message_bytes` bytes in total.
    pub(crate) fn with_capacity(items: usize, message_bytes: usize) -> Self {
        let capacity = items
            .saturating_mul(Self::FIXED)
            .saturating_add(message_bytes);
        let mut bytes = Vec::with_capacity(capacity.saturating_add(LENGTH));
        bytes.extend([0; LENGTH]);
        Self { bytes, count: 0 }
    }

    /// Appends an item, whose message `write` appends to the buffer. Returns the result of `write`.
    ///
    /// # Panics
    /// The message is longer than 2^32 - 1 bytes, or `write` has made the buffer shorter.
    pub(crate) fn push_with<T>(
        &mut self,
        public_key: &[u8; 32],
        proof: &[u8; PROOF],
        write: impl FnOnce(&mut Vec<u8>) -> T,
    ) -> T {
        self.bytes.extend_from_slice(public_key);
        self.bytes.extend_from_slice(proof);
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
    pub(crate) fn clear(&mut self) {
        self.bytes.truncate(LENGTH);
        self.bytes.fill(0);
        self.count = 0;
    }

    pub(crate) const fn len(&self) -> usize {
        self.count as usize
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The items, one after the other, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Fields<'_, PROOF>> {
        const WHOLE: &str = "nothing but `push_with` writes, and it writes whole items";
        let mut rest = &self.bytes[LENGTH..];
        (0..self.count).map(move |_| {
            let (public_key, tail) = rest.split_first_chunk().expect(WHOLE);
            let (proof, tail) = tail.split_first_chunk().expect(WHOLE);
            let (length, tail) = tail.split_first_chunk().expect(WHOLE);
            let length = usize::try_from(u32::from_le_bytes(*length)).expect(WHOLE);
            let (message, tail) = tail.split_at_checked(length).expect(WHOLE);
            rest = tail;
            (public_key, proof, message)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "appended")]
    fn a_message_that_takes_bytes_away_panics() {
        Layout::<64>::with_capacity(0, 0).push_with(&[1; 32], &[2; 64], Vec::clear);
    }
}
