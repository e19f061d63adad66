//! The suites: their names, and the parts of their proofs.

use core::{fmt, str::FromStr};

/// What defines a proof: the hashes, the encoding of alpha to the curve, and the form of the proof.
///
/// All are on edwards25519 with SHA-512, and have the keys of Ed25519. [`verify`](crate::verify)
/// says which proofs of each are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Suite {
    /// ECVRF-EDWARDS25519-SHA512-TAI of RFC 9381, section 5.5: a point is found by trying hashes.
    ///
    /// How long this takes depends on alpha; a prover that keeps alpha secret needs [`Ell2`](Self::Ell2).
    Tai,
    /// ECVRF-EDWARDS25519-SHA512-ELL2 of RFC 9381, section 5.5: a point is computed by Elligator 2.
    Ell2,
    /// ECVRF-ED25519-SHA512-Elligator2 of draft-irtf-cfrg-vrf-03, which Cardano's Praos uses,
    /// verified as by the C code that Algorand wrote for libsodium.
    Draft03,
    /// [`Ell2`](Self::Ell2) with the two commitments in the proof instead of the challenge: the form
    /// of draft-irtf-cfrg-vrf-13 that Cardano's C code calls `batchcompat`.
    Draft13,
}

/// The part of a proof between Gamma and s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// The challenge c, of 16 bytes, before s.
    Challenge,
    /// The commitments U and V, of 32 bytes each, before s.
    Commitments,
}

impl Form {
    /// The length of a proof, in bytes.
    pub(crate) const fn len(self) -> usize {
        match self {
            Self::Challenge => 32 + 16 + 32,
            Self::Commitments => 32 + 32 + 32 + 32,
        }
    }
}

impl Suite {
    /// Every suite.
    pub const ALL: [Self; 4] = [Self::Tai, Self::Ell2, Self::Draft03, Self::Draft13];

    /// The suite's number in this project: RFC 9381's `suite_string` for its suites, and for a draft
    /// the draft's number above the same byte.
    #[must_use]
    pub const fn code(self) -> u32 {
        match self {
            Self::Tai => 3,
            Self::Ell2 => 4,
            Self::Draft03 => 0x0304,
            Self::Draft13 => 0x0d04,
        }
    }

    /// The suite with this [`code`](Self::code).
    #[must_use]
    pub const fn from_code(code: u32) -> Option<Self> {
        match code {
            3 => Some(Self::Tai),
            4 => Some(Self::Ell2),
            0x0304 => Some(Self::Draft03),
            0x0d04 => Some(Self::Draft13),
            _ => None,
        }
    }

    /// The length of its proofs, in bytes.
    #[must_use]
    pub const fn proof_len(self) -> usize {
        self.form().len()
    }

    /// The form of its proofs.
    pub(crate) const fn form(self) -> Form {
        match self {
            Self::Tai | Self::Ell2 | Self::Draft03 => Form::Challenge,
            Self::Draft13 => Form::Commitments,
        }
    }

    /// `suite_string`, which every hash begins with.
    pub(crate) const fn byte(self) -> u8 {
        match self {
            Self::Tai => 3,
            Self::Ell2 | Self::Draft03 | Self::Draft13 => 4,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Tai => "tai",
            Self::Ell2 => "ell2",
            Self::Draft03 => "draft03",
            Self::Draft13 => "draft13",
        }
    }
}

/// Writes `tai`, `ell2`, `draft03` or `draft13`.
impl fmt::Display for Suite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text names no [`Suite`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no suite is named {0:?}: there are tai, ell2, draft03 and draft13")]
pub struct UnknownSuite(pub String);

impl FromStr for Suite {
    type Err = UnknownSuite;

    /// Reads what [`Display`](fmt::Display) writes.
    ///
    /// # Errors
    /// [`UnknownSuite`], with the text.
    fn from_str(text: &str) -> Result<Self, UnknownSuite> {
        let found = Self::ALL.into_iter().find(|suite| suite.name() == text);
        found.ok_or_else(|| UnknownSuite(text.to_owned()))
    }
}
