//! The voting power in a commit, with its signatures verified by a flavour.

use core::{
    marker::PhantomData,
    sync::atomic::{AtomicUsize, Ordering},
};
use std::sync::{Mutex, PoisonError};

use tendermint::{
    PublicKey, Signature,
    crypto::signature::{Error, Verifier},
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

/// tendermint-rs's own calculator, which asks for one signature at a time and stops at the
/// threshold.
///
/// If a flavour verifies all signatures together, the calculator first runs as if each were valid,
/// and the signatures that it asks for are collected. If all of them are valid, it asked for those
/// that it needs, and its result stands. If one is not, the calculator runs again with the verdicts,
/// so that its error is the one of verifying one at a time.
///
/// # Cost
/// That of [`Flavour::Checks`]; where a signature is refused and verdicts are deferred, the
/// calculator's second run.
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
    }
}

/// The result of `calculate` with verified signatures.
fn verified<F: Flavour, T>(calculate: impl Fn(&dyn VotingPowerCalculator) -> T) -> T {
    if !F::Checks::DEFERRED {
        let at_once = SignatureVerifier::<F>::default();
        return calculate(&ProvidedVotingPowerCalculator::new(at_once));
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

/// Answers that every signature is valid, and collects them. The calculator requires a type that
/// threads can share; a contract has one thread.
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

/// Answers for the same signatures in the same order by their verdicts: how many are valid before the
/// first that is not. The calculator stops there.
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
