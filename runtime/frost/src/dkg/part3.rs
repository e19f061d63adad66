//! Part 3: a participant's keys, after every share has been compared with its sender's commitments.

use super::package::{Package, point};
use crate::Error;
use crate::vss::coefficients;
use curve25519_dalek::scalar::Scalar;
use ed25519_lanes::{PublicPoint, Verifier};
use frost_core::keys::dkg::part3 as part3_of_frost;
use frost_core::keys::{CoefficientCommitment, VerifyingShare};
use frost_core::{Group as _, Signature, VerifyingKey};
use frost_ed25519::keys::dkg::{round1, round2};
use frost_ed25519::keys::{KeyPackage, PublicKeyPackage, VerifiableSecretSharingCommitment};
use frost_ed25519::{Ed25519Group, Identifier};
use std::collections::BTreeMap;

/// The participant's key package and the group's public keys, as `frost_core::keys::dkg::part3`
/// makes them (RFC 9591 refers to section 5.1 of the FROST paper). The verifier's lanes do the public
/// work.
///
/// # Errors
///
/// Those of `frost_core::keys::dkg::part3`: packages of other senders than expected, or a share
/// that does not match its sender's commitments; the sender is the culprit. Also
/// [`Error::IncorrectNumberOfCommitments`] for commitments of another degree. frost-core compares
/// degrees only in part 2, and modulo 2^16: with 2^16 excess coefficients, shares match the
/// commitments, but only some members' shares give the group's key.
pub fn part3(
    verifier: Verifier,
    secret_package: &round2::SecretPackage,
    round1_packages: &BTreeMap<Identifier, Package>,
    round2_packages: &BTreeMap<Identifier, round2::Package>,
) -> Result<(KeyPackage, PublicKeyPackage), Error> {
    let coefficients = secret_package.commitment().coefficients().len();
    let mut commitments = round1_packages.values().map(|it| &it.commitment);
    if commitments.any(|it| it.len() != coefficients) {
        return Err(Error::IncorrectNumberOfCommitments);
    }
    let keys = keys(verifier, secret_package, round1_packages, round2_packages);
    keys.map_or_else(
        || {
            let all = round1_packages.iter();
            let round1_packages = all.map(|(id, it)| (*id, it.to_frost())).collect();
            part3_of_frost(secret_package, &round1_packages, round2_packages)
        },
        Ok,
    )
}

/// The keys; `None` if anything is wrong or odd. All commitments have one degree.
///
/// The lanes evaluate each polynomial at this participant's identifier. frost-core gets the values
/// as commitments to polynomials of degree zero: it compares each share with its sender's value,
/// and adds up the secret shares.
pub(crate) fn keys(
    verifier: Verifier,
    secret_package: &round2::SecretPackage,
    round1_packages: &BTreeMap<Identifier, Package>,
    round2_packages: &BTreeMap<Identifier, round2::Package>,
) -> Option<(KeyPackage, PublicKeyPackage)> {
    let own = coefficients(verifier, secret_package.commitment())?;
    let others = round1_packages.values().map(|it| it.commitment.as_slice());
    let polynomials: Vec<_> = others.chain([own.as_slice()]).collect();

    let identifier = *secret_package.identifier();
    let at = vec![identifier.to_scalar().to_bytes(); polynomials.len()];
    let mut values = verifier.polynomials(&polynomials, &at);
    let own_value = values.pop()?;
    let values = round1_packages.keys().zip(values);
    let of_degree_zero = values.map(|(identifier, value)| {
        let nobodys = Signature::new(Ed25519Group::generator(), Scalar::ZERO); // not checked in this part
        (*identifier, round1::Package::new(constant(&value), nobodys))
    });
    let secret_package = round2::SecretPackage::new(
        identifier,
        constant(&own_value),
        secret_package.secret_share(),
        *secret_package.min_signers(),
        *secret_package.max_signers(),
    );
    let (key_package, _) =
        part3_of_frost(&secret_package, &of_degree_zero.collect(), round2_packages).ok()?;

    let identifiers: Vec<_> = round1_packages
        .keys()
        .copied()
        .chain([identifier])
        .collect();
    let public_keys = public_keys(verifier, &polynomials, &identifiers)?;
    let key_package = KeyPackage::new(
        identifier,
        *key_package.signing_share(),
        *key_package.verifying_share(),
        *public_keys.verifying_key(),
        *key_package.min_signers(),
    );
    Some((key_package, public_keys))
}

/// The group's key and every member's verifying share: the sum of all polynomials, at zero and at
/// each identifier.
fn public_keys(
    verifier: Verifier,
    polynomials: &[&[PublicPoint]],
    identifiers: &[Identifier],
) -> Option<PublicKeyPackage> {
    let degrees = 0..polynomials.first()?.len();
    let sums = degrees.map(|degree| {
        let of_degree: Vec<_> = polynomials.iter().map(|it| it[degree]).collect();
        verifier.commitment(&of_degree, &[], &[])
    });
    let sums = verifier.prime_order_many(&sums.collect::<Vec<_>>());
    let sums: Vec<_> = sums.into_iter().collect::<Option<_>>()?;
    let key = VerifyingKey::new(point(sums.first()?.encoded()));

    let at: Vec<_> = identifiers
        .iter()
        .map(|it| it.to_scalar().to_bytes())
        .collect();
    let shares = verifier.polynomials(&vec![sums.as_slice(); identifiers.len()], &at);
    let shares = shares.iter().map(|share| VerifyingShare::new(point(share)));
    let shares = identifiers.iter().copied().zip(shares).collect();
    let min_signers = sums.len().try_into().ok()?;
    Some(PublicKeyPackage::new(shares, key, Some(min_signers)))
}

/// The commitment to a constant polynomial; `value` encodes the constant's point.
fn constant(value: &[u8; 32]) -> VerifiableSecretSharingCommitment {
    VerifiableSecretSharingCommitment::new(vec![CoefficientCommitment::new(point(value))])
}
