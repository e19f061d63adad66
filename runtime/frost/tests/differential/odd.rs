//! Sessions whose shares, keys, signers and packages do not belong together. `wire` has odd identifiers.

use crate::judge::{
    Shares, aggregate, from_wire, group, identifier, moved, sessions, sign, wire, with_hiding,
};
use curve25519_dalek::EdwardsPoint;
use curve25519_dalek::constants::EIGHT_TORSION;
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::Identity as _;
use frost_core::VerifyingKey;
use frost_core::keys::VerifyingShare;
use frost_ed25519::Identifier;
use frost_ed25519::keys::{KeyPackage, PublicKeyPackage};
use frost_ed25519::round2::SignatureShare;
use near_frost::Error;
use near_frost::dealt_groups::{Group, Round};
use proptest::collection::vec;
use proptest::prelude::*;
use requirements::fuzzing::{Target, fuzz};
use std::collections::{BTreeMap, BTreeSet};

const TARGET: Target = Target::new("frost_odd", 400);

/// A session's parts, and others to confuse them with.
struct Signing {
    group: Group,
    other: Group,
    round: Round,
    /// A round of all members, and its shares.
    whole: (Round, Shares),
    shares: Shares,
    verifying: BTreeMap<Identifier, frost_ed25519::keys::VerifyingShare>,
    key: frost_ed25519::VerifyingKey,
    /// The threshold in the public keys.
    min: Option<u16>,
    key_of_sessions: [u8; 32],
}

/// A change of a [`Signing`], at a signer, with a number from 1 to 7.
type Odd = fn(&mut Signing, Identifier, u16);

fn last(it: &Signing) -> Identifier {
    *it.group.keys.keys().next_back().expect("a member")
}

const ODD: [Odd; 20] = [
    // Shares of zero, wrong ones, and those of each other, whose sum is right.
    |it, signer, _| {
        let zero = SignatureShare::deserialize(&[0; 32]).expect("a scalar");
        it.shares.insert(signer, zero);
    },
    |it, signer, number| {
        let wrong = |share: &mut SignatureShare| *share = moved(share, Scalar::from(number));
        it.shares.entry(signer).and_modify(wrong);
    },
    |it, signer, _| {
        if let Some((first, share)) = it.shares.pop_first() {
            let share = it.shares.insert(signer, share).unwrap_or(share);
            it.shares.insert(first, share);
        }
    },
    // Shares can be checked as they arrive.
    |it, signer, _| {
        it.shares.remove(&signer);
    },
    |it, _, _| it.shares = it.shares.pop_last().into_iter().collect(),
    |it, _, _| it.shares.clear(),
    // The share of a member who does not sign, and of a stranger.
    |it, _, _| {
        it.shares.insert(last(it), it.whole.1[&last(it)]);
    },
    |it, _, _| {
        it.shares.insert(identifier(99), it.whole.1[&last(it)]);
    },
    // Public keys without a signer, or with torsion, which frost-core's internal constructors allow.
    |it, signer, _| {
        it.verifying.remove(&signer);
    },
    |it, signer, number| {
        let torsion = EIGHT_TORSION[usize::from(number)];
        let share = it.verifying.entry(signer);
        share.and_modify(|it| *it = VerifyingShare::new(it.to_element() + torsion));
    },
    |it, _, number| {
        it.key = VerifyingKey::new(it.key.to_element() + EIGHT_TORSION[usize::from(number)]);
    },
    // In packages, commitments with torsion, and neutral ones.
    |it, signer, number| {
        let torsion = EIGHT_TORSION[usize::from(number)];
        it.round.package = with_hiding(&it.round.package, signer, |hiding| hiding + torsion);
    },
    |it, signer, _| {
        it.round.package = with_hiding(&it.round.package, signer, |_| EdwardsPoint::identity());
    },
    // Another threshold, and none.
    |it, _, number| it.min = Some(number),
    |it, _, _| it.min = None,
    // Another group's public keys, and sessions that were made for another key.
    |it, _, _| {
        it.verifying = it.other.public.verifying_shares().clone();
        it.key = *it.other.public.verifying_key();
    },
    |it, _, _| it.key_of_sessions = it.other.key,
    // A signer's own key package decides for it.
    |it, signer, number| {
        let key = it.group.keys.get_mut(&signer).expect("a member's");
        let (share, verifying) = (*key.signing_share(), *key.verifying_share());
        *key = KeyPackage::new(signer, share, verifying, *key.verifying_key(), number);
    },
    // Another signer's nonces, and a signer whose commitments are missing.
    |it, signer, _| {
        let nonces = it.whole.0.nonces[&signer].clone();
        it.round.nonces.insert(signer, nonces);
    },
    |it, _, _| {
        let nonces = it.whole.0.nonces[&last(it)].clone();
        it.round.nonces.insert(last(it), nonces);
    },
];

