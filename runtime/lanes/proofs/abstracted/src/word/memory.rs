//! Abstract words in memory, as numbers that nothing may compute with.

use super::Word;
use super::vector::world;
use crate::form::bytes;

/// The number that stands for the word in memory: the word itself if it is a constant, otherwise a
/// random number of 64 bits. A number that is computed from such numbers stands for no word, and is
/// beyond every bound.
pub(crate) fn to_memory(word: Word) -> u64 {
    if let Some(constant) = word.constant() {
        return constant;
    }
    let drawn = bytes();
    let place = u64::from_le_bytes(std::array::from_fn(|i| drawn[i])) | 1 << 63;
    world(|world| world.memory.insert(place, word));
    place
}

pub(crate) fn from_memory(number: u64) -> Word {
    world(|world| match world.memory.get(&number) {
        Some(word) => *word,
        None => world.words.constant(number),
    })
}
