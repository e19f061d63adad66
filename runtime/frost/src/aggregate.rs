//! Aggregation: a group's signature, from its signers' shares.

use crate::culprits::culprits;
use crate::public::Public;
use crate::session::array;
use crate::{CheaterDetection, Error, Session};
use curve25519_dalek::scalar::Scalar;
use ed25519_lanes::{Item, Rule};
use frost_core::aggregate_custom;
use frost_ed25519::Identifier;
use frost_ed25519::keys::PublicKeyPackage;
use frost_ed25519::round2::SignatureShare;
use std::collections::BTreeMap;

impl Session {
    /// The group's signature (RFC 9591, section 5.3), 64 bytes: valid for the session's message and
    /// the group's key by NEP-364's rule. `shares` has each share under the identifier of the
    /// signer who sent it.
    ///
    /// # Errors
    ///
    /// Those of `frost_core::aggregate_custom`: other identifiers than the session's or, to detect
    /// cheaters, than those of `public_keys`; fewer than the threshold; wrong shares, with their
    /// signers as `detection` demands; an odd commitment.
    pub fn aggregate(
        &self,
        shares: &BTreeMap<Identifier, SignatureShare>,
        public_keys: &PublicKeyPackage,
        detection: CheaterDetection,
    ) -> Result<[u8; 64], Error> {
        let public = self.public();
        let public = public.filter(|it| agrees(it, shares, public_keys, &detection));
        if let Some(public) = public {
            if let Some(signature) = signature(public, shares) {
                return Ok(signature);
            }
            if let Some(culprits) = cheaters(public, shares, public_keys, &detection) {
                return Err(Error::InvalidSignatureShare { culprits });
            }
        }
        let signature = aggregate_custom(&self.package(), shares, public_keys, detection)?;
        let bytes = signature.serialize()?.try_into();
        bytes.map_err(|_| Error::SerializationError)
    }
}

/// Whether the shares pass every check that `frost_core::aggregate_custom` makes before it computes
/// anything, with the session's key.
pub(crate) fn agrees(
    public: &Public,
    shares: &BTreeMap<Identifier, SignatureShare>,
    public_keys: &PublicKeyPackage,
    detection: &CheaterDetection,
) -> bool {
    let are_enough = public_keys
        .min_signers()
        .is_none_or(|min| shares.len() >= usize::from(min));
    // All lists are in the order of identifiers. Bytes are compared, since comparing identifiers
    // takes constant time, which is long.
    let bytes = |identifier: &Identifier| identifier.to_scalar().to_bytes();
    let mut known = public_keys.verifying_shares().keys().map(bytes);
    let mut is_known = |identifier| known.any(|known| known == identifier);
    are_enough
        && public
            .identifiers
            .iter()
            .map(bytes)
            .eq(shares.keys().map(bytes))
        && (matches!(detection, CheaterDetection::Disabled)
            || shares.keys().map(bytes).all(&mut is_known))
        && array(public_keys.verifying_key().serialize()) == Some(*public.key.encoded())
}

/// The signature, if it verifies.
pub(crate) fn signature(
    public: &Public,
    shares: &BTreeMap<Identifier, SignatureShare>,
) -> Option<[u8; 64]> {
    let mut z = Sum::default();
    for share in shares.values() {
        z.add(&array(Ok(share.serialize()))?);
    }
    let z = z.modulo_order();
    let mut signature = [0; 64];
    signature[..32].copy_from_slice(&public.commitment);
    signature[32..].copy_from_slice(z.as_bytes());
    let item = Item {
        public_key: public.key.encoded(),
        signature: &signature,
        message: &public.message,
    };
    public
        .verifier
        .verify_one(&item, Rule::Nep364)
        .then_some(signature)
}

/// A sum of scalars that is reduced once, at the end.
#[derive(Default)]
struct Sum {
    /// Words, the lowest first; each can hold a sum of 2^64 words of 64 bits.
    limbs: [u128; 4],
}

impl Sum {
    fn add(&mut self, scalar: &[u8; 32]) {
        let (words, _) = scalar.as_chunks();
        for (limb, word) in self.limbs.iter_mut().zip(words) {
            *limb += u128::from(u64::from_le_bytes(*word));
        }
    }

    fn modulo_order(&self) -> Scalar {
        // Reduces modulo l, by Horner's rule over 2^64.
        let radix = Scalar::from(1_u128 << 64);
        let above = |sum: Scalar, limb: &u128| sum * radix + Scalar::from(*limb);
        self.limbs.iter().rev().fold(Scalar::ZERO, above)
    }
}

/// The culprits that this detection finds.
fn cheaters(
    public: &Public,
    shares: &BTreeMap<Identifier, SignatureShare>,
    public_keys: &PublicKeyPackage,
    detection: &CheaterDetection,
) -> Option<Vec<Identifier>> {
    let mut found = match detection {
        CheaterDetection::Disabled => return None,
        CheaterDetection::FirstCheater | CheaterDetection::AllCheaters => {
            culprits(public, shares, public_keys)?
        }
    };
    if matches!(detection, CheaterDetection::FirstCheater) {
        found.truncate(1);
    }
    (!found.is_empty()).then_some(found)
}
