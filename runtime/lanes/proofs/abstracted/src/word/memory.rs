//! Abstract words in memory, as numbers with which nothing may compute.

use super::Word;
use super::vector::world;
use crate::form::{Form, bytes};

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

/// The value of five limbs of 51 bits in memory, each at most `most`.
#[track_caller]
pub(crate) fn value_in_memory(limbs: &[u64; 5], most: u64) -> Form {
    let mut sum = Form::ZERO;
    for (i, limb) in limbs.iter().enumerate().rev() {
        let word = from_memory(*limb);
        assert!(
            word.most <= most,
            "limb {i} in memory may be {:#x}, above {most:#x}",
            word.most
        );
        sum = sum.times_power_of_two(51) + word.form;
    }
    sum
}
