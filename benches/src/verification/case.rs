//! One signature of a family, for a message of some length.

use super::family::Family;
use super::scalars::{DENSEST_S, additions};
use crate::library::Signed;
use anyhow::Context as _;
use curve25519_dalek::constants::EIGHT_TORSION;
use curve25519_dalek::edwards::CompressedEdwardsY;
use curve25519_dalek::{EdwardsPoint, Scalar};
use ed25519_dalek::SigningKey;
use sha2::{Digest as _, Sha512};

/// Signatures examined by a search. More would hardly find heavier ones: additions are distributed
/// nearly normally, so that each doubling of the effort gains less than the one before.
const SEARCHED: u32 = 4_096;

/// The signer of all honest signatures.
const SEED: [u8; 32] = [42; 32];

/// y of the identity, not reduced: 1 + p; a non-canonical encoding for `R` and for `A`.
const NON_CANONICAL_IDENTITY: [u8; 32] = {
    let mut bytes = [0xff; 32];
    bytes[0] = 0xee; // p = 2^255 - 19 ends in 0xed
    bytes[31] = 0x7f;
    bytes
};

/// A signature and its family.
pub(crate) struct Case {
    pub(crate) family: Family,
    pub(crate) signed: Signed,
}

/// A signer, or an apparent one.
pub(crate) struct Signer {
    secret: Scalar,
    pub(crate) public_key: [u8; 32],
}

impl Case {
    /// The message of this many bytes, always the same.
    pub(crate) fn message(bytes: usize) -> Vec<u8> {
        let byte = |at: usize| at.wrapping_mul(31).to_le_bytes()[0];
        (0..bytes).map(byte).collect()
    }

    /// The signature of this family for the message of this many bytes, always the same.
    ///
    /// # Errors
    ///
    /// A search finds nothing; for every length in use it succeeds.
    pub(crate) fn new(family: Family, message_bytes: usize) -> anyhow::Result<Self> {
        let message = Self::message(message_bytes);
        let honest = Signer::of(&SEED);
        let [first, second] = [0, 1].map(|nonce| honest.sign(&message, nonce));
        let ((r, s), (another_r, _)) = (split(&first), split(&second));
        let weight = |it: &[u8; 64]| weight(it, &honest.public_key, &message);
        let signatures = || (0..SEARCHED).map(|nonce| honest.sign(&message, nonce));
        let by_honest = |signature| Some((honest.public_key, signature));
        let found = match family {
            Family::Valid => by_honest(first),
            Family::ValidHeaviest => signatures().max_by_key(weight).and_then(by_honest),
            Family::ValidLightest => signatures().min_by_key(weight).and_then(by_honest),
            Family::RefusedHeaviest => {
                // `R` is never decoded: any bytes will do.
                let signatures = (0..SEARCHED).map(|nonce| join(hash(nonce), DENSEST_S));
                signatures.max_by_key(weight).and_then(by_honest)
            }
            Family::RWrong => by_honest(join(another_r, s)),
            Family::RNonCanonical => {
                by_honest(honest.complete(NON_CANONICAL_IDENTITY, Scalar::ZERO, &message))
            }
            Family::RSmallOrder => {
                let identity = compress(EIGHT_TORSION[0]);
                by_honest(honest.complete(identity, Scalar::ZERO, &message))
            }
            Family::ANonCanonical => {
                let nobody = Signer::nobody(NON_CANONICAL_IDENTITY);
                Some((nobody.public_key, nobody.sign(&message, 0)))
            }
            Family::ASmallOrder => {
                // `[k]A` vanishes for one k in eight.
                let nobody = Signer::nobody(compress(EIGHT_TORSION[1]));
                let key = nobody.public_key;
                let mut signatures = (0..SEARCHED).map(|nonce| nobody.sign(&message, nonce));
                let low = |it: &_| challenge(it, &key, &message).as_bytes()[0];
                let found = signatures.find(|it| low(it).is_multiple_of(8));
                found.map(|signature| (key, signature))
            }
            Family::AUndecodable => {
                let mut points = (2..=u8::MAX).map(|y| Scalar::from(y).to_bytes());
                let off_the_curve = points.find(|y| CompressedEdwardsY(*y).decompress().is_none());
                off_the_curve.map(|key| (key, first))
            }
            Family::SNonCanonical => by_honest(join(r, plus_order(s))),
            Family::TopBits => {
                let mut s = s;
                s[31] |= 0b1110_0000;
                by_honest(join(r, s))
            }
        };
        let (public_key, signature) =
            found.with_context(|| format!("no {family} for {message_bytes} bytes was found"))?;
        let signed = Signed {
            public_key,
            signature,
            message,
        };
        Ok(Self { family, signed })
    }
}

impl Signer {
    /// The signer with the key of this seed (RFC 8032, section 5.1.5).
    pub(crate) fn of(seed: &[u8; 32]) -> Self {
        let key = SigningKey::from_bytes(seed);
        Self {
            secret: key.to_scalar(),
            public_key: key.verifying_key().to_bytes(),
        }
    }

