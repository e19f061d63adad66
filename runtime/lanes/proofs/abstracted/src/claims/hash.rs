//! SHA-512 in lanes is that of FIPS 180-4, for all words.
//!
//! The code moves the words of blocks and computes with them by the operations of `Word` alone, so a run on
//! variables (`term`) holds for all words, and so for all initial states: the loop over blocks does the
//! same with each block, whatever state it has reached. The padding depends on a message's length, and
//! copies its bytes: each length up to some blocks occurs.

use super::exact::{Exact, with_all_lanes};
use crate::Item;
use crate::backend::Lanes;
use crate::form::bytes;
use crate::hash::challenge::{block, blocks};
use crate::hash::sha512::{BLOCK_BYTES, INITIAL, ROUNDS, sha512};
use crate::term::Term;
use num_bigint::BigUint;

/// The first 64 bits of the fractional parts of the roots of the first primes.
fn fractions<const COUNT: usize>(degree: u32) -> [u64; COUNT] {
    let is_prime = |n: &u32| !(2..*n).any(|divisor| n.is_multiple_of(divisor));
    let mut primes = (2_u32..).filter(is_prime);
    std::array::from_fn(|_| {
        let prime = BigUint::from(primes.next().expect("primes have no end"));
        let root = (prime << (u64::BITS * degree)).nth_root(degree);
        root.to_u64_digits()[0] // the lowest one
    })
}

/// Sections 5.3.5 and 4.2.3.
pub fn constants() {
    assert_eq!(INITIAL, fractions(2), "the initial state");
    assert_eq!(ROUNDS, fractions(3), "the rounds' constants");
}

/// Section 6.4.2, as written there.
fn compressed(state: [Term; 8], block: [Term; 16]) -> [Term; 8] {
    let three = |x: Term, by: [u32; 3]| {
        let [first, second, third] = by.map(|n| x.rotate_right(n));
        first ^ second ^ third
    };
    let two = |x: Term, by: [u32; 2], shift: u32| {
        let [first, second] = by.map(|n| x.rotate_right(n));
        first ^ second ^ x.shift_right(shift)
    };
    let mut schedule = block.to_vec();
    for t in 16..80 {
        let s0 = two(schedule[t - 15], [1, 8], 7);
        let s1 = two(schedule[t - 2], [19, 61], 6);
        schedule.push(s1 + schedule[t - 7] + s0 + schedule[t - 16]);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = state;
    for (word, constant) in schedule.into_iter().zip(fractions::<80>(3)) {
        let choice = (e & f) ^ (!e & g);
        let t1 = h + three(e, [14, 18, 41]) + choice + Term::variable(constant) + word;
        let majority = (a & b) ^ (a & c) ^ (b & c);
        let t2 = three(a, [28, 34, 39]) + majority;
        (h, g, f, e, d, c, b, a) = (g, f, e, d + t1, c, b, a, t1 + t2);
    }
    let working = [a, b, c, d, e, f, g, h];
    std::array::from_fn(|i| state[i] + working[i])
}

/// The name of a block's word: neither a constant of the hash nor zero, the name of words in idle lanes.
fn name(lane: usize, number: usize, i: usize) -> u64 {
    (1 + 100 * lane + 20 * number + i) as u64
}

/// Each lane's hash, whatever the other lanes' numbers of blocks.
fn hashes<const LANES: usize>(machine: Exact<LANES>) {
    let counts: Lanes<usize> = [1, 3, 2, 1, 0, 2, 3, 1];
    let found = sha512(machine, &counts, |lane, number| {
        std::array::from_fn(|i| name(lane, number, i))
    });
    for lane in 0..LANES {
        let mut state = fractions(2).map(Term::variable);
        for number in 0..counts[lane] {
            let word = |i: usize| Term::variable(name(lane, number, i));
            state = compressed(state, std::array::from_fn(word));
        }
        let expected = state.map(|term| u64::from(term.0).to_be_bytes());
        assert_eq!(
            found[lane].as_slice(),
            expected.as_flattened(),
            "lane {lane} of {LANES}, of {} blocks",
            counts[lane]
        );
    }
}

/// Section 5.1.2: the blocks of R, A and the message.
pub fn padding() {
    let message: Vec<u8> = (0..40).flat_map(|_| bytes()).collect();
    let (public_key, signature) = (bytes(), [bytes(), bytes()]);
    for length in 0..=message.len() {
        let item = Item {
            public_key: &public_key,
            signature: signature.as_flattened().try_into().expect("64 bytes"),
            message: &message[..length],
        };
        let mut padded = [&signature[0], &public_key, item.message].concat();
        let bits = padded.len() as u128 * 8;
        padded.push(0x80);
        while padded.len() % BLOCK_BYTES != BLOCK_BYTES - 16 {
            padded.push(0);
        }
        padded.extend(bits.to_be_bytes());
        let words: Vec<_> = (0..blocks(&item))
            .flat_map(|number| block(&item, number))
            .flat_map(u64::to_be_bytes)
            .collect();
        assert!(words == padded, "{length} bytes");
    }
}

with_all_lanes! {
    pub fn of_lanes() = hashes;
}
