//! Vectors of abstract words, one in each lane.

use super::{Word, Words};
use crate::form::Form;
use std::cell::RefCell;
use std::collections::HashMap;

/// A word for each lane; a machine with fewer lanes ignores the last ones.
pub(crate) type Vector = [Word; 8];

/// The vectors and words of one thread, that is, of one test.
#[derive(Default)]
pub(super) struct World {
    pub(super) words: Words,
    pub(super) vectors: Vec<Vector>,
    pub(super) memory: HashMap<u64, Word>,
}

thread_local! {
    static WORLD: RefCell<World> = RefCell::default();
}

pub(super) fn world<T>(body: impl FnOnce(&mut World) -> T) -> T {
    WORLD.with_borrow_mut(body)
}

/// Forgets all words.
pub(crate) fn reset() {
    world(|world| *world = World::default());
}

/// Any word of the interval, of this residue.
pub(crate) fn bound(least: u64, most: u64, form: Form) -> Word {
    world(|world| world.words.within(least, most, form))
}