    /// The signer for a key that needs no secret, since its multiples can vanish.
    fn nobody(public_key: [u8; 32]) -> Self {
        Self {
            secret: Scalar::ZERO,
            public_key,
        }
    }

    fn sign(&self, message: &[u8], nonce: u32) -> [u8; 64] {
        self.sign_beside(message, hash(nonce), EIGHT_TORSION[0])
    }

    /// Signs with the nonce's `R` plus `by`, a point of small order, so that ZIP-215 accepts it.
    pub(crate) fn sign_beside(
        &self,
        message: &[u8],
        nonce: [u8; 32],
        by: EdwardsPoint,
    ) -> [u8; 64] {
        let nonce = Scalar::from_bytes_mod_order(nonce);
        let r = EdwardsPoint::mul_base(&nonce) + by;
        self.complete(compress(r), nonce, message)
    }

    /// `s = r + k a` for this `R`.
    fn complete(&self, r_bytes: [u8; 32], r: Scalar, message: &[u8]) -> [u8; 64] {
        let k = challenge(&join(r_bytes, [0; 32]), &self.public_key, message);
        join(r_bytes, (r + k * self.secret).to_bytes())
    }
}

/// Point additions of the verification, if it gets that far.
fn weight(signature: &[u8; 64], public_key: &[u8; 32], message: &[u8]) -> usize {
    let k = challenge(signature, public_key, message);
    additions(&k, &Scalar::from_bytes_mod_order(split(signature).1))
}

/// `k = SHA-512(R || A || M)`, RFC 8032, section 5.1.7.
fn challenge(signature: &[u8; 64], public_key: &[u8; 32], message: &[u8]) -> Scalar {
    let hash = Sha512::new()
        .chain_update(split(signature).0)
        .chain_update(public_key)
        .chain_update(message);
    Scalar::from_bytes_mod_order_wide(&hash.finalize().into())
}

/// 32 bytes that look random.
fn hash(number: u32) -> [u8; 32] {
    let (first, _) = split(&Sha512::digest(number.to_le_bytes()).into());
    first
}

fn compress(point: EdwardsPoint) -> [u8; 32] {
    point.compress().to_bytes()
}

/// `s + l` as bytes: congruent to `s`, and not reduced.
fn plus_order(s: [u8; 32]) -> [u8; 32] {
    // l - 1 is the scalar -1; scalars themselves are always reduced.
    let order_less_one = (Scalar::ZERO - Scalar::ONE).to_bytes();
    let mut carry = 1;
    let mut sum = [0; 32];
    for ((sum, s), l) in sum.iter_mut().zip(s).zip(order_less_one) {
        let [low, high] = (u16::from(s) + u16::from(l) + carry).to_le_bytes();
        (*sum, carry) = (low, u16::from(high));
    }
    sum
}

fn join(r: [u8; 32], s: [u8; 32]) -> [u8; 64] {
    let mut signature = [0; 64];
    signature[..32].copy_from_slice(&r);
    signature[32..].copy_from_slice(&s);
    signature
}

fn split(signature: &[u8; 64]) -> ([u8; 32], [u8; 32]) {
    let (halves, _) = signature.as_chunks();
    (halves[0], halves[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signed(family: Family, bytes: usize) -> Signed {
        Case::new(family, bytes).expect("a case").signed
    }

    #[test]
    fn every_family_is_what_it_is_called() {
        let case = |family| signed(family, 100);
        let point = |bytes: &[u8]| CompressedEdwardsY::from_slice(bytes).expect("32 bytes");
        let decoded = |bytes| point(bytes).decompress().expect("a point");

        let key = case(Family::ASmallOrder).public_key;
        assert!(decoded(&key).is_small_order());
        let key = case(Family::ANonCanonical).public_key;
        assert_ne!(decoded(&key).compress().to_bytes(), key);
        let key = case(Family::AUndecodable).public_key;
        assert!(point(&key).decompress().is_none());
        let (r, _) = split(&case(Family::RSmallOrder).signature);
        assert!(decoded(&r).is_small_order());
        let (r, _) = split(&case(Family::RNonCanonical).signature);
        assert_ne!(decoded(&r).compress().to_bytes(), r);

        let (_, s) = split(&case(Family::SNonCanonical).signature);
        assert!(Option::<Scalar>::from(Scalar::from_canonical_bytes(s)).is_none());
        assert_eq!(s[31] & 0b1110_0000, 0, "not refused for its top bits");
        let reduced = Scalar::from_bytes_mod_order(s).to_bytes();
        assert_eq!(reduced, split(&case(Family::Valid).signature).1);
    }

    #[test]
    fn the_search_finds_what_it_is_called() {
        let additions = |family| {
            let it = signed(family, 100);
            weight(&it.signature, &it.public_key, &it.message)
        };
        let honest = [Family::ValidLightest, Family::Valid, Family::ValidHeaviest];
        let mut all = honest.map(additions).to_vec();
        all.push(additions(Family::RefusedHeaviest));
        assert!(all.is_sorted_by(|a, b| a < b), "{all:?}");
    }
}
