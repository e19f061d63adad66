//! Tables of keys that are used again.

use crate::Layout;
use crate::row::Row;
use lru::LruCache;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Tables of keys that are used again, such as those of a validator set: with them a signature
/// takes about a third of the time.
///
/// Those used longest ago make room for others. Verdicts do not depend on what is kept.
pub struct KeyTables {
    layout: Layout,
    /// `None` where not even one key fits.
    kept: Option<Mutex<LruCache<[u8; 32], KeyTable>>>,
    /// How often keys without tables were used, lately.
    uses: Mutex<LruCache<[u8; 32], u32>>,
}

/// Uses of a key after which [`Verifier::verify_many_learning`] builds its tables.
///
/// Building takes less time than two verifications without tables, so that a key that is used no
/// more after it has wasted a quarter of what verifying it took: this much a price must cover.
///
/// [`Verifier::verify_many_learning`]: crate::Verifier::verify_many_learning
pub const USES_BEFORE_TABLES: u32 = 8;

/// Uses are counted of so many times the keys that fit, as far as they have 40 bytes each.
const COUNTED: NonZeroUsize = NonZeroUsize::new(4).expect("not zero");

/// The table of a key; `None` of what is no point.
pub(crate) type KeyTable = Option<Arc<[Row]>>;

impl KeyTables {
    /// Tables of at most `byte_cap` bytes in all, laid out as `layout`; what is kept beside the
    /// tables themselves is a few dozen bytes for each key.
    #[must_use]
    pub fn new(layout: Layout, byte_cap: usize) -> Self {
        let capacity = NonZeroUsize::new(byte_cap / layout.bytes());
        let counted = capacity.map_or(NonZeroUsize::MIN, |keys| keys.saturating_mul(COUNTED));
        Self {
            layout,
            kept: capacity.map(|capacity| Mutex::new(empty(capacity))),
            uses: Mutex::new(empty(counted)),
        }
    }

    /// How the tables are laid out.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// How many keys fit.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.lock().map_or(0, |kept| kept.cap().get())
    }

    /// How many keys have tables.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lock().map_or(0, |kept| kept.len())
    }

    /// Whether no key has.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tables of `keys`, those that are kept, and marks them as used.
    pub(crate) fn get<'a>(
        &self,
        keys: impl Iterator<Item = &'a [u8; 32]>,
    ) -> Vec<Option<KeyTable>> {
        let mut kept = self.lock();
        keys.map(|key| kept.as_mut()?.get(key).cloned()).collect()
    }

    /// Those of `keys` that fit and are not kept, each once.
    pub(crate) fn missing<'a>(&self, keys: &'a [[u8; 32]]) -> Vec<&'a [u8; 32]> {
        let Some(kept) = self.lock() else {
            return Vec::new();
        };
        let fitting = keys.iter().take(kept.cap().get());
        let mut missing: Vec<_> = fitting.filter(|key| !kept.contains(*key)).collect();
        missing.sort_unstable();
        missing.dedup();
        missing
    }

    /// Counts a use of each of `keys`, which have no tables; returns those that are to have.
    pub(crate) fn learn(&self, keys: impl Iterator<Item = [u8; 32]>) -> Vec<[u8; 32]> {
        let mut uses = self.uses.lock().unwrap_or_else(PoisonError::into_inner);
        keys.filter(|key| {
            let count = uses.get_or_insert_mut(*key, || 0);
            *count += 1;
            let enough = *count >= USES_BEFORE_TABLES;
            if enough {
                uses.pop(key);
            }
            enough
        })
        .collect()
    }

    pub(crate) fn insert(&self, key: [u8; 32], table: KeyTable) {
        if let Some(mut kept) = self.lock() {
            kept.put(key, table);
        }
    }

    /// A panic elsewhere leaves nothing half done here.
    fn lock(&self) -> Option<MutexGuard<'_, LruCache<[u8; 32], KeyTable>>> {
        let kept = self.kept.as_ref()?;
        Some(kept.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Room for so many, of which nothing is allocated yet: a byte cap may be larger than memory is.
fn empty<T>(capacity: NonZeroUsize) -> LruCache<[u8; 32], T> {
    let mut cache = LruCache::unbounded();
    cache.resize(capacity);
    cache
}

impl fmt::Debug for KeyTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeyTables")
            .field("layout", &self.layout)
            .field("len", &self.len())
            .finish_non_exhaustive()
    }
}

