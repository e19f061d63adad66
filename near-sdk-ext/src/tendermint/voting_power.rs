//! The voting power in a commit; a flavour verifies its signatures.

use core::{
    marker::PhantomData,
    sync::atomic::{AtomicUsize, Ordering},
};
use std::sync::{Mutex, PoisonError};

use tendermint::{
    PublicKey, Signature,
    crypto::signature::{Error, Verifier},
    trust_threshold::TrustThreshold as _,
};
use tendermint_light_client_verifier::{
    errors::VerificationError,
    operations::{
        VotingPowerCalculator,
        voting_power::{ProvidedVotingPowerCalculator, VotingPowerTally},
    },
    types::{SignedHeader, TrustThreshold, ValidatorSet},
};

use super::signature::{SignatureVerifier, parts};
use crate::{Flavour, checks::Checks};

/// tendermint-rs's own calculator, which requests one signature at a time and stops at the
/// threshold.
///
/// If a flavour verifies all signatures together, the calculator first runs as if each were valid,
/// and the requested signatures are collected. If all of them are valid, the calculator has seen
/// those that it needs, and its result stands. Otherwise it runs again with the verdicts, so that
/// its error is the one of verifying one signature at a time.
///
/// If too few of the trusted validators voted for the block, that is the error, even where a signature
/// is bad: another header can help. CometBFT's `verifyCommitBatch` (types/validation.go) counts power first
/// too. Test: `voting_power::too_little_trust_is_found_before_a_bad_signature`.
///
/// # Cost
/// That of [`Flavour::Checks`]; where a signature is refused, the calculator's further runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VotingPower<F>(PhantomData<F>);

#[expect(clippy::result_large_err, reason = "the error is tendermint-rs's own")]
impl<F: Flavour> VotingPowerCalculator for VotingPower<F> {
    fn voting_power_in(
        &self,
        header: &SignedHeader,
        validators: &ValidatorSet,
        threshold: TrustThreshold,
    ) -> Result<VotingPowerTally, VerificationError> {
        verified::<F, _>(|calculator| calculator.voting_power_in(header, validators, threshold))
    }

    fn voting_power_in_sets(
        &self,
        header: &SignedHeader,
        first: (&ValidatorSet, TrustThreshold),
        second: (&ValidatorSet, TrustThreshold),
    ) -> Result<(VotingPowerTally, VotingPowerTally), VerificationError> {
        verified::<F, _>(|calculator| calculator.voting_power_in_sets(header, first, second))
            .map_err(|error| too_little_trust::<F>(header, first).unwrap_or(error))
    }
}

/// The error if too few of these validators voted for the commit's block, even by votes that are forged.
#[expect(clippy::result_large_err, reason = "the error is tendermint-rs's own")]
#[cold]
fn too_little_trust<F: Flavour>(
    header: &SignedHeader,
    (validators, threshold): (&ValidatorSet, TrustThreshold),
) -> Option<VerificationError> {
    let voted = |calculator: &dyn VotingPowerCalculator| {
        calculator.voting_power_in(header, validators, threshold)
    };
    // Even if every signature were valid, too little power could not suffice.
    let tally = match F::Checks::DEFERRED {
        true => voted(&ProvidedVotingPowerCalculator::new(Known {
            good: AtomicUsize::new(usize::MAX),
        })),
        false => voted(&ProvidedVotingPowerCalculator::new(Seen::<F>::NONE)),
    };
    let tally = tally.ok()?;
    let enough = threshold.is_enough_power(tally.tallied, tally.total);
    (!enough).then(|| VerificationError::not_enough_trust(tally))
}

/// [`SignatureVerifier`], or a verifier that accepts every signature. Because it is one type, the
/// calculator is compiled once.
struct Seen<F>(Option<SignatureVerifier<F>>);

impl<F> Seen<F> {
    const NONE: Self = Self(None);
}

impl<F: Flavour> Verifier for Seen<F> {
    fn verify(&self, key: PublicKey, message: &[u8], signature: &Signature) -> Result<(), Error> {
        match &self.0 {
            Some(verifier) => verifier.verify(key, message, signature),
            None => Ok(()),
        }
    }
}

/// The result of `calculate` with verified signatures.
fn verified<F: Flavour, T>(calculate: impl Fn(&dyn VotingPowerCalculator) -> T) -> T {
    if !F::Checks::DEFERRED {
        let at_once = Some(SignatureVerifier::<F>::default());
        return calculate(&ProvidedVotingPowerCalculator::new(Seen(at_once)));
    }
    let noted = Mutex::new(F::Checks::default());
    let result = calculate(&ProvidedVotingPowerCalculator::new(Note(&noted)));
    let noted = noted.into_inner().unwrap_or_else(PoisonError::into_inner);
    match noted.finish() {
        Ok(()) => result,
        Err(good) => {
            let known = Known {
                good: AtomicUsize::new(good),
            };
            calculate(&ProvidedVotingPowerCalculator::new(known))
        }
    }
}

/// Accepts every signature, and collects it. The calculator requires a type that threads can share;
/// a contract has one thread.
struct Note<'a, C>(&'a Mutex<C>);

impl<C: Checks> Verifier for Note<'_, C> {
    fn verify(&self, key: PublicKey, message: &[u8], signature: &Signature) -> Result<(), Error> {
        let (signature, key) = parts(&key, signature)?;
        let mut checks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match checks.check(signature, message, key) {
            true => Ok(()),
            false => Err(Error::VerificationFailed),
        }
    }
}

/// Answers for the same signatures in the same order, by the number of good ones before the first
/// bad one. The calculator stops there.
struct Known {
    good: AtomicUsize,
}

impl Verifier for Known {
    fn verify(&self, _: PublicKey, _: &[u8], _: &Signature) -> Result<(), Error> {
        let one_less = |good: usize| good.checked_sub(1);
        let good = self
            .good
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less);
        good.map_or(Err(Error::VerificationFailed), |_| Ok(()))
    }
}
