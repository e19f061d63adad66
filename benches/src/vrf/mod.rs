//! `near-ed25519-bench vrf`: VRF proofs one by one, in constant and variable time, by batch equations
//! with one verdict for all, and by the lanes of `ed25519-lanes` with a verdict for each; in one run.

mod subjects;

use crate::contender::Rotation;
use crate::machine::{Class, SERIAL};
use crate::measure::{
    Bench, Bound, Clock, Effort, Experiment, Findings, LANES, Measured, Subject as _, kept, ready,
};
use ed25519_lanes::Backend;
use ed25519_lanes::VrfSuite::Ell2;
use near_ed25519::output::Table;
use std::collections::HashMap;
use std::path::Path;
use subjects::{ALPHA_BYTES, Cell, KEYS, SIZES, Subject, TIMED, Work, pool, subjects};

/// The VRF proofs that every contender makes and verifies, for each number at once.
pub(crate) struct Vrf;

impl Experiment for Vrf {
    type Cell = Cell;
    const NAME: &'static str = "vrf";
    const USUAL: Effort = Effort::new(8, 12);
    const EXAMPLES: &'static str = "Times depend on the machine: close other programs.\n\n\
    Examples:\n  near-ed25519-bench vrf --only 'variable time, ell2' \\\n      --only 'avx2, new keys, ell2'\n  \
    near-ed25519-bench vrf --quick \\\n      --json | jq '.rows[] | {name, us: (.columns[-1].least_ns / 1e3)}'";

    fn cells() -> Vec<Cell> {
        let cells = subjects().into_iter().flat_map(|subject| {
            let sizes: &[usize] = match (subject.work, subject.suite) {
                (work, _) if work.is_one_by_one() => &[1],
                (Work::Deterministic | Work::Random, _) => &[1, 4, 16, 64, 256, 1_024],
                (_, Ell2) => &SIZES,
                _ => &[1, 8, 64, 256],
            };
            sizes.iter().map(move |size| subject.at(*size))
        });
        cells.collect()
    }

    fn bench(cells: &[Cell], _: &Path) -> anyhow::Result<Bench<Cell>> {
        let mut pools = HashMap::new();
        ready(cells, Cell::subject, |subject| {
            let pool = kept(&mut pools, subject.suite, |suite| Ok(pool(suite)))?;
            let mut contender = subject.contender(&pool)?;
            Ok(move |Cell { at: size, .. }, clock: &mut Clock| {
                let rotation = Rotation::of(size);
                rotation.turn(&mut contender, &pool[TIMED], clock, |_, _| Ok(()))
            })
        })
    }

    fn findings(measured: &Measured<'_, Cell>) -> anyhow::Result<Findings> {
        let share = |cell| measured.ratio(cell, UNIT.at(1));
        let alone = table(measured, "a proof", &[1], 1, |it| it.work.is_one_by_one())?;
        let at_once = table(measured, "proofs at once, us each", &SIZES, USUAL, |it| {
            !it.work.is_one_by_one()
        })?;
        let caption = format!(
            "VRF proofs of {ALPHA_BYTES} bytes of alpha, by {KEYS} keys in rotation, in microseconds:"
        );
        let blocks = ["vrf one by one", "vrf on"];
        let unit = UNIT.to_string();
        let mut findings = measured.findings(&caption, alone, blocks, &unit, share)?;
        let blocks = &mut findings.blocks;
        blocks.push(("vrf at once", at_once.markdown()));
        if let Some(other) = &measured.without_avx2 {
            let title = "without AVX2, us each";
            let table = table(other, title, &SIZES, USUAL, is_shown_without_avx2)?;
            blocks.push(("vrf without AVX2", table.markdown()));
            blocks.push(("vrf without AVX2 on", other.recording.measured_on()));
        }
        findings.bounds = bounds(measured);
        findings.below = Some(at_once);
        Ok(findings)
    }
}

/// The unit of all ratios: a verification in constant time.
const UNIT: Subject = Work::ConstantTime.of(Ell2);

/// The number at once for which the table also has ratios.
const USUAL: usize = 64;

/// Bounds on [`Ell2`]'s batch equation with coefficients of the transcript, for these numbers at
/// once, relative to one verification in variable time. The keys of the [pool] repeat:
/// each has one term.
const TOGETHER: [(usize, f64); 2] = [(USUAL, 0.64), (256, 0.58)];

