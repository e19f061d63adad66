//! Rows of an experiment's table.

use super::Clock;
use ed25519_lanes::Backend;
use std::cell::RefCell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Display;
use std::hash::Hash;
use std::path::Path;
use std::rc::Rc;

/// A row of measured cells.
pub(crate) struct Row {
    /// Unique.
    pub(crate) name: String,
    /// The heading; rows of a group are adjacent.
    pub(crate) group: &'static str,
    /// The names of its cells, and the reason why one cannot be measured here.
    pub(crate) columns: Vec<(String, Option<&'static str>)>,
    /// Whether instructions are counted too; counts must repeat.
    pub(crate) is_counted: bool,
    pub(crate) prepare: Prepare,
}

/// Prepares a row in a measuring process; the folder, empty at first, is shared by all processes of a
/// run.
pub(crate) type Prepare = Box<dyn FnOnce(&Path) -> anyhow::Result<Turn>>;

/// Times the cell of this number in its turn, and passes the samples to the clock.
pub(crate) type Turn = Box<dyn FnMut(usize, &mut Clock) -> anyhow::Result<()>>;

impl Row {
    /// A row of cells that can be measured unless there is a reason, in a group or, with an empty heading, in
    /// none. `prepare` returns the function that times a cell, given its number.
    pub(crate) fn new<T>(
        group: &'static str,
        name: impl Display,
        columns: impl IntoIterator<Item = impl Display>,
        unavailable: Option<&'static str>,
        prepare: impl FnOnce(&Path) -> anyhow::Result<T> + 'static,
    ) -> Self
    where
        T: FnMut(usize, &mut Clock) -> anyhow::Result<()> + 'static,
    {
        let columns = columns.into_iter();
        Self {
            name: name.to_string(),
            group,
            columns: columns.map(|it| (it.to_string(), unavailable)).collect(),
            is_counted: false,
            prepare: Box::new(|folder| Ok(Box::new(prepare(folder)?))),
        }
    }

    /// The reason if none of its cells can be measured here.
    pub(crate) fn unavailable(&self) -> Option<&'static str> {
        let mut reasons = self.columns.iter().map(|(_, reason)| *reason);
        let first = reasons.next()??;
        reasons.all(|it| it.is_some()).then_some(first)
    }

    /// The numbers of the cells that can be measured here.
    pub(crate) fn available(&self) -> impl Iterator<Item = usize> {
        let columns = self.columns.iter().enumerate();
        columns.filter_map(|(at, (_, reason))| reason.is_none().then_some(at))
    }
}

/// Values that rows share, each made when it is first needed.
pub(crate) struct Shared<K, T>(Rc<RefCell<HashMap<K, Rc<T>>>>);

impl<K, T> Clone for Shared<K, T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<K: Copy + Eq + Hash, T> Shared<K, T> {
    pub(crate) fn new() -> Self {
        Self(Rc::default())
    }

    pub(crate) fn get(
        &self,
        key: K,
        make: impl FnOnce(K) -> anyhow::Result<T>,
    ) -> anyhow::Result<Rc<T>> {
        Ok(match self.0.borrow_mut().entry(key) {
            Entry::Occupied(entry) => Rc::clone(entry.get()),
            Entry::Vacant(entry) => Rc::clone(entry.insert(Rc::new(make(key)?))),
        })
    }
}

/// Verify backends with lanes, those with most lanes first.
pub(crate) const LANES: [Backend; 3] = [Backend::Ifma, Backend::Avx2, Backend::Portable];

/// The reason if this verify backend's cells cannot be measured here.
pub(crate) fn lacks(backend: Backend) -> Option<&'static str> {
    (!backend.is_available()).then_some("not on this CPU")
}
