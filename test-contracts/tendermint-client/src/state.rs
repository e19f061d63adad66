//! Client parameters and consensus states.

use core::time::Duration;

use near_sdk::{
    json_types::U64,
    near,
    serde::{Deserialize as _, Deserializer, de::Error as _},
    store::LookupMap,
};
use tendermint::{
    AppHash, Hash, Time, block::Height, chain, trust_threshold::TrustThresholdFraction, validator,
};
use tendermint_light_client_verifier::options::Options;

use crate::{Update, error::Error};

/// The most expired consensus states that an update removes: enough that they do not accumulate, and so
/// few that the gas of an update hardly changes.
const PRUNED_PER_UPDATE: u32 = 2;

/// More than this share of the trusted validators must have signed a header, unless it is the next
/// one. The share is from 1/3 to 1. With 1 the client accepts no header but the next one.
///
/// tendermint-rs multiplies voting power by both numbers in 64 bits, CometBFT in 63
/// (`VerifyCommitLightTrusting`, types/validation.go). A header is refused if its validators' power
/// times the denominator does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[near(serializers = [borsh, json])]
pub struct TrustLevel {
    /// At least a third of the denominator, and no more than it.
    pub numerator: u64,
    /// Not 0.
    pub denominator: u64,
}

/// Client parameters, fixed for good by `init`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[near(serializers = [borsh, json])]
pub struct Parameters {
    /// The chain to follow.
    pub chain_id: String,
    /// ICS-07 recommends 1/3.
    pub trust_level: TrustLevel,
    /// How long a consensus state is trusted after its block's time, in nanoseconds. It must be
    /// shorter than the chain's unbonding period.
    pub trusting_period_ns: U64,
    /// How far a header may be ahead of this chain's time, in nanoseconds.
    pub max_clock_drift_ns: U64,
}

impl Parameters {
    /// Checks that a client with these parameters and a trusted block of this height can be updated
    /// until the block expires.
    ///
    /// Periods and times need no check: tendermint-rs can represent 2^64 nanoseconds after 2^64
    /// nanoseconds since 1970.
    pub(crate) fn validate(&self, height: u64) -> Result<(), Error> {
        let wrong = |what: String| Err(Error::invalid("parameters", what));
        self.chain_id()?;
        self.options()?;
        if self.trusting_period_ns.0 == 0 {
            return wrong("trusting_period_ns: must not be 0".to_owned());
        }
        if height == 0 || trusted_height(height).is_err() {
            return wrong(format!("height: {height} is not from 1 to 2^63 - 2"));
        }
        Ok(())
    }

    pub(crate) fn chain_id(&self) -> Result<chain::Id, Error> {
        chain::Id::try_from(self.chain_id.as_str())
            .map_err(|error| Error::invalid("parameters", format!("chain_id: {error}")))
    }

    pub(crate) fn options(&self) -> Result<Options, Error> {
        let TrustLevel {
            numerator,
            denominator,
        } = self.trust_level;
        let wrong = |detail: String| Error::invalid("parameters", format!("trust_level: {detail}"));
        // tendermint-rs multiplies it by 3 without a check.
        if numerator > u64::MAX / 3 {
            return Err(wrong(format!("the numerator {numerator} is too large")));
        }
        let trust_threshold = TrustThresholdFraction::new(numerator, denominator)
            .map_err(|error| wrong(error.to_string()))?;
        Ok(Options {
            trust_threshold,
            trusting_period: Duration::from_nanos(self.trusting_period_ns.0),
            clock_drift: Duration::from_nanos(self.max_clock_drift_ns.0),
        })
    }

