//! Words of a hash: terms in a normal form. Two terms are the same only if their words are equal for all
//! values of the variables.
//!
//! Bit by bit, a term is a sum modulo two of products of other terms. These are variables, sums modulo 2^64, and terms
//! that are rotated or shifted. Each operation returns a normal form of the word that the instruction computes:
//! - `+` is associative and commutative, so that a sum is its addends and how often each occurs.
//! - `^` is, too, and equal operands cancel. `&` distributes over it, and equal factors are one factor.

use crate::backend::{Lanes, MAX_LANES, Word};
use crate::each::{Each, operators};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Not;

/// A term's number in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Term(pub(crate) u32);

/// A sum modulo two of products. The product of no term has all bits set.
type Polynomial = BTreeSet<BTreeSet<Term>>;

#[derive(Clone, PartialEq, Eq, Hash)]
enum Node {
    /// Any word; those of one name are the same.
    Variable(u64),
    /// How often each addend occurs.
    Sum(BTreeMap<Term, u64>),
    Rotated(Term, u32),
    Shifted(Term, u32),
    /// Anything but one term of the other kinds.
    Bits(Polynomial),
}

/// Equal nodes have one number.
#[derive(Default)]
struct Table {
    nodes: Vec<Node>,
    numbers: HashMap<Node, Term>,
}

thread_local! {
    static TABLE: RefCell<Table> = RefCell::default();
}

impl Term {
    /// The variable of this name.
    pub(crate) fn variable(name: u64) -> Self {
        Self::of(Node::Variable(name))
    }

    fn of(node: Node) -> Self {
        TABLE.with_borrow_mut(|Table { nodes, numbers }| {
            *numbers.entry(node).or_insert_with_key(|node| {
                nodes.push(node.clone());
                Self(u32::try_from(nodes.len() - 1).expect("fewer than 2^32 operations"))
            })
        })
    }

    fn of_bits(polynomial: Polynomial) -> Self {
        let product = polynomial.first().filter(|_| polynomial.len() == 1);
        let term = product.filter(|product| product.len() == 1);
        match term.and_then(BTreeSet::first).copied() {
            Some(term) => term,
            None => Self::of(Node::Bits(polynomial)),
        }
    }

    fn node(self) -> Node {
        TABLE.with_borrow(|table| table.nodes[self.0 as usize].clone())
    }

    fn polynomial(self) -> Polynomial {
        match self.node() {
            Node::Bits(polynomial) => polynomial,
            _ => [[self].into()].into(),
        }
    }

    /// A sum's addends, or the term itself.
    fn addends(self) -> BTreeMap<Self, u64> {
        match self.node() {
            Node::Sum(addends) => addends,
            _ => [(self, 1)].into(),
        }
    }

    pub(crate) fn rotate_right(self, n: u32) -> Self {
        Self::of(Node::Rotated(self, n))
    }

    pub(crate) fn shift_right(self, n: u32) -> Self {
        Self::of(Node::Shifted(self, n))
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
        Self::of(Node::Sum(addends))
    };
    BitXor::bitxor = |a, b| Self::of_bits(&a.polynomial() ^ &b.polynomial());
    BitAnd::bitand = |a, b| {
        let mut products = Polynomial::new();
        for product in a.polynomial() {
            for other in b.polynomial() {
                products = &products ^ &[&product | &other].into();
            }
        }
        Self::of_bits(products)
    };
}

impl Not for Term {
    type Output = Self;

    fn not(self) -> Self {
        self ^ Self::of_bits([BTreeSet::new()].into())
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
