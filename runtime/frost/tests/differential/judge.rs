//! Compares every call of a session with frost-core's.

use curve25519_dalek::edwards::EdwardsPoint;
use curve25519_dalek::scalar::Scalar;
use ed25519_lanes::{Backend, Verifier};
use frost_core::{aggregate_custom, verify_signature_share};
use frost_ed25519::keys::PublicKeyPackage;
use frost_ed25519::round1::{NonceCommitment, SigningCommitments};
use frost_ed25519::round2::SignatureShare;
use frost_ed25519::{Identifier, SigningPackage, VerifyingKey};
use near_frost::dealt_groups::{Group, Round};
use near_frost::{CheaterDetection, Commitments, Error, Session};
use std::collections::BTreeMap;

pub fn identifier(number: u16) -> Identifier {
    Identifier::try_from(number).expect("not zero")
}

/// A group with the members 1, 2 and so on.
pub fn group(members: u16, threshold: u16, seed: u64) -> Group {
    Group::new(threshold, members, seed).expect("a group")
}

/// The round's commitments in wire format.
pub fn wire(round: &Round) -> Vec<Commitments> {
    round.wire().expect("points")
}

/// The package with another hiding commitment of a signer, if it has one.
pub fn with_hiding(
    package: &SigningPackage,
    signer: Identifier,
    change: impl Fn(EdwardsPoint) -> EdwardsPoint,
) -> SigningPackage {
    let mut commitments = package.signing_commitments().clone();
    commitments.entry(signer).and_modify(|it| {
        let hiding = NonceCommitment::new(change(it.hiding().value()));
        *it = SigningCommitments::new(hiding, *it.binding());
    });
    SigningPackage::new(commitments, package.message())
}

/// A verifier of each backend that the processor has.
pub fn verifiers() -> Vec<Verifier> {
    requirements::each_backend(Backend::ALL, Backend::name, Verifier::with_backend).collect()
}

pub type Shares = BTreeMap<Identifier, SignatureShare>;

/// The share plus `by`.
pub fn moved(share: &SignatureShare, by: Scalar) -> SignatureShare {
    let z = share.serialize().try_into().expect("32 bytes");
    let z = Scalar::from_bytes_mod_order(z) + by;
    SignatureShare::deserialize(z.as_bytes()).expect("a scalar")
}

/// frost-core's answer to data in wire format.
fn by_frost(
    key: &[u8; 32],
    message: &[u8],
    commitments: &[Commitments],
) -> Result<SigningPackage, Error> {
    VerifyingKey::deserialize(key)?;
    let mut map = BTreeMap::new();
    for it in commitments {
        let identifier = Identifier::deserialize(&it.identifier)?;
        let hiding = NonceCommitment::deserialize(&it.hiding)?;
        let binding = NonceCommitment::deserialize(&it.binding)?;
        if map
            .insert(identifier, SigningCommitments::new(hiding, binding))
            .is_some()
        {
            return Err(Error::DuplicatedIdentifier);
        }
    }
    Ok(SigningPackage::new(map, message))
}

/// Makes a session from data in wire format on each backend; all must answer like frost-core.
pub fn from_wire(
    key: &[u8; 32],
    message: &[u8],
    commitments: &[Commitments],
) -> Result<(SigningPackage, Vec<Session>), Error> {
    let expected = by_frost(key, message, commitments);
    let mut sessions = Vec::new();
    for verifier in verifiers() {
        match Session::from_wire(verifier, key, message, commitments) {
            Ok(session) => sessions.push(session),
            Err(error) => assert_eq!(Some(&error), expected.as_ref().err(), "{verifier:?}"),
        }
    }
    let expected = expected?;
    assert_eq!(sessions.len(), verifiers().len());
    Ok((expected, sessions))
}

/// A session from frost-core's packages on each backend.
pub fn sessions(package: &SigningPackage, public_keys: &PublicKeyPackage) -> Vec<Session> {
    let each = verifiers().into_iter();
    each.map(|verifier| Session::new(verifier, package, public_keys))
        .collect()
}

const DETECTIONS: [CheaterDetection; 3] = [
    CheaterDetection::Disabled,
    CheaterDetection::FirstCheater,
    CheaterDetection::AllCheaters,
];

/// Aggregates the shares in each session, and asks it for culprits. Returns frost-core's answers:
/// without detection, with the first culprit, and with all.
pub fn aggregate(
    sessions: &[Session],
    package: &SigningPackage,
    shares: &Shares,
    public_keys: &PublicKeyPackage,
) -> [Result<[u8; 64], Error>; 3] {
    let answers = DETECTIONS.map(|detection| {
        let signature = aggregate_custom(package, shares, public_keys, detection)?;
        Ok(signature.serialize()?.try_into().expect("64 bytes"))
    });
    let culprits = culprits(package, shares, public_keys);
    for session in sessions {
        let found = DETECTIONS.map(|it| session.aggregate(shares, public_keys, it));
        assert_eq!(found, answers);
        assert_eq!(session.culprits(shares, public_keys), culprits);
    }
    answers
}

/// frost-core's culprits, by verifying each share alone.
fn culprits(
    package: &SigningPackage,
    shares: &Shares,
    public_keys: &PublicKeyPackage,
) -> Result<Vec<Identifier>, Error> {
    let mut culprits = Vec::new();
    for (signer, share) in shares {
        let verifying = public_keys.verifying_shares().get(signer);
        let verifying = verifying.ok_or(Error::UnknownIdentifier)?;
        let key = public_keys.verifying_key();
        match verify_signature_share(*signer, verifying, share, package, key) {
            Ok(()) => {}
            Err(Error::InvalidSignatureShare { culprits: its }) => culprits.extend(its),
            Err(error) => return Err(error),
        }
    }
    Ok(culprits)
}

/// Has every signer of the round sign in each session; returns frost-core's answers for this
/// package.
pub fn sign(
    sessions: &[Session],
    package: &SigningPackage,
    group: &Group,
    round: &Round,
) -> BTreeMap<Identifier, Result<SignatureShare, Error>> {
    let mut answers = BTreeMap::new();
    for (signer, nonces) in &round.nonces {
        let key = &group.keys[signer];
        let expected = frost_core::round2::sign(package, nonces, key);
        for session in sessions {
            assert_eq!(session.sign(nonces.clone(), key), expected);
        }
        answers.insert(*signer, expected);
    }
    answers
}

/// Everything in a round: its sessions on each backend, from wire format and from packages, their
/// shares, and the signature.
pub fn all(group: &Group, round: &Round) -> [u8; 64] {
    let package = &round.package;
    let made = from_wire(&group.key, package.message(), &wire(round));
    let (decoded, mut all) = made.expect("a session");
    assert_eq!(decoded, *package);
    all.extend(sessions(package, &group.public));
    let shares = sign(&all, package, group, round);
    let shares = shares
        .into_iter()
        .map(|(signer, share)| (signer, share.expect("a share")));
    let signatures = aggregate(&all, package, &shares.collect(), &group.public);
    let [signature, ..] = signatures.map(|it| it.expect("a signature"));
    signature
}
