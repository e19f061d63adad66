//! A proof's parts, and the encodings that each suite refuses.

use super::to_curve::Coordinates;
use super::{VrfItem, VrfSuite};
use crate::single::is_canonical;
use curve25519_dalek::constants::EIGHT_TORSION;
use curve25519_dalek::scalar::Scalar;
use std::sync::LazyLock;

/// A proof that may still be accepted: its scalars are in range, and its points are encoded as the
/// suite requires.
pub(super) struct Candidate<'a> {
    pub(super) index: usize,
    pub(super) public_key: &'a [u8; 32],
    /// Gamma as the suite hashes it; it need not be a point.
    pub(super) gamma: [u8; 32],
    pub(super) rest: Rest,
    pub(super) s: Scalar,
    pub(super) h: Coordinates,
}

/// The part of a proof between Gamma and s.
pub(super) enum Rest {
    /// c: 16 bytes, followed by 16 zeros.
    Challenge([u8; 32]),
    /// U and V, which determine c.
    Points([[u8; 32]; 2]),
}

/// The items that may still be accepted; `points` has H of each item.
pub(super) fn candidates<'a>(
    suite: VrfSuite,
    items: &[VrfItem<'a>],
    points: Vec<Option<Coordinates>>,
) -> Vec<Candidate<'a>> {
    let items = items.iter().zip(points).enumerate();
    items
        .filter_map(|(index, (item, h))| Candidate::of(suite, index, item, h?))
        .collect()
}

impl<'a> Candidate<'a> {
    /// `None` if the proof is refused for its form.
    fn of(suite: VrfSuite, index: usize, item: &VrfItem<'a>, h: Coordinates) -> Option<Self> {
        if item.proof.len() != suite.proof_len() || !is_key(item.public_key) {
            return None;
        }
        let part = |from: usize| std::array::from_fn(|i| item.proof[from + i]);
        let (rest, s) = match suite {
            VrfSuite::Draft13 => (Rest::Points([part(32), part(64)]), part(96)),
            _ => {
                let mut c = part(32);
                c[16..].fill(0);
                (Rest::Challenge(c), part(48))
            }
        };
        Some(Self {
            index,
            public_key: item.public_key,
            gamma: gamma(suite, part(0))?,
            rest,
            s: match suite {
                VrfSuite::Draft03 => Scalar::from_bytes_mod_order(s),
                _ => Option::from(Scalar::from_canonical_bytes(s))?,
            },
            h,
        })
    }
}

/// Gamma as the suite hashes it. libsodium decodes an x of zero with its sign set; draft-03 hashes
/// such a point without the sign, and draft-13 hashes it unchanged.
fn gamma(suite: VrfSuite, encoded: [u8; 32]) -> Option<[u8; 32]> {
    let mut unsigned = encoded;
    unsigned[31] &= 0x7f;
    let hashed = match suite {
        VrfSuite::Draft03 if !is_canonical(&encoded) => unsigned,
        _ => encoded,
    };
    let has_form = match suite {
        VrfSuite::Tai | VrfSuite::Ell2 => is_canonical(&encoded),
        VrfSuite::Draft03 | VrfSuite::Draft13 => is_canonical(&unsigned),
    };
    has_form.then_some(hashed)
}

/// Whether the encoding is canonical and no point of small order (RFC 9381, section 5.4.5).
fn is_key(encoded: &[u8; 32]) -> bool {
    static SMALL: LazyLock<[[u8; 32]; 8]> =
        LazyLock::new(|| EIGHT_TORSION.map(|point| point.compress().to_bytes()));
    is_canonical(encoded) && !SMALL.contains(encoded)
}
