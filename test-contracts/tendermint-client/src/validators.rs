//! The current validator set, packed; most updates are verified against it.
//!
//! A stored set saves decoding and hashing the trusted validators in a header, and a relayer may
//! leave them out.

use near_sdk::near;
use near_sdk_ext::tendermint::Predicates;
use prost::Message as _;
use tendermint::{Hash, PublicKey, account, validator, vote};
use tendermint_light_client_verifier::predicates::VerificationPredicates as _;
use tendermint_proto::v0_38::types::ValidatorSet as RawValidatorSet;

use crate::{error::Error, verifier::Flavour};

/// Bytes of a packed validator: address, public key, voting power.
const PACKED: usize = 20 + 32 + 8;

/// A validator set and its hash; empty if none is known.
#[derive(Default)]
#[near(serializers = [borsh])]
pub(crate) struct StoredValidators {
    pub(crate) hash: [u8; 32],
    packed: Vec<u8>,
}

impl StoredValidators {
    /// Packs `set`, whose hash is `hash`.
    pub(crate) fn new(hash: [u8; 32], set: &validator::Set) -> Self {
        let mut packed = Vec::with_capacity(set.validators.len() * PACKED);
        for validator in &set.validators {
            packed.extend_from_slice(validator.address.as_bytes());
            packed.extend_from_slice(&validator.pub_key.to_bytes());
            packed.extend_from_slice(&validator.power().to_le_bytes());
        }
        Self { hash, packed }
    }

    /// The validators with this `hash`: the stored ones if they have it, or the encoded ones in the
    /// header.
    ///
    /// # Errors
    /// The header has none, or others.
    pub(crate) fn trusted(
        &self,
        from_header: Option<Vec<u8>>,
        hash: [u8; 32],
    ) -> Result<validator::Set, Error> {
        if self.hash == hash {
            return self.unpack();
        }
        let mismatch = |detail: String| Error::invalid("next_validators_match", detail);
        let encoded =
            from_header.ok_or_else(|| mismatch("trusted_validators is missing".to_owned()))?;
        let raw = RawValidatorSet::decode(encoded.as_slice())
            .map_err(Error::because("malformed_trusted_validators"))?;
        let set = decode("malformed_trusted_validators", raw)?;
        Predicates::<Flavour>::default()
            .next_validators_match(&set, Hash::Sha256(hash))
            .map_err(|error| mismatch(error.0.to_string()))?;
        Ok(set)
    }

    fn unpack(&self) -> Result<validator::Set, Error> {
        let corrupt = || Error::invalid("malformed_state", "the stored validators are corrupt");
        let mut validators = Vec::with_capacity(self.packed.len() / PACKED);
        for packed in self.packed.chunks(PACKED) {
            let (address, rest) = packed.split_first_chunk::<20>().ok_or_else(corrupt)?;
            let (key, power) = rest.split_first_chunk::<32>().ok_or_else(corrupt)?;
            let power = power
                .try_into()
                .map(u64::from_le_bytes)
                .map_err(|_| corrupt())?;
            validators.push(validator::Info {
                address: account::Id::new(*address),
                pub_key: PublicKey::from_raw_ed25519(key).ok_or_else(corrupt)?,
                power: vote::Power::try_from(power).map_err(|_| corrupt())?,
                name: None,
                proposer_priority: validator::ProposerPriority::default(),
            });
        }
        Ok(validator::Set::without_proposer(validators))
    }
}

/// The validators that a header carries.
///
/// # Errors
/// They are not a validator set, or there are none.
pub(crate) fn decode(
    what: &'static str,
    mut raw: RawValidatorSet,
) -> Result<validator::Set, Error> {
    // The proposer is neither signed nor used, and it would be one more key to decode.
    raw.proposer = None;
    validator::Set::try_from(raw).map_err(Error::because(what))
}
