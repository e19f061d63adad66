//! Verifiable secret sharing: compares a dealer's shares with its commitment.

use crate::Error;
use crate::session::array;
use ed25519_lanes::{PublicPoint, Verifier};
use frost_ed25519::keys::{
    SecretShare, SigningShare, VerifiableSecretSharingCommitment, VerifyingShare,
};
use frost_ed25519::{Identifier, VerifyingKey};

/// A dealer's commitment to its polynomial, decoded once for the shares of all members.
#[derive(Clone, Debug)]
pub struct VssCommitment {
    verifier: Verifier,
    of_frost: VerifiableSecretSharingCommitment,
    /// `None` if a coefficient is odd: then frost-core verifies the shares.
    coefficients: Option<Vec<PublicPoint>>,
}

impl VssCommitment {
    /// The commitment, which must be the same for all members. The verifier's lanes evaluate it.
    #[must_use]
    pub fn new(verifier: Verifier, commitment: &VerifiableSecretSharingCommitment) -> Self {
        Self {
            verifier,
            of_frost: commitment.clone(),
            coefficients: coefficients(verifier, commitment),
        }
    }

    /// The result of `SecretShare::verify` for each share (RFC 9591, appendix C.2): its verifying
    /// share and the group's key, or the error if it does not match the commitment.
    #[must_use]
    pub fn verify(
        &self,
        shares: &[(Identifier, &SigningShare)],
    ) -> Vec<Result<(VerifyingShare, VerifyingKey), Error>> {
        let by_frost = |(identifier, share): &(Identifier, &SigningShare)| {
            SecretShare::new(*identifier, **share, self.of_frost.clone()).verify()
        };
        let Some(by_lanes) = self.by_lanes(shares) else {
            return shares.iter().map(by_frost).collect();
        };
        let each = shares.iter().zip(by_lanes);
        each.map(|(share, found)| found.map_or_else(|| by_frost(share), Ok))
            .collect()
    }

    /// The same results, with `None` for a share that does not match; `None` if the commitment is odd.
    ///
    /// The lanes evaluate the polynomial, whose points are public. frost-core multiplies the base
    /// point by the secret share.
    pub(crate) fn by_lanes(
        &self,
        shares: &[(Identifier, &SigningShare)],
    ) -> Option<Vec<Option<(VerifyingShare, VerifyingKey)>>> {
        let coefficients = self.coefficients.as_deref()?;
        let key = VerifyingKey::from_commitment(&self.of_frost).ok()?;
        let at: Vec<_> = shares
            .iter()
            .map(|(identifier, _)| identifier.to_scalar().to_bytes())
            .collect();
        let values = self
            .verifier
            .polynomials(&vec![coefficients; at.len()], &at);
        let each = shares.iter().zip(values);
        let agreeing = each.map(|((_, share), value)| {
            let verifying = VerifyingShare::from(**share);
            (array(verifying.serialize()) == Some(value)).then_some((verifying, key))
        });
        Some(agreeing.collect())
    }
}

/// The commitment's points; `None` if frost-core does not serialise one, or if one has no prime
/// order.
pub(crate) fn coefficients(
    verifier: Verifier,
    commitment: &VerifiableSecretSharingCommitment,
) -> Option<Vec<PublicPoint>> {
    let coefficients = commitment.coefficients().iter();
    let encoded: Option<Vec<_>> = coefficients.map(|it| array(it.serialize())).collect();
    verifier.prime_order_many(&encoded?).into_iter().collect()
}