    /// Checks that tendermint-rs can compute the trust level's share of these validators' power.
    ///
    /// # Errors
    /// A product would overflow, and tendermint-rs would trap.
    pub(crate) fn can_share(&self, validators: &validator::Set) -> Result<(), Error> {
        let power = validators.total_voting_power().value();
        let denominator = self.trust_level.denominator;
        // The power that signed is at most the total, and the numerator at most the denominator.
        match power.checked_mul(denominator) {
            Some(_) => Ok(()),
            None => Err(Error::invalid(
                "trust_level_fits",
                format!("a power of {power}, times {denominator}, does not fit 64 bits"),
            )),
        }
    }

    /// Whether a block with this time is no longer trusted.
    pub(crate) fn is_expired(&self, timestamp_ns: u64, now_ns: u64) -> bool {
        timestamp_ns.saturating_add(self.trusting_period_ns.0) <= now_ns
    }
}

/// The part of a verified header that is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
#[near(serializers = [borsh])]
pub(crate) struct ConsensusState {
    /// The block's time, in nanoseconds since 1970.
    pub(crate) timestamp_ns: u64,
    /// The application's hash, which proofs of state lead to.
    pub(crate) root: Vec<u8>,
    /// Hash of the validators of the next block.
    pub(crate) next_validators_hash: [u8; 32],
}

impl ConsensusState {
    pub(crate) fn new(time: Time, root: &AppHash, next_validators: Hash) -> Result<Self, Error> {
        let timestamp_ns = time.unix_timestamp_nanos().try_into().map_err(|_| {
            Error::invalid("malformed_header", format!("time {time} is out of range"))
        })?;
        let Hash::Sha256(next_validators_hash) = next_validators else {
            return Err(Error::invalid(
                "malformed_header",
                "next_validators_hash is missing",
            ));
        };
        Ok(Self {
            timestamp_ns,
            root: root.as_bytes().to_vec(),
            next_validators_hash,
        })
    }

    pub(crate) fn time(&self) -> Result<Time, Error> {
        time(self.timestamp_ns)
    }
}

/// A height as tendermint-rs's type. tendermint-rs computes the next height, and panics if there is none.
///
/// # Errors
/// There is no next height.
pub(crate) fn trusted_height(height: u64) -> Result<Height, Error> {
    let none = || Error::invalid("malformed_trusted_height", "no block follows it");
    match height < i64::MAX.unsigned_abs() {
        true => Height::try_from(height).map_err(|_| none()),
        false => Err(none()),
    }
}

/// Nanoseconds since 1970, as tendermint-rs's type.
pub(crate) fn time(ns: u64) -> Result<Time, Error> {
    const NS_PER_SECOND: u64 = 1_000_000_000;
    let seconds = (ns / NS_PER_SECOND).cast_signed();
    let nanos = (ns % NS_PER_SECOND).try_into().unwrap_or_default();
    Time::from_unix_timestamp(seconds, nanos).map_err(Error::because("malformed_time"))
}

/// A consensus state as JSON, to `init` and from views: hashes in upper-case hex, as a node's RPC
/// has them.
#[derive(Clone, Debug)]
#[near(serializers = [json])]
pub struct ConsensusStateJson {
    /// RFC 3339.
    pub timestamp: Time,
    /// The application's hash.
    #[serde(
        serialize_with = "tendermint::serializers::apphash::serialize",
        deserialize_with = "hex"
    )]
    pub root: AppHash,
    /// Hash of the validators of the next block.
    pub next_validators_hash: Hash,
}

/// Reads hex alone. tendermint-rs's own reader takes other text for base64, whose decoder panics at
/// some (subtle-encoding 0.5.1: `=`). Test: `init::a_root_that_is_not_hex_is_refused`.
fn hex<'de, D: Deserializer<'de>>(deserializer: D) -> Result<AppHash, D::Error> {
    let text = String::deserialize(deserializer)?;
    AppHash::from_hex_upper(&text).map_err(D::Error::custom)
}

impl TryFrom<ConsensusStateJson> for ConsensusState {
    type Error = Error;

    fn try_from(json: ConsensusStateJson) -> Result<Self, Error> {
        Self::new(json.timestamp, &json.root, json.next_validators_hash)
    }
}

