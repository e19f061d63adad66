//! Values that several cells share.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::rc::Rc;

/// The value of this key, made when it is first needed.
pub(crate) fn kept<K: Copy + Eq + Hash, T>(
    all: &mut HashMap<K, Rc<T>>,
    key: K,
    make: impl FnOnce(K) -> anyhow::Result<T>,
) -> anyhow::Result<Rc<T>> {
    let of_key = match all.entry(key) {
        Entry::Occupied(entry) => entry.into_mut(),
        Entry::Vacant(entry) => entry.insert(Rc::new(make(key)?)),
    };
    Ok(Rc::clone(of_key))
}
