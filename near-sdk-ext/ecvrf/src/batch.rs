//! One verdict for many proofs: Badertscher, Gaži, Querejeta-Azurmendi and Russell, "On UC-secure range
//! extension and batch verification for ECVRF" (<https://eprint.iacr.org/2022/1045>).

use curve25519_dalek_5::{
    constants::ED25519_BASEPOINT_POINT, edwards::EdwardsPoint, scalar::Scalar,
    traits::VartimeMultiscalarMul as _,
};
use sha2_011::{Digest as _, Sha512};

use crate::{
    Suite,
    encode_to_curve::encode_to_curve,
    point::{NegativeZero, decode},
    proof::{Claim, Proof},
    suite::Form,
    verify::{Statement, compress, decode_key, scalar},
};

const DOMAIN: &[u8] = b"near-ecvrf/batch";

/// A proof in a batch.
#[derive(Clone, Copy, Debug)]
pub struct Item<'a> {
    /// The public key.
    pub public_key: &'a [u8; 32],
    /// The input.
    pub alpha: &'a [u8],
    /// Gamma, U, V and s, 128 bytes, in every suite: the form of [`Suite::Draft13`]'s proofs.
    pub proof: &'a [u8],
}

/// Where the coefficients come from, two numbers of 128 bits for each proof.
pub enum Coefficients<'a> {
    /// Of a hash of all that the batch is about, hence the same each time.
    Transcript,
    /// Of the caller's randomness, which fills 32 bytes for each proof; no prover may know it.
    Random(&'a mut dyn FnMut(&mut [u8; 32])),
}

/// A decoded item.
struct Decoded<'a> {
    statement: Statement<'a>,
    proof: Proof<'a>,
    u: EdwardsPoint,
    v: EdwardsPoint,
    c: Scalar,
}

/// Whether all proofs are valid, but for parts of small order, by one multiplication of many points.
///
/// Their outputs are not returned. **Contracts must not use this**: it multiplies by the cofactor, so
/// that it accepts proofs that [`verify`](crate::verify) refuses, where the difference is of small
/// order; and which proof is wrong it does not tell. It is here to be compared with.
///
/// The equation is 8 * sum(l*(s*B - c*Y - U) + r*(s*H - c*Gamma - V)) = 0, with coefficients l and r of
/// each proof. [`Coefficients::Transcript`] makes them of SHA-512(seed || i), for the item at i as a
/// 64-bit little-endian number: l are the first 16 bytes and r the next, in little-endian order. The
/// seed is SHA-512(`near-ecvrf/batch` || code || of every item: public key || H || proof), with
/// [`Suite::code`] in 4 little-endian bytes.
#[must_use]
pub fn verify_batch(suite: Suite, items: &[Item<'_>], coefficients: Coefficients<'_>) -> bool {
    let mut transcript = Sha512::new()
        .chain_update(DOMAIN)
        .chain_update(suite.code().to_le_bytes());
    let decoded = items.iter().map(|item| {
        let (decoded, h) = Decoded::of(suite, item)?;
        transcript.update(item.public_key);
        transcript.update(h);
        transcript.update(item.proof);
        Some(decoded)
    });
    let Some(decoded) = decoded.collect::<Option<Vec<_>>>() else {
        return false;
    };
    let seed: [u8; 64] = transcript.finalize().into();
    let mut random = match coefficients {
        Coefficients::Transcript => None,
        Coefficients::Random(fill) => Some(fill),
    };
    let coefficients = (0_u64..).map(|at| match &mut random {
        Some(fill) => {
            let mut bytes = [0; 32];
            fill(&mut bytes);
            bytes
        }
        None => {
            let hash = Sha512::new().chain_update(seed);
            let hash: [u8; 64] = hash.chain_update(at.to_le_bytes()).finalize().into();
            *hash.first_chunk().expect("64 bytes begin with 32")
        }
    });
    let mut of_base = Scalar::ZERO;
    let mut terms = Vec::with_capacity(5 * decoded.len() + 1);
    for (item, bytes) in decoded.iter().zip(coefficients) {
        let [l, r] = [0, 1].map(|half| scalar(&bytes.as_chunks().0[half]));
        let (c, s) = (item.c, item.proof.s);
        of_base += l * s;
        terms.extend([
            (l * c, -item.statement.key),
            (l, -item.u),
            (r * s, item.statement.h),
            (r * c, -item.proof.gamma),
            (r, -item.v),
        ]);
    }
    terms.push((of_base, ED25519_BASEPOINT_POINT));
    let (scalars, points): (Vec<_>, Vec<_>) = terms.into_iter().unzip();
    // 8 * sum = 0.
    EdwardsPoint::vartime_multiscalar_mul(scalars, points).is_small_order()
}

impl<'a> Decoded<'a> {
    /// With H encoded; `None` if something does not decode.
    fn of(suite: Suite, item: &Item<'a>) -> Option<(Self, [u8; 32])> {
        let proof = Proof::decode(suite, Form::Commitments, item.proof).ok()?;
        let Claim::Commitments { u, v } = proof.claim else {
            return None;
        };
        let statement = Statement {
            suite,
            public_key: item.public_key,
            key: decode_key(item.public_key).ok()?,
            h: encode_to_curve(suite, item.public_key, item.alpha)?,
        };
        let [h] = compress(&[statement.h]);
        let c = statement.challenge(&h, proof.gamma_bytes, u, v);
        let decoded = Self {
            u: decode(u, NegativeZero::Refuse).ok()?,
            v: decode(v, NegativeZero::Refuse).ok()?,
            c: scalar(&c),
            statement,
            proof,
        };
        Some((decoded, h))
    }
}
