//! An item's verdict depends neither on its place in a batch nor on the other items.

use crate::by_each_rule;
use crate::case::{Case, message};
use crate::judge::{Judge, Judged, LARGEST};
use crate::strategy::cases;
use curve25519_dalek::Scalar;
use ed25519_lanes::Rule;
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;
use requirements::odd_points::Point;

/// Number of cases that batches are drawn from: several of every kind.
const POOL: usize = 600;

/// Two whole groups of 8 lanes, the largest number of lanes, and one item more.
const GROUPS: usize = 17;

/// Cases of every kind, the same in each run.
fn pool(rule: Rule) -> Vec<Judged> {
    let mut runner = TestRunner::deterministic();
    let cases = cases();
    let draws = std::iter::repeat_with(|| cases.new_tree(&mut runner).expect("a case").current());
    let short = draws.filter(|case| case.message.len() < 1_000);
    short
        .take(POOL)
        .map(|case| Judged::by(rule, case))
        .collect()
}

/// The accepted cases of the pool, and the refused ones.
fn good_and_bad(rule: Rule) -> [Vec<Judged>; 2] {
    let (good, bad): (Vec<_>, Vec<_>) = pool(rule)
        .into_iter()
        .partition(|judged| judged.is_accepted);
    assert!(good.len().min(bad.len()) > POOL / 10);
    [good, bad]
}

/// A refused case among accepted ones, and an accepted one among refused ones.
fn one_among_others_in_every_position(rule: Rule) {
    let [good, bad] = good_and_bad(rule);
    let judge = Judge::of_all(rule);
    for (ones, others) in [(&bad, &good), (&good, &bad)] {
        let (mut ones, mut others) = (ones.iter().cycle(), others.iter().cycle());
        for size in 1..=GROUPS {
            for position in 0..size {
                let mut batch: Vec<_> = others.by_ref().take(size).collect();
                batch[position] = ones.next().expect("endless");
                judge.batch(batch);
            }
        }
    }
}

/// Batches of different cases, and of a single repeated case.
fn nothing_but_bad_ones_and_nothing_but_good_ones(rule: Rule) {
    let judge = Judge::of_all(rule);
    for kind in good_and_bad(rule) {
        for (size, one) in [0, 1, 2, 7, 8, 9, 64, LARGEST].into_iter().zip(&kind) {
            judge.batch(kind.iter().cycle().take(size));
            judge.batch(std::iter::repeat_n(one, size));
        }
    }
}

/// Two keys that differ by a point of small order, alternately. The difference matters for some
/// `k`, so confusing the keys is detected.
fn one_key_many_times_with_other_messages(rule: Rule) {
    let judge = Judge::of_all(rule);
    let logarithm = Scalar::from(7_u8);
    let keys = [0, 4].map(|torsion| Point::mixed(logarithm, torsion));
    for size in [2, 8, 17, LARGEST] {
        let batch = (1..=size as u64)
            .zip(keys.iter().cycle())
            .map(|(seed, key)| {
                let r = Point::of(Scalar::from(seed));
                let mut case = Case::signed(key, &r, &message(seed, 40));
                if seed % 3 == 0 {
                    case.message[0] ^= 1;
                }
                Judged::by(rule, case)
            });
        let batch: Vec<_> = batch.collect();
        judge.batch(&batch);
    }
}

by_each_rule! {
    one_among_others_in_every_position,
    nothing_but_bad_ones_and_nothing_but_good_ones,
    one_key_many_times_with_other_messages,
}
