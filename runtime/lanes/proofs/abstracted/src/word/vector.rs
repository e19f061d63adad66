//! Vectors of abstract words, one in each lane.

use super::{Word, Words};
use crate::form::Form;
use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};

/// A word for each lane; a machine with fewer lanes ignores the last ones.
pub(crate) type Vector = [Word; 8];

/// The vectors and words of one thread, that is, of one test.
#[derive(Default)]
pub(super) struct World {
    pub(super) words: Words,
    pub(super) vectors: Vec<Vector>,
    pub(super) memory: HashMap<u64, Word>,
    /// What the next loads return instead of the words in memory.
    loads: VecDeque<Vector>,
    /// The operands of lane exchanges and of blends, while they are observed.
    pub(super) moved: Option<Vec<Vector>>,
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

/// The words that a load takes from memory.
pub(crate) fn loaded(numbers: [u64; 8]) -> Vector {
    let instead = world(|world| world.loads.pop_front());
    instead.unwrap_or_else(|| numbers.map(super::from_memory))
}

/// Runs `body`, whose loads return these vectors.
pub(crate) fn with_loads<T>(vectors: &[Vector], body: impl FnOnce() -> T) -> T {
    world(|world| world.loads.extend(vectors));
    let result = body();
    assert!(
        world(|world| world.loads.is_empty()),
        "fewer loads than vectors"
    );
    result
}

/// Runs `body`, and returns the vectors whose lanes it exchanges or blends, in order.
pub(crate) fn observed(body: impl FnOnce()) -> Vec<Vector> {
    world(|world| world.moved = Some(Vec::new()));
    body();
    world(|world| world.moved.take()).unwrap_or_default()
}
