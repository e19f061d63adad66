//! Integers from the whole range of their types, in place of the usual ones.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::collections::BTreeMap;

/// An integer type of arguments.
pub trait Integer: Copy {
    /// The integer made of a number's lowest bits.
    fn of_bits(number: u128) -> Self;
}

macro_rules! integers {
    ($($integer:ty),*) => {$(
        impl Integer for $integer {
            fn of_bits(number: u128) -> Self {
                let bytes = number.to_le_bytes();
                Self::from_le_bytes(*bytes.first_chunk().expect("no type is larger"))
            }
        }
    )*};
}

integers!(u16, u32, u64, u128, i32, i64);

/// The integers of a call, in the order in which its form asks for them; by default the usual ones.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    /// Replacements of usual integers, by index.
    others: BTreeMap<usize, u128>,
    asked: usize,
}

impl Numbers {
    /// The next integer; by default its usual value.
    pub fn of<I: Integer>(&mut self, usual: I) -> I {
        let other = self.others.get(&self.asked);
        self.asked += 1;
        other.map_or(usual, |number| I::of_bits(*number))
    }

    /// Replaces an integer with the next one.
    pub fn replace(&mut self, integer: &mut impl Integer) {
        *integer = self.of(*integer);
    }
}

/// Some integers are replaced, mostly among the first, since most calls have few.
pub fn numbers() -> impl Strategy<Value = Numbers> {
    let place = prop_oneof![0..4_usize, 0..64_usize];
    let others = prop::collection::btree_map(place, any_number(), 1..4);
    others.prop_map(|others| Numbers { others, asked: 0 })
}

/// A number from the whole range of every type: near an overflow, that is a power of two or a third
/// of one; with any number of bits; or any number.
fn any_number() -> impl Strategy<Value = u128> {
    let near = (0..=128_u32, select(vec![1, 3]), 0..5_u128);
    let near = near.prop_map(|(exponent, part, offset)| {
        let power = 1_u128.checked_shl(exponent).unwrap_or(0);
        (power / part).wrapping_add(offset).wrapping_sub(2)
    });
    let of_bits = (any::<u128>(), 0..128_u32).prop_map(|(number, bits)| number >> bits);
    prop_oneof![2 => near, 1 => of_bits, 1 => any::<u128>()]
}

/// An integer, such as a length, that overwrites encoded arguments: its place, its bytes, and its value.
pub type Overwritten = (Index, usize, u128);

pub fn overwritten() -> impl Strategy<Value = Overwritten> {
    (any::<Index>(), select(vec![1, 2, 4, 8, 16]), any_number())
}

/// The arguments after all these changes, in order.
pub fn overwrite(all: &[Overwritten], mut args: Vec<u8>) -> Vec<u8> {
    for (place, bytes, number) in all {
        let Some(last) = args.len().checked_sub(*bytes) else {
            continue;
        };
        // Half of the changes are among the first bytes, which hold lengths.
        let places = match number % 2 {
            0 => last.min(16),
            _ => last,
        };
        let at = place.index(places + 1);
        args[at..at + bytes].copy_from_slice(&number.to_le_bytes()[..*bytes]);
    }
    args
}
