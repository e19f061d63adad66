//! Justifications, as nodes publish them.

use super::{Error, Header, scale::Cursor};

const PRECOMMIT: usize = 32 + 4 + 64 + 32;

/// A view of the SCALE encoding of Substrate's `GrandpaJustification`.
#[derive(Clone, Debug)]
pub struct Justification<'a> {
    round: u64,
    target_hash: &'a [u8; 32],
    target_number: u32,
    precommits: &'a [[u8; PRECOMMIT]],
    votes_ancestries: Vec<Header<'a>>,
}

impl<'a> Justification<'a> {
    /// The justification in these bytes.
    ///
    /// The headers in it must be standard ones. If a chain's headers have further fields, their
    /// ends cannot be found without knowing the chain: leave `votes_ancestries` empty, and pass the
    /// headers to [`verify`](super::verify) one by one.
    ///
    /// # Errors
    /// [`Error::Malformed`], also for bytes after the end.
    pub fn decode(bytes: &'a [u8]) -> Result<Self, Error> {
        let mut cursor = Cursor::new(bytes);
        let round = cursor.u64("round")?;
        let target_hash = cursor.array("target hash")?;
        let target_number = cursor.u32("target number")?;
        let precommits = cursor.array_vec("precommits")?;
        // Memory is allocated for headers that exist, never in advance for the claimed length.
        let mut votes_ancestries = Vec::new();
        for _ in 0..cursor.length("votes ancestries")? {
            votes_ancestries.push(Header::read(&mut cursor)?);
        }
        cursor.finish("end of the justification")?;
        Ok(Self {
            round,
            target_hash,
            target_number,
            precommits,
            votes_ancestries,
        })
    }

    /// The round of voting.
    #[must_use]
    pub const fn round(&self) -> u64 {
        self.round
    }

    /// The hash of the block that the justification claims to be final.
    #[must_use]
    pub const fn target_hash(&self) -> &'a [u8; 32] {
        self.target_hash
    }

    /// The number of that block.
    #[must_use]
    pub const fn target_number(&self) -> u32 {
        self.target_number
    }

    /// The commit's votes, in order.
    pub fn precommits(&self) -> impl ExactSizeIterator<Item = Precommit<'a>> + use<'a> {
        self.precommits.iter().map(Precommit::new)
    }

    /// Headers from the votes down to the target, in any order.
    #[must_use]
    pub fn votes_ancestries(&self) -> &[Header<'a>] {
        &self.votes_ancestries
    }
}

/// One authority's signed vote for a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Precommit<'a> {
    /// The block voted for.
    pub target_hash: &'a [u8; 32],
    /// The number of that block.
    pub target_number: u32,
    /// The signature of the vote, the round and the set id.
    pub signature: &'a [u8; 64],
    /// The public key of the authority.
    pub id: &'a [u8; 32],
}

impl<'a> Precommit<'a> {
    fn new(bytes: &'a [u8; PRECOMMIT]) -> Self {
        const FIXED: &str = "the length is the sum of the parts";
        let (target_hash, rest) = bytes.split_first_chunk().expect(FIXED);
        let (number, rest) = rest.split_first_chunk().expect(FIXED);
        let (signature, rest) = rest.split_first_chunk().expect(FIXED);
        Self {
            target_hash,
            target_number: u32::from_le_bytes(*number),
            signature,
            id: rest.first_chunk().expect(FIXED),
        }
    }
}
