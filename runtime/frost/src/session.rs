//! Sessions, made from the data that signers and coordinators have.

use crate::Error;
use crate::public::Public;
use ed25519_lanes::Verifier;
use frost_ed25519::keys::PublicKeyPackage;
use frost_ed25519::round1::{NonceCommitment, SigningCommitments};
use frost_ed25519::{Identifier, SigningPackage, VerifyingKey};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// One signer's commitments; each field is in frost-core's serialisation. The receiver must check
/// that the identifier is the sender's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commitments {
    /// The signer's identifier, a scalar with the lowest byte first.
    pub identifier: [u8; 32],
    /// The commitment to the hiding nonce.
    pub hiding: [u8; 32],
    /// The commitment to the binding nonce.
    pub binding: [u8; 32],
}

impl Commitments {
    /// The signer's message: its commitments, which `frost_ed25519::round1::commit` made.
    ///
    /// # Errors
    ///
    /// frost-core's, for a commitment that it does not serialise: the neutral element.
    pub fn of(identifier: &Identifier, commitments: &SigningCommitments) -> Result<Self, Error> {
        let encoded = |bytes: Vec<u8>| bytes.try_into().map_err(|_| Error::SerializationError);
        Ok(Self {
            identifier: identifier.to_scalar().to_bytes(),
            hiding: encoded(commitments.hiding().serialize()?)?,
            binding: encoded(commitments.binding().serialize()?)?,
        })
    }
}

/// The public part of a signature: binding factors, group commitment and challenge, computed once.
///
/// A session serves its coordinator, and each of its signers. It has no secrets. If something is odd, it
/// holds frost-core's package instead, and frost-core does everything.
#[derive(Debug)]
pub struct Session(Result<Box<Public>, SigningPackage>);

impl Session {
    /// A session from data in wire format (RFC 9591, section 5.2): the group's key, the message,
    /// and the signers' commitments in any order. The verifier's lanes do the work.
    ///
    /// # Errors
    ///
    /// frost-core's, for the first value that it does not deserialise: the key, then each signer's
    /// identifier, hiding and binding commitment; or [`Error::DuplicatedIdentifier`], if an
    /// identifier occurs again.
    pub fn from_wire(
        verifier: Verifier,
        group_key: &[u8; 32],
        message: &[u8],
        commitments: &[Commitments],
    ) -> Result<Self, Error> {
        let public = Public::new(verifier, group_key, message, commitments);
        Ok(Self(match public {
            Some(public) => Ok(Box::new(public)),
            None => Err(package(group_key, message, commitments)?),
        }))
    }

    /// A session from frost-core's packages, by the verifier's lanes. As in frost-core, odd values in
    /// them cause errors when the session is used.
    #[must_use]
    pub fn new(
        verifier: Verifier,
        package: &SigningPackage,
        public_keys: &PublicKeyPackage,
    ) -> Self {
        let public = || {
            let key = array(public_keys.verifying_key().serialize())?;
            let all = package.signing_commitments().iter();
            let commitments = all.map(|(signer, its)| Commitments::of(signer, its).ok());
            let commitments: Vec<_> = commitments.collect::<Option<_>>()?;
            Public::new(verifier, &key, package.message(), &commitments)
        };
        Self(public().map(Box::new).ok_or_else(|| package.clone()))
    }

    /// The computed part; `None` if frost-core does everything.
    pub(crate) fn public(&self) -> Option<&Public> {
        self.0.as_deref().ok()
    }

    /// The arguments for frost-core.
    pub(crate) fn package(&self) -> Cow<'_, SigningPackage> {
        match &self.0 {
            Ok(public) => Cow::Owned(public.package()),
            Err(package) => Cow::Borrowed(package),
        }
    }
}

/// frost-core's own answer to data in wire format.
fn package(
    group_key: &[u8; 32],
    message: &[u8],
    commitments: &[Commitments],
) -> Result<SigningPackage, Error> {
    VerifyingKey::deserialize(group_key)?;
    let mut of_signers = BTreeMap::new();
    for it in commitments {
        let identifier = Identifier::deserialize(&it.identifier)?;
        let hiding = NonceCommitment::deserialize(&it.hiding)?;
        let binding = NonceCommitment::deserialize(&it.binding)?;
        match of_signers.entry(identifier) {
            Entry::Vacant(place) => place.insert(SigningCommitments::new(hiding, binding)),
            Entry::Occupied(_) => return Err(Error::DuplicatedIdentifier),
        };
    }
    Ok(SigningPackage::new(of_signers, message))
}

/// frost-core's serialisation, if there is one: it refuses the neutral element.
pub(crate) fn array(serialised: Result<Vec<u8>, Error>) -> Option<[u8; 32]> {
    serialised.ok()?.try_into().ok()
}