/// The most that coefficients of the transcript may add to that ratio.
const OF_TRANSCRIPT: f64 = 0.02;

/// The number at once from which lanes keep their bounds.
const ENOUGH: usize = 8;

/// Bounds on new keys by [`LANES`], for every number at once from [`ENOUGH`] on, relative to one
/// verification in constant time. The first two are as measured: dalek 5 multiplies by AVX-512 here
/// (`.cargo/config.toml`), which shortens the unit, and the second backend does not have it. The
/// third is for a build [without AVX2](SERIAL), since portable lanes are chosen only where there is
/// none.
const IN_LANES: [f64; 3] = [0.27, 0.77, 0.62];

/// The rows of the work that `is_shown`, by the number at once, with the ratio to the unit at
/// `shared`.
fn table(
    measured: &Measured<'_, Cell>,
    title: &str,
    sizes: &[usize],
    shared: usize,
    is_shown: fn(Subject) -> bool,
) -> anyhow::Result<Table> {
    let titles = sizes.iter().map(|size| match size {
        1 => "1, us".to_owned(),
        _ => size.to_string(),
    });
    let titles = [title.to_owned()].into_iter().chain(titles);
    let titles = titles.chain([format!("at {shared}, times {UNIT}")]);
    let name = |Cell { subject, .. }| is_shown(subject).then(|| subject.to_string());
    measured.table(titles, name, |Cell { subject, .. }| {
        let us = |size: &usize| Some(format!("{:.2}", measured.times(subject.at(*size))?.us()));
        let share = measured.ratio(subject.at(shared), UNIT.at(1));
        let share = share.map(|share| format!("{share:.3}"));
        Ok(sizes.iter().map(us).chain([share]).collect())
    })
}

/// The work on a processor without AVX2: near-ecvrf, and portable lanes.
fn is_shown_without_avx2(it: Subject) -> bool {
    let vectors = |by| by != Backend::Portable;
    let needs_vectors = matches!(it.work, Work::NewKeys(by) | Work::Known(by) if vectors(by));
    it.suite == Ell2 && !needs_vectors
}

fn bounds(measured: &Measured<'_, Cell>) -> Vec<Bound> {
    let variable = Work::VariableTime.of(Ell2);
    let [transcript, random] = [Work::Deterministic, Work::Random].map(|work| work.of(Ell2));
    let of_one = format!("{variable}, times {UNIT}");
    // dalek's AVX2 shortens both: 0.751 on Zen 3.
    let at_most = match Class::of(&measured.recording.run.machine) {
        Class::Avx2 => 0.80,
        _ => 0.68,
    };
    let mut bounds = vec![measured.bound(of_one, at_most, &[(variable.at(1), UNIT.at(1))])];
    for (size, at_most) in TOGETHER {
        let name = format!("{size} at once: {transcript}, times {variable}");
        let [by_transcript, by_random] =
            [transcript, random].map(|it| measured.ratio(it.at(size), variable.at(1)));
        let more = by_transcript.zip(by_random).map(|(it, random)| it - random);
        let added = format!("{name}, above {random}");
        bounds.push(Bound::new(name, at_most, by_transcript));
        bounds.push(Bound::new(added, OF_TRANSCRIPT, more));
    }
    let is_serial = measured.recording.run.machine.dalek_backend == SERIAL;
    let without_avx2 = measured.without_avx2.as_deref();
    let without_avx2 = without_avx2.or(is_serial.then_some(measured));
    for (backend, at_most) in LANES.into_iter().zip(IN_LANES) {
        let (its, on) = match (backend, without_avx2) {
            (Backend::Portable, None) => continue,
            (Backend::Portable, Some(its)) => {
                let cpu = &its.recording.run.machine.cpu;
                (its, format!(", without AVX2 on {cpu}"))
            }
            _ => (measured, String::new()),
        };
        let row = Work::NewKeys(backend).of(Ell2);
        let sizes = SIZES.into_iter().filter(|size| *size >= ENOUGH);
        let ratios: Vec<_> = sizes.map(|size| (row.at(size), UNIT.at(1))).collect();
        let name = format!("the worst number at once from {ENOUGH} on: {row}, times {UNIT}{on}");
        bounds.push(its.bound(name, at_most, &ratios));
    }
    bounds
}
