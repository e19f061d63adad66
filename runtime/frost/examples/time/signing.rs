//! Sessions: from what came over the wire to shares, signatures and culprits; and a dealer's share.

use crate::{Map, Seeded, Table};
use ed25519_lanes::{PublicPoint, Verifier};
use frost_core::keys::{IdentifierList, SecretShare, VerifyingShare, generate_with_dealer};
use frost_core::{CheaterDetection, aggregate_custom};
use frost_ed25519::keys::{KeyPackage, PublicKeyPackage};
use frost_ed25519::round1::{NonceCommitment, SigningCommitments, SigningNonces, commit};
use frost_ed25519::round2::SignatureShare;
use frost_ed25519::{Ed25519Sha512, Identifier, SigningPackage, VerifyingKey};
use near_frost::{Commitments, Session};
use std::collections::BTreeMap;
use std::hint::black_box;

/// What comes over the wire, by frost-core.
fn package(key: &[u8; 32], wire: &[Commitments]) -> (SigningPackage, VerifyingKey) {
    let of_one = |it: &Commitments| {
        let hiding = NonceCommitment::deserialize(&it.hiding).expect("a point");
        let binding = NonceCommitment::deserialize(&it.binding).expect("a point");
        let identifier = Identifier::deserialize(&it.identifier).expect("an identifier");
        (identifier, SigningCommitments::new(hiding, binding))
    };
    let commitments = wire.iter().map(of_one).collect();
    (
        SigningPackage::new(commitments, b"message"),
        VerifyingKey::deserialize(key).expect("a key"),
    )
}

pub(crate) fn signing(table: &Table, signers: u16, members: u16) {
    let mut random = Seeded(fastrand::Rng::with_seed(1));
    let dealt = generate_with_dealer(members, signers, IdentifierList::Default, &mut random);
    let (dealt, public): (Map<SecretShare<Ed25519Sha512>>, PublicKeyPackage) =
        dealt.expect("a group");
    let name = |what: &str| format!("{what}, {signers} of {members}");
    let key: [u8; 32] = public
        .verifying_key()
        .serialize()
        .expect("a key")
        .try_into()
        .expect("32");
    let mut nonces: Map<SigningNonces> = Map::new();
    let mut keys = Map::new();
    let mut wire = Vec::new();
    let bytes = |bytes: Vec<u8>| bytes.try_into().expect("32 bytes");
    for (signer, share) in dealt.iter().take(signers.into()) {
        let (its_nonces, of) = commit(share.signing_share(), &mut random);
        wire.push(Commitments {
            identifier: bytes(signer.serialize()),
            hiding: bytes(of.hiding().serialize().expect("a point")),
            binding: bytes(of.binding().serialize().expect("a point")),
        });
        nonces.insert(*signer, its_nonces);
        // Not verified here: that is quadratic for all.
        let (signing, verifying) = (*share.signing_share(), public.verifying_shares()[signer]);
        let key = KeyPackage::new(
            *signer,
            signing,
            verifying,
            *public.verifying_key(),
            signers,
        );
        keys.insert(*signer, key);
    }
    let session = Session::from_wire(&key, b"message", &wire).expect("a session");
    let sign = |(signer, nonces): (&Identifier, &SigningNonces)| {
        (
            *signer,
            session
                .sign(nonces.clone(), &keys[signer])
                .expect("a share"),
        )
    };
    let shares: Map<_> = nonces.iter().map(sign).collect();
    let all = || CheaterDetection::AllCheaters;

    table.row(
        &name("wire to signature"),
        || {
            let (package, _) = package(&key, &wire);
            black_box(aggregate_custom(&package, &shares, &public, all())).expect("a signature");
        },
        |verifier| {
            let session = Session::from_wire_by(verifier, &key, b"message", &wire);
            let session = session.expect("a session");
            black_box(session.aggregate(&shares, &public, all())).expect("a signature");
        },
    );
    let (signer, nonces) = nonces.iter().next_back().expect("a signer");
    table.row(
        &name("wire to share"),
        || {
            let (package, _) = package(&key, &wire);
            let share = frost_core::round2::sign(&package, nonces, &keys[signer]);
            black_box(share).expect("a share");
        },
        |verifier| {
            let session = Session::from_wire_by(verifier, &key, b"message", &wire);
            let share = session
                .expect("a session")
                .sign(nonces.clone(), &keys[signer]);
            black_box(share).expect("a share");
        },
    );
    if signers == 667 {
        many_signers(table, &key, &wire, &shares, &public);
        share_of_secret(table, &dealt[signer]);
    }
}

fn many_signers(
    table: &Table,
    key: &[u8; 32],
    wire: &[Commitments],
    shares: &Map<SignatureShare>,
    public: &PublicKeyPackage,
) {
    let all = || CheaterDetection::AllCheaters;
    let points: Vec<_> = wire.iter().flat_map(|it| [it.hiding, it.binding]).collect();
    table.row(
        "deserialising 1,334 points",
        || {
            let decoded = points.iter().map(|it| NonceCommitment::deserialize(it));
            black_box(decoded.collect::<Result<Vec<_>, _>>()).expect("points");
        },
        |verifier| {
            let decoded = verifier.prime_order_many(&points).into_iter();
            black_box(decoded.collect::<Option<Vec<_>>>()).expect("points");
        },
    );
    let (package, _) = package(key, wire);
    let sessions = table.verifiers.iter().map(|verifier| {
        let session = Session::from_wire_by(*verifier, key, b"message", wire);
        (verifier.backend(), session.expect("a session"))
    });
    let sessions: BTreeMap<_, _> = sessions.collect();
    table.row(
        "aggregate after a session, 667",
        || {
            black_box(aggregate_custom(&package, shares, public, all())).expect("a signature");
        },
        |verifier| {
            let session = &sessions[&verifier.backend()];
            black_box(session.aggregate(shares, public, all())).expect("a signature");
        },
    );
    let mut bad = shares.clone();
    let mut random = fastrand::Rng::with_seed(2);
    for share in bad.values_mut().step_by(100) {
        let mut z: [u8; 32] = std::array::from_fn(|_| random.u8(..));
        z[31] = 0;
        *share = SignatureShare::deserialize(&z).expect("a scalar");
    }
    table.row(
        "culprits, 667",
        || {
            black_box(aggregate_custom(&package, &bad, public, all())).expect_err("culprits");
        },
        |verifier| {
            // A session of its own, since it keeps the coefficients; made anew it takes longer.
            let session = Session::from_wire_by(verifier, key, b"message", wire);
            let session = session.expect("a session");
            black_box(session.aggregate(&bad, public, all())).expect_err("culprits");
        },
    );
}

/// A dealer's share, against 667 commitments that are decoded already.
fn share_of_secret(table: &Table, share: &SecretShare<Ed25519Sha512>) {
    let encoded = share.commitment().serialize().expect("points");
    let encoded: Vec<[u8; 32]> = encoded
        .into_iter()
        .map(|it| it.try_into().expect("32 bytes"))
        .collect();
    let points = Verifier::detect().prime_order_many(&encoded).into_iter();
    let points: Vec<PublicPoint> = points.collect::<Option<_>>().expect("points");
    let identifier = share.identifier().to_scalar().to_bytes();
    table.row(
        "a VSS share, t = 667",
        || {
            black_box(share.verify()).expect("a right share");
        },
        |verifier| {
            let value = verifier.polynomials(&[&points], &[identifier]);
            let expected = VerifyingShare::from(*share.signing_share()).serialize();
            assert_eq!(expected.expect("a point"), value[0]);
        },
    );
}
