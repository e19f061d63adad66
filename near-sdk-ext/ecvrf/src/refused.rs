//! Why a proof is refused.

use crate::{PointError, Suite};

/// Why [`verify`](crate::verify) refuses a proof: the first reason found, in the order of the variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The proof has another length than [`Suite::proof_len`].
    #[error("a proof of {suite} has {wanted} bytes, and this has {got}")]
    Length {
        /// The suite.
        suite: Suite,
        /// The length that the suite requires, in bytes.
        wanted: usize,
        /// The length found, in bytes.
        got: usize,
    },
    /// The public key is not an encoding of a point.
    #[error("the public key is no point: {0}")]
    PublicKey(PointError),
    /// The public key is of small order: with such a key, one output can be proved for any alpha.
    #[error("the public key is of small order")]
    SmallOrder,
    /// Gamma is not an encoding of a point.
    #[error("Gamma is no point: {0}")]
    Gamma(PointError),
    /// s is the group's order or more.
    #[error("s is not below the group's order")]
    ScalarNotReduced,
    /// None of the 256 hashes that [`Suite::Tai`] tries is a point; no such alpha is known.
    #[error("alpha has no point on the curve")]
    NoPoint,
    /// The challenge in the proof is not the one of its points.
    #[error("the challenge is not the one of the proof's points")]
    Challenge,
    /// U in the proof is not s*B - c*Y.
    #[error("U is not s*B - c*Y")]
    U,
    /// V in the proof is not s*H - c*Gamma.
    #[error("V is not s*H - c*Gamma")]
    V,
}
