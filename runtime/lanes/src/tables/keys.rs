//! Tables of keys that signatures use again.

use super::Part;
use crate::Layout;
use crate::backend::Row;
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

/// A key whose tables are due, and those of its tables that are built already.
pub(crate) type Due = ([u8; 32], Option<Part>);

/// The number of a key's uses without tables before [`Verifier::verify_many_learning`] builds its
/// tables: keys that do not come again should get none.
///
/// [`Verifier::verify_many_learning`]: crate::Verifier::verify_many_learning
pub const USES_BEFORE_TABLES: u32 = 8;

/// For each such number of items, a call of [`Verifier::verify_many_learning`] may build the tables
/// of one group of keys, one key in each lane. A call with fewer items builds none.
///
/// Whatever keys came before, a call therefore takes no longer than its items and their share of
/// such groups; prices must cover both.
///
/// [`Verifier::verify_many_learning`]: crate::Verifier::verify_many_learning
pub const ITEMS_FOR_TABLES: usize = 32;

/// Uses are counted for this many times the keys that fit; each count takes at most 40 bytes.
const COUNTED: NonZeroUsize = NonZeroUsize::new(4).expect("not zero");

/// The most keys that wait for their tables; further keys become due at their next use.
///
/// Each call continues with the key that has waited longest, whichever key it verifies. If each
/// call started its own key's table, too many keys would keep evicting unfinished tables. So every
/// table is completed, however many keys there are, and an attacker's keys only wait their turn.
const MOST_DUE: usize = 64;

/// The table of a key; `None` if the key is not a point.
pub(crate) type KeyTable = Option<Arc<[Row]>>;

impl KeyTables {
    /// Tables of at most `byte_cap` bytes in total, laid out as `layout`. In addition, each key
    /// that fits takes some hundred bytes, and each thread may have begun the tables of one more
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

#[cfg(all(test, not(miri)))] // building takes minutes with Miri
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

    /// The verifiers of all backends that this processor has.
    fn verifiers() -> impl Iterator<Item = (Backend, Verifier)> {
        Backend::ALL.iter().filter_map(|&backend| {
            let verifier = Verifier::with_backend(backend).ok();
            Some((backend, requirements::backend(backend.name(), verifier)?))
        })
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
        // After this use the second key is the oldest.
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

    fn items(keys: &[[u8; 32]]) -> Vec<Item<'_>> {
        let item = |public_key| Item {
            public_key,
            signature: &[0; 64],
            message: b"",
        };
        keys.iter().map(item).collect()
    }

    #[test]
    fn a_key_that_is_used_again_and_again_gets_tables() {
        let verifier = Verifier::with_backend(Backend::Portable).expect("any processor");
        let tables = KeyTables::new(Layout::SMALL, 1 << 20);
        let learn = |keys: &[[u8; 32]]| {
            let _ = verifier.verify_many_learning(&tables, &items(keys), Rule::Nep364);
        };
        let keys = keys(2);
        for uses in 1..=USES_BEFORE_TABLES {
            let used_once = (1..32).map(|n| {
                let mut key = [n; 32];
                key[31] = uses.to_le_bytes()[0];
                key
            });
            let call: Vec<_> = used_once.chain([keys[0]]).collect();
            assert_eq!(call.len(), ITEMS_FOR_TABLES);
            learn(&call);
            assert_eq!(kept(&tables, &keys), [uses == USES_BEFORE_TABLES, false]);
        }
        // All of a key's uses may be in one call.
        learn(&[keys[1]; ITEMS_FOR_TABLES]);
        assert_eq!(kept(&tables, &keys), [true, true]);
    }

