//! tendermint-rs 0.41: signatures, hashing and the light client's verifier.
//!
//! The verification of headers is that of [`tendermint_light_client_verifier`]; this adapter only
//! says who checks the signatures. It checks each signature at most once, and none after the
//! threshold is reached.
//!
//! ```
//! # use near_sdk as _; // links the mock that feature `unit-testing` calls
//! use near_sdk_ext::{Host, Wasm, tendermint::{PredicateVerifier, SignatureVerifier}};
//! use tendermint::{PublicKey, Signature, crypto::signature::Verifier};
//!
//! // RFC 8032, section 7.1, test 2.
//! let key = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";
//! let signature = "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da\
//!                  085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00";
//! let bytes = |text| hex::decode(text).expect("hex");
//! let key = PublicKey::from_raw_ed25519(&bytes(key)).expect("32 bytes");
//! let signature = Signature::try_from(bytes(signature)).expect("64 bytes");
//!
//! assert!(SignatureVerifier::<Host>::default().verify(key, &[0x72], &signature).is_ok());
//! assert!(SignatureVerifier::<Wasm>::default().verify(key, &[0x73], &signature).is_err());
//!
//! // What a contract verifies headers with: the same type with `Wasm` is its Wasm-only twin.
//! let verifier = PredicateVerifier::<Host>::default();
//! # let _ = verifier;
//! ```
//!
//! CometBFT's validators accept signatures by ZIP-215, a superset of what `Host` and `Wasm` accept;
//! `HostMany` accepts what they do, and has all signatures verified in one call. See the
//! [crate documentation](crate).

use core::marker::PhantomData;

use tendermint_light_client_verifier::{
    self as light_client, errors::VerificationErrorDetail, operations::ProdCommitValidator,
    predicates::VerificationPredicates,
};

pub use crate::tendermint_signature::SignatureVerifier;
pub use crate::voting_power::VotingPower;
use crate::{Flavour, Sha256};

/// The light client's predicates as tendermint-rs has them, hashing with [`Sha256`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Predicates<F>(PhantomData<F>);

impl<F: Flavour> VerificationPredicates for Predicates<F> {
    type Sha256 = Sha256<F>;
}

/// The light client's verifier. It does not compare the hash of the trusted validators with the
/// trusted hash: its caller must.
pub type PredicateVerifier<F> =
    light_client::PredicateVerifier<Predicates<F>, VotingPower<F>, ProdCommitValidator>;

/// The predicate of [`VerificationPredicates`] that an error comes from, by its name there.
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
        // Times that cannot be represented: what is in a header or in the options.
        E::Tendermint(_) => "time_is_representable",
    }
}
