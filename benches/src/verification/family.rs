//! The kinds of signature that a price must cover.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Declares [`Family`], and everything that is known of each.
macro_rules! families {
    ($($(#[$doc:meta])* $family:ident, $name:literal, $verdict:ident;)*) => {
        /// A kind of signature. `verify` does the same work for all of one kind, and different
        /// work for some of different kinds.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        pub enum Family {
            $($(#[$doc])* #[serde(rename = $name)] $family,)*
        }

        impl Family {
            /// Every family.
            pub const ALL: &[Self] = &[$(Self::$family),*];

            /// The name in files and tables.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$family => $name,)*
                }
            }

            /// Whether `verify` accepts signatures of this family.
            pub const fn is_accepted(self) -> bool {
                match self {
                    $(Self::$family => families!(@ $verdict),)*
                }
            }
        }
    };
    (@ accepted) => { true };
    (@ refused) => { false };
}

families! {
    /// An honest signature.
    Valid, "valid", accepted;
    /// Honest, and of many, the one whose scalars take most additions.
    ValidHeaviest, "valid, heaviest scalars", accepted;
    /// Honest, and of many, the one whose scalars take fewest additions.
    ValidLightest, "valid, lightest scalars", accepted;
    /// What an attacker would send: the densest `s` there is, and an `R` chosen for a dense `k`.
    RefusedHeaviest, "refused, heaviest scalars", refused;
    /// `R` is that of another signature.
    RWrong, "R wrong", refused;
    /// `R` is a point whose y is not reduced; the equation holds, the bytes differ.
    RNonCanonical, "R non-canonical", refused;
    /// `R` is the identity, and the equation holds.
    RSmallOrder, "R of small order", accepted;
    /// The public key is a point whose y is not reduced.
    ANonCanonical, "A non-canonical", accepted;
    /// The public key has order 8, and the equation holds.
    ASmallOrder, "A of small order", accepted;
    /// The public key is no point of the curve.
    AUndecodable, "A undecodable", refused;
    /// `s` is an honest one plus the group's order.
    SNonCanonical, "s non-canonical", refused;
    /// A top bit of `s` is set: refused before the message is read.
    TopBits, "top bits", refused;
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
