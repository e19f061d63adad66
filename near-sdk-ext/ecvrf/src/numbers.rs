//! Numbers without bias from an output; [`Output`] has the derivation.

use core::num::NonZeroU64;

use sha2_011::{Digest as _, Sha512};

use crate::Output;

/// The beginning of every hash.
const DOMAIN: &[u8] = b"near-ecvrf/";

/// Words in a hash.
const WORDS: usize = 8;

/// beta of the output that a label derives from another.
pub(crate) fn labelled(output: &Output, label: &[u8]) -> [u8; 64] {
    named("label", output).chain_update(label).finalize().into()
}

fn named(name: &str, output: &Output) -> Sha512 {
    let prefix = Sha512::new().chain_update(DOMAIN).chain_update(name);
    prefix.chain_update(output.bytes())
}

/// The words of a purpose.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    /// The hash before the counter.
    prefix: Sha512,
    counter: u64,
    words: [u64; WORDS],
    /// How many of the words are used.
    used: usize,
}

impl Numbers {
    /// The numbers of a purpose and its sizes. No purpose's name begins another's, and each purpose has a
    /// fixed number of sizes, so two purposes never hash the same bytes.
    pub(crate) fn new(purpose: &str, sizes: &[u64], output: &Output) -> Self {
        let mut prefix = named(purpose, output);
        for size in sizes {
            prefix.update(size.to_le_bytes());
        }
        Self {
            prefix,
            counter: 0,
            words: [0; WORDS],
            used: WORDS,
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
        if self.used == WORDS {
            let hash = self.prefix.clone().chain_update(self.counter.to_le_bytes());
            let block: [u8; 64] = hash.finalize().into();
            for (word, bytes) in self.words.iter_mut().zip(block.as_chunks().0) {
                *word = u64::from_le_bytes(*bytes);
            }
            (self.counter, self.used) = (self.counter + 1, 0);
        }
        let word = self.words[self.used];
        self.used += 1;
        word
    }
}

/// `word` modulo `n`; `None` for words from the last multiple of `n` on, which would make the lower
/// numbers more frequent.
fn reduce(word: u64, n: NonZeroU64) -> Option<u64> {
    // How many words there are from the last multiple of n on: 2^64 modulo n.
    let beyond = n.get().wrapping_neg() % n;
    (word <= u64::MAX - beyond).then(|| word % n)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: u128 = 1 << 64;

    #[test]
    fn every_number_has_as_many_words() {
        const HALF: u64 = 1 << 63;
        let boundaries = [1, 2, 3, 7, 10, 1 << 32, HALF - 1, HALF, HALF + 1];
        for n in boundaries.into_iter().chain([u64::MAX - 1, u64::MAX]) {
            let accepted = ALL / u128::from(n) * u128::from(n);
            let n = NonZeroU64::new(n).expect("not 0");
            // The accepted words are those below `accepted`, a multiple of n.
            assert_eq!(reduce(0, n), Some(0));
            let last = u64::try_from(accepted - 1).expect("a word");
            assert_eq!(reduce(last, n), Some(n.get() - 1), "{n}");
            let beyond = u64::try_from(accepted).ok();
            assert_eq!(beyond.and_then(|word| reduce(word, n)), None, "{n}");
            let is_power_of_two = n.is_power_of_two();
            assert_eq!(reduce(u64::MAX, n).is_some(), is_power_of_two, "{n}");
        }
    }
}
