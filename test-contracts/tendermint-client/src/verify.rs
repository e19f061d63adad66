//! One header against a stored consensus state: decoding, then tendermint-rs's own verifier.

use near_sdk_ext::tendermint::PredicateVerifier;
use tendermint::{Hash, Time, block::signed_header::SignedHeader, validator};
use tendermint_light_client_verifier::{
    Verdict, Verifier as _,
    types::{TrustedBlockState, UntrustedBlockState},
};

use crate::{
    error::Error,
    state::{self, ConsensusStates, Parameters},
    validators::{self, StoredValidators},
    verifier::Flavour,
    wire,
};

/// The client's state, by which headers are verified.
pub(crate) struct Client<'a> {
    pub(crate) parameters: &'a Parameters,
    pub(crate) states: &'a ConsensusStates,
    pub(crate) validators: &'a StoredValidators,
    pub(crate) now: Time,
}

/// The purpose of verifying a header.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To follow the header.
    Update,
    /// To use it as evidence, which a header from the future is too.
    Misbehaviour,
}

/// A header that passed.
pub(crate) struct Verified {
    pub(crate) signed_header: SignedHeader,
    pub(crate) validators: validator::Set,
    pub(crate) trusted_height: u64,
}

impl Verified {
    pub(crate) fn height(&self) -> u64 {
        self.signed_header.header.height.value()
    }
}

impl Client<'_> {
    /// Verifies a header.
    ///
    /// # Errors
    /// It is malformed, there is no state at its trusted height, or a predicate failed.
    pub(crate) fn verify(&self, header: wire::Header, purpose: Purpose) -> Result<Verified, Error> {
        let missing = |field| Error::malformed("header", format!("{field} is missing"));
        let signed_header = header
            .signed_header
            .ok_or_else(|| missing("signed_header"))?;
        let signed_header = SignedHeader::try_from(signed_header)
            .map_err(|error| Error::malformed("header", error))?;
        let validators = header
            .validator_set
            .ok_or_else(|| missing("validator_set"))?;
        let validators = validators::decode("validator_set", validators)?;
        let trusted_height = header
            .trusted_height
            .ok_or_else(|| missing("trusted_height"))?;

        if trusted_height.revision_number != wire::revision_number(&self.parameters.chain_id) {
            let detail = format!("{} is another revision", trusted_height.revision_number);
            return Err(Error::invalid("is_matching_revision", detail));
        }
        let trusted_height = trusted_height.revision_height;
        let trusted = self.states.get(trusted_height)?;
        // tendermint-rs leaves it to its caller that these have the trusted hash: the relayer chose
        // them. Where the header has that hash too, they are the header's own validators, which the
        // verifier hashes before anything else.
        let hash = trusted.next_validators_hash;
        let trusted_validators = match signed_header.header.validators_hash == Hash::Sha256(hash) {
            true => &validators,
            false => &self.validators.trusted(header.trusted_validators, hash)?,
        };

        let untrusted = UntrustedBlockState {
            signed_header: &signed_header,
            validators: &validators,
            next_validators: None,
        };
        let trusted = TrustedBlockState {
            chain_id: &self.parameters.chain_id()?,
            header_time: trusted.time()?,
            height: state::trusted_height(trusted_height)
                .ok_or_else(|| Error::malformed("trusted_height", "no block follows it"))?,
            next_validators: trusted_validators,
            next_validators_hash: Hash::Sha256(hash),
        };
        let options = self.parameters.options()?;
        let verifier = PredicateVerifier::<Flavour>::default();
        let verdict = match purpose {
            Purpose::Update => {
                verifier.verify_update_header(untrusted, trusted, &options, self.now)
            }
            Purpose::Misbehaviour => {
                verifier.verify_misbehaviour_header(untrusted, trusted, &options, self.now)
            }
        };
        match verdict {
            Verdict::Success => Ok(Verified {
                signed_header,
                validators,
                trusted_height,
            }),
            Verdict::NotEnoughTrust(tally) => Err(Error::NotEnoughTrust(tally)),
            Verdict::Invalid(error) => Err(error.into()),
        }
    }
}
