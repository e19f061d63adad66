//! Words that stand for all inputs, and what each instruction computes from them. This is trusted;
//! `claims::instructions` compares it with the processor.

mod memory;
mod register;
mod vector;

pub(crate) use memory::{from_memory, to_memory, value_in_memory};
pub(crate) use register::{Instructions, Register};
pub(crate) use vector::{Vector, bound, reset};

use crate::form::Form;
use std::collections::HashMap;

/// A 64-bit word: for all inputs an integer from `least` to `most`, congruent to `form` modulo p.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    pub(crate) least: u64,
    pub(crate) most: u64,
    pub(crate) form: Form,
    /// Words with the same number are the same word.
    number: u32,
}

impl Word {
    /// The word's value, if it is the same for all inputs.
    pub(crate) fn constant(self) -> Option<u64> {
        (self.least == self.most).then_some(self.least)
    }
}

/// The 52 bits of a factor.
const FACTOR: u64 = (1 << 52) - 1;

/// All words so far.
#[derive(Default)]
pub(crate) struct Words {
    count: u32,
    constants: HashMap<u64, Word>,
    /// The upper part of a word, by the word and the number of bits below.
    upper: HashMap<(u32, u32), Word>,
    /// The low and high 52 bits of products, by the factors.
    halves: HashMap<(u32, u32), (Word, Word)>,
}

impl Words {
    fn within(&mut self, least: u64, most: u64, form: Form) -> Word {
        assert!(least <= most, "an empty interval");
        if least == most {
            return self.constant(least);
        }
        self.count += 1;
        Word {
            least,
            most,
            form,
            number: self.count,
        }
    }

    fn constant(&mut self, value: u64) -> Word {
        if let Some(word) = self.constants.get(&value) {
            return *word;
        }
        self.count += 1;
        let word = Word {
            least: value,
            most: value,
            form: Form::of(value),
            number: self.count,
        };
        self.constants.insert(value, word);
        word
    }

    /// The sum, which must not wrap.
    pub(crate) fn add(&mut self, a: Word, b: Word) -> Option<Word> {
        let most = a.most.checked_add(b.most)?;
        Some(self.within(a.least + b.least, most, a.form + b.form))
    }

    /// The difference, which must not wrap.
    pub(crate) fn sub(&mut self, a: Word, b: Word) -> Option<Word> {
        let least = a.least.checked_sub(b.most)?;
        Some(self.within(least, a.most - b.least, a.form - b.form))
    }

    /// The product of words, each below 2^`bits`; it must fit 64 bits.
    pub(crate) fn times(&mut self, a: Word, b: Word, bits: u32) -> Option<Word> {
        if bits < 64 && (a.most | b.most) >> bits != 0 {
            return None;
        }
        let most = a.most.checked_mul(b.most)?;
        Some(self.within(a.least * b.least, most, a.form * b.form))
    }

    /// The word times 2^n, which must fit 64 bits.
    pub(crate) fn shift_left(&mut self, a: Word, n: u32) -> Option<Word> {
        (a.most.leading_zeros() >= n)
            .then(|| self.within(a.least << n, a.most << n, a.form.times_power_of_two(n)))
    }

    /// The bits from `n` on: a new variable, unless it is the same for all inputs.
    pub(crate) fn shift_right(&mut self, a: Word, n: u32) -> Word {
        let (least, most) = (a.least >> n, a.most >> n);
        if least == most {
            return self.constant(least);
        }
        if let Some(upper) = self.upper.get(&(a.number, n)) {
            return *upper;
        }
        let upper = self.within(least, most, Form::variable());
        self.upper.insert((a.number, n), upper);
        upper
    }

    /// The lowest `n` bits: the word without those that [`Self::shift_right`] returns.
    fn lowest(&mut self, a: Word, n: u32) -> Word {
        let upper = self.shift_right(a, n);
        let form = a.form - upper.form.times_power_of_two(n);
        match upper.constant() {
            Some(0) => a,
            Some(upper) => self.within(a.least - (upper << n), a.most - (upper << n), form),
            None => self.within(0, (1 << n) - 1, form),
        }
    }

    /// The lowest bits of one operand; the other one is a constant mask of them.
    pub(crate) fn and(&mut self, a: Word, b: Word) -> Option<Word> {
        let (word, mask) = match (a.constant(), b.constant()) {
            (_, Some(mask)) => (a, mask),
            (Some(mask), _) => (b, mask),
            _ => return None,
        };
        let is_mask = mask > 0 && mask < u64::MAX && (mask + 1).is_power_of_two();
        is_mask.then(|| self.lowest(word, mask.trailing_ones()))
    }

    /// The low and the high 52 bits of a product of words of at most 52 bits.
    pub(crate) fn halves(&mut self, a: Word, b: Word) -> Option<(Word, Word)> {
        if a.most > FACTOR || b.most > FACTOR {
            return None;
        }
        let factors = (a.number.min(b.number), a.number.max(b.number));
        if let Some(halves) = self.halves.get(&factors) {
            return Some(*halves);
        }
        let least = u128::from(a.least) * u128::from(b.least);
        let most = u128::from(a.most) * u128::from(b.most);
        let [high_least, high_most] = [least, most].map(|product| lowest_52(product >> 52));
        let high = self.within(high_least, high_most, Form::variable());
        let form = a.form * b.form - high.form.times_power_of_two(52);
        let low = match high.constant() {
            Some(_) => self.within(lowest_52(least), lowest_52(most), form),
            None => self.within(0, FACTOR, form),
        };
        self.halves.insert(factors, (low, high));
        Some((low, high))
    }
}

#[expect(clippy::cast_possible_truncation, reason = "masked")]
fn lowest_52(product: u128) -> u64 {
    (product & u128::from(FACTOR)) as u64
}
