//! A dealer's shares, compared with `SecretShare::verify`: good and wrong ones, and odd
//! commitments.

use crate::judge::{identifier, verifiers};
use curve25519_dalek::constants::{ED25519_BASEPOINT_POINT as B, EIGHT_TORSION};
use curve25519_dalek::edwards::EdwardsPoint;
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::Identity as _;
use frost_core::keys::{CoefficientCommitment, IdentifierList, generate_with_dealer};
use frost_ed25519::keys::{
    SecretShare, SigningShare, VerifiableSecretSharingCommitment, VerifyingShare,
};
use frost_ed25519::{Identifier, VerifyingKey};
use near_frost::dealt_groups::Seeded;
use near_frost::{Error, VssCommitment};

const WRONG: Error = Error::InvalidSecretShare { culprit: None };

/// The dealer's output.
#[derive(Clone)]
struct Dealt {
    shares: Vec<(Identifier, SigningShare)>,
    coefficients: Vec<EdwardsPoint>,
}

impl Dealt {
    fn new(identifiers: &[Identifier], threshold: u16, seed: u64) -> Self {
        let members = identifiers.len().try_into().expect("a small group");
        let list = IdentifierList::Custom(identifiers);
        let dealt = generate_with_dealer(members, threshold, list, &mut Seeded::new(seed));
        let (shares, _) = dealt.expect("a group");
        let any = shares.values().next().expect("a member");
        let coefficients = any.commitment().coefficients().iter();
        Self {
            coefficients: coefficients.map(CoefficientCommitment::value).collect(),
            shares: shares
                .iter()
                .map(|(id, it)| (*id, *it.signing_share()))
                .collect(),
        }
    }

    fn numbered(members: u16, threshold: u16, seed: u64) -> Self {
        let identifiers: Vec<_> = (1..=members).map(identifier).collect();
        Self::new(&identifiers, threshold, seed)
    }

    /// The shares of the polynomial with these coefficients, for members 1, 2 and so on.
    fn of_polynomial(coefficients: &[Scalar], members: u16) -> Self {
        let share = |number| {
            let x = Scalar::from(number);
            let value = coefficients.iter().rev();
            let value = value.fold(Scalar::ZERO, |sum, next| sum * x + next);
            (identifier(number), SigningShare::new(value))
        };
        Self {
            shares: (1..=members).map(share).collect(),
            coefficients: coefficients.iter().map(EdwardsPoint::mul_base).collect(),
        }
    }

    /// frost-core's answers. Every backend must give the same ones, for all shares at once and for
    /// each alone.
    fn verify(&self) -> Vec<Result<(VerifyingShare, VerifyingKey), Error>> {
        let coefficients = self.coefficients.iter();
        let coefficients = coefficients.map(|it| CoefficientCommitment::new(*it));
        let commitment = VerifiableSecretSharingCommitment::new(coefficients.collect());
        let by_frost = |(identifier, share): &(_, _)| {
            SecretShare::new(*identifier, *share, commitment.clone()).verify()
        };
        let expected: Vec<_> = self.shares.iter().map(by_frost).collect();
        let shares = self.shares.iter().map(|(id, share)| (*id, share));
        let shares: Vec<_> = shares.collect();
        for verifier in verifiers() {
            let commitment = VssCommitment::new_by(verifier, &commitment);
            assert_eq!(commitment.verify(&shares), expected, "{verifier:?}");
            for (share, expected) in shares.chunks(1).zip(expected.chunks(1)) {
                assert_eq!(commitment.verify(share), expected, "{verifier:?}");
            }
            assert_eq!(commitment.verify(&[]), []);
        }
        expected
    }

    fn are_good(&self) -> Vec<bool> {
        self.verify().iter().map(Result::is_ok).collect()
    }

    fn are_all_wrong(&self) -> bool {
        self.verify().iter().all(|it| it.as_ref() == Err(&WRONG))
    }
}

