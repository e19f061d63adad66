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
    moved: Option<Vec<u32>>,
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
pub(crate) fn put(vector: Vector) -> u32 {
    world(|world| {
        world.vectors.push(vector);
        u32::try_from(world.vectors.len() - 1).expect("fewer than 2^32 operations")
    })
}

pub(crate) fn get(index: u32) -> Vector {
    world(|world| world.vectors[index as usize])
}

/// Loads words from memory.
pub(crate) fn load(numbers: [u64; 8]) -> u32 {
    if let Some(vector) = world(|world| world.loads.pop_front()) {
        return put(vector);
    }
    put(numbers.map(super::from_memory))
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
    let moved = world(|world| world.moved.take()).unwrap_or_default();
    moved.into_iter().map(get).collect()
}

/// Applies an instruction in each of the lanes.
#[track_caller]
fn in_each<const LANES: usize>(
    name: &str,
    a: u32,
    b: u32,
    word: impl Fn(&mut Words, Word, Word) -> Option<Word>,
) -> u32 {
    let place = Location::caller();
    let result = world(|world| {
        let (a, b) = (world.vectors[a as usize], world.vectors[b as usize]);
        let mut result = a;
        for lane in 0..LANES {
            let (a, b) = (a[lane], b[lane]);
            result[lane] =
                word(&mut world.words, a, b).unwrap_or_else(|| refuse(name, lane, a, b, place));
        }
        result
    });
    put(result)
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

/// `vpaddq`.
#[track_caller]
pub(crate) fn add<const LANES: usize>(a: u32, b: u32) -> u32 {
    in_each::<LANES>("the sum", a, b, Words::add)
}

/// `vpsubq`.
#[track_caller]
pub(crate) fn sub<const LANES: usize>(a: u32, b: u32) -> u32 {
    in_each::<LANES>("the difference", a, b, Words::sub)
}

/// `vpand`.
#[track_caller]
pub(crate) fn and<const LANES: usize>(a: u32, b: u32) -> u32 {
    in_each::<LANES>("the mask", a, b, Words::and)
}

/// `vpsrlvq`, by the same count in each lane.
#[track_caller]
pub(crate) fn shift_right<const LANES: usize>(a: u32, n: u32) -> u32 {
    in_each::<LANES>("the shift to the right", a, a, |words, a, _| {
        Some(words.shift_right(a, n))
    })
}

/// `vpsllvq`, by the same count in each lane.
#[track_caller]
pub(crate) fn shift_left<const LANES: usize>(a: u32, n: u32) -> u32 {
    in_each::<LANES>("the shift to the left", a, a, |words, a, _| {
        words.shift_left(a, n)
    })
}

/// `vpmuludq` for 32 bits, `vpmullq` for 64.
#[track_caller]
pub(crate) fn times<const LANES: usize>(a: u32, b: u32, bits: u32) -> u32 {
    in_each::<LANES>("the product", a, b, |words, a, b| words.times(a, b, bits))
}

/// `vpmadd52luq`, or `vpmadd52huq` for the high half: a half of the product of `a` and `b`, added to
/// `sum`.
#[track_caller]
pub(crate) fn add_half_product(sum: u32, a: u32, b: u32, is_high: bool) -> u32 {
    let half = in_each::<8>("the half product", a, b, |words, a, b| {
        let (low, high) = words.halves(a, b)?;
        Some(if is_high { high } else { low })
    });
    add::<8>(sum, half)
}

/// Each lane's word from a lane of `a` or, beyond the first eight, of `b`.
pub(crate) fn picked(a: u32, b: u32, from: impl Fn(usize) -> usize) -> u32 {
    let result = world(|world| {
        if let Some(moved) = &mut world.moved {
            moved.push(a);
        }
        let (a, b) = (world.vectors[a as usize], world.vectors[b as usize]);
        std::array::from_fn(|lane| match from(lane) {
            source @ 0..8 => a[source],
            source => b[source - 8],
        })
    });
    put(result)
}
