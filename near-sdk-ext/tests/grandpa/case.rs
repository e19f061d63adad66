//! Justifications with any votes, and their verdict.

use chain_files::grandpa::generate::Block;
use ed25519_dalek::{Signature, Signer as _, SigningKey, Verifier as _, VerifyingKey};
use near_sdk::{test_utils::VMContextBuilder, testing_env};
use near_sdk_ext::{
    Flavour, Host, HostMany, Wasm,
    grandpa::{
        AuthoritySet, Error, Finalized, Header, Justification, check_message_signature, pack,
        verify,
    },
};
use parity_scale_codec::{Compact, Encode};

pub(crate) const ROUND: u64 = 9;
pub(crate) const SET_ID: u64 = 4;

pub(crate) type Hash = [u8; 32];

pub(crate) fn key(index: u8) -> SigningKey {
    SigningKey::from_bytes(&[index + 1; 32])
}

pub(crate) fn id(index: u8) -> Hash {
    key(index).verifying_key().to_bytes()
}

pub(crate) type Vote = ((Hash, u32), [u8; 64], Hash);

pub(crate) fn vote(signer: u8, hash: Hash, number: u32) -> Vote {
    let message = (1_u8, hash, number, ROUND, SET_ID).encode();
    let signature = key(signer).sign(&message).to_bytes();
    ((hash, number), signature, id(signer))
}

pub(crate) fn vote_for(signer: u8, block: &Block) -> Vote {
    vote(signer, block.hash, block.number)
}

/// Whether dalek accepts the vote's signature.
pub(crate) fn is_signed(vote: &Vote) -> bool {
    let ((hash, number), signature, id) = vote;
    let message = (1_u8, hash, number, ROUND, SET_ID).encode();
    let key = VerifyingKey::from_bytes(id).expect("a key");
    key.verify(&message, &Signature::from_bytes(signature))
        .is_ok()
}

/// A justification, and the context that it is verified in.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) round: u64,
    pub(crate) set_id: u64,
    pub(crate) target: (Hash, u32),
    pub(crate) votes: Vec<Vote>,
    pub(crate) ancestries: Vec<Block>,
    pub(crate) headers: Vec<Block>,
    pub(crate) authorities: Vec<(Hash, u64)>,
}

impl Case {
    /// A justification for `target` without votes, for a set of this many authorities of weight 1.
    pub(crate) fn new(target: &Block, authorities: u8) -> Self {
        Self {
            round: ROUND,
            set_id: SET_ID,
            target: (target.hash, target.number),
            votes: Vec::new(),
            ancestries: Vec::new(),
            headers: Vec::new(),
            authorities: (0..authorities).map(|index| (id(index), 1)).collect(),
        }
    }

    pub(crate) fn scale(&self) -> Vec<u8> {
        let start = (self.round, self.target, &self.votes).encode();
        let count = Compact(u32::try_from(self.ancestries.len()).expect("few")).encode();
        let headers = self.ancestries.iter().map(|block| &block.header[..]);
        [start, count, headers.collect::<Vec<_>>().concat()].concat()
    }

    /// The verdict of every flavour on these bytes, which have the case's target and round.
    pub(crate) fn verify<'a>(&'a self, scale: &'a [u8]) -> Result<Finalized<'a>, Error> {
        let by_host = self.verify_by::<Host>(scale);
        assert_eq!(self.verify_by::<HostMany>(scale), by_host);
        assert_eq!(self.verify_by::<Wasm>(scale), by_host);
        by_host.inspect_err(is_named)
    }

    fn verify_by<'a, F: Flavour>(&'a self, scale: &'a [u8]) -> Result<Finalized<'a>, Error> {
        testing_env!(VMContextBuilder::new().build()); // a full tank
        for vote in &self.votes {
            let ((hash, number), signature, id) = vote;
            let block = (hash, *number);
            let (round, set_id) = (self.round, self.set_id);
            let is_good = check_message_signature::<F>(block, id, signature, round, set_id);
            let is_theirs = (round, set_id) == (ROUND, SET_ID);
            assert_eq!(is_good, is_theirs && is_signed(vote));
        }
        let justification = Justification::decode(scale)?;
        let headers = self.headers.iter();
        let headers = headers.map(|block| Header::decode(&block.header));
        let headers = headers.collect::<Result<Vec<_>, _>>()?;
        let packed = pack(self.authorities.iter().copied())?;
        let set = AuthoritySet::new(&packed)?;
        let finalized = verify::<F>(&justification, &headers, &set, self.set_id)?;
        assert_eq!((*finalized.hash, finalized.number), self.target);
        assert_eq!(finalized.round, self.round);
        Ok(finalized)
    }
}

/// Asserts that an error's name is its variant's in snake case.
pub(crate) fn is_named(error: &Error) {
    let variant = format!("{error:?}");
    let letters = variant.chars().take_while(|letter| letter.is_alphabetic());
    let words = letters.map(|letter| match letter.is_uppercase() {
        true => format!("_{}", letter.to_lowercase()),
        false => letter.to_string(),
    });
    let words: String = words.collect();
    assert_eq!(error.name(), words.trim_start_matches('_'));
}
