//! The light client's verifier, as tendermint-rs 0.41 has it.

use core::marker::PhantomData;

use tendermint_light_client_verifier::{
    self as light_client,
    errors::{VerificationError, VerificationErrorDetail},
    operations::{CommitValidator, ProdCommitValidator},
    predicates::VerificationPredicates,
    types::{SignedHeader, ValidatorSet},
};

use super::VotingPower;
use crate::{Flavour, Sha256};

/// The light client's predicates as tendermint-rs has them, hashing with [`Sha256`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Predicates<F>(PhantomData<F>);

impl<F: Flavour> VerificationPredicates for Predicates<F> {
    type Sha256 = Sha256<F>;
}

/// Checks commits as tendermint-rs does, which looks up every vote's validator in the whole set. CometBFT
/// lists votes in the order of their validators: such a commit takes one comparison for each vote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrderedCommits;

impl CommitValidator for OrderedCommits {
    fn validate_full(
        &self,
        signed_header: &SignedHeader,
        validator_set: &ValidatorSet,
    ) -> Result<(), VerificationError> {
        let votes = &signed_header.commit.signatures;
        let validators = validator_set.validators();
        let mut pairs = votes.iter().zip(validators);
        let is_in_order = votes.len() <= validators.len()
            && pairs.all(|(vote, validator)| {
                let voter = vote.validator_address();
                voter.is_none_or(|voter| voter == validator.address)
            });
        match is_in_order {
            true => Ok(()),
            false => ProdCommitValidator.validate_full(signed_header, validator_set),
        }
    }
}

/// The light client's verifier. It does not compare the trusted validators' hash with the trusted
/// header's: its caller must.
pub type PredicateVerifier<F> =
    light_client::PredicateVerifier<Predicates<F>, VotingPower<F>, OrderedCommits>;

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
