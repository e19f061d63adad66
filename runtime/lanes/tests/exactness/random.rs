//! Random cases, in batches of every size: an item's verdict depends neither on its place nor on the other items.

use crate::by_each_rule;
use crate::case::Case;
use crate::judge::Judge;
use crate::strategy::cases;
use ed25519_lanes::Rule;
use proptest::prelude::*;
use requirements::fuzzing::{Target, fuzz};

/// Cases of each rule in CI: they fill 70 batches, of sizes far apart. The long run fills batches of
/// every size.
const CASES: u32 = 10_000;

/// Compares every entry point with the references, on the same cases.
fn each_has_the_references_verdict(rule: Rule) {
    let target = match rule {
        Rule::Nep364 => Target::new("lanes_nep_364", CASES),
        Rule::Zip215 => Target::new("lanes_zip_215", CASES),
    };
    let mut judge = Judge::of_all(rule);
    // A batch fails at its last case, so shrinking that case explains nothing.
    let tally = fuzz!(target, cases().no_shrink(), |case: Case| {
        let is_signed = case.made == "signed";
        Ok(match (judge.take(case), is_signed) {
            (true, true) => "accepted as signed",
            (true, false) => "accepted though changed",
            (false, true) => "refused as signed",
            (false, false) => "refused as changed",
        })
    });
    judge.finish();
    judge.batch([]);
    tally.reaches(
        &[
            "accepted as signed",
            "refused as signed",
            "refused as changed",
        ],
        10,
    );
}

by_each_rule! { each_has_the_references_verdict }
