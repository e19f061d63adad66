//! The kinds of signatures that a price must cover; and one signature of a kind, for a message of some
//! length.

use super::named;
use super::scalars::{DENSEST_S, additions};
use crate::library::Signed;
use anyhow::Context as _;
use curve25519_dalek::Scalar;
use ed25519_dalek::{Signature, SigningKey};
use requirements::odd_points::{Point, challenge, plus_order, sign, undecodable};
use sha2::{Digest as _, Sha512};

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

/// Signatures that a search examines. More would hardly give heavier ones: the number of additions
/// is nearly normally distributed, so each doubling of the effort gains less than the one before.
const SEARCHED: u32 = 4_096;

/// The families that a search finds.
const SOUGHT: [Family; 3] = [
    Family::ValidHeaviest,
    Family::ValidLightest,
    Family::RefusedHeaviest,
];

/// The number that [`search`] finds for each of these families, by the length of the message: to search
/// in each measuring process would take too long.
const FOUND: [(usize, [u32; SOUGHT.len()]); 14] = [
    (0, [3_034, 3_895, 2_871]),
    (1, [4_052, 175, 2_995]),
    (47, [3_864, 2_211, 3_184]),
    (48, [3_555, 88, 3_515]),
    (111, [3_826, 773, 3_721]),
    (112, [2_994, 282, 3_965]),
    (127, [3_192, 3_028, 3_595]),
    (128, [2_272, 2_597, 3_633]),
    (239, [3_774, 822, 4_031]),
    (240, [147, 612, 3_865]),
    (1_024, [2_426, 1_004, 3_223]),
    (4_096, [3_687, 1_788, 2_435]),
    (16_384, [3_667, 1_374, 3_857]),
    (65_536, [2_532, 257, 4_046]),
];

/// The signer of all honest signatures.
const SEED: [u8; 32] = [42; 32];

/// y of the identity, not reduced: 1 + p; a non-canonical encoding for `R` and for `A`.
const NON_CANONICAL_IDENTITY: Point = {
    let mut bytes = [0xff; 32];
    bytes[0] = 0xee; // p = 2^255 - 19 ends in 0xed
    bytes[31] = 0x7f;
    Point::any(bytes)
};

/// A message of this many bytes; it is always the same.
pub(crate) fn message(bytes: usize) -> Vec<u8> {
    let byte = |at: usize| at.wrapping_mul(31).to_le_bytes()[0];
    (0..bytes).map(byte).collect()
}

/// The signature of this family for the message of this many bytes. It is always the same, and the
/// search finds one for every length in use.
pub(crate) fn signed(family: Family, message_bytes: usize) -> anyhow::Result<Signed> {
    let message = message(message_bytes);
    let honest = signer(&SEED);
    let with_r = |r: Point| sign(&honest, &r, &message);
    let [first, second] = [0, 1].map(|nonce| with_r(nonce_point(nonce)));
    let ((r, s), (another_r, _)) = (split(&first), split(&second));
    let by_honest = |signature| Some((honest.bytes, signature));
    let found = match family {
        Family::Valid => by_honest(first),
        Family::ValidHeaviest | Family::ValidLightest | Family::RefusedHeaviest => {
            let mut known = FOUND.into_iter();
            let known = known.find(|(bytes, _)| *bytes == message_bytes);
            let found = known.map_or_else(|| search(&message), |(_, found)| found);
            let mut sought = SOUGHT.into_iter().zip(found);
            let number = sought.find_map(|(it, number)| (it == family).then_some(number));
            number.and_then(|number| by_honest(candidate(family, number, &honest, &message)))
        }
        Family::RWrong => by_honest(join(another_r, s)),
        Family::RNonCanonical => by_honest(with_r(NON_CANONICAL_IDENTITY)),
        Family::RSmallOrder => by_honest(with_r(Point::of(Scalar::ZERO))),
        Family::ANonCanonical => {
            let key = NON_CANONICAL_IDENTITY; // needs no secret, since its multiples vanish
            Some((key.bytes, sign(&key, &nonce_point(0), &message)))
        }
        Family::ASmallOrder => {
            // `[k]A` vanishes for one k in eight.
            let key = Point::mixed(Scalar::ZERO, 1);
            let mut nonces = (0..SEARCHED).map(nonce_point);
            let low = |r: &Point| challenge(&r.bytes, &key.bytes, &message).as_bytes()[0];
            let found = nonces.find(|r| low(r).is_multiple_of(8));
            found.map(|r| (key.bytes, sign(&key, &r, &message)))
        }
        Family::AUndecodable => undecodable().first().map(|key| (key.bytes, first)),
        Family::SNonCanonical => plus_order(s, 1).and_then(|s| by_honest(join(r, s))),
        Family::TopBits => {
            let mut s = s;
            s[31] |= 0b1110_0000;
            by_honest(join(r, s))
        }
    };
    let (public_key, signature) =
        found.with_context(|| format!("no {family} for {message_bytes} bytes was found"))?;
    Ok(Signed {
        public_key,
        signature,
        message,
    })
}

