//! Words with carries, in place of `u64` in `backend/bmi2/field.rs`.
//!
//! A carry is a `bool`, and code branches on it. So [`each_path`] runs a claim once for each list of
//! carries that may occur. In such a run a word is an exact integer, as a polynomial of the inputs, and has an
//! interval. Words that are written one after another, each with the carry of the one before, are a number
//! whose interval follows from those of its operands: it bounds each word again, and decides which carries
//! may occur. What `wrapping` operations compute must not wrap.

mod bits;

use crate::form::Form;
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

#[derive(Clone)]
struct Known {
    form: Form,
    least: BigInt,
    most: BigInt,
    /// The 64 bits, the lowest first, each a variable or zero; none of a sum.
    bits: Option<Vec<Form>>,
    is_carry: bool,
}

impl Known {
    /// A word of an interval, of whose bits nothing is known.
    fn within(form: Form, least: BigInt, most: BigInt) -> Self {
        Self {
            form,
            least,
            most,
            bits: None,
            is_carry: false,
        }
    }
}

#[derive(Default)]
struct World {
    words: Vec<Known>,
    /// The carries of this run, and the number of those that were used.
    path: Vec<bool>,
    used: usize,
    /// The words of the number that is being written, its interval, and its last carry.
    chain: Vec<usize>,
    least: BigInt,
    most: BigInt,
    carry: bool,
}

thread_local! {
    static WORLD: RefCell<World> = RefCell::default();
}

fn known(word: Word) -> Known {
    WORLD.with_borrow(|world| world.words[word.0].clone())
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

fn weight(words: usize) -> BigInt {
    BigInt::from(1) << (64 * words)
}

/// The form of `2^(64 words)`.
fn weight_form(words: usize) -> Form {
    (0..words).fold(Form::ONE, |weight, _| weight.times_power_of_two(64))
}

/// The number of these words, the lowest first.
pub(crate) fn number(words: &[Word]) -> Form {
    let terms = words.iter().enumerate();
    terms.fold(Form::ZERO, |sum, (i, word)| {
        sum + known(*word).form * weight_form(i)
    })
}

impl World {
    /// The bounds of the chain's words if the next carry is this; `None` if it cannot be.
    fn bounds(&self, is_sum: bool, carry: bool) -> Option<Vec<(BigInt, BigInt)>> {
        let count = self.chain.len();
        let carried = weight(count) * i32::from(carry);
        let carried = if is_sum { -carried } else { carried };
        let (least, most) = (&self.least + &carried, &self.most + &carried);
        let words = self.chain.iter().map(|i| &self.words[*i]);
        let bounds = words.map(|word| (word.least.clone(), word.most.clone()));
        let mut bounds: Vec<_> = bounds.collect();
        for i in (0..count).rev() {
            let (mut others_least, mut others_most) = (BigInt::from(0), BigInt::from(0));
            for (j, (least, most)) in bounds.iter().enumerate().filter(|(j, _)| *j != i) {
                others_least += least * weight(j);
                others_most += most * weight(j);
            }
            let at_most: BigInt = (&most - others_least) >> (64 * i); // rounded down
            let at_least: BigInt = (&least - others_most + weight(i) - 1) >> (64 * i); // up
            let (least, most) = &mut bounds[i];
            *least = at_least.max(least.clone());
            *most = at_most.min(most.clone());
            if least > most {
                return None;
            }
        }
        Some(bounds)
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
        for (i, bounds) in self.chain.iter().zip(bounds.expect("one is possible")) {
            let word = &mut self.words[*i];
            (word.least, word.most) = bounds;
        }
        self.carry = carry;
        carry
    }
}

impl Word {
    /// The sum with a carry, or the difference with a borrow.
    fn step(self, other: impl Into<Self>, carry: Option<bool>, is_sum: bool) -> (Self, bool) {
        let (a, b) = (known(self), known(other.into()));
        WORLD.with_borrow_mut(|world| {
            let continues = carry.is_some_and(|carry| carry == world.carry);
            if !continues {
                assert!(carry.is_none(), "the carry of another word");
                world.chain.clear();
                (world.least, world.most) = (BigInt::from(0), BigInt::from(0));
            }
            let place = weight(world.chain.len());
            let added = b.form + Form::of(u64::from(carry == Some(true)));
            let (least, most, form) = match is_sum {
                true => (a.least + b.least, a.most + b.most, a.form + added),
                false => (a.least - b.most, a.most - b.least, a.form - added),
            };
            world.least += least * &place;
            world.most += most * &place;
            let index = world.words.len();
            let any = Known::within(form, 0.into(), weight(1) - 1);
            world.words.push(any);
            world.chain.push(index);
            let carry = world.choose(is_sum);
            if carry {
                let radix = weight_form(1);
                let form = &mut world.words[index].form;
                *form = *form + if is_sum { -radix } else { radix };
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

    /// With a borrow as the operand, the borrow of the word before.
    pub(crate) fn overflowing_sub(self, other: impl Into<Self>) -> (Self, bool) {
        let other = other.into();
        match known(other) {
            known if known.is_carry => self.step(0, Some(known.most == BigInt::from(1)), false),
            _ => self.step(other, None, false),
        }
    }

    pub(crate) fn borrowing_sub(self, other: impl Into<Self>, borrow: bool) -> (Self, bool) {
        self.step(other, Some(borrow), false)
    }

    /// A word that must not wrap.
    #[track_caller]
    fn exact(form: Form, least: BigInt, most: BigInt) -> Self {
        let fits = least >= BigInt::from(0) && most < weight(1);
        let place = std::panic::Location::caller();
        assert!(
            fits,
            "bmi2/field.rs, {place}: a word from {least} to {most} wraps"
        );
        put(Known::within(form, least, most))
    }

    #[track_caller]
    pub(crate) fn wrapping_add(self, other: impl Into<Self>) -> Self {
        let (a, b) = (known(self), known(other.into()));
        Self::exact(a.form + b.form, a.least + b.least, a.most + b.most)
    }

    #[track_caller]
    pub(crate) fn wrapping_sub(self, other: impl Into<Self>) -> Self {
        let (a, b) = (known(self), known(other.into()));
        Self::exact(a.form - b.form, a.least - b.most, a.most - b.least)
    }

    #[track_caller]
    pub(crate) fn wrapping_mul(self, other: impl Into<Self>) -> Self {
        let (a, b) = (known(self), known(other.into()));
        Self::exact(a.form * b.form, a.least * b.least, a.most * b.most)
    }

    pub(crate) fn form(self) -> Form {
        known(self).form
    }

    /// Whether it is below `2^bits` for all inputs.
    pub(crate) fn has_bits(self, bits: usize) -> bool {
        known(self).most < BigInt::from(1) << bits
    }
}

impl From<i32> for Word {
    fn from(number: i32) -> Self {
        let form = Form::of(u64::from(number.unsigned_abs()));
        Self::exact(form, number.into(), number.into())
    }
}

impl From<bool> for Word {
    fn from(carry: bool) -> Self {
        let mut word = known(Self::from(i32::from(carry)));
        word.is_carry = true;
        put(word)
    }
}
