//! The light client's verifier, as tendermint-rs 0.41 has it.

use core::marker::PhantomData;

use tendermint_light_client_verifier::{
    self as light_client, errors::VerificationErrorDetail, operations::ProdCommitValidator,
    predicates::VerificationPredicates,
};

use super::VotingPower;
use crate::{Flavour, Sha256};

/// The light client's predicates as tendermint-rs has them, hashing with [`Sha256`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Predicates<F>(PhantomData<F>);

impl<F: Flavour> VerificationPredicates for Predicates<F> {
    type Sha256 = Sha256<F>;
}

/// The light client's verifier. It does not compare the trusted validators' hash with the trusted
/// header's: its caller must.
pub type PredicateVerifier<F> =
    light_client::PredicateVerifier<Predicates<F>, VotingPower<F>, ProdCommitValidator>;

/// The name of the predicate in [`VerificationPredicates`] that an error comes from.
#[must_use]
pub fn failed_predicate(error: &VerificationErrorDetail) -> &'static str {
    use VerificationErrorDetail as E;
    match error {
        E::InvalidValidatorSet(_) => "validator_sets_match",
        E::InvalidNextValidatorSet(_) => "valid_next_validator_set",
        E::InvalidCommitValue(_) => "header_matches_commit",
        E::NoSignatureForCommit(_) | E::MismatchPreCommitLength(_) | E::FaultySigner(_) => {
            "valid_commit"
        }
        E::NotWithinTrustPeriod(_) => "is_within_trust_period",
        E::HeaderFromTheFuture(_) => "is_header_from_past",
        E::NonMonotonicBftTime(_) => "is_monotonic_bft_time",
        E::NonIncreasingHeight(_) => "is_monotonic_height",
        E::ChainIdMismatch(_) => "is_matching_chain_id",
        E::NotEnoughTrust(_) => "has_sufficient_validators_and_signers_overlap",
        E::InsufficientSignersOverlap(_)
        | E::DuplicateValidator(_)
        | E::MissingSignature(_)
        | E::InvalidSignature(_) => "has_sufficient_signers_overlap",
        // A time in a header or in the options cannot be represented.
        E::Tendermint(_) => "time_is_representable",
    }
}
