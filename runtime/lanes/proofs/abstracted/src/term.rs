//! Words of a hash: terms in a normal form. Two terms are the same only if their words are equal for all
//! values of their variables.
//!
//! Bit by bit, a term is a sum modulo two of products, each of some parts. A part is a base, rotated or
//! shifted. A base is a variable, or a sum modulo 2^64 of other terms. Each operation returns a normal form
//! of the word that the instruction computes:
//! - `+` is associative and commutative, so that a sum is its addends and how often each occurs.
//! - `^` is, too, and equal operands cancel. `&` distributes over it, and equal factors are one factor.
//! - A rotation moves bits, so that it distributes over both. A shift does, where zeros come in.

use crate::backend::{Lanes, MAX_LANES, Word};
use crate::each::{Each, operators};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::Hash;
use std::ops::Not;

/// A term's number in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Term(pub(crate) u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Moved {
    Rotated(u32),
    Shifted(u32),
}

/// A base's number in the table, and where its bits are.
type Part = (u32, Moved);

/// The product of no part has all bits set.
type Polynomial = BTreeSet<BTreeSet<Part>>;

#[derive(Clone, PartialEq, Eq, Hash)]
enum Base {
    /// Any word; those of one name are the same.
    Variable(u64),
    /// How often each addend occurs.
    Sum(BTreeMap<Term, u64>),
}

/// Numbers of values: equal values have one number.
struct Numbered<T>(Vec<T>, HashMap<T, u32>);

impl<T: Clone + Eq + Hash> Numbered<T> {
    fn number(&mut self, value: T) -> u32 {
        if let Some(number) = self.1.get(&value) {
            return *number;
        }
        let number = u32::try_from(self.0.len()).expect("fewer than 2^32 operations");
        self.0.push(value.clone());
        self.1.insert(value, number);
        number
    }
}

struct Table {
    polynomials: Numbered<Polynomial>,
    bases: Numbered<Base>,
}

thread_local! {
    static TABLE: RefCell<Table> = RefCell::new(Table {
        polynomials: Numbered(Vec::new(), HashMap::new()),
        bases: Numbered(Vec::new(), HashMap::new()),
    });
}

impl Term {
    /// The variable of this name.
    pub(crate) fn variable(name: u64) -> Self {
        Self::of_base(Base::Variable(name))
    }

    fn of_base(base: Base) -> Self {
        let number = TABLE.with_borrow_mut(|table| table.bases.number(base));
        Self::of([[(number, Moved::Rotated(0))].into()].into())
    }

    fn of(polynomial: Polynomial) -> Self {
        Self(TABLE.with_borrow_mut(|table| table.polynomials.number(polynomial)))
    }

    fn polynomial(self) -> Polynomial {
        TABLE.with_borrow(|table| table.polynomials.0[self.0 as usize].clone())
    }

    /// A sum's addends, or the term itself.
    fn addends(self) -> BTreeMap<Self, u64> {
        let mut parts = self.polynomial().into_iter().flatten();
        if let (Some((base, Moved::Rotated(0))), None) = (parts.next(), parts.next()) {
            let base = TABLE.with_borrow(|table| table.bases.0[base as usize].clone());
            if let Base::Sum(addends) = base {
                return addends;
            }
        }
        [(self, 1)].into()
    }

    /// The same, with all bits of each part elsewhere.
    fn moved(self, by: impl Fn(Moved) -> Moved) -> Self {
        let part = |(base, moved)| (base, by(moved));
        let product = |parts: BTreeSet<Part>| parts.into_iter().map(part).collect();
        Self::of(self.polynomial().into_iter().map(product).collect())
    }

    pub(crate) fn rotate_right(self, n: u32) -> Self {
        self.moved(|moved| match moved {
            Moved::Rotated(by) => Moved::Rotated((by + n) % u64::BITS),
            Moved::Shifted(_) => unreachable!("SHA-512 rotates no shifted word"),
        })
    }

    pub(crate) fn shift_right(self, n: u32) -> Self {
        let has_ones = self.polynomial().contains(&BTreeSet::new());
        assert!(!has_ones, "zeros come in");
        self.moved(|moved| match moved {
            Moved::Rotated(0) => Moved::Shifted(n),
            _ => unreachable!("SHA-512 shifts no moved word"),
        })
    }
}

operators! {
    Term:
    Add::add = |a, b| {
        let mut addends = a.addends();
        for (addend, count) in b.addends() {
            let sum = addends.entry(addend).or_default();
            *sum = sum.wrapping_add(count);
        }
        Self::of_base(Base::Sum(addends))
    };
    BitXor::bitxor = |a, b| Self::of(&a.polynomial() ^ &b.polynomial());
    BitAnd::bitand = |a, b| {
        let mut products = Polynomial::new();
        for product in a.polynomial() {
            for other in b.polynomial() {
                products = &products ^ &[&product | &other].into();
            }
        }
        Self::of(products)
    };
}

impl Not for Term {
    type Output = Self;

    fn not(self) -> Self {
        self ^ Self::of([BTreeSet::new()].into())
    }
}

/// What a machine's words are.
pub(crate) type Terms<const LANES: usize> = Each<Term, LANES>;

impl<const LANES: usize> Word for Terms<LANES> {
    fn rotate_right<const N: u32>(self) -> Self {
        Self(self.0.map(|term| term.rotate_right(N)))
    }

    fn shift_right<const N: u32>(self) -> Self {
        Self(self.0.map(|term| term.shift_right(N)))
    }

    fn with(self, mask: u8, if_set: Self) -> Self {
        self.blended(mask, if_set)
    }

    /// The terms' numbers, which memory holds instead of words.
    fn lanes(self) -> Lanes<u64> {
        let mut lanes = [0; MAX_LANES];
        for (lane, term) in lanes.iter_mut().zip(self.0) {
            *lane = term.0.into();
        }
        lanes
    }
}