#[cfg(all(test, not(miri)))] // building takes minutes there
mod tests {
    use super::*;
    use crate::{Backend, Item, Rule, Verifier};

    fn keys(count: u8) -> Vec<[u8; 32]> {
        (0..count)
            .map(|i| {
                ed25519_dalek::SigningKey::from_bytes(&[i; 32])
                    .verifying_key()
                    .to_bytes()
            })
            .collect()
    }

    fn kept(tables: &KeyTables, keys: &[[u8; 32]]) -> Vec<bool> {
        let tables = tables.get(keys.iter());
        tables.iter().map(Option::is_some).collect()
    }

    #[test]
    fn the_byte_cap_holds_and_the_key_used_longest_ago_makes_room() {
        let verifier = Verifier::with_backend(Backend::Portable).expect("any processor");
        let tables = KeyTables::new(Layout::SMALL, 3 * Layout::SMALL.bytes() + 1);
        assert_eq!((tables.capacity(), tables.len()), (3, 0));
        let keys = keys(5);
        verifier.build(&tables, &keys[..3]);
        assert_eq!(kept(&tables, &keys), [true, true, true, false, false]);
        // Used again: the second is the oldest now.
        assert_eq!(kept(&tables, &keys[..1]), [true]);
        verifier.build(&tables, &keys[3..4]);
        assert_eq!(kept(&tables, &keys), [true, false, true, true, false]);
    }

    #[test]
    fn more_keys_than_fit_are_not_built_in_vain() {
        let verifier = Verifier::with_backend(Backend::Portable).expect("any processor");
        let tables = KeyTables::new(Layout::SMALL, 2 * Layout::SMALL.bytes());
        let keys = keys(5);
        verifier.build(&tables, &keys);
        assert_eq!(kept(&tables, &keys), [true, true, false, false, false]);
        let none = KeyTables::new(Layout::SMALL, Layout::SMALL.bytes() - 1);
        verifier.build(&none, &keys);
        assert!(none.is_empty());
        assert_eq!(none.capacity(), 0);
    }

    #[test]
    fn a_byte_cap_takes_no_memory_by_itself() {
        let tables = KeyTables::new(Layout::SMALL, usize::MAX);
        assert_eq!(tables.capacity(), usize::MAX / Layout::SMALL.bytes());
    }

    #[test]
    fn a_key_that_is_used_again_and_again_gets_tables() {
        let verifier = Verifier::with_backend(Backend::Portable).expect("any processor");
        let tables = KeyTables::new(Layout::SMALL, 1 << 20);
        let keys = keys(2);
        let item = |public_key| Item {
            public_key,
            signature: &[0; 64],
            message: b"",
        };
        for uses in 1..=USES_BEFORE_TABLES {
            let _ = verifier.verify_many_learning(&tables, &[item(&keys[0])], Rule::Nep364);
            assert_eq!(kept(&tables, &keys), [uses == USES_BEFORE_TABLES, false]);
        }
        // All uses may be in one call.
        let many = vec![item(&keys[1]); 2 * USES_BEFORE_TABLES as usize];
        let _ = verifier.verify_many_learning(&tables, &many, Rule::Nep364);
        assert_eq!(kept(&tables, &keys), [true, true]);
    }

    #[test]
    fn what_is_no_point_is_remembered_as_such() {
        let verifier = Verifier::with_backend(Backend::Portable).expect("any processor");
        let tables = KeyTables::new(Layout::SMALL, 1 << 20);
        let no_point = [2; 32];
        verifier.build(&tables, &[no_point]);
        assert_eq!(tables.get([no_point].iter()), [Some(None)]);
    }
}
