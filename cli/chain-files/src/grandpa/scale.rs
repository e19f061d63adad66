//! Substrate's types in SCALE, by parity's own codec. The contract decides whether a justification proves
//! anything. Its own parser runs only in a contract; tests compare that parser with these types.
#![allow(
    clippy::cast_possible_truncation,
    reason = "the macro casts the indices of an enum"
)]

use blake2::{Blake2b, Digest as _, digest::consts::U32};
use parity_scale_codec::{Compact, Decode, DecodeAll as _, Encode, Error, Input, Output};

/// A precommit: the block's hash and number, the signature, and the signer.
pub type Precommit = (([u8; 32], u32), [u8; 64], [u8; 32]);

/// Public keys and weights.
pub type Authorities = Vec<([u8; 32], u64)>;

/// `sp_consensus_grandpa::GrandpaJustification`.
#[derive(Decode, Encode)]
pub struct Justification {
    /// The round of voting.
    pub round: u64,
    /// The hash and the number of the block that is claimed to be final.
    pub target: ([u8; 32], u32),
    /// The commit's votes.
    pub precommits: Vec<Precommit>,
    /// Headers from the votes down to the target.
    pub votes_ancestries: Vec<Header>,
}

/// `sc_consensus_grandpa::FinalityProof`: what `grandpa_proveFinality` answers.
#[derive(Decode)]
pub(super) struct FinalityProof {
    pub(super) block: [u8; 32],
    pub(super) justification: Vec<u8>,
    /// The headers of the blocks after the requested one, up to `block`.
    pub(super) unknown_headers: Vec<Header>,
}

/// `sp_runtime::generic::Header`; chains may append further fields.
#[derive(Decode, Encode)]
pub struct Header {
    /// The hash of the parent block.
    pub parent_hash: [u8; 32],
    /// The block's number.
    pub number: Compact<u32>,
    /// The roots of the state and of the extrinsics.
    pub roots: [[u8; 32]; 2],
    /// The messages for consensus.
    pub digest: Digest,
}

/// A header's digest. Its items stay encoded, since an item of one byte would take 32 in memory.
#[derive(Default)]
pub struct Digest {
    pub(super) count: u32,
    pub(super) items: Vec<u8>,
}

impl Digest {
    /// The items, in order.
    pub fn items(&self) -> impl Iterator<Item = DigestItem> {
        let mut rest = &self.items[..];
        std::iter::from_fn(move || DigestItem::decode(&mut rest).ok())
    }
}

impl Decode for Digest {
    fn decode<I: Input>(input: &mut I) -> Result<Self, Error> {
        let Compact(count) = Compact::<u32>::decode(input)?;
        let mut items = Vec::new();
        for _ in 0..count {
            DigestItem::decode(input)?.encode_to(&mut items);
        }
        Ok(Self { count, items })
    }
}

impl Encode for Digest {
    fn encode_to<O: Output + ?Sized>(&self, output: &mut O) {
        Compact(self.count).encode_to(output);
        output.write(&self.items);
    }
}

/// `sp_runtime::generic::DigestItem`. A message has its engine's id before it.
#[derive(Decode, Encode)]
pub enum DigestItem {
    /// Bytes of any other kind.
    #[codec(index = 0)]
    Other(Vec<u8>),
    /// A message of the runtime for a consensus engine.
    #[codec(index = 4)]
    Consensus([u8; 4], Vec<u8>),
    /// A seal of the block's author.
    #[codec(index = 5)]
    Seal([u8; 4], Vec<u8>),
    /// A message of a consensus engine for the runtime.
    #[codec(index = 6)]
    PreRuntime([u8; 4], Vec<u8>),
    /// The runtime's code or heap pages changed.
    #[codec(index = 8)]
    RuntimeEnvironmentUpdated,
}

/// The value in these bytes; `None` if anything follows it.
pub(super) fn whole<T: Decode>(mut bytes: &[u8]) -> Option<T> {
    T::decode_all(&mut bytes).ok()
}

/// The answer of `GrandpaApi_grandpa_authorities`, or the value that older chains store as
/// `:grandpa_authorities`, which has a version before the same list.
pub(super) fn authorities(bytes: &[u8]) -> Option<Authorities> {
    const VERSION: u8 = 1;
    whole(bytes).or_else(|| whole(bytes.strip_prefix(&[VERSION])?))
}

/// The number of the header in these bytes.
pub(super) fn header_number(mut bytes: &[u8]) -> Option<u32> {
    let header = Header::decode(&mut bytes).ok()?;
    Some(header.number.0)
}

/// The block hash of a header.
pub(super) fn hash(header: &[u8]) -> [u8; 32] {
    Blake2b::<U32>::digest(header).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_authorities_of_any_length_are_distinguished_from_versioned_ones() {
        // The encoding of the length 64 begins with 1, which is also the version's byte.
        for count in [0, 1, 63, 64, 65, 128, 300, 16384] {
            let list = vec![([7_u8; 32], 1_u64); count];
            let encoded = list.encode();
            let versioned = [&[1], &encoded[..]].concat();
            assert_eq!(authorities(&encoded).as_ref(), Some(&list), "{count}");
            assert_eq!(authorities(&versioned).as_ref(), Some(&list), "{count}");
            assert_eq!(authorities(&encoded[1..]), None, "{count}");
        }
    }
}
