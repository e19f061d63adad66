//! Each item's verdict and output are near-ecvrf's and those published.

use super::clauses::valid_by;
use super::function::VERDICT;
use super::items::Item;
use crate::contract::{Call, Contracts, Observed};
use crate::inputs::expected;
use crate::network::{BatchItem as _, Place, encode};
use crate::references::Judged;
use near_ecvrf::Suite;
use requirements::odd_points::plus_order;
use requirements::{peers, small_order};

/// Items in a call, of many.
const ITEMS: usize = 300;

/// The published vectors of a suite, all of them valid, and their outputs.
fn published(suite: Suite) -> Option<(Vec<Item>, Vec<Vec<u8>>)> {
    let vectors = peers::vrf::vectors()?;
    assert_eq!(vectors.len(), 51);
    let of_suite = vectors.into_iter().filter(|it| it.suite == suite.code());
    Some(
        of_suite
            .map(|it| {
                let item = Item {
                    suite,
                    public_key: it.public_key,
                    proof: it.proof,
                    alpha: it.alpha,
                };
                (item, it.output)
            })
            .unzip(),
    )
}

/// Proofs of real blocks, each for its input and for others, which it does not prove; with their verdicts.
fn of_real_blocks() -> Option<Vec<(Item, Vec<u8>)>> {
    let mut judged = Vec::new();
    for header in peers::vrf::headers()? {
        let mut push = |alpha, verdict| {
            let item = Item {
                suite: Suite::Draft03,
                public_key: header.public_key,
                proof: header.proof.clone(),
                alpha,
            };
            judged.push((item, verdict));
        };
        push(header.alpha, [&[1], &header.output[..]].concat());
        for alpha in header.wrong {
            push(alpha, vec![0; VERDICT]);
        }
    }
    Some(judged)
}

/// Proofs on which implementations differ: an `s` that is not reduced, and keys and Gamma of small order
/// in all encodings; last of all a valid one.
fn odd(suite: Suite) -> Vec<Item> {
    let valid = Item::valid_by(suite.code().into(), 0, 12);
    let mut odd = Vec::new();
    let s = valid.proof.len() - 32;
    for times in 1..8 {
        let reduced: [u8; 32] = valid.proof[s..].try_into().expect("32 bytes");
        if let Some(more) = plus_order(reduced, times) {
            let mut item = valid.clone();
            item.proof[s..].copy_from_slice(&more);
            odd.push(item);
        }
    }
    for encoding in small_order::encodings() {
        let mut item = valid.clone();
        item.public_key = encoding;
        odd.push(item);
        let mut item = valid.clone();
        item.proof[..32].copy_from_slice(&encoding);
        odd.push(item);
    }
    odd.push(valid);
    odd
}

impl Judged for Item {
    fn batches() -> Vec<(u64, Vec<Self>)> {
        let of_suites = Suite::ALL.into_iter().map(|suite| {
            let published = published(suite).map_or_else(Vec::new, |(items, _)| items);
            [odd(suite), valid_by(suite, 30, 25), published].concat()
        });
        let mut batches: Vec<_> = of_suites.collect();
        let of_blocks = of_real_blocks().into_iter().flatten().map(|(item, _)| item);
        let of_blocks: Vec<_> = of_blocks.collect();
        batches.extend(of_blocks.chunks(ITEMS).map(<[Self]>::to_vec));
        let by_suite = |items: Vec<Self>| (items[0].suite.code().into(), items);
        batches.into_iter().map(by_suite).collect()
    }
}

/// One call for these items, by the suite of the first; it is as near-ecvrf judges them.
#[track_caller]
fn agree(contracts: &mut Contracts<Item>, items: &[Item]) -> Observed {
    let choice = items[0].suite.code().into();
    let observed = contracts.call(&Call::on(Place::Memory, choice, encode(items)));
    assert_eq!(observed, expected(Place::Memory, items, choice));
    observed
}

#[test]
fn published_proofs_have_their_published_outputs() {
    let mut contracts = Contracts::deploy();
    for suite in Suite::ALL {
        let Some((items, outputs)) = published(suite) else {
            return;
        };
        let (accepted, register) = agree(&mut contracts, &items).result.expect("well-formed");
        assert_eq!(accepted, items.len() as u64, "{suite}");
        for (verdict, output) in register.chunks(VERDICT).zip(outputs) {
            assert_eq!(verdict, [&[1], &output[..]].concat(), "{suite}");
        }
    }
}

#[test]
fn odd_proofs_are_judged_as_near_ecvrf_does() {
    let mut contracts = Contracts::deploy();
    for suite in Suite::ALL {
        let items = odd(suite);
        let (accepted, _) = agree(&mut contracts, &items).result.expect("well-formed");
        // draft-03 alone reduces s: of those that differ by a multiple of the order all are accepted.
        let reduced = items.len() as u64 - 2 * small_order::encodings().len() as u64 - 1;
        assert!(reduced > 0);
        let expected = if suite == Suite::Draft03 {
            1 + reduced
        } else {
            1
        };
        assert_eq!(accepted, expected, "{suite}");
    }
}

#[test]
fn proofs_of_real_blocks_have_their_outputs_and_others_none() {
    let Some(judged) = of_real_blocks() else {
        return;
    };
    let mut contracts = Contracts::deploy();
    for judged in judged.chunks(ITEMS) {
        let (items, verdicts): (Vec<_>, Vec<_>) = judged.iter().cloned().unzip();
        let (_, register) = agree(&mut contracts, &items).result.expect("well-formed");
        assert_eq!(register, verdicts.concat());
    }
}
