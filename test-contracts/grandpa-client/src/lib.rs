//! A GRANDPA light client: follows a Substrate chain by justifications of its blocks.
//!
//! One source, four builds by cargo feature: `host` calls the runtime's `ed25519_verify`;
//! `host-many` its extension `ed25519_verify_many`, once for all votes; `wasm` and `wasm-best` carry
//! dalek in their own code (the baseline). All accept votes by ZIP-215, as the chain does: the
//! contract's own code decides about votes that `ed25519_verify` refuses, and only such a vote pays
//! for it. The module [`near_sdk_ext::grandpa`] defines when a block is proven final.
//!
//! A refused call aborts, so it changes nothing. The text of the abort begins with the verdict:
//! `not_enough_weight: …` or `invalid: <rule>: …`.
//!
//! # Changes of authorities
//! A block may hand over to other authorities. Its header announces this, but is no part of the
//! justification. A client that got no header does not know of the change, and nothing after the
//! block verifies, since the next set votes. The client then accepts the same justification again,
//! with the header. Otherwise it refuses its latest block, as `invalid: known_block`: the next set
//! also votes for that block in its first round, and the change must not be applied twice. Relayers
//! should not submit those votes.
//!
//! The rule is [`near_sdk_ext::grandpa::Progress`]. In any order of submissions, no client stops where
//! `pallet-bridge-grandpa`, polkadot-sdk's own client, would go on, except where this table says so:
//!
//! | event | what the client does |
//! |---|---|
//! | a change without delay, its header shown | follows |
//! | the same, the header left out | waits for the same justification with the header |
//! | votes of either set for the latest block, its header shown | refuses them, and goes on |
//! | blocks skipped within a set's time | follows |
//! | a hand-over skipped | refuses the next set's votes until the hand-over is submitted |
//! | a change with a delay, a forced change | refuses the header; **stops for good** at the last block that the old set votes for, as the pallet does |
//! | set id 2^64 - 1, block number 2^32 - 1 | **stops for good**: there is none after it |
//! | a header with two changes or an unknown log of GRANDPA, or a change to an authority twice or of weight 0 | refuses the header, and **stops for good** at its block; the pallet goes on, but pallet-grandpa makes no such header |
//! | two blocks of one number, each with enough votes | keeps to the first: more than a third of the weight has cheated |
//!
//! pallet-grandpa changes authorities without delay, at the end of sessions, to distinct keys of weight 1.
//! Only governance forces a change, after finality has stalled. A client that has stopped must be
//! replaced by a new one.
//!
//! # Deploying
//! Only the account itself may call `init`, so deploy and call it in one transaction: until then
//! there is no client. `init` trusts its block and its authorities, and nothing checks that they
//! belong together. If the block hands over, give the authorities after it, with their id: the
//! client never accepts votes of those before it.
//!
//! The client does not know the time, so it has no trusting period: authorities that have withdrawn
//! their stake could hand it over to anybody. Submit hand-overs within the chain's unbonding
//! period, and do not trust a client that went without them for longer.

#![expect(
    missing_docs,
    reason = "near-sdk's macros write public items without documentation"
)]

mod authorities;
mod error;
mod events;
mod verifier;

use near_sdk::{PanicOnDefault, near};
use near_sdk_ext::env::refuse_deposit;
use near_sdk_ext::grandpa::{
    self, AuthoritySet, Finalized, Header, Justification, Progress, ScheduledChange,
};

use authorities::Summary;
pub use error::Error;
use events::Event;
use verifier::Flavour;

/// The client's progress.
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

/// The state; the authorities have a storage key of their own.
#[near(contract_state)]
#[derive(PanicOnDefault)]
pub struct GrandpaClient {
    progress: Progress,
    authorities: Summary,
}

#[near]
impl GrandpaClient {
    /// Creates the client from a block that is trusted for reasons outside the chain, and the
    /// authorities that vote on blocks after it, each a public key and a weight. Only once, and only
    /// by the account itself. Arguments are borsh.
    #[init]
    #[private]
    #[handle_result]
    pub fn init(
        #[serializer(borsh)] set_id: u64,
        #[serializer(borsh)] authorities: Vec<([u8; 32], u64)>,
        #[serializer(borsh)] number: u32,
        #[serializer(borsh)] hash: [u8; 32],
    ) -> Result<Self, Error> {
        Ok(Self {
            progress: Progress::new(set_id, number, hash),
            authorities: authorities::store(authorities)?,
        })
    }

    /// Accepts a block that the justification proves final. Arguments are borsh.
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
        self.progress
            .expects(justification.target_number(), justification.target_hash())?;
        let headers = headers.iter().map(|bytes| Header::decode(bytes));
        let headers = headers.collect::<Result<Vec<_>, _>>()?;
        let packed = authorities::load();
        let set = AuthoritySet::new(&packed)?;
        let set_id = self.progress.set_id();
        let finalized = grandpa::verify::<Flavour>(&justification, &headers, &set, set_id)?;
        let change = self.progress.advance(&finalized)?;
        tell(&finalized, set_id);
        match change {
            Some(change) => self.hand_over(&change),
            None => Ok(()),
        }
    }

    /// The client's progress, as JSON.
    pub fn status(&self) -> Status {
        refuse_deposit("status");
        let Summary {
            count,
            total_weight,
        } = self.authorities;
        Status {
            set_id: self.progress.set_id(),
            authorities: count,
            total_weight,
            threshold: grandpa::threshold(total_weight),
            number: self.progress.number(),
            hash: hex::encode(self.progress.hash()),
        }
    }
}

impl GrandpaClient {
    /// Stores the authorities that a final block hands over to.
    fn hand_over(&mut self, change: &ScheduledChange<'_>) -> Result<(), Error> {
        let next = change.next_authorities();
        self.authorities = authorities::store(next.map(|(key, weight)| (*key, weight)))?;
        Event::AuthoritySetChanged {
            set_id: self.progress.set_id(),
            authorities: self.authorities.count,
        }
        .emit();
        Ok(())
    }
}

/// Emits the event that a block is final, by votes of this set.
fn tell(finalized: &Finalized<'_>, set_id: u64) {
    Event::Finalized {
        number: finalized.number,
        hash: hex::encode(finalized.hash),
        round: finalized.round,
        set_id,
        signatures: finalized.signatures,
    }
    .emit();
}
