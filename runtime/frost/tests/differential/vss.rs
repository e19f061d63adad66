//! A dealer's shares, compared with `SecretShare::verify`: random polynomials, some of whose shares and
//! coefficients are changed.

use crate::judge::{identifier, verifiers};
use curve25519_dalek::constants::{ED25519_BASEPOINT_POINT as B, EIGHT_TORSION};
use curve25519_dalek::edwards::EdwardsPoint;
use curve25519_dalek::scalar::Scalar;
use frost_core::keys::CoefficientCommitment;
use frost_ed25519::Identifier;
use frost_ed25519::keys::{SecretShare, SigningShare, VerifiableSecretSharingCommitment};
use near_frost::{Error, VssCommitment};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use requirements::fuzzing::{Target, fuzz};

const TARGET: Target = Target::new("frost_vss", 300);

/// The dealer's output.
#[derive(Clone, Debug)]
struct Dealt {
    shares: Vec<(Identifier, Scalar)>,
    coefficients: Vec<EdwardsPoint>,
}

impl Dealt {
    fn of_polynomial(coefficients: &[Scalar], members: &[Identifier]) -> Self {
        let share = |member: &Identifier| {
            let horner = |sum, next: &Scalar| sum * member.to_scalar() + next;
            let share = coefficients.iter().rev().fold(Scalar::ZERO, horner);
            (*member, share)
        };
        Self {
            shares: members.iter().map(share).collect(),
            coefficients: coefficients.iter().map(EdwardsPoint::mul_base).collect(),
        }
    }

    /// frost-core's answers, in a word each. Every backend must give the same ones, for all shares at once
    /// and for each alone.
    fn verify(&self) -> Vec<&'static str> {
        let coefficients = self.coefficients.iter();
        let coefficients = coefficients.map(|it| CoefficientCommitment::new(*it));
        let commitment = VerifiableSecretSharingCommitment::new(coefficients.collect());
        let shares = self.shares.iter();
        let shares: Vec<_> = shares
            .map(|(id, it)| (*id, SigningShare::new(*it)))
            .collect();
        let by_frost = |(identifier, share): &(_, _)| {
            SecretShare::new(*identifier, *share, commitment.clone()).verify()
        };
        let expected: Vec<_> = shares.iter().map(by_frost).collect();
        let shares: Vec<_> = shares.iter().map(|(id, share)| (*id, share)).collect();
        for verifier in verifiers() {
            let commitment = VssCommitment::new(verifier, &commitment);
            assert_eq!(commitment.verify(&shares), expected, "{verifier:?}");
            for (share, expected) in shares.chunks(1).zip(expected.chunks(1)) {
                assert_eq!(commitment.verify(share), expected, "{verifier:?}");
            }
            assert_eq!(commitment.verify(&[]), []);
        }
        let word = |answer: Result<_, Error>| match answer {
            Ok(_) => "good",
            Err(Error::InvalidSecretShare { culprit: None }) => "wrong",
            Err(Error::MissingCommitment) => "no key",
            Err(error) => panic!("{error:?}"),
        };
        expected.into_iter().map(word).collect()
    }
}

/// Some are zero, and some polynomials are zero for a member.
fn coefficient() -> impl Strategy<Value = Scalar> {
    let small = (0..4_u8, any::<bool>());
    prop_oneof![
        small.prop_map(|(it, minus)| if minus { -Scalar::from(it) } else { it.into() }),
        any::<[u8; 32]>().prop_map(Scalar::from_bytes_mod_order),
    ]
}

fn member() -> impl Strategy<Value = Identifier> {
    prop_oneof![
        (1..=9_u16).prop_map(identifier),
        (1..=u16::MAX).prop_map(identifier),
        any::<u16>().prop_map(|it| Identifier::derive(&it.to_le_bytes()).expect("not zero")),
    ]
}

const OF_SHARES: [fn(Scalar) -> Scalar; 4] = [
    |it| it + Scalar::ONE,
    |it| it + Scalar::from(2_u8).invert(),
    |it| -it,
    |_| Scalar::ZERO,
];

/// The last two change the degree; the first one adds torsion, which frost-core accepts where it vanishes
/// at a member's identifier.
const OF_COEFFICIENTS: [fn(&mut Vec<EdwardsPoint>, usize, usize); 4] = [
    |all, at, number| all[at] += EIGHT_TORSION[number],
    |all, at, _| all[at] += B,
    |all, at, _| all.truncate(at),
    |all, at, _| all.push(all[at]),
];

type Change = (usize, Index, usize);

fn changes(kinds: usize) -> impl Strategy<Value = Vec<Change>> {
    let some = vec((0..kinds, any::<Index>(), 1..8_usize), 1..3);
    prop_oneof![Just(vec![]), some]
}

/// Coefficients, members, and changes of coefficients and of shares.
type Case = (Vec<Scalar>, Vec<Identifier>, Vec<Change>, Vec<Change>);

fn cases() -> impl Strategy<Value = Case> {
    let degrees = prop_oneof![4 => 0..=5_usize, 1 => 15..=20_usize];
    let coefficients = degrees.prop_flat_map(|count| vec(coefficient(), count));
    let changed = (changes(OF_COEFFICIENTS.len()), changes(OF_SHARES.len()));
    let members = vec(member(), 1..=21);
    (coefficients, members, changed).prop_map(|(a, b, (c, d))| (a, b, c, d))
}

#[test]
fn any_shares_have_frosts_answers() {
    let tally = fuzz!(TARGET, cases(), |case: Case| {
        let (coefficients, members, of_coefficients, of_shares) = case;
        let mut dealt = Dealt::of_polynomial(&coefficients, &members);
        for (kind, at, number) in &of_coefficients {
            if !dealt.coefficients.is_empty() {
                let at = at.index(dealt.coefficients.len());
                OF_COEFFICIENTS[*kind](&mut dealt.coefficients, at, *number);
            }
        }
        for (kind, at, _) in &of_shares {
            let share = &mut dealt.shares[at.index(members.len())].1;
            *share = OF_SHARES[*kind](*share);
        }
        let words = dealt.verify();
        let are = |word| words.iter().all(|it| *it == word);
        Ok(match (of_coefficients.is_empty(), of_shares.is_empty()) {
            _ if are("no key") => "no key",
            (true, true) if are("good") => "good",
            (true, true) => panic!("{words:?}"),
            _ if are("wrong") => "all wrong",
            _ if are("good") => "changed and good",
            _ => "some wrong",
        })
    });
    tally.reaches(
        &["good", "some wrong", "all wrong", "changed and good"],
        100,
    );
    tally.reaches(&["no key"], 100);
}
