//! Which keys have tables, written from the documentation of `KeyTables` and `Verifier`. Calls of a
//! verifier are compared with it too, in `tests/tables`.

use super::{ITEMS_FOR_TABLES, USES_BEFORE_TABLES};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use std::collections::{BTreeSet, VecDeque};

/// Number of keys, more than fit and more than the uses that are counted where one fits. They are
/// numbered in the order of their bytes.
pub(super) const KEYS: u8 = 6;
/// The first of the keys that are points.
pub(super) const FIRST_POINT: u8 = 2;
/// Number of signatures by each key.
pub(super) const SIGNATURES: usize = 3;

/// How a verifier is called.
#[derive(Clone, Copy, Debug)]
pub(super) enum Way {
    OneWith,
    OneLearning,
    ManyWith,
    ManyLearning,
    Build,
}

/// A call with signatures, each given by its key and its number; by [`Way::OneWith`] or
/// [`Way::OneLearning`], one call for each.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) way: Way,
    pub(super) draws: Vec<(u8, usize)>,
}

impl Call {
    pub(super) fn keys(&self) -> impl Iterator<Item = u8> {
        self.draws.iter().map(|(key, _)| *key)
    }
}

/// Calls, some with so few keys that these become due.
pub(super) fn calls() -> impl Strategy<Value = Vec<Call>> {
    use Way::{Build, ManyLearning, ManyWith, OneLearning, OneWith};
    let way = select(&[OneWith, OneLearning, ManyWith, ManyLearning, Build][..]);
    let draws = (0..KEYS, 1..=KEYS).prop_flat_map(|(first, count)| {
        let key = (0..count).prop_map(move |key| (first + key) % KEYS);
        vec((key, 0..SIGNATURES), 0..3 * ITEMS_FOR_TABLES)
    });
    vec(
        (way, draws).prop_map(|(way, draws)| Call { way, draws }),
        1..24,
    )
}

/// The lists begin with the key whose use or turn is longest ago.
#[derive(Debug, Default)]
pub(super) struct Model {
    /// Number of keys that fit.
    capacity: usize,
    /// Number of keys whose tables are built for `ITEMS_FOR_TABLES` items; 0 if none are ever built.
    lanes: usize,
    /// Number of calls for one signature that build a point's tables; `None` if they build none.
    calls_for_tables: Option<usize>,
    pub(super) kept: Vec<u8>,
    uses: Vec<(u8, u32)>,
    /// Keys whose tables are due, and the number of calls that have built some.
    due: VecDeque<(u8, usize)>,
}

impl Model {
    pub(super) fn new(capacity: usize, lanes: usize, calls_for_tables: Option<usize>) -> Self {
        Self {
            capacity,
            lanes,
            calls_for_tables,
            ..Self::default()
        }
    }

    /// Whether each key had tables.
    pub(super) fn call(&mut self, call: &Call) -> Vec<bool> {
        match call.way {
            Way::OneWith | Way::ManyWith => call.keys().map(|key| self.find(key)).collect(),
            Way::OneLearning => call.keys().map(|key| self.find_learning(key)).collect(),
            Way::ManyLearning => {
                let found: Vec<_> = call.keys().map(|key| self.find(key)).collect();
                let most = found.len() / ITEMS_FOR_TABLES * self.lanes;
                let mut due = Vec::new();
                for (key, _) in call.keys().zip(&found).filter(|(_, found)| !**found) {
                    if self.is_due(key) && due.len() < most {
                        self.uses.pop();
                        due.push(key);
                    }
                }
                self.build(due.into_iter());
                found
            }
            Way::Build => {
                self.build(call.keys());
                Vec::new()
            }
        }
    }

    fn find(&mut self, key: u8) -> bool {
        let is_kept = self.kept.contains(&key);
        if is_kept {
            self.keep(key);
        }
        is_kept
    }

    /// Moves or adds the key to the end of those that are kept.
    fn keep(&mut self, key: u8) {
        self.kept.retain(|kept| *kept != key);
        self.kept.push(key);
        if self.kept.len() > self.capacity {
            self.kept.remove(0);
        }
    }

    /// Counts a use, which becomes the last of `uses`.
    fn is_due(&mut self, key: u8) -> bool {
        let position = self.uses.iter().position(|(used, _)| *used == key);
        let count = position.map_or(0, |position| self.uses.remove(position).1);
        self.uses.push((key, count + 1));
        if self.uses.len() > 4 * self.capacity.max(1) {
            self.uses.remove(0);
        }
        count + 1 >= USES_BEFORE_TABLES
    }

    fn find_learning(&mut self, key: u8) -> bool {
        let found = self.find(key);
        let Some(calls) = self.calls_for_tables else {
            return found;
        };
        if !found && self.capacity > 0 && self.is_due(key) {
            self.uses.pop();
            if self.due.iter().all(|(due, _)| *due != key) {
                self.due.push_back((key, 0));
            }
        }
        self.due.retain(|(due, _)| !self.kept.contains(due));
        if let Some((due, built)) = self.due.pop_front() {
            match due >= FIRST_POINT && built + 1 < calls {
                true => self.due.push_front((due, built + 1)),
                false => self.keep(due),
            }
        }
        found
    }

    /// Builds as many as fit.
    fn build(&mut self, keys: impl Iterator<Item = u8>) {
        if self.lanes == 0 {
            return;
        }
        let fitting: BTreeSet<_> = keys.take(self.capacity).collect();
        let missing: Vec<_> = fitting
            .into_iter()
            .filter(|key| !self.kept.contains(key))
            .collect();
        missing.into_iter().for_each(|key| self.keep(key));
    }
}
