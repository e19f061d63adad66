//! The parts of a proof's bytes.

use curve25519_dalek_5::{edwards::EdwardsPoint, scalar::Scalar};

use crate::{
    Refused, Suite,
    point::{NegativeZero, decode},
    suite::Form,
};

/// A decoded proof: RFC 9381, section 5.4.4.
pub(crate) struct Proof<'a> {
    pub(crate) gamma_bytes: &'a [u8; 32],
    pub(crate) gamma: EdwardsPoint,
    pub(crate) claim: Claim<'a>,
    pub(crate) s: Scalar,
}

/// The claim of a proof, by its [`Form`].
pub(crate) enum Claim<'a> {
    /// The bytes of the challenge.
    Challenge(&'a [u8; 16]),
    /// The bytes of U and V, which may be anything.
    Commitments { u: &'a [u8; 32], v: &'a [u8; 32] },
}

impl<'a> Proof<'a> {
    /// Decodes a proof of this form, which need not be the suite's.
    ///
    /// # Errors
    /// [`Refused::Length`], [`Refused::Gamma`] or [`Refused::ScalarNotReduced`].
    pub(crate) fn decode(suite: Suite, form: Form, bytes: &'a [u8]) -> Result<Self, Refused> {
        let wrong_length = Refused::Length {
            suite,
            wanted: form.len(),
            got: bytes.len(),
        };
        let (gamma_bytes, claim, s) = split(form, bytes).ok_or(wrong_length)?;
        let zero = match suite {
            Suite::Tai | Suite::Ell2 => NegativeZero::Refuse,
            Suite::Draft03 | Suite::Draft13 => NegativeZero::Ignore,
        };
        let gamma = decode(gamma_bytes, zero).map_err(Refused::Gamma)?;
        let s = match suite {
            Suite::Draft03 => Scalar::from_bytes_mod_order(*s),
            Suite::Tai | Suite::Ell2 | Suite::Draft13 => {
                let s = Option::from(Scalar::from_canonical_bytes(*s));
                s.ok_or(Refused::ScalarNotReduced)?
            }
        };
        Ok(Self {
            gamma_bytes,
            gamma,
            claim,
            s,
        })
    }
}

type Parts<'a> = (&'a [u8; 32], Claim<'a>, &'a [u8; 32]);

/// Gamma, the claim, and s; `None` if the length is wrong.
fn split(form: Form, bytes: &[u8]) -> Option<Parts<'_>> {
    let (gamma, rest) = bytes.split_first_chunk()?;
    let (claim, rest) = match form {
        Form::Challenge => {
            let (challenge, rest) = rest.split_first_chunk()?;
            (Claim::Challenge(challenge), rest)
        }
        Form::Commitments => {
            let (u, rest) = rest.split_first_chunk()?;
            let (v, rest) = rest.split_first_chunk()?;
            (Claim::Commitments { u, v }, rest)
        }
    };
    Some((gamma, claim, rest.try_into().ok()?))
}
