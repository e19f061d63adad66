//! An account's storage under the changes of a block and of a call.

use super::trie;
use near_vm_runner::logic::mocks::mock_external::MockedValuePtr;
use near_vm_runner::logic::{StorageAccessTracker, VMLogicError, ValuePtr};
use std::collections::BTreeMap;

type Result<T> = std::result::Result<T, VMLogicError>;
/// Keys and values.
pub(crate) type Storage = BTreeMap<Vec<u8>, Vec<u8>>;
/// New values of keys; `None` for a removed key.
pub(crate) type Changes = BTreeMap<Vec<u8>, Option<Vec<u8>>>;

/// An account's storage under two layers of changes, charged as in nearcore's runtime: for replaced
/// and removed bytes and, unless the trie depth is 0, for nodes of the trie as it was when the
/// block began.
pub(crate) struct Layers<'a> {
    /// The storage when the block began.
    storage: &'a Storage,
    /// Changes by earlier receipts of the block.
    earlier: &'a Changes,
    /// Changes by this receipt.
    pub(crate) changes: Changes,
    /// Nodes of the shard's trie above the account's keys; 0 if nodes are not charged.
    trie_depth: u32,
}

/// The earlier changes of a call that is alone in its block.
static NO_CHANGES: Changes = BTreeMap::new();

pub(crate) fn apply(changes: Changes, storage: &mut Storage) {
    for (key, value) in changes {
        match value {
            Some(value) => storage.insert(key, value),
            None => storage.remove(&key),
        };
    }
}

impl<'a> Layers<'a> {
    /// A storage without changes, at the root of the trie.
    pub(crate) fn new(storage: &'a Storage) -> Self {
        Self {
            storage,
            earlier: &NO_CHANGES,
            changes: Changes::new(),
            trie_depth: 0,
        }
    }

    /// The same storage, changed by earlier receipts of the block and earlier actions of this
    /// receipt.
    pub(crate) fn changed(mut self, earlier: &'a Changes, changes: Changes) -> Self {
        self.earlier = earlier;
        self.changes = changes;
        self
    }

    /// The same storage, `trie_depth` nodes below the root of the shard's trie; 0 charges no nodes.
    pub(crate) fn below(mut self, trie_depth: u32) -> Self {
        self.trie_depth = trie_depth;
        self
    }

    fn get_ref(&self, key: &[u8]) -> Option<&Vec<u8>> {
        match self.changes.get(key).or_else(|| self.earlier.get(key)) {
            Some(change) => change.as_ref(),
            None => self.storage.get(key),
        }
    }

    /// Charges for looking up a key to write, and for dereferencing its old value.
    fn charge_trie(&self, tracker: &mut dyn StorageAccessTracker, key: &[u8]) -> Result<()> {
        let is_changed = self.changes.contains_key(key) || self.earlier.contains_key(key);
        if self.trie_depth == 0 || is_changed {
            return Ok(());
        }
        let value = u64::from(self.storage.contains_key(key));
        let visited = trie::nodes_visited(self.storage, key);
        tracker.trie_node_touched(u64::from(self.trie_depth) + visited + value)
    }

    /// Sets a value; returns the old one.
    pub(crate) fn set(
        &mut self,
        tracker: &mut dyn StorageAccessTracker,
        key: &[u8],
        value: &[u8],
    ) -> Result<Option<Vec<u8>>> {
        let evicted = self.get_ref(key).cloned();
        if let Some(evicted) = &evicted {
            tracker.deref_write_evicted_value_bytes(evicted.len() as u64)?;
        }
        self.charge_trie(tracker, key)?;
        self.changes.insert(key.to_vec(), Some(value.to_vec()));
        Ok(evicted)
    }

    /// Removes a value; returns it.
    pub(crate) fn remove(
        &mut self,
        tracker: &mut dyn StorageAccessTracker,
        key: &[u8],
    ) -> Result<Option<Vec<u8>>> {
        let removed = self.get_ref(key).cloned();
        if let Some(removed) = &removed {
            tracker.deref_removed_value_bytes(removed.len() as u64)?;
        }
        self.charge_trie(tracker, key)?;
        self.changes.insert(key.to_vec(), None);
        Ok(removed)
    }

    /// The value of a key, in the form that nearcore's host functions read.
    pub(crate) fn get(&self, key: &[u8]) -> Option<Box<dyn ValuePtr>> {
        let value = self.get_ref(key).map(MockedValuePtr::new);
        value.map(|value| Box::new(value) as Box<dyn ValuePtr>)
    }

    pub(crate) fn has_key(&self, key: &[u8]) -> bool {
        self.get_ref(key).is_some()
    }
}
