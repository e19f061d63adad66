//! Culprits: signers who sent wrong shares.

use crate::lagrange::coefficients;
use crate::public::Public;
use crate::session::array;
use crate::{Error, Session};
use curve25519_dalek::scalar::Scalar;
use ed25519_lanes::{PublicPoint, Share};
use frost_core::verify_signature_share;
use frost_ed25519::Identifier;
use frost_ed25519::keys::PublicKeyPackage;
use frost_ed25519::round2::SignatureShare;
use std::collections::BTreeMap;

impl Session {
    /// The signers of wrong shares, in the order of identifiers (RFC 9591, section 5.4). `shares`
    /// may be incomplete.
    ///
    /// # Errors
    ///
    /// Those of `frost_core::verify_signature_share`, for the first share whose error is not that
    /// it is wrong: its signer is missing in the commitments or in `public_keys`, or a commitment
    /// is odd.
    pub fn culprits(
        &self,
        shares: &BTreeMap<Identifier, SignatureShare>,
        public_keys: &PublicKeyPackage,
    ) -> Result<Vec<Identifier>, Error> {
        let found = self
            .public()
            .and_then(|it| culprits(it, shares, public_keys));
        match found {
            Some(culprits) => Ok(culprits),
            None => self.culprits_by_frost(shares, public_keys),
        }
    }

    /// frost-core's own answer for each share.
    fn culprits_by_frost(
        &self,
        shares: &BTreeMap<Identifier, SignatureShare>,
        public_keys: &PublicKeyPackage,
    ) -> Result<Vec<Identifier>, Error> {
        let (package, key) = (self.package(), public_keys.verifying_key());
        let mut culprits = Vec::new();
        for (identifier, share) in shares {
            let verifying = public_keys.verifying_shares().get(identifier);
            let verifying = verifying.ok_or(Error::UnknownIdentifier)?;
            match verify_signature_share(*identifier, verifying, share, &package, key) {
                Ok(()) => {}
                Err(Error::InvalidSignatureShare { culprits: more }) => culprits.extend(more),
                Err(error) => return Err(error),
            }
        }
        Ok(culprits)
    }
}

/// The culprits. `None` if a signer is missing in the session or among the keys, or the keys are
/// odd or not the session's.
pub(crate) fn culprits(
    public: &Public,
    shares: &BTreeMap<Identifier, SignatureShare>,
    public_keys: &PublicKeyPackage,
) -> Option<Vec<Identifier>> {
    if array(public_keys.verifying_key().serialize()) != Some(*public.key.encoded()) {
        return None;
    }
    let serialised = |identifier| {
        let share = public_keys.verifying_shares().get(identifier)?;
        array(share.serialize())
    };
    let verifying: Vec<_> = shares.keys().map(serialised).collect::<Option<_>>()?;
    let verifying = public.verifier.prime_order_many(&verifying);
    let verifying: Vec<_> = verifying.into_iter().collect::<Option<_>>()?;

    let lambdas = public
        .coefficients
        .get_or_init(|| coefficients(&public.identifiers));
    let to_check = |((identifier, share), verifying)| {
        let (share, verifying): (&SignatureShare, &PublicPoint) = (share, verifying);
        let index = public.index(identifier)?;
        let multiple: Scalar = public.challenge * lambdas[index];
        Some(Share {
            hiding: &public.hiding[index],
            binding: &public.binding[index],
            verifying,
            factor: public.factors[index].to_bytes(),
            multiple: multiple.to_bytes(),
            z: array(Ok(share.serialize()))?,
        })
    };
    let to_check: Vec<_> = shares
        .iter()
        .zip(&verifying)
        .map(to_check)
        .collect::<Option<_>>()?;
    let right = public.verifier.shares(&to_check);
    let wrong = shares.keys().zip(right).filter(|(_, is_right)| !is_right);
    Some(wrong.map(|(identifier, _)| *identifier).collect())
}
