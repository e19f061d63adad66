//! Every case on every backend, compared; and a document with nearcore's answers.
#![allow(clippy::panic, reason = "a test fails by panicking")]

use crate::bound::{self, CPU_SECONDS};
use crate::case::Case;
use crate::child::{self, Answer, Report};
use crate::contracts::groups;
use expect_test::expect_file;
use near_runtime_ext::Backend;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::{iter, thread};
use test_support::everywhere::BACKENDS;
use test_support::process::Used;

/// Simultaneous processes: a small machine's memory allows no more.
const WORKERS: usize = 2;

#[test]
fn every_case_has_a_name_of_its_own() {
    let groups = groups();
    let cases = || groups.iter().flat_map(|(_, cases)| cases);
    let names: BTreeSet<_> = cases().map(|case| &case.name).collect();
    assert_eq!(names.len(), cases().count());
}

#[test]
fn every_hostile_contract_ends_as_on_nearcore_and_within_the_limits() {
    let groups = groups();
    let cases: Vec<_> = groups.iter().flat_map(|(_, cases)| cases).collect();
    let results = in_processes(&cases);
    let complaints: Vec<_> = cases
        .iter()
        .zip(&results)
        .flat_map(|(case, result)| complaints(case, result))
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));

    let mut results = results.iter();
    let mut document = String::new();
    for (title, cases) in &groups {
        document += &format!("### {title}\n\n| contract | answer | gas burnt |\n|---|---|---|\n");
        for case in cases {
            let [Ok(nearcore), ..] = &results.next().expect("a result of each case")[..] else {
                panic!("{}: complained of above", case.name);
            };
            document += &row(&case.name, &nearcore.answer);
        }
        document.push('\n');
    }
    expect_file!["./outcomes.md"].assert_eq(document.trim_end());
}

/// The reports of a case, the oracle's first.
pub(crate) type Reports = Vec<Result<Report, String>>;

/// Runs a case on every backend, the oracle first, and prints the resources of each run. A run on
/// another backend is killed at a bound that depends on the oracle's resources.
pub(crate) fn reports(case: &Case) -> Reports {
    let mut cpu_seconds = CPU_SECONDS;
    let run = BACKENDS.iter().map(|&backend| {
        let report = child::run(backend, case, cpu_seconds);
        let used = match &report {
            Ok(Report { used, .. }) => {
                if backend == BACKENDS[0] {
                    cpu_seconds = bound::cpu_seconds(used);
                }
                let Used { peak_mib, cpu_ms } = used;
                format!("{peak_mib} MiB, {cpu_ms} ms")
            }
            Err(died) => died.clone(),
        };
        println!("{backend}: {}: {used}", case.name);
        report
    });
    run.collect()
}

/// The reports of every case.
fn in_processes(cases: &[&Case]) -> Vec<Reports> {
    let queue = Mutex::new(cases.iter().enumerate());
    let next = || queue.lock().expect("no panic").next();
    let work = || iter::from_fn(next).map(|(index, case)| (index, reports(case)));
    let done: BTreeMap<_, _> = thread::scope(|scope| {
        let workers = [(); WORKERS].map(|()| scope.spawn(|| work().collect::<Vec<_>>()));
        let done = workers.map(|worker| worker.join().expect("no panic"));
        done.into_iter().flatten().collect()
    });
    done.into_values().collect()
}

/// The violations in a case's runs.
pub(crate) fn complaints(case: &Case, reports: &Reports) -> Vec<String> {
    let of = |(backend, report): (&Backend, &Result<Report, String>)| {
        let what = match (report, &reports[0]) {
            (Err(died), _) => died.clone(),
            (Ok(_), Err(_)) => return None, // the oracle's death is reported already
            (Ok(Report { answer, .. }), Ok(oracle)) if *answer != oracle.answer => {
                format!("\n  {answer:?}\n  {:?}", oracle.answer)
            }
            (Ok(report), Ok(oracle)) => bound::complaint(&report.used, &oracle.used)?,
        };
        Some(format!("{backend}: {}: {what}", case.name))
    };
    BACKENDS.iter().zip(reports).filter_map(of).collect()
}

/// A row of the document.
fn row(name: &str, answer: &Answer) -> String {
    let failure = answer.failure.as_deref().map(shortened);
    let failure = failure.unwrap_or("succeeds".to_owned());
    format!("| {name} | `{failure}` | {} |\n", answer.burnt_gas)
}

/// The beginning of an error that quotes the contract's message.
fn shortened(failure: &str) -> String {
    const CHARACTERS: usize = 120;
    let failure = failure.replace('`', "'");
    match failure.char_indices().nth(CHARACTERS) {
        Some((end, _)) => format!("{}...", &failure[..end]),
        None => failure,
    }
}
