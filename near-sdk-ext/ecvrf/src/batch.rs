//! One verdict for many proofs: Badertscher, Gaži, Querejeta-Azurmendi and Russell, "On UC-secure range
//! extension and batch verification for ECVRF" (<https://eprint.iacr.org/2022/1045>).

use std::collections::btree_map::{BTreeMap, Entry};

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
    verify::{Statement, decode_key, scalar},
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

/// The source of the coefficients, two 128-bit numbers for each proof.
pub enum Coefficients<'a> {
    /// A hash of everything in the batch, so the coefficients are the same each time.
    Transcript,
    /// The caller's randomness, which fills 32 bytes for each proof; no prover may know it.
    Random(&'a mut dyn FnMut(&mut [u8; 32])),
}

/// A decoded item.
struct Decoded<'a> {
    statement: Statement<'a>,
    proof: Proof<'a>,
    u_bytes: &'a [u8; 32],
    v_bytes: &'a [u8; 32],
    u: EdwardsPoint,
    v: EdwardsPoint,
}

/// Whether all proofs are valid up to parts of small order, by one multiplication of many points.
///
/// It returns no outputs. **Contracts must not use this**: it multiplies by the cofactor, so it
/// accepts proofs that [`verify`](crate::verify) refuses for a difference of small order, and it
/// does not tell which proof is wrong. It exists for comparisons.
///
/// The equation is 8 * sum(l*(s*B - c*Y - U) + r*(s*H - c*Gamma - V)) = 0, with coefficients l and r for
/// each proof. [`Coefficients::Transcript`] takes them from SHA-512(seed || i), where i is the item's
/// index as a 64-bit number: l is the first 16 bytes, and r the next 16. All numbers are little-endian.
/// The seed is SHA-512(`near-ecvrf/batch` || code || for every item: public key || H || proof), where
/// code is [`Suite::code`] in 4 bytes.
#[must_use]
pub fn verify_batch(suite: Suite, items: &[Item<'_>], coefficients: Coefficients<'_>) -> bool {
    let mut transcript = Sha512::new()
        .chain_update(DOMAIN)
        .chain_update(suite.code().to_le_bytes());
    // All proofs of one key share a term: the key's point and its scalar, which is summed up below.
    let mut keys = BTreeMap::new();
    let decoded = items.iter().map(|item| Decoded::of(suite, item, &mut keys));
    let Some(decoded) = decoded.collect::<Option<Vec<_>>>() else {
        return false;
    };
    // All points share one inversion.
    let hs: Vec<_> = decoded.iter().map(|item| item.statement.h).collect();
    let hs = EdwardsPoint::compress_batch_alloc(&hs);
    for (item, h) in items.iter().zip(&hs) {
        transcript.update(item.public_key);
        transcript.update(h.0);
        transcript.update(item.proof);
    }
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
    let mut terms = Vec::with_capacity(4 * decoded.len() + keys.len() + 1);
    for ((item, h), bytes) in decoded.iter().zip(&hs).zip(coefficients) {
        let [l, r] = [0, 1].map(|half| scalar(&bytes.as_chunks().0[half]));
        let Decoded {
            statement, proof, ..
        } = item;
        let c = statement.challenge(&h.0, proof.gamma_bytes, item.u_bytes, item.v_bytes);
        let (c, s) = (scalar(&c), proof.s);
        of_base += l * s;
        let of_key = keys.get_mut(statement.public_key);
        of_key.expect("every key is decoded").0 += l * c;
        terms.extend([
            (l, -item.u),
            (r * s, statement.h),
            (r * c, -proof.gamma),
            (r, -item.v),
        ]);
    }
    terms.extend(keys.into_values().map(|(of_key, key)| (of_key, -key)));
    terms.push((of_base, ED25519_BASEPOINT_POINT));
    let (scalars, points): (Vec<_>, Vec<_>) = terms.into_iter().unzip();
    // The sum times 8 must be 0.
    EdwardsPoint::vartime_multiscalar_mul(scalars, points).is_small_order()
}

impl<'a> Decoded<'a> {
    /// `None` if anything does not decode. Keys that were decoded before are taken from `keys`.
    fn of(
        suite: Suite,
        item: &Item<'a>,
        keys: &mut BTreeMap<&'a [u8; 32], (Scalar, EdwardsPoint)>,
    ) -> Option<Self> {
        let proof = Proof::decode(suite, Form::Commitments, item.proof).ok()?;
        let Claim::Commitments {
            u: u_bytes,
            v: v_bytes,
        } = proof.claim
        else {
            return None;
        };
        let (_, key) = match keys.entry(item.public_key) {
            Entry::Occupied(key) => *key.get(),
            Entry::Vacant(key) => *key.insert((Scalar::ZERO, decode_key(item.public_key).ok()?)),
        };
        Some(Self {
            statement: Statement {
                suite,
                public_key: item.public_key,
                key,
                h: encode_to_curve(suite, item.public_key, item.alpha)?,
            },
            u: decode(u_bytes, NegativeZero::Refuse).ok()?,
            v: decode(v_bytes, NegativeZero::Refuse).ok()?,
            proof,
            u_bytes,
            v_bytes,
        })
    }
}
