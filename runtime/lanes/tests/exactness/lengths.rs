//! Messages by their length: hashes are most error-prone near the ends of blocks.

use crate::by_each_rule;
use crate::case::Case;
use crate::judge::Judge;
use curve25519_dalek::Scalar;
use ed25519_lanes::Rule;
use odd_points::Point;

/// Bytes of a block of SHA-512.
const BLOCK: usize = 128;
/// Number of bytes hashed before the message: R and A.
const BEFORE: usize = 64;
/// Smallest number of bytes after the message: a bit, and the length.
const PADDING: usize = 1 + 16;

/// Lengths of messages whose hashed bytes, with padding or without, end at or near the end of one of the
/// first ten blocks.
pub fn at_block_ends() -> Vec<usize> {
    let ends = (1..=10).flat_map(|blocks| [blocks * BLOCK, blocks * BLOCK - PADDING]);
    let around = ends.flat_map(|end| end - 1..=end + 1);
    around
        .filter_map(|hashed| hashed.checked_sub(BEFORE))
        .collect()
}

/// A message of this many bytes, derived from the seed.
pub fn message(seed: u64, bytes: usize) -> Vec<u8> {
    let mut message = vec![0; bytes];
    fastrand::Rng::with_seed(seed).fill(&mut message);
    message
}

/// An honest signature, and the same with a bit flipped at the message's end; an empty message
/// becomes longer.
fn good_and_bad(seed: u64, bytes: usize) -> [Case; 2] {
    let [a, r] = [1, 2].map(|one| Point::of(Scalar::from(10 * seed + one)));
    let good = Case::signed(&a, &r, &message(seed, bytes));
    let mut bad = good.clone().made("signed, then the message's end changed");
    match bad.message.last_mut() {
        Some(last) => *last ^= 1,
        None => bad.message.push(0),
    }
    [good, bad]
}

/// One case of each pair is accepted.
#[track_caller]
fn judge(rule: Rule, lengths: impl ExactSizeIterator<Item = usize>) {
    let pairs = lengths.len();
    let cases = (0..)
        .zip(lengths)
        .flat_map(|(seed, length)| good_and_bad(seed, length));
    assert_eq!(Judge::of_all(rule).all(cases), pairs);
}

fn every_length_up_to_four_hundred_bytes(rule: Rule) {
    judge(rule, 0..401);
}

fn every_length_at_which_a_block_ends(rule: Rule) {
    judge(rule, at_block_ends().into_iter());
}

/// Messages of many blocks beside shorter ones in one batch: no lane may affect another.
fn long_messages_beside_short_ones(rule: Rule) {
    let mut judge = Judge::of_all(rule);
    for (batch, lengths) in [
        [100_000, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 111, 112, 127, 128, 65_536, 63, 64, 65],
        [1, 10, 100, 1_000, 10_000, 100_000, 47, 48, 49],
        [5_000, 4_000, 3_000, 2_000, 1_000, 500, 250, 125, 0],
    ]
    .into_iter()
    .enumerate()
    {
        let cases = (0..)
            .zip(lengths)
            .flat_map(|(seed, length)| good_and_bad(seed, length));
        let batch_of_both = cases.map(|case| judge.judged(case)).collect::<Vec<_>>();
        let good = batch_of_both.iter().filter(|judged| judged.is_accepted);
        assert_eq!(good.count(), lengths.len(), "{batch}");
        judge.batch(&batch_of_both);
    }
}

by_each_rule! {
    every_length_up_to_four_hundred_bytes,
    every_length_at_which_a_block_ends,
    long_messages_beside_short_ones,
}
