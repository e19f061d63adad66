//! Words with carries, in place of `u64` in `backend/bmi2/field.rs`.
//!
//! A carry is a `bool`, and code branches on it. So [`each_path`] runs a claim once for each list of
//! carries that may occur. In such a run a word is an exact integer, as a polynomial of the inputs, and has an
//! interval. Words computed one after another, each with the carry of the one before, form a number. The operands'
//! intervals give the number's interval, which narrows each word's and decides which carries may occur. What
//! `wrapping` operations compute must not wrap.

mod bits;

use crate::bounded::{Bounded, radix};
use num_bigint::BigInt;
use std::cell::RefCell;

/// The index of a word.
#[derive(Clone, Copy)]
pub(crate) struct Word(usize);

/// Five limbs, as `backend::limbs`.
pub(crate) type Limbs = [Word; 5];

/// The machine, whose products are proved elsewhere (`assembly`).
#[derive(Clone, Copy)]
pub(crate) struct Bmi2;

impl Bmi2 {
    pub(crate) fn product(self, _: [Word; 4], _: &[Word; 4]) -> [Word; 4] {
        unreachable!("no claim about words with carries multiplies")
    }

    pub(crate) fn square(self, _: [Word; 4]) -> [Word; 4] {
        unreachable!("no claim about words with carries multiplies")
    }
}

struct Known {
    number: Bounded,
    /// The 64 bits, the lowest first, each an unknown or zero; `None` for sums and differences.
    bits: Option<Vec<BigInt>>,
    is_carry: bool,
}

impl Known {
    /// A word with unknown bits.
    fn of(number: Bounded) -> Self {
        Self {
            number,
            bits: None,
            is_carry: false,
        }
    }
}

#[derive(Default)]
struct World {
    words: Vec<Known>,
    /// The carries of this run, and how many of them it has used.
    path: Vec<bool>,
    used: usize,
    /// The words of the number that is being computed, that number with its last carry, and the last carry.
    chain: Vec<usize>,
    whole: Bounded,
    carry: bool,
}

thread_local! {
    static WORLD: RefCell<World> = RefCell::default();
}

fn put(known: Known) -> Word {
    WORLD.with_borrow_mut(|world| {
        world.words.push(known);
        Word(world.words.len() - 1)
    })
}

/// Runs the claim for each list of carries; returns their number.
pub(crate) fn each_path(claim: impl Fn()) -> usize {
    let mut path = Vec::new();
    for count in 1.. {
        WORLD.set(World {
            path,
            ..World::default()
        });
        claim();
        path = WORLD.with_borrow(|world| world.path.clone());
        while path.pop_if(|carry| *carry).is_some() {}
        match path.last_mut() {
            Some(carry) => *carry = true,
            None => return count,
        }
    }
    unreachable!("a path ends")
}

/// The number that these words form, the lowest first.
pub(crate) fn number(words: &[Word]) -> Bounded {
    let words: Vec<_> = words.iter().map(|word| word.number()).collect();
    Bounded::of(&words)
}

impl World {
    /// The bounds of the chain's words if this is the next carry; `None` if it cannot be.
    fn bounds(&self, is_sum: bool, carry: bool) -> Option<Vec<Bounded>> {
        let count = self.chain.len();
        let carried = Bounded::constant(radix(count) * i32::from(carry));
        let whole = match is_sum {
            true => self.whole.minus(&carried),
            false => self.whole.plus(&carried),
        };
        let words = self.chain.iter().map(|i| self.words[*i].number.clone());
        let mut words: Vec<_> = words.collect();
        for i in (0..count).rev() {
            let mut others = words.clone();
            others[i] = Bounded::default();
            let rest = whole.minus(&Bounded::of(&others));
            let word = &mut words[i];
            let at_least: BigInt = (rest.low + radix(i) - 1) >> (64 * i); // rounded up
            word.low = at_least.max(word.low.clone());
            word.high = (rest.high >> (64 * i)).min(word.high.clone());
            if word.low > word.high {
                return None;
            }
        }
        Some(words)
    }

