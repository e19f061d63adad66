//! `near-ed25519-bench vrf`: VRF proofs one by one, in constant and variable time, by batch equations
//! with one verdict for all, and by the lanes of `ed25519-lanes` with a verdict for each; in one run.

mod subjects;

use crate::machine::{Class, SERIAL};
use crate::measure::{Bound, Effort, Experiment, Findings, LANES, RecordedRow, Recording};
use ed25519_lanes::Backend;
use near_ed25519::output::Table;
use subjects::{ALPHA_BYTES, KEYS, ONE_BY_ONE, SIZES, rows};

/// The VRF proofs that every contender makes and verifies, for each number at once.
pub(crate) static EXPERIMENT: Experiment = Experiment {
    name: "vrf",
    usual: Effort::new(8, 12),
    quick: Effort::new(2, 2),
    examples: "Times depend on the machine: close other programs.\n\n\
    Examples:\n  near-ed25519-bench vrf --only 'variable time, ell2' \\\n      --only 'avx2, new keys, ell2'\n  \
    near-ed25519-bench vrf --quick \\\n      --json | jq '.rows[] | {name, us: (.columns[-1].least_ns / 1e3)}'",
    is_steady: false,
    rows,
    findings,
};

fn findings(measured: &Recording) -> anyhow::Result<Findings> {
    let share = |row: &str, size: &str| measured.ratio((row, size), (UNIT, "1"));
    let alone = table(measured, "a proof", &[1], 1, |it| it.group == ONE_BY_ONE)?;
    let at_once = table(measured, "proofs at once, us each", &SIZES, USUAL, |it| {
        it.group != ONE_BY_ONE
    })?;
    let caption = format!(
        "VRF proofs of {ALPHA_BYTES} bytes of alpha, by {KEYS} keys in rotation, in microseconds:"
    );
    let blocks = ["vrf one by one", "vrf on"];
    let mut findings = measured.findings(&caption, alone, blocks, UNIT, share)?;
    let blocks = &mut findings.blocks;
    blocks.push(("vrf at once", at_once.markdown()));
    if let Some(other) = &measured.without_avx2 {
        let title = "without AVX2, us each";
        let table = table(other, title, &SIZES, USUAL, is_shown_without_avx2)?;
        blocks.push(("vrf without AVX2", table.markdown()));
        blocks.push(("vrf without AVX2 on", other.measured_on()));
    }
    findings.bounds = bounds(measured);
    findings.below = Some(at_once);
    Ok(findings)
}

/// The unit of all ratios, at 1: a verification in constant time.
const UNIT: &str = "constant time, ell2";

/// The same in variable time.
const VARIABLE: &str = "variable time, ell2";

/// The number at once for which the table also has ratios.
const USUAL: usize = 64;

/// Bounds on the batch equation of the suite `ell2` with coefficients of the transcript, for these numbers at
/// once, relative to one verification in variable time. The pool's keys repeat, and each has one term.
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

/// The rows that `is_shown`, by the number at once, with the ratio to the unit at `shared`.
fn table(
    measured: &Recording,
    title: &str,
    sizes: &[usize],
    shared: usize,
    is_shown: fn(&RecordedRow) -> bool,
) -> anyhow::Result<Table> {
    let titles = sizes.iter().map(|size| match size {
        1 => "1, us".to_owned(),
        _ => size.to_string(),
    });
    let titles = [title.to_owned()].into_iter().chain(titles);
    let titles = titles.chain([format!("at {shared}, times {UNIT}")]);
    let name = |row: &RecordedRow| is_shown(row).then(|| row.name.clone());
    measured.table(titles, name, |row| {
        let us = |size: &usize| Some(format!("{:.2}", measured.times((row, size))?.us()));
        let share = measured.ratio((row, shared), (UNIT, 1));
        let share = share.map(|share| format!("{share:.3}"));
        Ok(sizes.iter().map(us).chain([share]).collect())
    })
}

/// The work on a processor without AVX2: near-ecvrf, and portable lanes.
fn is_shown_without_avx2(it: &RecordedRow) -> bool {
    let mut vectors = [Backend::Ifma, Backend::Avx2].into_iter();
    it.name.ends_with(", ell2") && !vectors.any(|by| it.name.starts_with(by.name()))
}

fn bounds(measured: &Recording) -> Vec<Bound> {
    // dalek's AVX2 shortens both: 0.751 on Zen 3.
    let at_most = match Class::of(&measured.run.machine) {
        Class::Avx2 => 0.80,
        _ => 0.68,
    };
    let of_one = format!("{VARIABLE}, times {UNIT}");
    let mut bounds = vec![measured.bound(of_one, at_most, [[(VARIABLE, 1), (UNIT, 1)]])];
    let [transcript, random] =
        ["deterministic", "random"].map(|it| format!("{it} coefficients, ell2"));
    for (size, at_most) in TOGETHER {
        let name = format!("{size} at once: {transcript}, times {VARIABLE}");
        let [by_transcript, by_random] =
            [&transcript, &random].map(|it| measured.ratio((&**it, size), (VARIABLE, 1)));
        let more = by_transcript.zip(by_random).map(|(it, random)| it - random);
        let added = format!("{name}, above {random}");
        bounds.push(Bound::new(name, at_most, by_transcript));
        bounds.push(Bound::new(added, OF_TRANSCRIPT, more));
    }
    let is_serial = measured.run.machine.dalek_backend == SERIAL;
    let without_avx2 = measured.without_avx2.as_deref();
    let without_avx2 = without_avx2.or(is_serial.then_some(measured));
    for (backend, at_most) in LANES.into_iter().zip(IN_LANES) {
        let (its, on) = match (backend, without_avx2) {
            (Backend::Portable, None) => continue,
            (Backend::Portable, Some(its)) => {
                let cpu = &its.run.machine.cpu;
                (its, format!(", without AVX2 on {cpu}"))
            }
            _ => (measured, String::new()),
        };
        let row = format!("{backend}, new keys, ell2");
        let sizes = SIZES.into_iter().filter(|size| *size >= ENOUGH);
        let ratios = sizes.map(|size| [(&*row, size), (UNIT, 1)]);
        let name = format!("the worst number at once from {ENOUGH} on: {row}, times {UNIT}{on}");
        bounds.push(its.bound(name, at_most, ratios));
    }
    bounds
}