    /// A call builds no more, whatever keys came before: prices would not pay for it.
    #[test]
    fn a_call_builds_no_more_tables_than_it_has_items_for() {
        for (backend, verifier) in verifiers() {
            let tables = KeyTables::new(Layout::SMALL, 1 << 20);
            let keys = keys(64);
            let built_by = |keys: &[[u8; 32]]| {
                let before = tables.len();
                let _ = verifier.verify_many_learning(&tables, &items(keys), Rule::Nep364);
                tables.len() - before
            };
            for _ in 0..2 * USES_BEFORE_TABLES {
                let few = keys.chunks(ITEMS_FOR_TABLES - 1);
                assert_eq!(few.map(&built_by).sum::<usize>(), 0, "{backend}");
            }
            let group = match backend {
                Backend::Ifma => 8,
                Backend::Avx2 => 4,
                Backend::Portable => 1,
                Backend::Dalek => 0,
            };
            assert_eq!(built_by(&keys[..ITEMS_FOR_TABLES]), group, "{backend}");
            assert_eq!(built_by(&keys), 2 * group, "{backend}");
            assert_eq!(
                built_by(&keys),
                2 * group,
                "the others are still due: {backend}"
            );
        }
    }

    /// Whatever keys came before, a call for one signature builds no more than its share; a key's
    /// tables are complete after as many calls as they need.
    #[test]
    fn a_key_that_is_used_alone_again_and_again_gets_tables() {
        for (backend, verifier) in verifiers() {
            let tables = KeyTables::new(Layout::MEDIUM, 1 << 20);
            let keys = keys(2);
            let calls_for = |key: usize| {
                let item = &items(&keys[key..])[0];
                let calls = (1..100).find(|_| {
                    let _ = verifier.verify_one_learning(&tables, item, Rule::Nep364);
                    kept(&tables, &keys)[key]
                });
                calls.unwrap_or(0)
            };
            // The last of the uses before tables is also the first call that builds.
            let expected = match backend {
                Backend::Ifma | Backend::Avx2 => USES_BEFORE_TABLES + 7,
                Backend::Portable | Backend::Dalek => 0,
            };
            assert_eq!(calls_for(0), expected, "{backend}");
            assert_eq!(calls_for(1), expected, "{backend}");
            // The rows must equal those of a batch call.
            let at_once = KeyTables::new(Layout::MEDIUM, 1 << 20);
            verifier.build(&at_once, &keys);
            if expected > 0 {
                assert!(
                    tables.get(keys.iter()) == at_once.get(keys.iter()),
                    "{backend}"
                );
            }
        }
    }

    /// However many keys are used, few wait and one table is begun at a time; in the end, all keys
    /// that fit have tables.
    #[test]
    fn strangers_keys_take_bounded_memory_and_hold_up_nobody() {
        let verifier = Verifier::with_backend(Backend::Avx2).ok();
        let Some(verifier) = requirements::backend("avx2", verifier) else {
            return; // this processor has no such lanes
        };
        let keys = keys(200);
        let tables = KeyTables::new(Layout::MEDIUM, keys.len() * Layout::MEDIUM.bytes());
        // The keys rotate, as a light client's validators do.
        for round in 0..4 * USES_BEFORE_TABLES {
            for item in items(&keys) {
                let _ = verifier.verify_one_learning(&tables, &item, Rule::Nep364);
                let due = tables.due.lock().expect("no test panicked");
                assert!(due.len() <= MOST_DUE);
                assert!(due.iter().skip(1).all(|(_, part)| part.is_none()));
            }
            assert!(round + 1 >= USES_BEFORE_TABLES || tables.is_empty());
        }
        assert_eq!(tables.len(), keys.len());
        // Strangers' keys displace no more keys than their own tables need.
        let strangers: Vec<_> = (0..=255).map(|n| [n; 32]).collect();
        for item in items(&strangers) {
            let _ = verifier.verify_one_learning(&tables, &item, Rule::Nep364);
        }
        assert!(kept(&tables, &keys).iter().all(|is_kept| *is_kept));
    }

    #[test]
    fn a_key_that_is_no_point_is_remembered_as_such() {
        let verifier = Verifier::with_backend(Backend::Portable).expect("any processor");
        let tables = KeyTables::new(Layout::SMALL, 1 << 20);
        let no_point = [2; 32];
        verifier.build(&tables, &[no_point]);
        assert_eq!(tables.get([no_point].iter()), [Some(None)]);
    }
}
