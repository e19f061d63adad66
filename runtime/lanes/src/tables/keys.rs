//! Tables of keys that signatures use again.

use super::Part;
use crate::Layout;
use crate::backend::AffineNiels;
use lru::LruCache;
use std::collections::VecDeque;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Tables of keys that signatures use again, such as those of a validator set. With its key's
/// table, a signature takes less than half of the time.
///
/// The least recently used keys make room for others. The tables change no verdict, and no charge
/// of a host: a call's price covers building tables, because a host cannot know which keys will
/// come again.
pub struct KeyTables {
    layout: Layout,
    /// `None` if not even one key fits.
    kept: Option<Mutex<LruCache<[u8; 32], KeyTable>>>,
    /// Recent uses of keys without tables.
    uses: Mutex<LruCache<[u8; 32], u32>>,
    /// Keys whose tables are due after uses in calls for single signatures, with the tables that
    /// such calls have built so far.
    due: Mutex<VecDeque<Due>>,
}

/// A key whose tables are due, and the tables that are already built.
pub(crate) type Due = ([u8; 32], Option<Part>);

/// The number of a key's uses without tables before [`Verifier::verify_many_learning`] builds its
/// tables: keys that do not come again should get none.
///
/// [`Verifier::verify_many_learning`]: crate::Verifier::verify_many_learning
pub const USES_BEFORE_TABLES: u32 = 8;

/// The number of items for which a call of [`Verifier::verify_many_learning`] may build the tables
/// of one group of keys, one key in each lane. A call with fewer items builds none.
///
/// Whatever keys came before, a call therefore takes no longer than its items and their share of
/// such groups; prices must cover both.
///
/// [`Verifier::verify_many_learning`]: crate::Verifier::verify_many_learning
pub const ITEMS_FOR_TABLES: usize = 32;

/// The number of keys whose uses are counted, per key that fits; each takes about 100 bytes.
const COUNTED: NonZeroUsize = NonZeroUsize::new(4).expect("not zero");

/// The most keys that wait for their tables; further keys become due at their next use.
///
/// Each call continues with the key that has waited longest, whichever key it verifies. If each
/// call started its own key's table, too many keys would keep evicting unfinished tables. So every
/// table is completed, however many keys there are, and an attacker's keys only wait their turn.
const MOST_DUE: usize = 64;

/// The table of a key; `None` if the key is not a point.
pub(crate) type KeyTable = Option<Arc<[AffineNiels]>>;

impl KeyTables {
    /// Tables of at most `byte_cap` bytes in total, laid out as `layout`. In addition, each key
    /// that fits takes some hundred bytes, and each thread may be building the tables of one more
    /// key.
    #[must_use]
    pub fn new(layout: Layout, byte_cap: usize) -> Self {
        let capacity = NonZeroUsize::new(byte_cap / layout.bytes());
        let counted = capacity.map_or(NonZeroUsize::MIN, |keys| keys.saturating_mul(COUNTED));
        Self {
            layout,
            kept: capacity.map(|capacity| Mutex::new(empty(capacity))),
            uses: Mutex::new(empty(counted)),
            due: Mutex::default(),
        }
    }

