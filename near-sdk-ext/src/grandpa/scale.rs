//! SCALE, Substrate's encoding: the part that justifications and headers need, without copying.

use super::Error;

/// The unread rest of an input.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    input: &'a [u8],
    offset: usize,
}

impl<'a> Cursor<'a> {
    pub(super) const fn new(input: &'a [u8]) -> Self {
        Self { input, offset: 0 }
    }

    /// The number of bytes read.
    pub(super) const fn offset(&self) -> usize {
        self.offset
    }

    pub(super) fn rest(&self) -> &'a [u8] {
        self.input.get(self.offset..).unwrap_or_default()
    }

    /// The error that `what` cannot be decoded at this offset.
    pub(super) const fn malformed(&self, what: &'static str) -> Error {
        Error::Malformed {
            what,
            offset: self.offset,
        }
    }

    pub(super) fn bytes(&mut self, length: usize, what: &'static str) -> Result<&'a [u8], Error> {
        let bytes = self.rest().get(..length).ok_or(self.malformed(what))?;
        self.offset += length;
        Ok(bytes)
    }

    pub(super) fn array<const N: usize>(
        &mut self,
        what: &'static str,
    ) -> Result<&'a [u8; N], Error> {
        let array = self.rest().first_chunk().ok_or(self.malformed(what))?;
        self.offset += N;
        Ok(array)
    }

    pub(super) fn u8(&mut self, what: &'static str) -> Result<u8, Error> {
        self.array(what).map(|&[byte]| byte)
    }

    pub(super) fn u32(&mut self, what: &'static str) -> Result<u32, Error> {
        Ok(u32::from_le_bytes(*self.array(what)?))
    }

    pub(super) fn u64(&mut self, what: &'static str) -> Result<u64, Error> {
        Ok(u64::from_le_bytes(*self.array(what)?))
    }

    /// An integer of variable length, in the shortest form: the low two bits of the first byte say
    /// how long it is.
    pub(super) fn compact(&mut self, what: &'static str) -> Result<u32, Error> {
        let malformed = self.malformed(what);
        let first = *self.rest().first().ok_or(malformed)?;
        let (value, least) = match first & 0b11 {
            0 => (u32::from(self.u8(what)? >> 2), 0),
            1 => {
                let short = u16::from_le_bytes(*self.array(what)?);
                (u32::from(short >> 2), 1 << 6)
            }
            2 => (self.u32(what)? >> 2, 1 << 14),
            // The high six bits count the bytes beyond four: an integer of more than 32 bits.
            _ if first >> 2 != 0 => return Err(malformed),
            _ => {
                self.u8(what)?;
                (self.u32(what)?, 1 << 30)
            }
        };
        match value >= least {
            true => Ok(value),
            false => Err(malformed),
        }
    }

    /// The length of a vector.
    pub(super) fn length(&mut self, what: &'static str) -> Result<usize, Error> {
        let malformed = self.malformed(what);
        usize::try_from(self.compact(what)?).map_err(|_| malformed)
    }

    /// A vector of bytes.
    pub(super) fn byte_vec(&mut self, what: &'static str) -> Result<&'a [u8], Error> {
        let length = self.length(what)?;
        self.bytes(length, what)
    }

    /// A vector whose items are `N` bytes each.
    pub(super) fn array_vec<const N: usize>(
        &mut self,
        what: &'static str,
    ) -> Result<&'a [[u8; N]], Error> {
        let malformed = self.malformed(what);
        let count = self.length(what)?;
        let bytes = self.bytes(count.checked_mul(N).ok_or(malformed)?, what)?;
        Ok(bytes.as_chunks().0)
    }

    /// Refuses bytes after the end of `what`.
    pub(super) fn finish(&self, what: &'static str) -> Result<(), Error> {
        match self.rest() {
            [] => Ok(()),
            _ => Err(self.malformed(what)),
        }
    }
}
