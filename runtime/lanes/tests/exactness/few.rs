//! A few cases on the portable backend: Miri takes minutes for them (`bash .ci/miri`).

use crate::by_each_rule;
use crate::case::Case;
use crate::entry_point::{EntryPoint, Way, tables};
use crate::judge::{Judge, Judged};
use curve25519_dalek::Scalar;
use ed25519_lanes::{Backend, Layout, Rule, Verifier};
use requirements::odd_points::{Point, of_small_order, plus_order, undecodable};

fn one_of_each_kind(rule: Rule) {
    let [a, r] = [3, 5_u8].map(|logarithm| Point::of(Scalar::from(logarithm)));
    let good = Case::signed(&a, &r, b"a message");
    let no_points = undecodable();
    let mut other_message = good.clone();
    other_message.message.push(0);
    let mut other_r = good.clone();
    other_r.signature[..32].copy_from_slice(&no_points[0].bytes);
    let large_s = plus_order(good.s(), 1).expect("it fits");
    let small = of_small_order();
    let cases = [
        good.clone(),
        other_message,
        good.clone().with_s(large_s),
        other_r,
        Case::signed(&no_points[1], &r, b""),
        Case::signed(&small[1], &small[13], b""),
        Case::signed(&Point::mixed(Scalar::from(3_u8), 1), &r, &[7; 200]),
    ];
    let batch = cases.map(|case| Judged::by(rule, case));
    let forced = Verifier::forced(Backend::Portable).expect("it needs nothing");
    // Without tables, and with tables of some keys.
    let portable =
        [Way::Many, Way::ManyWith].map(|way| EntryPoint::new(forced, way, &tables(Layout::SMALL)));
    let judge = Judge::of(rule, portable.into());
    judge.batch(&batch);
    judge.batch(batch.iter().take(1));
    judge.batch(batch.iter().chain(&batch).take(9));
}

by_each_rule! { one_of_each_kind }