    /// The tables' layout.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Number of keys that fit.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.lock().map_or(0, |kept| kept.cap().get())
    }

    /// Number of keys with tables.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lock().map_or(0, |kept| kept.len())
    }

    /// Whether no key has tables.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The kept tables of `keys`, which are marked as used.
    pub(crate) fn get<'a>(
        &self,
        keys: impl Iterator<Item = &'a [u8; 32]>,
    ) -> Vec<Option<KeyTable>> {
        let mut kept = self.lock();
        keys.map(|key| kept.as_mut()?.get(key).cloned()).collect()
    }

    /// The keys among `keys` that fit and have no tables, without duplicates.
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

    /// Counts a use of each of `keys`, which have no tables. Returns at most `most` keys whose
    /// tables are due; other keys with enough uses become due at their next use.
    pub(crate) fn learn(&self, keys: impl Iterator<Item = [u8; 32]>, most: usize) -> Vec<[u8; 32]> {
        let mut uses = locked(&self.uses);
        let mut due = Vec::new();
        for key in keys {
            if is_due(&mut uses, key) && due.len() < most {
                uses.pop(&key);
                due.push(key);
            }
        }
        due
    }

    /// Counts a use of `key`, which has no tables.
    pub(crate) fn learn_one(&self, key: &[u8; 32]) {
        if self.kept.is_none() {
            return; // none could be kept
        }
        let mut due = locked(&self.due);
        let mut uses = locked(&self.uses);
        if is_due(&mut uses, *key) && due.len() < MOST_DUE {
            uses.pop(key);
            if due.iter().all(|(waiting, _)| waiting != key) {
                due.push_back((*key, None));
            }
        }
    }

    /// Takes the tables to continue with out of the queue, so that no other call finds them.
    pub(crate) fn take_due(&self) -> Option<Due> {
        let mut due = locked(&self.due);
        loop {
            let first = due.pop_front()?;
            // A batch call may have built them in the meantime.
            if !self.lock()?.contains(&first.0) {
                return Some(first);
            }
        }
    }

    /// Keeps complete tables, or queues incomplete ones for the next call. `None` means that `key`
    /// is not a point.
    pub(crate) fn put_part(&self, key: [u8; 32], part: Option<Part>) {
        match part {
            Some(part) if !part.is_complete(self.layout) => {
                locked(&self.due).push_front((key, Some(part)));
            }
            complete => self.insert(key, complete.map(|part| Arc::from(part.rows))),
        }
    }

    pub(crate) fn insert(&self, key: [u8; 32], table: KeyTable) {
        if let Some(mut kept) = self.lock() {
            kept.put(key, table);
        }
    }

    fn lock(&self) -> Option<MutexGuard<'_, LruCache<[u8; 32], KeyTable>>> {
        self.kept.as_ref().map(locked)
    }
}

/// A panic in a holder of the lock leaves no inconsistent state here.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts a use of `key`; returns whether its tables are due.
fn is_due(uses: &mut LruCache<[u8; 32], u32>, key: [u8; 32]) -> bool {
    let count = uses.get_or_insert_mut(key, || 0);
    *count = count.saturating_add(1);
    *count >= USES_BEFORE_TABLES
}

/// An empty cache. Its capacity is not allocated, since a byte cap may exceed the memory.
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

#[cfg(test)]
mod tests {
    use super::*;

    mod model;
    mod sequences;

    fn keys(count: u8) -> Vec<[u8; 32]> {
        (0..count).map(|n| [n; 32]).collect()
    }

    #[test]
    fn a_byte_cap_takes_no_memory_by_itself() {
        let tables = KeyTables::new(Layout::SMALL, usize::MAX);
        assert_eq!(tables.capacity(), usize::MAX / Layout::SMALL.bytes());
    }

    /// However many keys are used, few wait, and they are taken one after another.
    #[test]
    fn few_keys_wait_for_their_tables() {
        let keys = keys(200);
        let tables = KeyTables::new(Layout::MEDIUM, keys.len() * Layout::MEDIUM.bytes());
        let use_each = || keys.iter().for_each(|key| tables.learn_one(key));
        let next = || tables.take_due().map(|(key, _)| key);
        (1..USES_BEFORE_TABLES).for_each(|_| use_each());
        assert_eq!(next(), None);
        (0..2).for_each(|_| use_each());
        let due: Vec<_> = std::iter::from_fn(next).collect();
        assert_eq!(due, keys[..MOST_DUE]);
        due.iter().for_each(|key| tables.insert(*key, None));
        // The others become due at their next use.
        use_each();
        assert_eq!(next(), Some(keys[MOST_DUE]));
        // Where a batch call has built a table in the meantime, no other call builds it.
        tables.insert(keys[MOST_DUE + 1], None);
        assert_eq!(next(), Some(keys[MOST_DUE + 2]));
    }
}
