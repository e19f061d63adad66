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

    /// The error that `what` cannot be decoded from here.
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

#[cfg(test)]
mod tests {
    use parity_scale_codec::{Compact, Encode};

    use super::*;

    #[test]
    fn compact_integers_are_read_in_their_shortest_form_only() {
        for value in [
            0,
            63,
            64,
            (1 << 14) - 1,
            1 << 14,
            (1 << 30) - 1,
            1 << 30,
            u32::MAX,
        ] {
            let bytes = Compact(value).encode();
            let mut cursor = Cursor::new(&bytes);
            assert_eq!(cursor.compact("number"), Ok(value));
            assert_eq!(cursor.finish("number"), Ok(()));
            let mut short = Cursor::new(&bytes[..bytes.len() - 1]);
            assert!(short.compact("number").is_err());
        }
        let longer: [&[u8]; 5] = [
            &[0b01, 0],
            &[0b1111_1101, 0],
            &[0b10, 0, 0, 0],
            &[0b11, 255, 255, 255, 63],
            &[0b111, 0, 0, 0, 0, 1],
        ];
        for bytes in longer {
            let error = Cursor::new(bytes).compact("number");
            assert_eq!(error, Err(Cursor::new(bytes).malformed("number")));
        }
    }
}
