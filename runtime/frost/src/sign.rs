//! Signing: a signer's share of a signature.

use crate::fixed_factor_suite::{FixedFactorSuite, NOTHING, binding_factor};
use crate::public::Public;
use crate::session::array;
use crate::{Error, Session};
use frost_core::round1::{Nonce, SigningNonces as NoncesOf};
use frost_core::round2::compute_signature_share;
use frost_core::{Challenge, Identifier, VerifyingKey, compute_lagrange_coefficient, keys};
use frost_ed25519::Ed25519Sha512;
use frost_ed25519::keys::KeyPackage;
use frost_ed25519::round1::SigningNonces;
use frost_ed25519::round2::SignatureShare;

impl Session {
    /// The signer's share of the signature (RFC 9591, section 5.2). It takes the nonces by value,
    /// since a second share with the same nonces reveals the signer's key:
    ///
    /// ```compile_fail,E0382
    /// # use {frost_ed25519::{keys::KeyPackage, round1::SigningNonces}, near_frost::{Error, Session}};
    /// fn sign_twice(one: &Session, other: &Session, nonces: SigningNonces, key: &KeyPackage) -> Result<(), Error> {
    ///     one.sign(nonces, key)?;
    ///     other.sign(nonces, key)?; // used after move
    ///     Ok(())
    /// }
    /// ```
    ///
    /// ```
    /// # use {frost_ed25519::{keys::KeyPackage, round1::SigningNonces}, near_frost::{Error, Session}};
    /// fn sign_each(one: &Session, other: &Session, nonces: [SigningNonces; 2], key: &KeyPackage) -> Result<(), Error> {
    ///     let [first, second] = nonces;
    ///     one.sign(first, key)?;
    ///     other.sign(second, key)?;
    ///     Ok(())
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Those of `frost_core::round2::sign`: fewer commitments than the key package's threshold, none of
    /// this signer, or others than those of the nonces; an odd commitment.
    pub fn sign(
        &self,
        nonces: SigningNonces,
        key_package: &KeyPackage,
    ) -> Result<SignatureShare, Error> {
        let public = self.public().filter(|it| agrees(it, &nonces, key_package));
        let share = public.and_then(|it| share(it, &nonces, key_package));
        match share {
            Some(share) => Ok(share),
            None => frost_core::round2::sign(&self.package(), &nonces, key_package),
        }
    }
}

/// Whether the session passes every check of `frost_core::round2::sign`, for its own key.
pub(crate) fn agrees(public: &Public, nonces: &SigningNonces, key_package: &KeyPackage) -> bool {
    let Some(index) = public.index(key_package.identifier()) else {
        return false;
    };
    let is = |encoded, serialised| array(serialised) == Some(encoded);
    public.identifiers.len() >= usize::from(*key_package.min_signers())
        && is(
            *public.hiding[index].encoded(),
            nonces.commitments().hiding().serialize(),
        )
        && is(
            *public.binding[index].encoded(),
            nonces.commitments().binding().serialize(),
        )
        && is(
            *public.key.encoded(),
            key_package.verifying_key().serialize(),
        )
}

/// The share, by frost-core's own function: with [`FixedFactorSuite`] it computes with the same scalars.
pub(crate) fn share(
    public: &Public,
    nonces: &SigningNonces,
    of: &KeyPackage,
) -> Option<SignatureShare> {
    let index = public.index(of.identifier())?;
    let identifiers = public.identifiers.iter().copied().collect();
    let coefficient =
        compute_lagrange_coefficient::<Ed25519Sha512>(&identifiers, None, *of.identifier()).ok()?;

    let hiding = Nonce::<FixedFactorSuite>::from_scalar(nonces.hiding().to_scalar());
    let binding = Nonce::from_scalar(nonces.binding().to_scalar());
    let identifier = Identifier::new(of.identifier().to_scalar()).ok()?;
    let key_package = keys::KeyPackage::new(
        identifier,
        keys::SigningShare::new(of.signing_share().to_scalar()),
        keys::VerifyingShare::new(NOTHING),
        VerifyingKey::new(NOTHING),
        *of.min_signers(),
    );
    let share = compute_signature_share(
        &NoncesOf::from_nonces(hiding, binding),
        binding_factor(identifier, &public.factors[index])?,
        coefficient,
        &key_package,
        Challenge::from_scalar(public.challenge),
    );
    SignatureShare::deserialize(&share.serialize()).ok()
}
