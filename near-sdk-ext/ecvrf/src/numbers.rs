//! Numbers without bias from an output; [`Output`] has the derivation.

use core::num::NonZeroU64;
use std::vec;

use sha2_011::{Digest as _, Sha512};

use crate::Output;

const DOMAIN: &[u8] = b"near-ecvrf/";

/// The words of a purpose.
pub(crate) struct Numbers {
    /// The hash before the counter.
    prefix: Sha512,
    counter: u64,
    words: vec::IntoIter<u64>,
}

impl Numbers {
    pub(crate) fn new(purpose: &str, output: &Output) -> Self {
        let prefix = Sha512::new().chain_update(DOMAIN).chain_update(purpose);
        Self {
            prefix: prefix.chain_update(output.bytes()),
            counter: 0,
            words: Vec::new().into_iter(),
        }
    }

    /// The next number below `n`.
    pub(crate) fn below(&mut self, n: NonZeroU64) -> u64 {
        loop {
            if let Some(number) = reduce(self.word(), n) {
                return number;
            }
        }
    }

    /// The next index below `len`, which is not 0.
    pub(crate) fn index(&mut self, len: usize) -> usize {
        let len = u64::try_from(len).ok().and_then(NonZeroU64::new);
        let index = self.below(len.expect("a length of 1 to 2^64 - 1"));
        usize::try_from(index).expect("it is below a length")
    }

    fn word(&mut self) -> u64 {
        if let Some(word) = self.words.next() {
            return word;
        }
        let hash = self.prefix.clone().chain_update(self.counter.to_le_bytes());
        self.counter += 1;
        let block: [u8; 64] = hash.finalize().into();
        let (words, _) = block.as_chunks();
        let words: Vec<u64> = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
        self.words = words.into_iter();
        self.word()
    }
}

/// `word` modulo `n`; `None` for the words above the last multiple of `n`, with which the lower
/// numbers would have one word more.
fn reduce(word: u64, n: NonZeroU64) -> Option<u64> {
    // The words beyond the multiples of n are the 2^64 modulo n last ones.
    let beyond = n.get().wrapping_neg() % n;
    (word <= u64::MAX - beyond).then(|| word % n)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: u128 = 1 << 64;

    #[test]
    fn every_number_has_as_many_words() {
        let boundaries = [
            1,
            2,
            3,
            7,
            10,
            1 << 32,
            (1 << 63) - 1,
            1 << 63,
            (1 << 63) + 1,
        ];
        for n in boundaries.into_iter().chain([u64::MAX - 1, u64::MAX]) {
            let accepted = WORDS / u128::from(n) * u128::from(n);
            let n = NonZeroU64::new(n).expect("not 0");
            // What is accepted are the words below `accepted`, a multiple of n, modulo n.
            assert_eq!(reduce(0, n), Some(0));
            let last = u64::try_from(accepted - 1).expect("a word");
            assert_eq!(reduce(last, n), Some(n.get() - 1), "{n}");
            let beyond = u64::try_from(accepted).ok();
            assert_eq!(beyond.and_then(|word| reduce(word, n)), None, "{n}");
            let is_power_of_two = n.is_power_of_two();
            assert_eq!(reduce(u64::MAX, n).is_some(), is_power_of_two, "{n}");
        }
    }

    #[test]
    fn words_are_those_of_the_derivation() {
        let output = Output::from_verified([7; 64]);
        let mut numbers = Numbers::new("below", &output);
        for counter in 0..3_u64 {
            let input = [b"near-ecvrf/below", &[7; 64][..], &counter.to_le_bytes()].concat();
            for word in Sha512::digest(input).chunks(8) {
                let word = u64::from_le_bytes(word.try_into().expect("8 bytes"));
                assert_eq!(numbers.word(), word);
            }
        }
    }
}
