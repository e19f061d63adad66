//! Verifies one header against a stored consensus state: decoding, then tendermint-rs's own verifier.

use near_sdk::env;
use near_sdk_ext::tendermint::{PredicateVerifier, Predicates, VotingPower};
use tendermint::{
    Hash, Time,
    block::{Header, signed_header::SignedHeader},
    chain, validator,
};
use tendermint_light_client_verifier::{
    Verdict, Verifier as _,
    options::Options,
    predicates::VerificationPredicates as _,
    types::{TrustedBlockState, UntrustedBlockState},
};

use crate::{
    TendermintClient,
    error::Error,
    state::{self, time},
    validators,
    verifier::Flavour,
    wire,
};

/// The only block protocol. Source: CometBFT's `version.BlockProtocol` (version/version.go).
const BLOCK_PROTOCOL: u64 = 11;

/// The purpose of verifying a header.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To follow the header.
    Update,
    /// To use it as evidence, by [`verify_evidence`].
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

impl TendermintClient {
    /// Verifies a header against the stored state.
    ///
    /// # Errors
    /// It is malformed, there is no state at its trusted height, or a predicate failed.
    pub(crate) fn verify(&self, header: wire::Header, purpose: Purpose) -> Result<Verified, Error> {
        // The first call after the header's decoding: the command cuts the gas into phases there.
        let now = time(env::block_timestamp())?;
        let missing = |field| Error::invalid("malformed_header", format!("{field} is missing"));
        let signed_header = header
            .signed_header
            .ok_or_else(|| missing("signed_header"))?;
        let signed_header =
            SignedHeader::try_from(signed_header).map_err(Error::because("malformed_header"))?;
        let validators = header
            .validator_set
            .ok_or_else(|| missing("validator_set"))?;
        let validators = validators::decode("malformed_validator_set", validators)?;
        let trusted_height = header
            .trusted_height
            .ok_or_else(|| missing("trusted_height"))?;
        let chain_id = self.parameters.chain_id()?;
        self.follows(&signed_header.header, &chain_id, trusted_height)?;

        let trusted_height = trusted_height.revision_height;
        let trusted = self.states.get(trusted_height)?;
        // tendermint-rs does not check that these have the trusted hash, and the relayer chose
        // them. If the header has that hash too, they are the header's own validators, which the
        // verifier hashes first.
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
            chain_id: &chain_id,
            header_time: trusted.time()?,
            height: state::trusted_height(trusted_height)?,
            next_validators: trusted_validators,
            next_validators_hash: Hash::Sha256(hash),
        };
        // The next block needs no share of the trusted validators' power.
        let is_next = untrusted.height() == trusted.height.increment();
        if !is_next || purpose == Purpose::Misbehaviour {
            self.parameters.can_share(trusted_validators)?;
        }
        let options = self.parameters.options()?;
        let verifier = PredicateVerifier::<Flavour>::default();
        let verdict = match purpose {
            Purpose::Update => verifier.verify_update_header(untrusted, trusted, &options, now),
            Purpose::Misbehaviour => verify_evidence(&verifier, untrusted, trusted, &options, now),
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

    /// Checks the block protocol, the chain and the heights, which relayers confuse, before the other
    /// checks that such a header fails.
    ///
    /// Source: for the block protocol and the chain CometBFT's `Header.ValidateBasic` and
    /// `SignedHeader.ValidateBasic` (types/block.go, types/light.go), for heights ibc-go's
    /// `Header.ValidateBasic` (07-tendermint/header.go). Tests: the last scenarios of
    /// `runtime/tests/light_clients/tendermint_states.txt`.
    ///
    /// # Errors
    /// The first that is wrong.
    fn follows(
        &self,
        header: &Header,
        chain_id: &chain::Id,
        trusted: wire::Height,
    ) -> Result<(), Error> {
        let protocol = header.version.block;
        if protocol != BLOCK_PROTOCOL {
            let detail = format!("block protocol {protocol}, not {BLOCK_PROTOCOL}");
            return Err(Error::invalid("is_block_protocol", detail));
        }
        let predicates = Predicates::<Flavour>::default();
        predicates.is_matching_chain_id(&header.chain_id, chain_id)?;
        if trusted.revision_number != wire::revision_number(&self.parameters.chain_id) {
            let detail = format!("{} is another revision", trusted.revision_number);
            return Err(Error::invalid("is_matching_revision", detail));
        }
        let trusted = state::trusted_height(trusted.revision_height)?;
        Ok(predicates.is_monotonic_height(header.height, trusted)?)
    }
}

/// Verifies a header of evidence as ibc-go does, in `Misbehaviour.ValidateBasic`
/// (07-tendermint/misbehaviour.go) and `checkMisbehaviourHeader` (misbehaviour_handle.go).
///
/// tendermint-rs's `verify_misbehaviour_header` differs. It refuses a header whose time is not after the trusted
/// block's, so nothing could freeze a client with one state. It refuses the next block if its validators are not the
/// trusted ones, even if enough of these have signed it. For ibc-go a header of another revision of the chain is
/// evidence too; this client follows only one revision.
/// Tests: `tendermint_misbehaviour.txt`.
#[expect(clippy::result_large_err, reason = "the error is tendermint-rs's own")]
fn verify_evidence(
    verifier: &PredicateVerifier<Flavour>,
    untrusted: UntrustedBlockState<'_>,
    trusted: TrustedBlockState<'_>,
    options: &Options,
    now: Time,
) -> Verdict {
    let predicates = Predicates::<Flavour>::default();
    let validators = verifier.verify_validator_sets(&untrusted);
    if validators != Verdict::Success {
        return validators;
    }
    let in_time =
        predicates.is_within_trust_period(trusted.header_time, options.trusting_period, now);
    let signed = || {
        predicates.has_sufficient_validators_and_signers_overlap(
            untrusted.signed_header,
            trusted.next_validators,
            &options.trust_threshold,
            untrusted.validators,
            &VotingPower::<Flavour>::default(),
        )
    };
    in_time.and_then(|()| signed()).into()
}
