//! The oddities of a signature, and those that each rule of verification allows.

use std::collections::BTreeSet;
use std::fmt;

/// An oddity of a triple of signature `(R, s)`, message and public key `A`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Flag {
    /// The signature does not have 64 bytes.
    SignatureLength,
    /// The public key does not have 32 bytes.
    KeyLength,
    /// `s` is below 2^253, but not reduced modulo the order of the base point.
    NotReduced,
    /// `s` is 2^253 or more: one of the three top bits is set.
    TopBits,
    A(Oddity),
    R(Oddity),
    /// `[s]B = R + [k]A` fails, but holds when both sides are multiplied by 8.
    OnlyTimesCofactor,
    /// `[s]B = R + [k]A` fails, even times the cofactor.
    EquationFails,
}

/// An oddity of the encoding of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Oddity {
    /// It encodes no point.
    Undecodable,
    /// The point has another encoding: y is not reduced, or x is 0 and has a sign.
    NonCanonical,
    /// The point has order 1, 2, 4 or 8.
    SmallOrder,
    /// The point has a component of small order and one of large order.
    MixedOrder,
}

impl Flag {
    pub const ALL: [Self; 14] = [
        Self::SignatureLength,
        Self::KeyLength,
        Self::NotReduced,
        Self::TopBits,
        Self::A(Oddity::Undecodable),
        Self::A(Oddity::NonCanonical),
        Self::A(Oddity::SmallOrder),
        Self::A(Oddity::MixedOrder),
        Self::R(Oddity::Undecodable),
        Self::R(Oddity::NonCanonical),
        Self::R(Oddity::SmallOrder),
        Self::R(Oddity::MixedOrder),
        Self::OnlyTimesCofactor,
        Self::EquationFails,
    ];
}

impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SignatureLength => write!(f, "signature not of 64 bytes"),
            Self::KeyLength => write!(f, "public key not of 32 bytes"),
            Self::TopBits => write!(f, "s not reduced, top bits set"),
            Self::NotReduced => write!(f, "s not reduced"),
            Self::A(oddity) => write!(f, "A {oddity}"),
            Self::R(oddity) => write!(f, "R {oddity}"),
            Self::OnlyTimesCofactor => write!(f, "equation holds only times the cofactor 8"),
            Self::EquationFails => write!(f, "equation does not hold"),
        }
    }
}

impl fmt::Display for Oddity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Undecodable => "undecodable",
            Self::NonCanonical => "non-canonical",
            Self::SmallOrder => "of small order",
            Self::MixedOrder => "of mixed order",
        })
    }
}

pub type Flags = BTreeSet<Flag>;

/// The flags in words.
pub fn words<'a>(flags: impl IntoIterator<Item = &'a Flag>) -> String {
    let words: Vec<_> = flags.into_iter().map(Flag::to_string).collect();
    if words.is_empty() {
        return "nothing odd".to_owned();
    }
    words.join("; ")
}

/// A verifier's answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    Accepted,
    Refused,
    /// The contract is aborted, for this reason.
    Aborted(String),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Accepted => write!(f, "accepted"),
            Self::Refused => write!(f, "refused"),
            Self::Aborted(reason) => write!(f, "aborts: {reason}"),
        }
    }
}

/// A rule by which signatures are verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// dalek's `verify`, the rule of this runtime.
    Nep364,
    /// dalek's `verify_strict`.
    Strict,
    /// The rule of CometBFT, Substrate and Zcash.
    Zip215,
}

impl Rule {
    pub const ALL: [Self; 3] = [Self::Nep364, Self::Strict, Self::Zip215];

    /// The oddities of the signatures that the rule accepts.
    pub fn allows(self) -> &'static [Flag] {
        use Oddity::{MixedOrder, NonCanonical, SmallOrder};
        match self {
            Self::Nep364 => &[
                Flag::A(NonCanonical),
                Flag::A(SmallOrder),
                Flag::A(MixedOrder),
                Flag::R(SmallOrder),
                Flag::R(MixedOrder),
            ],
            Self::Strict => &[
                Flag::A(NonCanonical),
                Flag::A(MixedOrder),
                Flag::R(MixedOrder),
            ],
            Self::Zip215 => &[
                Flag::A(NonCanonical),
                Flag::A(SmallOrder),
                Flag::A(MixedOrder),
                Flag::R(NonCanonical),
                Flag::R(SmallOrder),
                Flag::R(MixedOrder),
                Flag::OnlyTimesCofactor,
            ],
        }
    }

    /// The answer to a triple with exactly these oddities.
    pub fn answer(self, flags: &Flags) -> Answer {
        let has = |flag| flags.contains(&flag);
        let invalid_input = |what| Answer::Aborted(format!("invalid {what} length"));
        match self {
            Self::Nep364 if has(Flag::SignatureLength) => invalid_input("signature"),
            // The key is not checked if the signature's top bits are set.
            Self::Nep364 if has(Flag::KeyLength) && !has(Flag::TopBits) => {
                invalid_input("public key")
            }
            _ if flags.iter().all(|flag| self.allows().contains(flag)) => Answer::Accepted,
            _ => Answer::Refused,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nep364 => "NEP-364 (dalek `verify`)",
            Self::Strict => "dalek `verify_strict`",
            Self::Zip215 => "ZIP-215 (CometBFT, Substrate)",
        })
    }
}
