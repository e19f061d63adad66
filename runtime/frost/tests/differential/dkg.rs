//! Distributed key generation: packages and part 3, compared with frost-core's.

use crate::judge::{all, identifier, verifiers};
use curve25519_dalek::constants::ED25519_BASEPOINT_POINT as B;
use curve25519_dalek::scalar::Scalar;
use frost_core::keys::CoefficientCommitment;
use frost_core::keys::dkg as frost;
use frost_ed25519::keys::dkg::{round1, round2};
use frost_ed25519::keys::{
    KeyPackage, PublicKeyPackage, SigningShare, VerifiableSecretSharingCommitment,
};
use frost_ed25519::{Ed25519Sha512, Identifier};
use near_frost::dealt_groups::{Generation, Group, Seeded};
use near_frost::{Error, dkg};
use std::collections::BTreeMap;

type Map<T> = BTreeMap<Identifier, T>;

/// A member's keys, and the public ones.
type Keys = (KeyPackage, PublicKeyPackage);

/// Each member after parts 1 and 2.
fn participants(identifiers: &[Identifier], threshold: u16, seed: u64) -> Map<Generation> {
    let of = |own: &Identifier| {
        let generation = Generation::new(*own, identifiers, threshold, seed);
        (*own, generation.expect("parts 1 and 2"))
    };
    identifiers.iter().map(of).collect()
}

fn numbered(members: u16, threshold: u16, seed: u64) -> Map<Generation> {
    let identifiers: Vec<_> = (1..=members).map(identifier).collect();
    participants(&identifiers, threshold, seed)
}

/// frost-core's packages from these bytes; every backend must agree.
fn decode(encoded: &Map<Vec<u8>>) -> Result<Map<round1::Package>, Error> {
    let package =
        |(id, bytes): (&Identifier, &Vec<u8>)| Ok((*id, round1::Package::deserialize(bytes)?));
    let expected: Result<Map<_>, Error> = encoded.iter().map(package).collect();
    for verifier in verifiers() {
        let found = dkg::decode_packages(verifier, encoded);
        let found = found.map(|all| all.iter().map(|(id, it)| (*id, it.to_frost())).collect());
        assert_eq!(found, expected, "{verifier:?}");
    }
    expected
}

/// Part 3, in which every backend must agree.
fn part3(of: &Generation) -> Result<Keys, Error> {
    let encoded = of.encoded().expect("packages");
    let mut made = verifiers().into_iter().map(|verifier| {
        let packages = dkg::decode_packages(verifier, &encoded).expect("packages");
        dkg::part3(verifier, &of.secret, &packages, &of.round2)
    });
    let first = made.next().expect("a backend");
    made.for_each(|other| assert_eq!(other, first));
    first
}

/// Part 3, which must be frost-core's.
fn part3_of_frost(of: &Generation) -> Result<Keys, Error> {
    let made = part3(of);
    assert_eq!(made, frost::part3(&of.secret, &of.round1, &of.round2));
    made
}

#[test]
fn everybodys_keys_are_frosts_and_sign() {
    let derived = |number: u16| Identifier::derive(&number.to_le_bytes()).expect("not zero");
    let groups = [
        numbered(2, 2, 70),
        numbered(3, 2, 71),
        numbered(9, 5, 72),
        participants(&[1, 300, 65_535].map(identifier), 3, 73),
        participants(&[1, 2, 3, 4].map(derived), 3, 74),
    ];
    for (participants, seed) in groups.into_iter().zip(75..) {
        let mut all_keys = Map::new();
        let mut publics = Vec::new();
        for participant in participants.values() {
            let (key, public) = part3_of_frost(participant).expect("keys");
            all_keys.insert(*key.identifier(), key);
            publics.push(public);
        }
        assert!(publics.iter().all(|public| *public == publics[0]));
        let group = Group::of(all_keys, publics.remove(0), Seeded::new(0)).expect("a key");
        let signers = group.keys.len();
        all(&group, &group.round_of(signers, b"made together", seed));
    }
}

/// One or several senders' shares are wrong by one: the first of them is the culprit.
#[test]
fn a_bad_share_has_frosts_culprit() {
    let participants = numbered(6, 3, 80);
    let good = &participants[&identifier(3)];
    for wrong in [&[1][..], &[4], &[6], &[5, 2], &[6, 4, 1]] {
        let mut bad = good.clone();
        for number in wrong {
            let share = bad.round2.get_mut(&identifier(*number)).expect("a share");
            let moved = share.signing_share().to_scalar() + Scalar::ONE;
            *share = round2::Package::new(SigningShare::new(moved));
        }
        let first = wrong.iter().min().map(|number| identifier(*number));
        let expected = Error::InvalidSecretShare { culprit: first };
        assert_eq!(part3_of_frost(&bad), Err(expected));
    }
}