impl TryFrom<ConsensusState> for ConsensusStateJson {
    type Error = Error;

    fn try_from(state: ConsensusState) -> Result<Self, Error> {
        Ok(Self {
            timestamp: state.time()?,
            root: AppHash::try_from(state.root).map_err(Error::because("malformed_root"))?,
            next_validators_hash: Hash::Sha256(state.next_validators_hash),
        })
    }
}

/// A consensus state and the height of the next one.
#[near(serializers = [borsh])]
struct Link {
    state: ConsensusState,
    next: Option<u64>,
}

/// Consensus states by height, in a list by ascending height: so that neighbours are found, and
/// the oldest removed, without an index that every update would pay for.
#[near(serializers = [borsh])]
pub(crate) struct ConsensusStates {
    links: LookupMap<u64, Link>,
    oldest: u64,
    latest: u64,
}

impl ConsensusStates {
    pub(crate) fn new(prefix: u8, height: u64, state: ConsensusState) -> Self {
        let mut links = LookupMap::new([prefix].as_slice());
        links.insert(height, Link { state, next: None });
        Self {
            links,
            oldest: height,
            latest: height,
        }
    }

    pub(crate) fn latest_height(&self) -> u64 {
        self.latest
    }

    pub(crate) fn get(&self, height: u64) -> Result<&ConsensusState, Error> {
        self.link(height).map(|link| &link.state)
    }

    fn link(&self, height: u64) -> Result<&Link, Error> {
        let unknown = || format!("no consensus state at height {height}");
        let link = self.links.get(&height);
        link.ok_or_else(|| Error::invalid("known_height", unknown()))
    }

    /// Inserts the state of a verified header. Its height is above `trusted`, the height of the
    /// state that it was verified against. The client must freeze where the header contradicts the
    /// state at its height, or a neighbour.
    ///
    /// # Errors
    /// There is no state at the `trusted` height.
    pub(crate) fn insert(
        &mut self,
        trusted: u64,
        height: u64,
        state: ConsensusState,
    ) -> Result<Update, Error> {
        if let Some(known) = self.links.get(&height) {
            return Ok(match known.state == state {
                true => Update::Unchanged,
                false => Update::Frozen,
            });
        }
        let (previous, next) = self.neighbours(trusted, height)?;
        // Time must grow with height. Otherwise this is ICS-07's second kind of misbehaviour.
        if self.get(previous)?.timestamp_ns >= state.timestamp_ns {
            return Ok(Update::Frozen);
        }
        if let Some(next) = next
            && self.get(next)?.timestamp_ns <= state.timestamp_ns
        {
            return Ok(Update::Frozen);
        }
        if let Some(link) = self.links.get_mut(&previous) {
            link.next = Some(height);
        }
        self.links.insert(height, Link { state, next });
        self.latest = self.latest.max(height);
        Ok(Update::Stored)
    }

    /// The stored neighbours of a height that is not stored, searched from `below` on.
    fn neighbours(&self, below: u64, height: u64) -> Result<(u64, Option<u64>), Error> {
        if height > self.latest {
            return Ok((self.latest, None));
        }
        let mut previous = below;
        loop {
            match self.link(previous)?.next {
                Some(next) if next < height => previous = next,
                next => return Ok((previous, next)),
            }
        }
    }

    /// Removes the oldest states, if `is_expired`, but never the latest; returns how many.
    pub(crate) fn prune(&mut self, is_expired: impl Fn(&ConsensusState) -> bool) -> u32 {
        let mut removed = 0;
        while removed < PRUNED_PER_UPDATE {
            match self.links.get(&self.oldest) {
                Some(Link {
                    state,
                    next: Some(next),
                }) if is_expired(state) => {
                    let next = *next;
                    self.links.remove(&self.oldest);
                    self.oldest = next;
                    removed += 1;
                }
                _ => break,
            }
        }
        removed
    }
}
