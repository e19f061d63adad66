//! Headers of Substrate's chains.

use blake2::{Blake2b, Digest as _, digest::consts::U32};

use super::{Error, scale::Cursor};

/// A header: its bytes, and the fields that finality needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header<'a> {
    bytes: &'a [u8],
    parent_hash: &'a [u8; 32],
    number: u32,
    /// The digest items one after the other, without their count.
    digest: &'a [u8],
}

impl<'a> Header<'a> {
    /// The header in these bytes: parent hash, number, state root, extrinsics root, digest, and
    /// any fields that a chain adds after them (Avail has an extension there). The hash covers all bytes.
    ///
    /// # Errors
    /// [`Error::Malformed`].
    pub fn decode(bytes: &'a [u8]) -> Result<Self, Error> {
        let header = Self::read(&mut Cursor::new(bytes))?;
        Ok(Self { bytes, ..header })
    }

    /// The standard header at the cursor.
    pub(super) fn read(cursor: &mut Cursor<'a>) -> Result<Self, Error> {
        let whole = cursor.rest();
        let start = cursor.offset();
        let parent_hash = cursor.array("header's parent hash")?;
        let number = cursor.compact("header's number")?;
        cursor.array::<32>("header's state root")?;
        cursor.array::<32>("header's extrinsics root")?;
        let count = cursor.length("header's digest")?;
        let (items, items_start) = (cursor.rest(), cursor.offset());
        for _ in 0..count {
            DigestItem::read(cursor)?;
        }
        Ok(Self {
            bytes: &whole[..cursor.offset() - start],
            parent_hash,
            number,
            digest: &items[..cursor.offset() - items_start],
        })
    }

    /// The whole encoding.
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The BLAKE2b-256 hash of [`Self::bytes`], which is the block's hash.
    ///
    /// # Cost
    /// The instructions executed: there is no host function for it.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        Blake2b::<U32>::digest(self.bytes).into()
    }

    /// The hash of the parent block.
    #[must_use]
    pub const fn parent_hash(&self) -> &'a [u8; 32] {
        self.parent_hash
    }

    /// The block's number.
    #[must_use]
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// The items of the digest, in order.
    #[must_use]
    pub const fn digest_items(&self) -> DigestItems<'a> {
        DigestItems(Cursor::new(self.digest))
    }
}

/// An item of a header's digest: a message for consensus, or something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DigestItem<'a> {
    /// Bytes of any other kind.
    Other(&'a [u8]),
    /// A message of the runtime for a consensus engine: the engine's id, and the message.
    Consensus(&'a [u8; 4], &'a [u8]),
    /// A seal, which the block's author adds last: the engine's id, and the seal.
    Seal(&'a [u8; 4], &'a [u8]),
    /// A message of a consensus engine for the runtime.
    PreRuntime(&'a [u8; 4], &'a [u8]),
    /// The runtime's code or heap pages changed.
    RuntimeEnvironmentUpdated,
}

impl<'a> DigestItem<'a> {
    fn read(cursor: &mut Cursor<'a>) -> Result<Self, Error> {
        const WHAT: &str = "header's digest item";
        let unknown = cursor.malformed(WHAT);
        // The numbers are those of sp-runtime's `DigestItemType`.
        Ok(match cursor.u8(WHAT)? {
            0 => Self::Other(cursor.byte_vec(WHAT)?),
            4 => Self::Consensus(cursor.array(WHAT)?, cursor.byte_vec(WHAT)?),
            5 => Self::Seal(cursor.array(WHAT)?, cursor.byte_vec(WHAT)?),
            6 => Self::PreRuntime(cursor.array(WHAT)?, cursor.byte_vec(WHAT)?),
            8 => Self::RuntimeEnvironmentUpdated,
            _ => return Err(unknown),
        })
    }
}

/// The items of a header's digest.
#[derive(Clone, Debug)]
pub struct DigestItems<'a>(Cursor<'a>);

impl<'a> Iterator for DigestItems<'a> {
    type Item = DigestItem<'a>;

    fn next(&mut self) -> Option<DigestItem<'a>> {
        // Decoding the header has read them all, so an error here can only be the end.
        DigestItem::read(&mut self.0).ok()
    }
}

#[cfg(test)]
mod tests {
    use parity_scale_codec::{Compact, Encode};

    use super::*;

    fn encoded(number: u32, count: u32, items: &[u8]) -> Vec<u8> {
        let number = Compact(number).encode();
        let count = Compact(count).encode();
        [&[1; 32], &number[..], &[2; 32], &[3; 32], &count, items].concat()
    }

    #[test]
    fn headers_are_views_of_their_bytes() {
        let items = [
            (0_u8, b"any".to_vec()).encode(),
            (4_u8, *b"FRNK", b"log".to_vec()).encode(),
            (5_u8, *b"BABE", b"seal".to_vec()).encode(),
            (6_u8, *b"BABE", b"slot".to_vec()).encode(),
            vec![8],
        ];
        let bytes = encoded(1_000_000, 5, &items.concat());
        let header = Header::decode(&bytes).expect("a header");
        assert_eq!(header.parent_hash(), &[1; 32]);
        assert_eq!(header.number(), 1_000_000);
        assert_eq!(header.bytes(), bytes);
        let expected = [
            DigestItem::Other(b"any"),
            DigestItem::Consensus(b"FRNK", b"log"),
            DigestItem::Seal(b"BABE", b"seal"),
            DigestItem::PreRuntime(b"BABE", b"slot"),
            DigestItem::RuntimeEnvironmentUpdated,
        ];
        assert_eq!(header.digest_items().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn the_hash_covers_what_a_chain_put_behind_the_digest() {
        let plain = encoded(7, 0, &[]);
        let extended = [&plain[..], b"extension"].concat();
        let (plain, extended) = (Header::decode(&plain), Header::decode(&extended));
        let (plain, extended) = (plain.expect("a header"), extended.expect("a header"));
        assert_eq!(plain.number(), extended.number());
        assert_ne!(plain.hash(), extended.hash());
    }

    #[test]
    fn truncated_headers_and_unknown_items_are_refused() {
        let bytes = encoded(7, 1, &(4_u8, *b"FRNK", vec![9_u8; 70]).encode());
        for length in 0..bytes.len() {
            assert!(Header::decode(&bytes[..length]).is_err(), "{length}");
        }
        let error = Error::Malformed {
            what: "header's digest item",
            offset: 98,
        };
        assert_eq!(Header::decode(&encoded(7, 1, &[7])), Err(error));
        assert!(Header::decode(&encoded(7, u32::MAX, &[8, 8])).is_err());
    }
}
