//! A Tendermint light client (ICS-07): follows a chain by its signed headers, and answers whether
//! something is in that chain's state.
//!
//! One source, four builds by cargo feature: `host` calls the runtime's `ed25519_verify`;
//! `host-many` its extension `ed25519_verify_many`, once for all signatures of a header; `wasm` and
//! `wasm-best` carry dalek in their own code (the baseline). tendermint-light-client-verifier verifies
//! headers, ics23 proofs of state. Relayers send protobuf, as they send it to any IBC chain.
//!
//! A refused call aborts, so it changes nothing. The text of the abort begins with the verdict:
//! `not_enough_trust: …`, `invalid: <predicate>: …`, or the client's status if it is frozen. If it
//! is expired, calls for proofs say so, and headers are `invalid`.
//!
//! # What is accepted
//! The client accepts the signatures that CometBFT's validators accept, ZIP-215's, so that no vote
//! of a commit has to be left out. The host function accepts fewer, NEP-364's: the contract's own
//! code decides about a vote that it refuses, and only such a vote pays for that code. The first
//! invalid vote ends the call.
//!
//! # Deploying
//! Only the account itself may call `init`, so deploy and call it in one transaction: until then
//! there is no client. `init` trusts its consensus state and parameters. It refuses those with
//! which no update could ever verify, but does not check whether the state has expired.
//!
//! Anybody may submit any header of the chain, and its consensus state is stored until it expires. The
//! account pays for the storage: it must own what the blocks of a trusting period take.

#![expect(
    missing_docs,
    reason = "near-sdk's macros write public items without documentation"
)]

#[cfg(target_arch = "wasm32")]
mod allocator;
mod error;
mod events;
mod membership;
mod misbehaviour;
mod start;
mod state;
mod validators;
#[path = "../../grandpa-client/src/verifier.rs"] // one file, the same for both clients
mod verifier;
mod verify;
pub mod wire;

use near_sdk::{PanicOnDefault, env, near, store::Lazy};
use near_sdk_ext::env::refuse_deposit;

pub use error::Error;
use events::Event;
use state::{ConsensusState, ConsensusStates};
use validators::StoredValidators;
use verify::Purpose;

pub use state::{ConsensusStateJson, Parameters, TrustLevel};

/// Prefixes of keys in storage.
const CONSENSUS_STATES: u8 = b'c';
const VALIDATORS: &[u8] = b"v";

/// Whether the client can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[near(serializers = [borsh, json])]
pub enum Status {
    /// It verifies headers and proofs.
    Active,
    /// Its latest consensus state is older than the trusting period.
    Expired,
    /// It has seen two headers that contradict each other.
    Frozen,
}

/// The result of an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[near(serializers = [json])]
pub enum Update {
    /// A consensus state was stored.
    Stored,
    /// The same consensus state was stored already.
    Unchanged,
    /// The header contradicts what is stored: the client is frozen.
    Frozen,
}

/// Client parameters, and the latest height.
#[derive(Clone, Debug)]
#[near(serializers = [json])]
pub struct ClientState {
    #[serde(flatten)]
    pub parameters: Parameters,
    pub latest_height: u64,
    pub frozen_height: Option<u64>,
}

#[near(contract_state)]
#[derive(PanicOnDefault)]
pub struct TendermintClient {
    parameters: Parameters,
    frozen_height: Option<u64>,
    states: ConsensusStates,
    validators: Lazy<StoredValidators>,
}

#[near]
impl TendermintClient {
    /// Creates the client from a consensus state that is trusted for reasons outside the chain. Only
    /// once, and only by the account itself. The argument is JSON, with `parameters`, `height` and
    /// `consensus_state`; or the protobuf message `ibc.core.client.v1.MsgCreateClient` with ibc-go's
    /// `ClientState` and `ConsensusState`, alone or in a `google.protobuf.Any`.
    #[init]
    #[private]
    #[handle_result]
    pub fn init() -> Result<Self, Error> {
        let (parameters, height, state) = start::read(&argument("malformed_arguments")?)?;
        parameters.validate(height)?;
        let chain_id = parameters.chain_id.clone();
        Event::Created { chain_id, height }.emit();
        Ok(Self {
            parameters,
            frozen_height: None,
            states: ConsensusStates::new(CONSENSUS_STATES, height, state),
            validators: Lazy::new(VALIDATORS, StoredValidators::default()),
        })
    }

