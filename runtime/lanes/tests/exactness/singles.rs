//! Single signatures by each backend, with tables of their keys and without: the cases of the long
//! runs that `bash .ci/exactness` makes and records.

use crate::case::Case;
use crate::entry_point::EntryPoint;
use crate::judge::{Judge, Judged};
use crate::reference::first_accepts;
use crate::strategy::cases;
use ed25519_lanes::{Backend, KeyTables, Layout, Rule, Verifier};
use fuzz::{Target, fuzz};
use proptest::prelude::*;
use std::rc::Rc;

/// Sources that verify a single signature.
const SOURCES: &[&str] = &[
    "runtime/lanes/src/backend",
    "runtime/lanes/src/cofactor.rs",
    "runtime/lanes/src/combine.rs",
    "runtime/lanes/src/curve",
    "runtime/lanes/src/hash",
    "runtime/lanes/src/item.rs",
    "runtime/lanes/src/single",
    "runtime/lanes/src/tables",
    "runtime/lanes/src/verifier.rs",
];

/// Cap on the tables' memory, bytes: most keys of the strategy fit.
const BYTE_CAP: usize = 32 << 20;

/// A backend that verifies in its own way, with the targets of its runs.
struct Path {
    backend: Backend,
    random: Target,
    guided: Target,
}

const fn path(backend: Backend, random: &'static str, guided: &'static str) -> Path {
    Path {
        backend,
        random: Target::new(random, 1_000).of_code(SOURCES),
        guided: Target::new(guided, 0).of_code(SOURCES),
    }
}

const PATHS: [Path; 3] = [
    path(Backend::Ifma, "lanes_one_ifma", "lanes_one_ifma_guided"),
    path(Backend::Avx2, "lanes_one_avx2", "lanes_one_avx2_guided"),
    path(
        Backend::Portable,
        "lanes_one_portable",
        "lanes_one_portable_guided",
    ),
];

/// Judges every case by both rules, with tables of its key and without.
fn judge(path: &Path, target: Target) {
    let verifier = Verifier::with_backend(path.backend).ok();
    let Some(verifier) = requirements::backend(path.backend.name(), verifier) else {
        return;
    };
    // Both rules share them.
    let tables = Rc::new(KeyTables::new(Layout::MEDIUM, BYTE_CAP));
    let mut judges = [Rule::Nep364, Rule::Zip215].map(|rule| {
        let with_tables = EntryPoint::each_with_tables(verifier, Rc::clone(&tables));
        Judge::of(rule, vec![EntryPoint::each(verifier), with_tables])
    });
    let tally = fuzz!(target, cases().no_shrink(), |case: Case| {
        let verdicts = judges.each_mut().map(|judge| {
            let is_accepted = first_accepts(judge.rule(), &case);
            let case = case.clone();
            judge.batch([&Judged { case, is_accepted }]);
            is_accepted
        });
        Ok(match verdicts {
            [true, true] => "accepted",
            [false, true] => "accepted by ZIP-215 alone",
            [true, false] => "accepted by NEP-364 alone",
            [false, false] => "refused",
        })
    });
    tally.reaches(&["accepted", "accepted by ZIP-215 alone", "refused"], 20);
}

/// The path of the backend that `FUZZ_BACKEND` names.
fn named() -> Option<Path> {
    let name = std::env::var("FUZZ_BACKEND").ok()?;
    let found = PATHS.into_iter().find(|path| path.backend.name() == name);
    Some(found.unwrap_or_else(|| panic!("FUZZ_BACKEND is {name:?}: no backend with lanes")))
}

#[test]
fn every_path_gives_the_references_verdict() {
    for path in named().map_or_else(|| PATHS.into(), |path| vec![path]) {
        let target = match cfg!(fuzzing) {
            true => path.guided,
            false => path.random,
        };
        judge(&path, target);
    }
}

/// The long runs with vectors are complete; that of portable code goes on.
#[test]
fn long_runs_are_of_this_code() {
    const ENOUGH: u64 = 10_000_000;
    let [ifma, avx2, portable] = PATHS;
    assert!(ifma.random.recorded().cases >= ENOUGH);
    assert!(avx2.random.recorded().cases >= ENOUGH);
    assert!(portable.random.recorded().cases > 0);
}