#[test]
fn good_shares_have_frosts_verifying_shares() {
    let derived = |number: u16| Identifier::derive(&number.to_le_bytes()).expect("not zero");
    let groups = [
        Dealt::numbered(2, 2, 90),
        Dealt::numbered(9, 5, 91),
        Dealt::numbered(21, 20, 92),
        Dealt::new(&[1, 300, 65_535].map(identifier), 3, 93),
        Dealt::new(&[1, 2, 3, 4].map(derived), 3, 94),
        Dealt::new(&[identifier(7), derived(7), identifier(8)], 2, 95),
    ];
    for dealt in groups {
        assert!(dealt.verify().iter().all(Result::is_ok));
    }
}

/// Shares with one or a half added, negated, zero, or another member's; the other shares stay good.
#[test]
fn wrong_shares_are_refused_and_no_others() {
    let good = Dealt::numbered(9, 4, 96);
    for wrong in [&[0][..], &[8], &[3, 4], &[0, 2, 4, 6, 8]] {
        let others = [
            |it: &Scalar| it + Scalar::ONE,
            |it: &Scalar| it + Scalar::from(2_u8).invert(),
            |it: &Scalar| -it,
            |_: &Scalar| Scalar::ZERO,
        ];
        for other in others {
            let mut dealt = good.clone();
            for at in wrong {
                let share = &mut dealt.shares[*at].1;
                *share = SigningShare::new(other(&share.to_scalar()));
            }
            let expected: Vec<_> = (0..9).map(|at| !wrong.contains(&at)).collect();
            assert_eq!(dealt.are_good(), expected);
        }
    }
    let mut others = good;
    let (one, other) = (others.shares[1].1, others.shares[5].1);
    (others.shares[1].1, others.shares[5].1) = (other, one);
    let expected: Vec<_> = (0..9).map(|at| at != 1 && at != 5).collect();
    assert_eq!(others.are_good(), expected);
}

/// Fewer coefficients, none, and more.
#[test]
fn a_wrong_degree_is_refused_as_by_frost() {
    let good = Dealt::numbered(5, 3, 99);
    for degree in [0, 1, 2, 4, 6] {
        let mut dealt = good.clone();
        let more = good.coefficients.iter().cycle().copied();
        dealt.coefficients = more.take(degree).collect();
        assert!(dealt.are_all_wrong(), "{degree}");
    }
    // Without coefficients a share of zero matches, but there is no key.
    let nothing = Dealt::of_polynomial(&[], 3);
    let missing = |it: &Result<_, _>| *it == Err(Error::MissingCommitment);
    assert!(nothing.verify().iter().all(missing));
}

/// frost-core accepts torsion that vanishes at a member's identifier.
#[test]
fn torsioned_coefficients_are_treated_as_by_frost() {
    let good = Dealt::numbered(8, 3, 100);
    for torsion in &EIGHT_TORSION[1..] {
        for degree in 0..3_u8 {
            let mut dealt = good.clone();
            dealt.coefficients[usize::from(degree)] += torsion;
            let expected = (1..=8_u64).map(|x| torsion * Scalar::from(x.pow(degree.into())));
            let expected = expected.map(|moved| moved == EdwardsPoint::identity());
            assert_eq!(dealt.are_good(), expected.collect::<Vec<_>>());
        }
        let mut cancelling = good.clone();
        cancelling.coefficients[0] -= torsion;
        cancelling.coefficients[1] += torsion;
        assert!(cancelling.are_good()[0]);
    }
}

/// A polynomial with a zero coefficient, or one that is zero for a member or for all: frost-core
/// does not serialise the neutral element.
#[test]
fn neutral_coefficients_and_values_are_treated_as_by_frost() {
    let scalars = |all: &[i8]| -> Vec<Scalar> {
        let scalar = |it: &i8| match *it < 0 {
            true => -Scalar::from(it.unsigned_abs()),
            false => Scalar::from(it.unsigned_abs()),
        };
        all.iter().map(scalar).collect()
    };
    for coefficients in [
        &[0, 5, 9][..],
        &[5, 0, 9],
        &[5, 9, 0],
        &[0, 0, 0],
        &[0],
        &[-3, 1],
        &[10, -7, 1],
    ] {
        let dealt = Dealt::of_polynomial(&scalars(coefficients), 9);
        assert!(dealt.verify().iter().all(Result::is_ok));
        let mut other = dealt.clone();
        other.coefficients[0] += B;
        assert!(other.are_all_wrong());
    }
}
