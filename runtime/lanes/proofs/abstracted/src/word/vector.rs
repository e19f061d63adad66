//! Vectors of abstract words, one in each lane.

use super::{Word, Words};
use crate::form::Form;
use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::panic::Location;

/// A word for each lane; a machine with fewer lanes ignores the last ones.
pub(crate) type Vector = [Word; 8];

/// The vectors and words of one thread, that is, of one test.
#[derive(Default)]
pub(super) struct World {
    pub(super) words: Words,
    vectors: Vec<Vector>,
    pub(super) memory: HashMap<u64, Word>,
    /// What the next loads return instead of the words in memory.
    loads: VecDeque<Vector>,
    /// The operands of lane exchanges and of blends, while they are observed.
    moved: Option<Vec<Vector>>,
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

/// The index of a new vector.
pub(super) fn put(vector: Vector) -> u32 {
    world(|world| {
        world.vectors.push(vector);
        u32::try_from(world.vectors.len() - 1).expect("fewer than 2^32 operations")
    })
}

pub(super) fn get(index: u32) -> Vector {
    world(|world| world.vectors[index as usize])
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

/// Applies an instruction in each of the lanes.
#[track_caller]
pub(super) fn in_each<const LANES: usize>(
    name: &str,
    a: Vector,
    b: Vector,
    word: impl Fn(&mut Words, Word, Word) -> Option<Word>,
) -> Vector {
    let place = Location::caller();
    let mut result = a;
    for lane in 0..LANES {
        let (a, b) = (a[lane], b[lane]);
        let found = world(|world| word(&mut world.words, a, b));
        result[lane] = found.unwrap_or_else(|| refuse(name, lane, a, b, place));
    }
    result
}

/// Fails: an operand may exceed what the instruction takes, or the result may wrap.
#[expect(clippy::panic, reason = "a proof fails")]
fn refuse(name: &str, lane: usize, a: Word, b: Word, place: &Location<'_>) -> ! {
    let file = place
        .file()
        .rsplit_once("/lanes/")
        .map_or(place.file(), |(_, file)| file);
    panic!(
        "{name} of {file}:{}, lane {lane}: operands up to {:#x} and {:#x}, from {:#x} and {:#x}",
        place.line(),
        a.most,
        b.most,
        a.least,
        b.least
    );
}

/// Each lane's word from a lane of `a` or, beyond the first eight, of `b`.
pub(super) fn picked(a: Vector, b: Vector, from: impl Fn(usize) -> usize) -> Vector {
    world(|world| world.moved.iter_mut().for_each(|moved| moved.push(a)));
    std::array::from_fn(|lane| match from(lane) {
        source @ 0..8 => a[source],
        source => b[source - 8],
    })
}
