//! The oddities of a signature.

use std::collections::BTreeSet;
use std::fmt;

/// An oddity of a triple of signature `(R, s)`, message and public key `A`.
///
/// Names as in RFC 8032, section 5.1: `R` and `s` are the halves of the signature, `B` is the base
/// point, `k` the hash of `R`, `A` and the message.
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
    /// The encoding of the public key is odd.
    A(Oddity),
    /// The encoding of `R` is odd.
    R(Oddity),
    /// `[s]B = R + [k]A` fails, but holds when both sides are multiplied by 8.
    OnlyTimesCofactor,
    /// `[s]B = R + [k]A` fails, even times the cofactor.
    EquationFails,
}

/// An oddity of the encoding of a point, under the decoding of RFC 8032, section 5.1.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Oddity {
    /// The bytes decode to no point.
    Undecodable,
    /// The bytes are not the point's canonical ones: y is not reduced, or x is 0 and has a sign.
    NonCanonical,
    /// The point has order 1, 2, 4 or 8.
    SmallOrder,
    /// The point has a component of small order and one of large order.
    MixedOrder,
}

impl Flag {
    /// All flags.
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

/// The oddities of one triple.
pub type Flags = BTreeSet<Flag>;

/// The flags in words.
#[must_use]
pub fn words<'a>(flags: impl IntoIterator<Item = &'a Flag>) -> String {
    let words: Vec<_> = flags.into_iter().map(Flag::to_string).collect();
    if words.is_empty() {
        return "nothing odd".to_owned();
    }
    words.join("; ")
}
