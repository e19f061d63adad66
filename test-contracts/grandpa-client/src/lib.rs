//! A GRANDPA light client: follows a Substrate chain by justifications of its blocks.
//!
//! One source, four builds by cargo feature: `host` calls the runtime's `ed25519_verify`;
//! `host-many` its extension `ed25519_verify_many`, once for all votes, which accepts by ZIP-215 as
//! the chain does; `wasm` and `wasm-best` carry dalek in their own code (the baseline). What proves
//! a block final is said in [`near_sdk_ext::grandpa`].
//!
//! A call that is refused aborts, so it changes nothing; the text of the abort begins with the
//! verdict: `not_enough_weight: …` or `invalid: <rule>: …`.
//!
//! # Changes of authorities
//! A block may hand over to other authorities, and says so in its header, which is no part of its
//! justification: a justification without the header does not show the change. After such a block
//! nothing verifies any more, since the votes are the next set's; the same justification may then
//! be submitted again with the header, which makes up for it.

#![expect(
    missing_docs,
    reason = "near-sdk's macros write public items without documentation"
)]

mod authorities;
mod error;
mod events;
mod verifier;

use near_sdk::{PanicOnDefault, near};
use near_sdk_ext::grandpa::{
    self, AuthoritySet, Finalized, Header, Justification, ScheduledChange,
};

use authorities::Summary;
pub use error::Error;
use events::Event;
use verifier::Flavour;

/// How far the client is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[near(serializers = [json])]
pub struct Status {
    /// The id of the authority set that votes now.
    pub set_id: u64,
    /// How many authorities it has.
    pub authorities: u32,
    /// Their weight together.
    pub total_weight: u64,
    /// The weight that finality needs.
    pub threshold: u64,
    /// The latest block known to be final.
    pub number: u32,
    /// Its hash, in hex.
    pub hash: String,
}

/// The state. The authorities themselves are elsewhere.
#[near(contract_state)]
#[derive(PanicOnDefault)]
pub struct GrandpaClient {
    set_id: u64,
    authorities: Summary,
    number: u32,
    hash: [u8; 32],
}

#[near]
impl GrandpaClient {
    /// Creates the client from a block that is trusted for reasons outside the chain, and the
    /// authorities that vote on blocks after it, each a public key and a weight. Only once.
    /// Arguments are borsh.
    #[init]
    #[handle_result]
    pub fn init(
        #[serializer(borsh)] set_id: u64,
        #[serializer(borsh)] authorities: Vec<([u8; 32], u64)>,
        #[serializer(borsh)] number: u32,
        #[serializer(borsh)] hash: [u8; 32],
    ) -> Result<Self, Error> {
        Ok(Self {
            set_id,
            authorities: authorities::store(authorities)?,
            number,
            hash,
        })
    }

    /// Takes a block as final that the justification proves to be. Arguments are borsh.
    ///
    /// `justification` is SCALE-encoded, as a node returns it. `headers` are further headers, byte
    /// for byte: the finalised block's own, where it changes the authorities; and the routes of
    /// votes, where the chain's headers are not Substrate's standard ones (`votes_ancestries` must
    /// be empty then).
    #[handle_result]
    pub fn submit_finality(
        &mut self,
        #[serializer(borsh)] justification: Vec<u8>,
        #[serializer(borsh)] headers: Vec<Vec<u8>>,
    ) -> Result<(), Error> {
        let justification = Justification::decode(&justification)?;
        self.check_progress(&justification)?;
        let headers = headers.iter().map(|bytes| Header::decode(bytes));
        let headers = headers.collect::<Result<Vec<_>, _>>()?;
        let packed = authorities::load();
        let set = AuthoritySet::new(&packed)?;
        let finalized = grandpa::verify::<Flavour>(&justification, &headers, &set, self.set_id)?;
        let change = finalized.header.as_ref().map(immediate_change);
        let change = change.transpose()?.flatten();
        self.finalize(&finalized);
        match change {
            Some(change) => self.hand_over(&change),
            None => Ok(()),
        }
    }

    /// How far the client is, as JSON.
    pub fn status(&self) -> Status {
        let Summary {
            count,
            total_weight,
        } = self.authorities;
        Status {
            set_id: self.set_id,
            authorities: count,
            total_weight,
            threshold: grandpa::threshold(total_weight),
            number: self.number,
            hash: hex::encode(self.hash),
        }
    }
}

impl GrandpaClient {
    /// Finality only goes up; the latest block may be submitted again, with its header.
    fn check_progress(&self, justification: &Justification<'_>) -> Result<(), Error> {
        let (number, latest) = (justification.target_number(), self.number);
        if number < latest {
            return Err(Error::OldBlock { number, latest });
        }
        if number == latest && justification.target_hash() != &self.hash {
            return Err(Error::ConflictingBlock { number });
        }
        Ok(())
    }

    fn finalize(&mut self, finalized: &Finalized<'_>) {
        self.number = finalized.number;
        self.hash = *finalized.hash;
        Event::Finalized {
            number: finalized.number,
            hash: hex::encode(finalized.hash),
            round: finalized.round,
            set_id: self.set_id,
            signatures: finalized.signatures,
        }
        .emit();
    }

    /// Hands over to the authorities that a final block announces.
    fn hand_over(&mut self, change: &ScheduledChange<'_>) -> Result<(), Error> {
        let next = change.next_authorities();
        self.authorities = authorities::store(next.map(|(key, weight)| (*key, weight)))?;
        self.set_id = self.set_id.checked_add(1).ok_or(Error::LastSet)?;
        Event::AuthoritySetChanged {
            set_id: self.set_id,
            authorities: self.authorities.count,
        }
        .emit();
        Ok(())
    }
}

/// The change that a header announces, if it takes effect with the header's block.
fn immediate_change<'a>(header: &Header<'a>) -> Result<Option<ScheduledChange<'a>>, Error> {
    let change = grandpa::scheduled_change(header)?;
    match change.map(|change| change.delay) {
        None | Some(0) => Ok(change),
        Some(delay) => Err(Error::DelayedChange { delay }),
    }
}