/// The number of each family's signature for this message.
fn search(message: &[u8]) -> [u32; SOUGHT.len()] {
    let honest = signer(&SEED);
    SOUGHT.map(|family| {
        let weight = |number: &u32| {
            let signature = candidate(family, *number, &honest, message);
            weight(&signature, &honest.bytes, message)
        };
        let found = match family {
            Family::ValidLightest => (0..SEARCHED).min_by_key(weight),
            _ => (0..SEARCHED).max_by_key(weight),
        };
        found.unwrap_or_default()
    })
}

/// A signature that a search examines.
fn candidate(family: Family, number: u32, honest: &Point, message: &[u8]) -> [u8; 64] {
    match family {
        // `R` is never decoded, so any bytes will do.
        Family::RefusedHeaviest => join(hash(number), DENSEST_S),
        _ => sign(honest, &nonce_point(number), message),
    }
}

/// The key of this seed (RFC 8032, section 5.1.5), with its secret.
pub(crate) fn signer(seed: &[u8; 32]) -> Point {
    Point::of(SigningKey::from_bytes(seed).to_scalar())
}

fn nonce_point(nonce: u32) -> Point {
    Point::of(Scalar::from_bytes_mod_order(hash(nonce)))
}

/// The verification's point additions, if it gets that far.
fn weight(signature: &[u8; 64], public_key: &[u8; 32], message: &[u8]) -> usize {
    let (r, s) = split(signature);
    let k = challenge(&r, public_key, message);
    additions(&k, &Scalar::from_bytes_mod_order(s))
}

/// 32 bytes that look random.
fn hash(number: u32) -> [u8; 32] {
    let (first, _) = split(&Sha512::digest(number.to_le_bytes()).into());
    first
}

fn join(r: [u8; 32], s: [u8; 32]) -> [u8; 64] {
    Signature::from_components(r, s).to_bytes()
}

fn split(signature: &[u8; 64]) -> ([u8; 32], [u8; 32]) {
    let (halves, _) = signature.as_chunks();
    (halves[0], halves[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use near_runtime_ext::rules::Flag;
    use near_runtime_ext::rules::Oddity::{NonCanonical, SmallOrder, Undecodable};

    #[test]
    fn every_family_is_what_it_is_called() {
        for family in Family::ALL {
            let flags = signed(family, 100).expect("a signature").flags();
            let expected = match family {
                Family::Valid | Family::ValidHeaviest | Family::ValidLightest => &[][..],
                Family::RefusedHeaviest => continue, // its `R` is any bytes, whatever they encode
                Family::RWrong => &[Flag::EquationFails],
                Family::RNonCanonical => &[Flag::R(NonCanonical), Flag::R(SmallOrder)],
                Family::RSmallOrder => &[Flag::R(SmallOrder)],
                Family::ANonCanonical => &[Flag::A(NonCanonical), Flag::A(SmallOrder)],
                Family::ASmallOrder => &[Flag::A(SmallOrder)],
                Family::AUndecodable => &[Flag::A(Undecodable)],
                Family::SNonCanonical => &[Flag::NotReduced],
                Family::TopBits => &[Flag::TopBits, Flag::EquationFails],
            };
            assert_eq!(flags, expected.iter().copied().collect(), "{family}");
        }
    }

    #[test]
    fn what_a_search_finds_is_known_for_the_measured_lengths() {
        let searched = FOUND.map(|(bytes, _)| (bytes, search(&message(bytes))));
        assert_eq!(searched, FOUND);
    }

    #[test]
    fn the_search_finds_what_it_is_called() {
        let additions = |family| {
            let it = signed(family, 100).expect("a signature");
            weight(&it.signature, &it.public_key, &it.message)
        };
        let honest = [Family::ValidLightest, Family::Valid, Family::ValidHeaviest];
        let mut all = honest.map(additions).to_vec();
        all.push(additions(Family::RefusedHeaviest));
        assert!(all.is_sorted_by(|a, b| a < b), "{all:?}");
    }
}
