//! The kinds of signatures that a price must cover.

use super::named::named;

named! {
    /// A kind of signature. `verify` does the same work for all signatures of a kind; for different
    /// kinds the work may differ.
    pub(crate) Family:
    /// An honest signature.
    Valid "valid";
    /// The honest signature whose scalars need the most additions, out of many.
    ValidHeaviest "valid, heaviest scalars";
    /// The honest signature whose scalars need the fewest additions, out of many.
    ValidLightest "valid, lightest scalars";
    /// An attacker's signature: the densest `s` there is, and an `R` chosen for a dense `k`.
    RefusedHeaviest "refused, heaviest scalars";
    /// `R` is that of another signature.
    RWrong "R wrong";
    /// `R` is a point whose y is not reduced; the equation holds, the bytes differ.
    RNonCanonical "R non-canonical";
    /// `R` is the identity, and the equation holds.
    RSmallOrder "R of small order";
    /// The public key is a point whose y is not reduced.
    ANonCanonical "A non-canonical";
    /// The public key has order 8, and the equation holds.
    ASmallOrder "A of small order";
    /// The public key is not a point of the curve.
    AUndecodable "A undecodable";
    /// `s` is an honest one plus the group's order.
    SNonCanonical "s non-canonical";
    /// A top bit of `s` is set: refused before the message is read.
    TopBits "top bits";
}

impl Family {
    /// Whether `verify` accepts signatures of this family.
    pub(crate) const fn is_accepted(self) -> bool {
        matches!(
            self,
            Self::Valid
                | Self::ValidHeaviest
                | Self::ValidLightest
                | Self::RSmallOrder
                | Self::ANonCanonical
                | Self::ASmallOrder
        )
    }
}