/// A group's size and threshold, the number of signers, and what is odd, each with a signer and a number.
type Case = (u16, u16, u16, Vec<(usize, u16, u16)>);

fn cases() -> impl Strategy<Value = Case> {
    let odd = (0..ODD.len(), 1..=4_u16, 1..8_u16);
    (4..=6_u16, 2..=3_u16, 0..=4_u16, vec(odd, 1..=2))
}

/// The names of the case's errors.
fn errors((members, threshold, signers, odds): Case) -> BTreeSet<String> {
    let [group, other] = [50, 51].map(|seed| group(members, threshold, seed));
    let round = group.round_of(signers.into(), b"odd", 52);
    let whole = group.round_of(members.into(), b"odd", 53);
    let shares_of_all = group.shares(&whole).expect("shares");
    // If the signers are too few for frost-core, they get their shares of the round of all members.
    let shares = group.shares(&round).unwrap_or_else(|_| {
        let of_signers = shares_of_all.range(..=identifier(signers.max(1)));
        of_signers
            .map(|(signer, share)| (*signer, *share))
            .collect()
    });
    let mut it = Signing {
        verifying: group.public.verifying_shares().clone(),
        key: *group.public.verifying_key(),
        min: Some(threshold),
        key_of_sessions: group.key,
        whole: (whole, shares_of_all),
        group,
        other,
        round,
        shares,
    };
    let commitments = wire(&it.round);
    for (odd, signer, number) in odds {
        let signer = identifier(signer.min(signers.max(1)));
        ODD[odd](&mut it, signer, number);
    }
    let public = PublicKeyPackage::new(it.verifying, it.key, it.min);
    let (made, mut all) = from_wire(&it.key_of_sessions, b"odd", &commitments).expect("sessions");
    let package = it.round.package.clone();
    if package != made {
        all.clear();
    }
    all.extend(sessions(&package, &public));
    let answers = aggregate(&all, &package, &it.shares, &public).into_iter();
    let signed = sign(&all, &package, &it.group, &it.round).into_values();
    let errors = answers.filter_map(Result::err);
    let errors = errors.chain(signed.filter_map(Result::err));
    let name = |error: Error| {
        format!("{error:?}")
            .split([' ', '('])
            .next()
            .map(str::to_owned)
    };
    errors.filter_map(name).collect()
}

#[test]
fn what_does_not_belong_together_is_answered_as_by_frost() {
    let mut seen = BTreeSet::new();
    let tally = fuzz!(TARGET, cases(), |case: Case| {
        let errors = errors(case);
        let outcome = ["errors", "none"][usize::from(errors.is_empty())];
        seen.extend(errors);
        Ok(outcome)
    });
    tally.reaches(&["errors", "none"], 10);
    for error in [
        "IncorrectCommitment",
        "IncorrectNumberOfCommitments",
        "IncorrectNumberOfShares",
        "GroupError",
        "InvalidSignature",
        "InvalidSignatureShare",
        "MissingCommitment",
        "UnknownIdentifier",
    ] {
        assert!(seen.contains(error), "{error} is not among {seen:?}");
    }
}
