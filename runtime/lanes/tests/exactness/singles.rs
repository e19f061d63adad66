//! Single signatures on each backend, with and without tables of their keys. `bash .ci/exactness`
//! makes and records long runs of these cases.

use crate::case::Case;
use crate::entry_point::{EntryPoint, Way};
use crate::judge::{Judge, Judged};
use crate::reference::first_accepts;
use crate::strategy::{cases, uniform};
use ed25519_lanes::{Backend, KeyTables, Layout, Rule, Verifier};
use proptest::prelude::*;
use requirements::fuzzing::{AVX2, IFMA, LANES, PORTABLE, Tally, Target, VECTORS, fuzz};
use std::rc::Rc;

/// Source files that verify a single signature, besides [`LANES`].
const SINGLE: &[&str] = &[
    "runtime/lanes/src/cofactor.rs",
    "runtime/lanes/src/hash",
    "runtime/lanes/src/item.rs",
    "runtime/lanes/src/single",
];

/// Largest memory of tables, bytes: most keys of the strategy fit.
const BYTE_CAP: usize = 32 << 20;

/// A backend with its own code for single signatures, and the targets of its runs.
struct Path {
    backend: Backend,
    random: Target,
    guided: Target,
}

/// The path of a backend with this name and these sources.
macro_rules! path {
    ($backend:ident, $name:literal, $sources:expr) => {
        Path {
            backend: Backend::$backend,
            random: Target::new(concat!("lanes_one_", $name), 1_000).of_code($sources),
            guided: Target::new(concat!("lanes_one_", $name, "_guided"), 0).of_code($sources),
        }
    };
}

const PATHS: [Path; 3] = [
    path!(Ifma, "ifma", &[LANES, SINGLE, VECTORS, IFMA]),
    path!(Avx2, "avx2", &[LANES, SINGLE, VECTORS, AVX2]),
    path!(Portable, "portable", &[LANES, SINGLE, PORTABLE]),
];

/// The path of the backend that `FUZZ_BACKEND` names, or all paths that this processor has.
fn paths() -> Vec<(Path, Verifier)> {
    let name = std::env::var("FUZZ_BACKEND").unwrap_or_else(|_| "all".to_owned());
    let is_named = |path: &Path| name == "all" || name == path.backend.name();
    assert!(
        PATHS.iter().any(is_named),
        "FUZZ_BACKEND is {name:?}: no backend with lanes"
    );
    let named = PATHS.into_iter().filter(is_named);
    let available = named.filter_map(|path| {
        let verifier = Verifier::with_backend(path.backend).ok();
        let verifier = requirements::backend(path.backend.name(), verifier)?;
        Some((path, verifier))
    });
    available.collect()
}

/// Each path verifies every case by both rules, with tables of its key and without.
fn judge(target: Target, paths: &[(Path, Verifier)], cases: impl Strategy<Value = Case>) -> Tally {
    // Both rules share the tables.
    let ways = paths.iter().flat_map(|(_, verifier)| {
        let tables = Rc::new(KeyTables::new(Layout::MEDIUM, BYTE_CAP));
        [Way::One, Way::OneWith].map(|way| (*verifier, way, Rc::clone(&tables)))
    });
    let ways: Vec<_> = ways.collect();
    let judges = [Rule::Nep364, Rule::Zip215].map(|rule| {
        let entry_points = ways.iter();
        let entry_points = entry_points.map(|(it, way, tables)| EntryPoint::new(*it, *way, tables));
        Judge::of(rule, entry_points.collect())
    });
    fuzz!(target, cases, |case: Case| {
        let verdicts = judges.each_ref().map(|judge| {
            let is_accepted = first_accepts(judge.rule, &case);
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
    })
}

#[test]
fn every_path_gives_the_references_verdict() {
    let paths = paths();
    let Some((first, _)) = paths.first() else {
        return; // this processor lacks the one that is named
    };
    let target = match cfg!(fuzzing) {
        true => first.guided,
        false => first.random,
    };
    let tally = judge(target, &paths, cases().no_shrink());
    tally.reaches(&["accepted", "accepted by ZIP-215 alone", "refused"], 20);
    for (path, _) in &paths[1..] {
        path.random.also_ran(&tally);
    }
}

/// `.ci/mutants` shows that these cases do not find rare defects.
#[test]
fn uniformly_random_signatures_have_the_references_verdict() {
    let paths = paths();
    if paths.is_empty() {
        return; // this processor lacks the one that is named
    }
    let target = Target::new("lanes_uniform", 1_000);
    let tally = judge(target, &paths, uniform().no_shrink());
    tally.reaches(&["accepted", "refused"], 20);
}

/// The long runs are complete: ten million random cases, and an hour of processor time.
#[test]
fn long_runs_are_of_this_code() {
    const CASES: u32 = 10_000_000;
    const SECONDS: u64 = 3_600;
    for Path { random, guided, .. } in PATHS {
        assert!(random.recorded().cases >= CASES, "{}", random.name());
        let seconds = guided.recorded().cpu_seconds;
        assert!(seconds >= Some(SECONDS), "{}", guided.name());
    }
}
