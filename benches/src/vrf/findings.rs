//! Findings of `vrf measure`: the time of a proof one by one and by the number at once, beside one in
//! constant time, and the bounds.

use super::pool::{ALPHA_BYTES, KEYS};
use super::subjects::{BACKENDS, Subject, Work, subjects};
use super::{ALONE, SIZES};
use crate::machine::SERIAL;
use crate::measure::bound::{Bound, largest};
use crate::measure::experiment::Findings;
use crate::measure::recording::Recording;
use crate::measure::row::Row;
use ed25519_lanes::Backend;
use ed25519_lanes::VrfSuite::Ell2;
use near_ed25519::output::Table;

/// For this number at once the table has ratios too.
const USUAL: &str = "64";

/// Bounds on [`Ell2`]'s batch equation with coefficients of the transcript, for this many at once, beside one
/// verification in variable time. The keys of the [pool](super::pool) come again: each has one term.
const TOGETHER: [(&str, f64); 2] = [(USUAL, 0.64), ("256", 0.58)];

/// What coefficients of the transcript may add to that ratio.
const OF_TRANSCRIPT: f64 = 0.02;

/// From this number at once on, lanes keep their bounds.
const ENOUGH: usize = 8;

/// Bounds on new keys by [`BACKENDS`], whatever the number at once from [`ENOUGH`] on, beside one
/// verification in constant time. The first two are as measured: dalek 5 multiplies by AVX-512 here
/// (`.cargo/config.toml`), which makes the unit short, and the second backend does without. The third is of a
/// build [without AVX2](SERIAL), since portable lanes are chosen only where there is none.
const IN_LANES: [f64; 3] = [0.27, 0.77, 0.62];

/// The unit of all ratios: a verification in constant time.
fn unit() -> String {
    Work::ConstantTime.row(Ell2)
}

/// The rows of the work that `is_shown`, by the number at once, and one of those numbers beside the unit.
fn table(
    recording: &Recording,
    title: &str,
    sizes: &[usize],
    shared: &str,
    is_shown: impl Fn(&Subject) -> bool,
) -> anyhow::Result<Table> {
    let unit = unit();
    let titles = sizes.iter().map(|size| match size {
        1 => "1, us".to_owned(),
        _ => size.to_string(),
    });
    let titles = [title.to_owned()].into_iter().chain(titles);
    let titles = titles.chain([format!("at {shared}, times {unit}")]);
    let subjects = subjects();
    let name = |name: &str| {
        let is_it = |(row, it): &&(Row, Subject)| row.name == name && is_shown(it);
        subjects.iter().find(is_it).map(|_| name.to_owned())
    };
    recording.table(titles, name, |Row { name, .. }| {
        let us = |size: &usize| {
            let times = recording.times(name, &size.to_string());
            times.map_or_else(String::new, |times| format!("{:.2}", times.least_ns / 1e3))
        };
        let share = recording.beside([name, shared], [&unit, ALONE]);
        let share = share.map_or_else(String::new, |share| format!("{share:.3}"));
        Ok(sizes.iter().map(us).chain([share]).collect())
    })
}

pub(super) fn of(recording: &Recording) -> anyhow::Result<Findings> {
    let unit = unit();
    let share = |row: &str, size: &str| recording.beside([row, size], [&unit, ALONE]);
    let is_one_by_one = |it: &Subject| it.work.is_one_by_one();
    let alone = table(recording, "a proof", &[1], ALONE, is_one_by_one)?;
    let at_once = table(recording, "proofs at once, us each", &SIZES, USUAL, |it| {
        !is_one_by_one(it)
    })?;
    let mut blocks = vec![
        ("vrf one by one", alone.markdown()),
        ("vrf at once", at_once.markdown()),
        ("vrf on", recording.measured_on()),
    ];
    if let Some(other) = &recording.without_avx2 {
        let title = "without AVX2, us each";
        let table = table(other, title, &SIZES, USUAL, is_shown_without_avx2)?;
        blocks.push(("vrf without AVX2", table.markdown()));
        blocks.push(("vrf without AVX2 on", other.measured_on()));
    }
    Ok(Findings {
        caption: format!(
            "VRF proofs of {ALPHA_BYTES} bytes of alpha, by {KEYS} keys in rotation, in microseconds: \
             the least of {} processes",
            recording.run.effort.launches
        ),
        bounds: bounds(recording),
        blocks,
        json: recording.rows_json_by(&unit, share)?,
        table: alone,
        below: Some(at_once),
        ..Findings::default()
    })
}

/// What a processor without AVX2 has: near-ecvrf, and portable lanes.
fn is_shown_without_avx2(it: &Subject) -> bool {
    it.suite == Ell2 && it.work.backend().is_none_or(|it| it == Backend::Portable)
}

fn bounds(recording: &Recording) -> Vec<Bound> {
    let (constant, variable) = (unit(), Work::VariableTime.row(Ell2));
    let [transcript, random] = [Work::Deterministic, Work::Random].map(|work| work.row(Ell2));
    let share = |row: &str, size: &str, unit: &str| recording.beside([row, size], [unit, ALONE]);
    let mut bounds = vec![Bound::new(
        format!("{variable}, times {constant}"),
        0.68,
        share(&variable, ALONE, &constant),
    )];
    for (size, at_most) in TOGETHER {
        let both = [&transcript, &random].map(|row| share(row, size, &variable));
        let [measured, by_random] = both;
        let name = format!("{size} at once: {transcript}, times {variable}");
        let more = measured.zip(by_random).map(|(it, random)| it - random);
        let added = format!("{name}, above {random}");
        bounds.push(Bound::new(name, at_most, measured));
        bounds.push(Bound::new(added, OF_TRANSCRIPT, more));
    }
    let is_serial = recording.run.machine.dalek_backend == SERIAL;
    let without_avx2 = recording.without_avx2.as_deref();
    let without_avx2 = without_avx2.or(is_serial.then_some(recording));
    for (backend, at_most) in BACKENDS.into_iter().zip(IN_LANES) {
        let (its, on) = match (backend, without_avx2) {
            (Backend::Portable, None) => continue,
            (Backend::Portable, Some(its)) => {
                (its, format!(", without AVX2 on {}", its.run.machine.cpu))
            }
            _ => (recording, String::new()),
        };
        let row = Work::NewKeys(backend).row(Ell2);
        let sizes = SIZES.into_iter().filter(|size| *size >= ENOUGH);
        let share = |size: usize| its.beside([&row, &size.to_string()], [&constant, ALONE]);
        let worst = largest(sizes.map(share));
        let name =
            format!("the worst number at once from {ENOUGH} on: {row}, times {constant}{on}");
        bounds.push(Bound::new(name, at_most, worst));
    }
    bounds
}