    /// Verifies a header and stores its consensus state. The argument is the protobuf message
    /// `ibc.lightclients.tendermint.v1.Header`, alone or in a `google.protobuf.Any`; its `trusted_validators` may be left out
    /// where they are the stored ones. The answer is JSON, an [`Update`].
    #[handle_result]
    pub fn update_client(&mut self) -> Result<Update, Error> {
        let header = input::<wire::Header>("malformed_header")?;
        self.unfrozen()?;
        let verified = self.verify(header, Purpose::Update)?;
        let header = &verified.signed_header.header;
        let (height, trusted_height) = (verified.height(), verified.trusted_height);
        let next_validators = header.next_validators_hash;
        let state = ConsensusState::new(header.time, &header.app_hash, next_validators)?;
        let (timestamp_ns, next_validators) =
            (state.timestamp_ns.into(), state.next_validators_hash);

        match self.states.insert(trusted_height, height, state)? {
            Update::Stored => {}
            Update::Unchanged => return Ok(Update::Unchanged),
            Update::Frozen => return Ok(self.freeze(height)),
        }
        let (now, parameters) = (env::block_timestamp(), &self.parameters);
        let pruned = self
            .states
            .prune(|state| parameters.is_expired(state.timestamp_ns, now));
        // If the set stays the same, the next update is verified against this one. An older header
        // cannot replace it with an older set.
        if height == self.states.latest_height()
            && header.validators_hash == header.next_validators_hash
            && self.validators.hash != next_validators
        {
            self.validators
                .set(StoredValidators::new(next_validators, &verified.validators));
        }
        Event::Updated {
            height,
            trusted_height,
            timestamp_ns,
            pruned,
        }
        .emit();
        Ok(Update::Stored)
    }

    /// Freezes the client where two headers that both verify contradict each other. The argument is
    /// the protobuf message `ibc.lightclients.tendermint.v1.Misbehaviour`, alone or in a
    /// `google.protobuf.Any`, with the header of the greater height first. The answer is JSON, an
    /// [`Update`]: `Unchanged` where the headers may be of one chain.
    #[handle_result]
    pub fn submit_misbehaviour(&mut self) -> Result<Update, Error> {
        let misbehaviour = input::<wire::Misbehaviour>("malformed_misbehaviour")?;
        self.unfrozen()?;
        match misbehaviour::check(self, misbehaviour)? {
            Some(height) => Ok(self.freeze(height)),
            None => Ok(Update::Unchanged),
        }
    }

    /// Aborts unless `path` has this `value` in the chain's state at `height`. The proof is the
    /// protobuf message `ibc.core.commitment.v1.MerkleProof`; arguments are borsh.
    #[handle_result]
    pub fn verify_membership(
        &self,
        #[serializer(borsh)] height: u64,
        #[serializer(borsh)] proof: Vec<u8>,
        #[serializer(borsh)] path: Vec<Vec<u8>>,
        #[serializer(borsh)] value: Vec<u8>,
    ) -> Result<(), Error> {
        refuse_deposit("verify_membership");
        membership::check(self.root(height)?, &proof, &path, Some(&value))
    }

    /// Aborts unless `path` is absent from the chain's state at `height`; as
    /// [`Self::verify_membership`].
    #[handle_result]
    pub fn verify_non_membership(
        &self,
        #[serializer(borsh)] height: u64,
        #[serializer(borsh)] proof: Vec<u8>,
        #[serializer(borsh)] path: Vec<Vec<u8>>,
    ) -> Result<(), Error> {
        refuse_deposit("verify_non_membership");
        membership::check(self.root(height)?, &proof, &path, None)
    }

    /// The client's parameters and its latest height, as JSON.
    pub fn client_state(&self) -> ClientState {
        refuse_deposit("client_state");
        ClientState {
            parameters: self.parameters.clone(),
            latest_height: self.states.latest_height(),
            frozen_height: self.frozen_height,
        }
    }

    /// The consensus state at a height, as JSON; aborts where there is none.
    #[handle_result]
    pub fn consensus_state(&self, height: u64) -> Result<ConsensusStateJson, Error> {
        refuse_deposit("consensus_state");
        self.states.get(height)?.clone().try_into()
    }

    /// The client's status at the current block, as JSON.
    #[handle_result]
    pub fn status(&self) -> Result<Status, Error> {
        refuse_deposit("status");
        self.current_status()
    }
}

impl TendermintClient {
    fn current_status(&self) -> Result<Status, Error> {
        let latest = self.states.get(self.states.latest_height())?;
        Ok(match self.frozen_height {
            Some(_) => Status::Frozen,
            None if self
                .parameters
                .is_expired(latest.timestamp_ns, env::block_timestamp()) =>
            {
                Status::Expired
            }
            None => Status::Active,
        })
    }

    fn unfrozen(&self) -> Result<(), Error> {
        match self.frozen_height {
            Some(_) => Err(Error::NotActive("frozen")),
            None => Ok(()),
        }
    }

    fn freeze(&mut self, height: u64) -> Update {
        self.frozen_height = Some(height);
        Event::Frozen { height }.emit();
        Update::Frozen
    }

    /// The root at a height, to which proofs must lead, if the client is active.
    fn root(&self, height: u64) -> Result<&[u8], Error> {
        match self.current_status()? {
            Status::Active => Ok(&self.states.get(height)?.root),
            Status::Expired => Err(Error::NotActive("expired")),
            Status::Frozen => Err(Error::NotActive("frozen")),
        }
    }
}

/// The argument of the call: one protobuf message.
fn input<M: wire::Named>(what: &'static str) -> Result<M, Error> {
    start::decode(what, argument(what)?)
}

/// The argument of the call.
fn argument(what: &'static str) -> Result<Vec<u8>, Error> {
    env::input().ok_or_else(|| Error::invalid(what, "there is no input"))
}