/// Packages by nobody, by too few, by oneself, and by strangers.
#[test]
fn other_packages_than_expected_are_refused_as_by_frost() {
    let participants = numbered(5, 3, 81);
    let (own, other) = (identifier(2), identifier(4));
    let good = &participants[&own];
    let (package, share) = (good.round1[&other].clone(), good.round2[&other].clone());
    let mut cases = vec![good.clone(); 6];
    cases[0].round1.remove(&other);
    cases[1].round2.remove(&other);
    cases[2].round1.remove(&other);
    cases[2].round1.insert(own, package.clone());
    cases[3].round2.remove(&other);
    cases[3].round2.insert(own, share.clone());
    cases[4].round2.remove(&other);
    cases[4].round2.insert(identifier(9), share);
    cases[5].round1.clear();
    for case in &cases {
        assert!(part3_of_frost(case).is_err());
    }
}

/// Commitments to a polynomial of another degree: from no coefficients to two more than right.
#[test]
fn a_wrong_degree_is_refused() {
    let participants = numbered(5, 3, 82);
    let good = &participants[&identifier(3)];
    for sender in [1, 2, 4, 5].map(identifier) {
        let package = &good.round1[&sender];
        let right = package.commitment().coefficients();
        let more = right.iter().chain(right).cloned().collect::<Vec<_>>();
        for degree in [0, 1, 2, 4, 5] {
            let commitment = VerifiableSecretSharingCommitment::new(more[..degree].to_vec());
            let package = round1::Package::new(commitment, *package.proof_of_knowledge());
            let mut bad = good.clone();
            bad.round1.insert(sender, package);
            let refused = Err(Error::IncorrectNumberOfCommitments);
            assert_eq!(part3(&bad), refused, "{degree}");
        }
    }
}

/// frost-core compares only the lowest 16 bits of the number of coefficients.
#[test]
fn a_degree_that_frost_takes_for_the_right_one_is_refused() {
    let participants = numbered(5, 3, 84);
    let mut bad = participants[&identifier(3)].clone();
    let coefficients: Vec<_> = (1..=65_536 + 3).map(|it: u64| Scalar::from(it)).collect();
    // B, 2 B, 3 B and so on.
    let commitments = std::iter::successors(Some(B), |point| Some(point + B));
    let commitments = commitments.map(CoefficientCommitment::<Ed25519Sha512>::new);
    let commitments = commitments.take(coefficients.len()).collect();
    let commitment = VerifiableSecretSharingCommitment::new(commitments);
    let at_own = |sum: Scalar, coefficient: &Scalar| sum * Scalar::from(3_u64) + coefficient;
    let share = coefficients.iter().rev().fold(Scalar::ZERO, at_own);
    let proof = *bad.round1[&identifier(4)].proof_of_knowledge();
    let package = round1::Package::new(commitment, proof);
    bad.round1.insert(identifier(4), package);
    let share = round2::Package::new(SigningShare::new(share));
    bad.round2.insert(identifier(4), share);

    let (key, public) = frost::part3(&bad.secret, &bad.round1, &bad.round2).expect("taken");
    assert_ne!(
        public.verifying_shares()[key.identifier()],
        *key.verifying_share()
    );
    assert_eq!(part3(&bad), Err(Error::IncorrectNumberOfCommitments));
}

/// Every byte of a package changed, the package cut off at every length, bytes after the end, other
/// lengths. Of several bad packages the first one gives the error, whatever is wrong with it.
#[test]
fn odd_packages_are_decoded_as_by_frost() {
    let participants = numbered(4, 2, 84);
    let good = participants[&identifier(1)].encoded().expect("packages");
    let one = identifier(3);
    let is_refused = |bytes: Vec<u8>| {
        let mut encoded = good.clone();
        encoded.insert(one, bytes);
        decode(&encoded).is_err()
    };
    let mut refused = 0;
    let mut check = |bytes| refused += usize::from(is_refused(bytes));
    let bytes = &good[&one];
    for at in 0..bytes.len() {
        for bit in [0, 6, 7] {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << bit;
            check(changed);
        }
        check(bytes[..at].to_vec());
    }
    // z is l or above.
    check([&bytes[..bytes.len() - 1], &[0xff]].concat());
    for odd in requirements::odd_points::small_order_encodings() {
        for at in [6, 6 + 32, 6 + 2 * 32 + 1] {
            let mut changed = bytes.clone();
            changed[at..at + 32].copy_from_slice(&odd);
            check(changed);
        }
    }
    assert!(refused > 400, "{refused}");
    // These are accepted: bytes after the end, and a length in more bytes than necessary, up to ten.
    assert!(!is_refused([bytes, [7; 9].as_slice()].concat()));
    for more in 1..12 {
        let length = [&[0x82], &[0x80; 11][1..more], &[0]].concat();
        let longer = [&bytes[..5], &length, &bytes[6..]].concat();
        assert_eq!(is_refused(longer), more > 9, "{more} more bytes");
    }
    let mut several = good.clone();
    several.insert(identifier(4), Vec::new());
    several.get_mut(&identifier(2)).expect("a package")[6] ^= 1;
    assert!(decode(&several).is_err());
}
