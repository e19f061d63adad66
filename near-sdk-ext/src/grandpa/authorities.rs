//! Authority sets: the keys that may vote, and the weights of their votes.

use core::{cmp::Ordering, iter};

use super::{Error, order::sorted};

/// One packed authority: 32 bytes of public key, 8 of weight, little-endian.
const PACKED: usize = 40;

/// An authority set over packed bytes, sorted by key: it finds a key without decoding the set.
///
/// Each authority takes 40 bytes, its public key and its weight as a little-endian `u64`; keys
/// strictly ascend. [`pack`] makes these bytes from a list in any order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AuthoritySet<'a> {
    packed: &'a [[u8; PACKED]],
    total_weight: u64,
}

impl<'a> AuthoritySet<'a> {
    /// The set in these bytes.
    ///
    /// # Errors
    /// The set is empty, not strictly sorted, or cut off; a weight is 0; or the weights add up to 2^64 or
    /// more.
    ///
    /// # Cost
    /// Linear. For 300 authorities it is less than a thousandth of the cost of verifying their
    /// signatures, so there is no constructor without checks.
    pub fn new(bytes: &'a [u8]) -> Result<Self, Error> {
        let (packed, rest) = bytes.as_chunks();
        if !rest.is_empty() {
            let length = bytes.len();
            return Err(Error::AuthoritySetLength { length });
        }
        let (first, others) = packed.split_first().ok_or(Error::NoAuthorities)?;
        let previous = iter::once(first).chain(others);
        if let Some(at) = previous
            .zip(others)
            .position(|(a, b)| order(key(a), key(b)) != Ordering::Less)
        {
            return Err(Error::AuthorityOrder { index: at + 1 });
        }
        let mut total_weight: u64 = 0;
        for (index, authority) in packed.iter().enumerate() {
            let weight = weight(authority);
            if weight == 0 {
                return Err(Error::ZeroWeight { index });
            }
            total_weight = total_weight.checked_add(weight).ok_or(Error::TotalWeight)?;
        }
        Ok(Self {
            packed,
            total_weight,
        })
    }

    /// The number of authorities, at least one.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a set is never empty")]
    pub const fn len(&self) -> usize {
        self.packed.len()
    }

    /// The total weight, more than 0.
    #[must_use]
    pub const fn total_weight(&self) -> u64 {
        self.total_weight
    }

    /// The weight that finality needs, see [`threshold`].
    #[must_use]
    pub const fn threshold(&self) -> u64 {
        threshold(self.total_weight)
    }

    /// The authorities by ascending key, each with its weight.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&'a [u8; 32], u64)> + use<'a> {
        self.packed.iter().map(authority)
    }

    /// The index of the authority with this key, and its weight.
    pub(super) fn find(&self, public_key: &[u8; 32]) -> Option<(usize, u64)> {
        let by_key = |authority: &[u8; PACKED]| order(key(authority), public_key);
        let index = self.packed.binary_search_by(by_key).ok()?;
        Some((index, weight(self.packed.get(index)?)))
    }
}

/// The weight that finality needs out of `total`: more than two thirds, so that any two such
/// majorities share an honest voter if dishonest voters weigh less than a third. 0 for 0.
///
/// Source: `finality_grandpa::voter_set`.
#[must_use]
pub const fn threshold(total: u64) -> u64 {
    total - total.saturating_sub(1) / 3
}

/// The bytes of an [`AuthoritySet`] with these authorities, in any order.
///
/// # Errors
/// An authority is listed twice; or as [`AuthoritySet::new`].
pub fn pack<K: Into<[u8; 32]>>(
    authorities: impl IntoIterator<Item = (K, u64)>,
) -> Result<Vec<u8>, Error> {
    let pack_one = |(key, weight): (K, u64)| {
        let mut packed = [0; PACKED];
        packed[..32].copy_from_slice(&key.into());
        packed[32..].copy_from_slice(&weight.to_le_bytes());
        packed
    };
    let packed: Vec<[u8; PACKED]> = authorities.into_iter().map(pack_one).collect();
    let packed = sorted(packed);
    if let Some(pair) = packed.array_windows().find(|[a, b]| key(a) == key(b)) {
        let key = *key(&pair[0]);
        return Err(Error::DuplicateAuthority { key });
    }
    let packed = packed.into_flattened();
    AuthoritySet::new(&packed)?;
    Ok(packed)
}

/// Key and weight. The packed form equals SCALE's encoding of the pair.
pub(super) fn authority(packed: &[u8; PACKED]) -> (&[u8; 32], u64) {
    (key(packed), weight(packed))
}

fn key(packed: &[u8; PACKED]) -> &[u8; 32] {
    packed.first_chunk().expect("40 bytes have a first 32")
}

/// Compares keys by their bytes, eight at a time: in Wasm, comparing slices calls a loop over single
/// bytes.
fn order(a: &[u8; 32], b: &[u8; 32]) -> Ordering {
    let (a, b) = (a.as_chunks().0, b.as_chunks().0);
    let word = |bytes: &[u8; 8]| u64::from_be_bytes(*bytes);
    a.iter().map(word).cmp(b.iter().map(word))
}

fn weight(packed: &[u8; PACKED]) -> u64 {
    u64::from_le_bytes(*packed.last_chunk().expect("40 bytes have a last 8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(keys: &[u8], weight: u64) -> Vec<u8> {
        let one = |&key| [&[key; 32][..], &weight.to_le_bytes()].concat();
        keys.iter().flat_map(one).collect()
    }

    #[test]
    fn what_is_no_set_is_refused_with_the_place() {
        for (bytes, expected) in [
            (vec![], Error::NoAuthorities),
            (vec![1; 41], Error::AuthoritySetLength { length: 41 }),
            (packed(&[1, 3, 2], 1), Error::AuthorityOrder { index: 2 }),
            (packed(&[1, 3, 3], 1), Error::AuthorityOrder { index: 2 }),
            (packed(&[1], 0), Error::ZeroWeight { index: 0 }),
            (packed(&[1, 2], u64::MAX), Error::TotalWeight),
        ] {
            assert_eq!(AuthoritySet::new(&bytes), Err(expected));
        }
        let twice = pack([([7; 32], 1), ([7; 32], 2)]);
        assert_eq!(twice, Err(Error::DuplicateAuthority { key: [7; 32] }));
    }
}