    fn choose(&mut self, is_sum: bool) -> bool {
        let possible = [false, true].map(|carry| self.bounds(is_sum, carry));
        let carry = match &possible {
            [Some(_), Some(_)] => {
                if self.used == self.path.len() {
                    self.path.push(false);
                }
                self.used += 1;
                self.path[self.used - 1]
            }
            [_, second] => second.is_some(),
        };
        let bounds = possible.into_iter().nth(usize::from(carry)).flatten();
        for (i, word) in self.chain.iter().zip(bounds.expect("one is possible")) {
            self.words[*i].number = word;
        }
        self.carry = carry;
        carry
    }
}

impl Word {
    /// The sum with a carry, or the difference with a borrow.
    fn step(self, other: impl Into<Self>, carry: Option<bool>, is_sum: bool) -> (Self, bool) {
        let carried = Bounded::constant(u64::from(carry == Some(true)));
        let (a, b) = (self.number(), other.into().number().plus(&carried));
        let mut word = if is_sum { a.plus(&b) } else { a.minus(&b) };
        WORLD.with_borrow_mut(|world| {
            let continues = carry.is_some_and(|carry| carry == world.carry);
            if !continues {
                assert!(carry.is_none(), "the carry of another word");
                world.chain.clear();
                world.whole = Bounded::default();
            }
            let place = Bounded::constant(radix(world.chain.len()));
            world.whole = world.whole.plus(&word.times(&place));
            (word.low, word.high) = (0.into(), radix(1) - 1);
            let index = world.words.len();
            world.words.push(Known::of(word));
            world.chain.push(index);
            let carry = world.choose(is_sum);
            if carry {
                let value = &mut world.words[index].number.value;
                *value += if is_sum { -radix(1) } else { radix(1) };
            }
            (Self(index), carry)
        })
    }

    pub(crate) fn overflowing_add(self, other: impl Into<Self>) -> (Self, bool) {
        self.step(other, None, true)
    }

    pub(crate) fn carrying_add(self, other: impl Into<Self>, carry: bool) -> (Self, bool) {
        self.step(other, Some(carry), true)
    }

    /// If the operand is a borrow, it must be that of the word before.
    pub(crate) fn overflowing_sub(self, other: impl Into<Self>) -> (Self, bool) {
        let other = other.into();
        if other.get(|known| known.is_carry) {
            return self.step(0, Some(other.number().high == 1.into()), false);
        }
        self.step(other, None, false)
    }

    pub(crate) fn borrowing_sub(self, other: impl Into<Self>, borrow: bool) -> (Self, bool) {
        self.step(other, Some(borrow), false)
    }

    /// A word that must not wrap.
    #[track_caller]
    fn exact(number: Bounded) -> Self {
        let Bounded { low, high, .. } = &number;
        let fits = *low >= BigInt::from(0) && *high < radix(1);
        let place = std::panic::Location::caller();
        assert!(
            fits,
            "bmi2/field.rs, {place}: a word from {low} to {high} wraps"
        );
        put(Known::of(number))
    }

    #[track_caller]
    pub(crate) fn wrapping_add(self, other: impl Into<Self>) -> Self {
        Self::exact(self.number().plus(&other.into().number()))
    }

    #[track_caller]
    pub(crate) fn wrapping_sub(self, other: impl Into<Self>) -> Self {
        Self::exact(self.number().minus(&other.into().number()))
    }

    #[track_caller]
    pub(crate) fn wrapping_mul(self, other: impl Into<Self>) -> Self {
        Self::exact(self.number().times(&other.into().number()))
    }

    /// A part of what is known about the word.
    fn get<T>(self, part: impl FnOnce(&Known) -> T) -> T {
        WORLD.with_borrow(|world| part(&world.words[self.0]))
    }

    pub(crate) fn number(self) -> Bounded {
        self.get(|known| known.number.clone())
    }
}

impl From<i32> for Word {
    fn from(number: i32) -> Self {
        Self::exact(Bounded::constant(number))
    }
}

impl From<bool> for Word {
    fn from(carry: bool) -> Self {
        put(Known {
            is_carry: true,
            ..Known::of(Bounded::constant(i32::from(carry)))
        })
    }
}
