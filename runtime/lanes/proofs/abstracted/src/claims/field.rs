//! Every operation of a machine's elements: from any limbs within their type's bounds it computes limbs within the
//! bounds of the result's type, with the intended value.

use super::exact::element;
use super::machine::{
    Abstract, Forms, InLimbs as _, any, any_loose, each, holds, is, is_loose, is_set,
    on_every_machine, value, variables,
};
use crate::backend::{Field, Lanes, Machine, Multipliable};
use crate::curve25519_64::any_limbs;
use crate::form::Form;

/// Sums, differences, doubles and their carries.
fn sums_on<M: Abstract>(machine: M) {
    let (a, b) = (variables(), variables());
    let (x, y) = (any(machine, &a), any(machine, &b));
    is_loose::<M>("the element, loose", x.loose(), &a);
    let sum = each(&a, &b, |a, b| a + b);
    let difference = each(&a, &b, |a, b| a - b);
    let twice_minus = each(&a, &b, |a, b| a + a - b);
    for (what, found, wanted) in [
        ("a sum", x + y, sum),
        ("a difference", x - y, difference),
        ("2 a - b", x.twice_minus(y), twice_minus),
    ] {
        is_loose::<M>(what, found, &wanted);
        is::<M>(&format!("{what}, carried"), found.carry(), &wanted);
    }
    // On IFMA `carry` changes nothing: a loose element must be reduced already.
    if M::NAME != "ifma" {
        let carried = any_loose(machine, &a).carry();
        is::<M>("a carried loose element", carried, &a);
    }
}

/// Products and squares of all elements that can be multiplied.
fn products_on<M: Abstract>(machine: M) {
    let (a, b) = (variables(), variables());
    let (x, y) = (any_loose(machine, &a), any_loose(machine, &b));
    is::<M>("a product", x * y, &each(&a, &b, |a, b| a * b));
    is::<M>("a square", x.square(), &a.map(Form::square));
}

/// Blends for every mask, and exchanges of lanes.
fn lanes_on<M: Abstract>(machine: M) {
    let (a, b) = (variables(), variables());
    let (x, y) = (any(machine, &a), any(machine, &b));
    for mask in 0..=u8::MAX {
        let of = |lane: usize| if is_set(mask, lane) { &b } else { &a };
        let chosen = std::array::from_fn(|lane| of(lane)[lane]);
        is::<M>("a blend", x.with(mask, y), &chosen);
    }
    let exchanged = |distance: usize| std::array::from_fn(|lane| a[lane ^ distance]);
    if M::LANES > 1 {
        is::<M>("neighbours, exchanged", x.exchanged::<1>(), &exchanged(1));
        is::<M>("pairs, exchanged", x.exchanged::<2>(), &exchanged(2));
    }
    if M::LANES > 4 {
        is::<M>("halves, exchanged", x.exchanged::<4>(), &exchanged(4));
    }
}

/// `field` takes limbs of at most 2^51, and `limbs` returns limbs below 2^52.
fn memory_on<M: Abstract>(machine: M) {
    let a = variables();
    let limbs = a.map(|value| any_limbs(value, 1 << 51));
    is::<M>("an element from memory", machine.field(&limbs), &a);
    let limbs = machine.limbs(any(machine, &a));
    for lane in 0..M::LANES {
        let is_equal = element(&limbs[lane]).equals(a[lane]);
        holds::<M>("the limbs in memory", is_equal);
    }
}

/// `words` and `word`: the words of all rows, and one word everywhere; blends of words for every mask.
fn words_on<M: Machine>(machine: M) {
    use crate::backend::Word;
    let word = |row: usize, i: usize| 1_000 * row as u64 + i as u64;
    let rows: Lanes<[u64; 16]> = std::array::from_fn(|row| std::array::from_fn(|i| word(row, i)));
    for (i, words) in machine.words(&rows).into_iter().enumerate() {
        for (lane, found) in words.lanes().into_iter().enumerate().take(M::LANES) {
            assert_eq!(found, word(lane, i), "word {i} of lane {lane}");
        }
    }
    for found in machine.word(7).lanes().into_iter().take(M::LANES) {
        assert_eq!(found, 7, "the same word");
    }
    for mask in 0..=u8::MAX {
        let found = machine.word(7).with(mask, machine.word(9)).lanes();
        for (lane, found) in found.into_iter().enumerate().take(M::LANES) {
            let wanted = if is_set(mask, lane) { 9 } else { 7 };
            assert_eq!(found, wanted, "a blend of words");
        }
    }
}

/// The values of reduced limbs; zero beyond the machine's lanes.
pub(crate) fn values_of<M: Abstract>(field: M::Field) -> Forms {
    let limbs = field.limbs();
    std::array::from_fn(|lane| {
        if lane < M::LANES {
            value::<M>(&limbs, lane)
        } else {
            Form::ZERO
        }
    })
}

on_every_machine! {
    pub fn sums() = sums_on;
    pub fn products() = products_on;
    pub fn lanes() = lanes_on;
    pub fn memory() = memory_on;
    pub fn words() = words_on;
}
