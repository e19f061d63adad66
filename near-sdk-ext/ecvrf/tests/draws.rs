//! What is drawn from an output: the documented derivation, and every result about as often.

use std::collections::BTreeMap;
use std::num::NonZeroU64;

use near_ecvrf::Output;
use sha2_011::{Digest as _, Sha512};

fn output(number: u64) -> Output {
    Output::from_verified(Sha512::digest(number.to_le_bytes()).into())
}

fn n(number: u64) -> NonZeroU64 {
    NonZeroU64::new(number).expect("not 0")
}

/// The numbers of a purpose below each limit in turn, by the documentation of `Output`.
fn documented(output: &Output, purpose: &str, limits: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut words = (0_u64..).flat_map(|i| {
        let input = [
            b"near-ecvrf/",
            purpose.as_bytes(),
            output.bytes(),
            &i.to_le_bytes(),
        ];
        let block: [u8; 64] = Sha512::digest(input.concat()).into();
        block
            .as_chunks()
            .0
            .iter()
            .map(|word| u64::from_le_bytes(*word))
            .collect::<Vec<_>>()
    });
    let below = |limit: u64| {
        let accepted = (1_u128 << 64) / u128::from(limit) * u128::from(limit);
        let word = words.find(|word| u128::from(*word) < accepted);
        word.expect("words never end") % limit
    };
    limits.map(below).collect()
}

#[test]
fn numbers_are_those_of_the_documentation() {
    for number in 0..100 {
        let output = output(number);
        // 2^63 + 1 leaves out almost half of the words.
        for limit in [1, 2, 3, 6, 1000, (1 << 63) + 1, u64::MAX] {
            let expected = documented(&output, "below", [limit].into_iter());
            assert_eq!([output.below(n(limit))], *expected);
        }
    }
}

#[test]
fn orders_are_those_of_the_documentation() {
    for number in 0..100 {
        let output = output(number);
        let mut items: Vec<u64> = (0..number).collect();
        output.shuffle(&mut items);
        let mut expected: Vec<u64> = (0..number).collect();
        let places = (1..expected.len()).rev();
        let limits = (2..=number).rev();
        for (place, drawn) in places.zip(documented(&output, "shuffle", limits)) {
            expected.swap(place, usize::try_from(drawn).expect("a place"));
        }
        assert_eq!(items, expected);
    }
}

#[test]
fn draws_are_the_beginning_of_a_shuffle() {
    for number in 0..100 {
        let output = output(number);
        for size in 1..20_u64 {
            let mut all: Vec<u64> = (0..size).collect();
            let limits = (1..=size).rev();
            for (place, drawn) in (0..).zip(documented(&output, "draw", limits)) {
                all.swap(place, place + usize::try_from(drawn).expect("a place"));
            }
            for k in 0..=all.len() {
                assert_eq!(output.draw(k, n(size)).as_deref(), Some(&all[..k]));
            }
            assert_eq!(output.draw(all.len() + 1, n(size)), None);
        }
        let of_many = output.draw(3, NonZeroU64::MAX).expect("3 of 2^64 - 1");
        assert_eq!(of_many.len(), 3);
    }
}

#[test]
fn every_result_comes_about_as_often() {
    const OUTPUTS: u64 = 24_000;
    let mut orders = BTreeMap::new();
    let mut dice = BTreeMap::new();
    let mut pairs = BTreeMap::new();
    for number in 0..OUTPUTS {
        let output = output(number);
        let mut items = [0, 1, 2, 3];
        output.shuffle(&mut items);
        *orders.entry(items).or_insert(0) += 1;
        *dice.entry(output.below(n(6))).or_insert(0) += 1;
        *pairs
            .entry(output.draw(2, n(4)).expect("2 of 4"))
            .or_insert(0) += 1;
    }
    fn check<T>(counts: &BTreeMap<T, u64>, results: u64) {
        assert_eq!(u64::try_from(counts.len()), Ok(results));
        // Five standard deviations of a binomial distribution are less.
        let (expected, margin) = (OUTPUTS / results, 5 * (OUTPUTS / results).isqrt());
        let is_near = |count: &u64| count.abs_diff(expected) <= margin;
        assert!(counts.values().all(is_near));
    }
    check(&orders, 24);
    check(&dice, 6);
    check(&pairs, 12);
}

#[test]
fn purposes_do_not_share_words() {
    let output = output(0);
    let word = |purpose| documented(&output, purpose, [u64::MAX].into_iter());
    assert_ne!(word("below"), word("shuffle"));
    assert_ne!(word("shuffle"), word("draw"));
}
