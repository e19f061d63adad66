//! Draws from an output: they follow the documented derivation, all results are equally frequent,
//! and no draw reveals anything about another.

use std::collections::BTreeMap;
use std::num::NonZeroU64;

use near_ecvrf::{DrawError, Output};
use sha2_011::{Digest as _, Sha512};

fn output(number: u64) -> Output {
    Output::from_verified(Sha512::digest(number.to_le_bytes()).into())
}

fn n(number: u64) -> NonZeroU64 {
    NonZeroU64::new(number).expect("not 0")
}

/// The numbers below each limit in turn, for a purpose and its sizes, by the documentation of
/// `Output`.
fn documented(
    output: &Output,
    purpose: &str,
    sizes: &[u64],
    limits: impl Iterator<Item = u64>,
) -> Vec<u64> {
    let words = (0_u64..).flat_map(|i| {
        let numbers = sizes.iter().chain([&i]);
        let numbers: Vec<u8> = numbers.flat_map(|it| it.to_le_bytes()).collect();
        let input = [b"near-ecvrf/", purpose.as_bytes(), output.bytes(), &numbers];
        let block: [u8; 64] = Sha512::digest(input.concat()).into();
        block.as_chunks().0.to_vec()
    });
    let mut words = words.map(u64::from_le_bytes);
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
        // 2^63 + 1 skips almost half of the words.
        for limit in [1, 2, 3, 6, 1000, (1 << 63) + 1, u64::MAX] {
            let expected = documented(&output, "below", &[limit], [limit].into_iter());
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
        for (place, drawn) in places.zip(documented(&output, "shuffle", &[number], limits)) {
            expected.swap(place, usize::try_from(drawn).expect("a place"));
        }
        assert_eq!(items, expected);
    }
}

#[test]
fn draws_are_the_beginning_of_a_shuffle_of_their_own() {
    for number in 0..20 {
        let output = output(number);
        for size in 1..20_u64 {
            for k in 0..=size {
                let mut all: Vec<u64> = (0..size).collect();
                let limits = (0..k).map(|place| size - place);
                for (place, drawn) in (0..).zip(documented(&output, "draw", &[k, size], limits)) {
                    all.swap(place, place + usize::try_from(drawn).expect("a place"));
                }
                all.truncate(usize::try_from(k).expect("small"));
                assert_eq!(output.draw(k, n(size)), Ok(all), "{k} of {size}");
            }
            let too_few = Err(DrawError::TooFew {
                k: size + 1,
                n: size,
            });
            assert_eq!(output.draw(size + 1, n(size)), too_few);
        }
    }
}

#[test]
fn a_labelled_output_is_that_of_the_documentation() {
    let output = output(1);
    for label in [&b""[..], b"first prize", &[0; 200]] {
        let input = [b"near-ecvrf/label", &output.bytes()[..], label].concat();
        let expected: [u8; 64] = Sha512::digest(input).into();
        assert_eq!(output.labelled(label).bytes(), &expected);
    }
}

/// Numbers that are not drawn take no memory: 2^64 - 1 numbers would exhaust it.
#[test]
fn more_than_a_bound_are_drawn_one_at_a_time_alone() {
    let output = output(2);
    let most = Output::MOST_DRAWN;
    let all = output
        .draw(most, n(u64::MAX))
        .expect("as many as the bound");
    assert_eq!(all.len() as u64, most);
    for k in [most + 1, u64::MAX] {
        let refused = output.draw(k, n(u64::MAX)).expect_err("above the bound");
        assert_eq!(refused, DrawError::TooMany { k, most });
        let mut draws = output.draws(k, n(u64::MAX)).expect("one at a time");
        assert_eq!(draws.size_hint().0 as u64, k);
        let limits = (0..3).map(|place| u64::MAX - place);
        let drawn = documented(&output, "draw", &[k, u64::MAX], limits);
        // Three draws from so many numbers find no entry that an earlier one moved.
        let expected: Vec<u64> = (0..)
            .zip(drawn)
            .map(|(place, drawn)| place + drawn)
            .collect();
        assert_eq!(draws.by_ref().take(3).collect::<Vec<_>>(), expected);
        assert_eq!(draws.size_hint().0 as u64, k - 3);
    }
    let mut two = output.draws(2, n(2)).expect("both");
    let both = [two.next(), two.next()].map(|it| it.expect("a number"));
    assert!(both == [0, 1] || both == [1, 0]);
    assert_eq!((two.next(), two.next()), (None, None));
}

const OUTPUTS: u64 = 24_000;

/// Checks that each of `results` results is about equally frequent.
#[track_caller]
fn as_often<T: Ord + std::fmt::Debug>(results: u64, result: impl Fn(&Output) -> T) {
    let mut counts = BTreeMap::new();
    for number in 0..OUTPUTS {
        *counts.entry(result(&output(number))).or_insert(0_u64) += 1;
    }
    assert_eq!(u64::try_from(counts.len()), Ok(results), "{counts:?}");
    // The margin exceeds five standard deviations of a binomial distribution.
    let (expected, margin) = (OUTPUTS / results, 5 * (OUTPUTS / results).isqrt());
    let is_near = |count: &u64| count.abs_diff(expected) <= margin;
    assert!(counts.values().all(is_near), "{counts:?}");
}

fn shuffled<const LENGTH: usize>(output: &Output) -> [usize; LENGTH] {
    let mut items = std::array::from_fn(|place| place);
    output.shuffle(&mut items);
    items
}

/// If the words depended on the purpose alone, a number below 2 would be the last bit of one below
/// 4, and the smaller of two draws would begin the larger: at most half of the pairs of results
/// would occur.
#[test]
fn draws_of_other_sizes_purposes_and_labels_are_independent() {
    let draw = |k, below| move |output: &Output| output.draw(k, n(below)).expect("enough");
    as_often(8, |it| (it.below(n(2)), it.below(n(4))));
    as_often(18, |it| (it.below(n(3)), it.below(n(6))));
    as_often(48, |it| (shuffled::<2>(it), shuffled::<4>(it)));
    as_often(18, |it| (draw(1, 3)(it), draw(2, 3)(it)));
    as_often(8, |it| (draw(1, 2)(it), draw(1, 4)(it)));
    as_often(8, |it| (it.below(n(2)), draw(1, 4)(it)));
    as_often(12, |it| (shuffled::<2>(it), draw(2, 3)(it)));
    as_often(9, |it| (it.below(n(3)), it.labelled(b"").below(n(3))));
    as_often(9, |it| {
        let [one, two] = [b"1", b"2"].map(|label| it.labelled(label));
        (one.below(n(3)), two.below(n(3)))
    });
}
