//! Verification: RFC 9381, section 5.3.

use curve25519_dalek_5::{
    edwards::EdwardsPoint, scalar::Scalar, traits::VartimeMultiscalarMul as _,
};

use crate::{
    Output, Refused, Suite,
    encode_to_curve::encode_to_curve,
    hashes::{self, Points},
    point::{NegativeZero, decode},
    proof::{Claim, Proof},
};

/// The output, beta, of a public key and an input, alpha, in a suite, if the proof shows it.
///
/// A public key and an alpha have one output, and the owner of the secret key cannot choose it.
/// There may be several proofs of it, so a contract must never draw from the proof itself.
///
/// # What is accepted
/// Public keys in every suite: y is below the field's prime, x of zero has no sign, and the key is
/// not of small order. This is the key check of RFC 9381, section 5.4.5, which no suite skips here,
/// and that of libsodium's drafts: the keys that these decode more freely are of small order.
/// Keys may have a part of small order beside one of large order.
///
/// - [`Suite::Tai`], [`Suite::Ell2`]: Gamma is decoded as a key is, by RFC 8032, section 5.1.3, but may
///   be of any order; s is below the group's order.
/// - [`Suite::Draft03`]: Gamma's y is below the field's prime, and a sign on an x of zero is ignored; s
///   is any 32 bytes, reduced modulo the group's order. Algorand's C code does the same.
/// - [`Suite::Draft13`]: Gamma as in draft-03; s is below the group's order; U and V are, byte for byte,
///   what is computed.
///
/// In all suites U = s*B - c*Y and V = s*H - c*Gamma hold exactly, without a cofactor. Draft-13
/// multiplies by l - c instead of -c, like Cardano's C code; l is the group's order. The products
/// differ only for points with a part T of small order, by l*T = 5*T. The secret key's owner can
/// prove a Gamma with such a part; the output, from 8*Gamma, is the same as without it.
///
/// # Beside Cardano's C code
/// Draft-13 has the verdicts of its `crypto_vrf_ietfdraft13_verify_batchcompat`; its batches check
/// another relation. Draft-03 has those of its first versions, and of Algorand's code. Its versions
/// with draft-13 refuse in draft-03 an s that is not reduced, and use l - c too: they accept other
/// proofs with a part of small order in key or Gamma, which only a key's owner can make.
///
/// # Errors
/// [`Refused`], with the first reason.
pub fn verify(
    suite: Suite,
    public_key: &[u8; 32],
    alpha: &[u8],
    proof: &[u8],
) -> Result<Output, Refused> {
    verify_by(suite, public_key, alpha, proof, Statement::commitments)
}

/// As [`verify`], with `commitments` computing U and V.
pub(crate) fn verify_by<'a>(
    suite: Suite,
    public_key: &'a [u8; 32],
    alpha: &[u8],
    proof: &[u8],
    commitments: impl Fn(&Statement<'a>, &[u8; 16], &Proof<'_>) -> (EdwardsPoint, EdwardsPoint),
) -> Result<Output, Refused> {
    if proof.len() != suite.proof_len() {
        return Err(Refused::Length {
            suite,
            wanted: suite.proof_len(),
            got: proof.len(),
        });
    }
    let key = decode_key(public_key)?;
    let proof = Proof::decode(suite, suite.form(), proof)?;
    let h = encode_to_curve(suite, public_key, alpha).ok_or(Refused::NoPoint)?;
    let eight_gamma = proof.gamma.mul_by_cofactor();
    let statement = Statement {
        suite,
        public_key,
        key,
        h,
    };
    let eight_gamma = match proof.claim {
        Claim::Challenge(c) => {
            let (u, v) = commitments(&statement, c, &proof);
            // All points share one inversion.
            let points = [h, proof.gamma, u, v, eight_gamma];
            let [h, gamma, u, v, eight_gamma] = compress(&points);
            if statement.challenge(&h, &gamma, &u, &v) != *c {
                return Err(Refused::Challenge);
            }
            eight_gamma
        }
        Claim::Commitments { u, v } => {
            let [h] = compress(&[h]);
            let c = statement.challenge(&h, proof.gamma_bytes, u, v);
            let (computed_u, computed_v) = commitments(&statement, &c, &proof);
            let points = [computed_u, computed_v, eight_gamma];
            let [computed_u, computed_v, eight_gamma] = compress(&points);
            if computed_u != *u {
                return Err(Refused::U);
            }
            if computed_v != *v {
                return Err(Refused::V);
            }
            eight_gamma
        }
    };
    Ok(hashes::output(suite, &eight_gamma))
}

/// The point of a public key, if it is valid: RFC 9381, section 5.4.5.
///
/// # Errors
/// [`Refused::PublicKey`] or [`Refused::SmallOrder`].
pub(crate) fn decode_key(public_key: &[u8; 32]) -> Result<EdwardsPoint, Refused> {
    let key = decode(public_key, NegativeZero::Refuse).map_err(Refused::PublicKey)?;
    if key.is_small_order() {
        return Err(Refused::SmallOrder);
    }
    Ok(key)
}

/// The statement that a proof proves.
pub(crate) struct Statement<'a> {
    pub(crate) suite: Suite,
    pub(crate) public_key: &'a [u8; 32],
    pub(crate) key: EdwardsPoint,
    pub(crate) h: EdwardsPoint,
}

impl Statement<'_> {
    /// U = s*B - c*Y, and V = s*H - c*Gamma.
    pub(crate) fn commitments(&self, c: &[u8; 16], proof: &Proof) -> (EdwardsPoint, EdwardsPoint) {
        let (c, key, gamma) = self.subtrahends(c, proof);
        let s = proof.s;
        let u = EdwardsPoint::vartime_double_scalar_mul_basepoint(&c, &key, &s);
        let v = EdwardsPoint::vartime_multiscalar_mul([c, s], [gamma, self.h]);
        (u, v)
    }

    /// A factor and two points: the points times the factor are the terms -c*Y and -c*Gamma.
    ///
    /// The points are negated, not c: a c of 128 bits takes half the additions of a whole scalar. In
    /// draft-13 the factor is l - c, the number that dalek reduces -c to. It takes hardly more: l is
    /// 2^252 plus 125 bits, so all but one of its signed digits are in the lowest 129.
    pub(crate) fn subtrahends(
        &self,
        c: &[u8; 16],
        proof: &Proof,
    ) -> (Scalar, EdwardsPoint, EdwardsPoint) {
        let c = scalar(c);
        match self.suite {
            Suite::Draft13 => (-c, self.key, proof.gamma),
            Suite::Tai | Suite::Ell2 | Suite::Draft03 => (c, -self.key, -proof.gamma),
        }
    }

    /// The challenge of the points.
    pub(crate) fn challenge(
        &self,
        h: &[u8; 32],
        gamma: &[u8; 32],
        u: &[u8; 32],
        v: &[u8; 32],
    ) -> [u8; 16] {
        let points = Points {
            public_key: self.public_key,
            h,
            gamma,
            u,
            v,
        };
        hashes::challenge(self.suite, &points)
    }
}

/// A challenge as a number.
pub(crate) fn scalar(c: &[u8; 16]) -> Scalar {
    Scalar::from(u128::from_le_bytes(*c))
}

/// The encodings of points, with one inversion.
pub(crate) fn compress<const N: usize>(points: &[EdwardsPoint; N]) -> [[u8; 32]; N] {
    EdwardsPoint::compress_batch(points).map(|point| point.to_bytes())
}
