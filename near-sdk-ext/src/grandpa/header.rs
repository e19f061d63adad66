//! Headers of Substrate's chains.

use core::iter;

use blake2::{Blake2b, Digest as _, digest::consts::U32};

use super::{Error, scale::Cursor};

/// A header: its bytes, and the fields that finality needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header<'a> {
    bytes: &'a [u8],
    parent_hash: &'a [u8; 32],
    number: u32,
    /// The digest items in sequence, without their count.
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
    pub fn digest_items(&self) -> impl Iterator<Item = DigestItem<'a>> + use<'a> {
        let mut cursor = Cursor::new(self.digest);
        // Decoding the header has read all items, so an error here can only be the end.
        iter::from_fn(move || DigestItem::read(&mut cursor).ok())
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
