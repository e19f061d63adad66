//! Parses a whole SCALE justification, finality proof or list of authorities. Whether it proves
//! anything is the contract's decision, whose own parser runs only in a contract.

use blake2::{Blake2b, Digest as _, digest::consts::U32};
use parity_scale_codec::{Compact, Decode, DecodeAll as _, Encode};

/// A precommit: the block's hash and number, the signature, and the signer.
pub(super) type Precommit = (([u8; 32], u32), [u8; 64], [u8; 32]);

/// Public keys and weights.
pub(super) type Authorities = Vec<([u8; 32], u64)>;

/// `sp_consensus_grandpa::GrandpaJustification`.
pub(super) struct Justification<'a> {
    pub(super) round: u64,
    pub(super) target: ([u8; 32], u32),
    pub(super) precommits: Vec<Precommit>,
    pub(super) votes_ancestries: Vec<&'a [u8]>,
}

impl<'a> Justification<'a> {
    /// The justification in these bytes; `None` if anything follows it.
    pub(super) fn decode(mut bytes: &'a [u8]) -> Option<Self> {
        let input = &mut bytes;
        let justification = Self {
            round: u64::decode(input).ok()?,
            target: Decode::decode(input).ok()?,
            precommits: Decode::decode(input).ok()?,
            votes_ancestries: headers(input)?,
        };
        bytes.is_empty().then_some(justification)
    }

    pub(super) fn encode(&self) -> Vec<u8> {
        let start = (self.round, self.target, &self.precommits).encode();
        let count = u32::try_from(self.votes_ancestries.len()).unwrap_or(u32::MAX);
        let headers = self.votes_ancestries.concat();
        [start, Compact(count).encode(), headers].concat()
    }
}

/// `sc_consensus_grandpa::FinalityProof`: what `grandpa_proveFinality` answers.
pub(super) struct FinalityProof<'a> {
    pub(super) block: [u8; 32],
    pub(super) justification: Vec<u8>,
    /// The headers of the blocks after the requested one, up to `block`.
    pub(super) unknown_headers: Vec<&'a [u8]>,
}

impl<'a> FinalityProof<'a> {
    /// The proof in these bytes, with its justification; `None` if anything follows it.
    pub(super) fn decode(mut bytes: &'a [u8]) -> Option<Self> {
        let input = &mut bytes;
        let proof = Self {
            block: Decode::decode(input).ok()?,
            justification: Decode::decode(input).ok()?,
            unknown_headers: headers(input)?,
        };
        bytes.is_empty().then_some(proof)
    }
}

/// The answer of `GrandpaApi_grandpa_authorities`, or the value that older chains store as
/// `:grandpa_authorities`, which has a version before the same list.
pub(super) fn authorities(bytes: &[u8]) -> Option<Authorities> {
    const VERSION: u8 = 1;
    let list = |mut bytes: &[u8]| Authorities::decode_all(&mut bytes).ok();
    list(bytes).or_else(|| list(bytes.strip_prefix(&[VERSION])?))
}

/// A list of headers, each as bytes.
fn headers<'a>(input: &mut &'a [u8]) -> Option<Vec<&'a [u8]>> {
    let Compact(count) = Compact::<u32>::decode(input).ok()?;
    // Memory is allocated for headers that exist, never in advance.
    let mut headers = Vec::new();
    for _ in 0..count {
        let start = *input;
        header(input)?;
        headers.push(&start[..start.len().checked_sub(input.len())?]);
    }
    Some(headers)
}

/// The number of the header in these bytes; chains may append further fields to the standard ones.
pub(super) fn header_number(mut bytes: &[u8]) -> Option<u32> {
    header(&mut bytes)
}

/// Skips a standard header, and returns its number.
fn header(input: &mut &[u8]) -> Option<u32> {
    skip(input, 32)?; // the parent's hash
    let Compact(number) = Compact::<u32>::decode(input).ok()?;
    skip(input, 64)?; // the roots of the state and of the extrinsics
    let Compact(items) = Compact::<u32>::decode(input).ok()?;
    for _ in 0..items {
        // The numbers are those of sp-runtime's `DigestItemType`.
        match u8::decode(input).ok()? {
            0 => {}
            4..=6 => skip(input, 4)?, // the engine
            8 => continue,
            _ => return None,
        }
        let Compact(length) = Compact::<u32>::decode(input).ok()?;
        skip(input, usize::try_from(length).ok()?)?;
    }
    Some(number)
}

/// The block hash of a header.
pub(super) fn hash(header: &[u8]) -> [u8; 32] {
    Blake2b::<U32>::digest(header).into()
}

fn skip(input: &mut &[u8], length: usize) -> Option<()> {
    *input = input.get(length..)?;
    Some(())
}

#[cfg(test)]
mod tests {
    use super::super::generate::{self, Block};
    use super::*;

    /// A justification with routes, and a finality proof of it with the header of its block.
    fn encoded() -> (Vec<u8>, Vec<u8>) {
        let authorities = generate::Authorities::equal(5, 4, "scale");
        let target = Block::new(70, "a").child_with_change(authorities.set(), 0);
        let child = target.child("b");
        let votes = [(0, &target), (1, &child), (2, &target)];
        let scale = authorities.justify_by(2, &target, &votes, &[&child]).scale;
        let start = (target.hash, &scale, Compact(1_u32)).encode();
        (scale, [start, target.header].concat())
    }

    #[test]
    fn bytes_are_a_justification_or_a_proof_and_every_other_length_is_neither() {
        let (justification, proof) = encoded();
        let read = Justification::decode(&justification).expect("a justification");
        assert_eq!((read.round, read.target.1), (2, 71));
        assert_eq!(read.encode(), justification);
        assert!(FinalityProof::decode(&justification).is_none());
        let read = FinalityProof::decode(&proof).expect("a proof");
        assert_eq!(
            (read.justification, read.unknown_headers.len()),
            (justification.clone(), 1)
        );
        assert!(Justification::decode(&proof).is_none());
        for whole in [justification, proof] {
            for length in 0..whole.len() {
                let cut = &whole[..length];
                let is_none = Justification::decode(cut).is_none();
                assert!(is_none && FinalityProof::decode(cut).is_none(), "{length}");
            }
            let more = [&whole[..], &[0]].concat();
            let is_none = Justification::decode(&more).is_none();
            assert!(is_none && FinalityProof::decode(&more).is_none());
        }
    }

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
