//! Findings of `frost measure`: a step's time by ciphersuite, near-frost's beside frost-core's, and
//! the bounds of near-frost.

use super::cells::{By, LANES, SIZES, Step, Suite, Task};
use crate::measure::bound::Bound;
use crate::measure::experiment::Findings;
use crate::measure::recording::Recording;
use crate::measure::row::Row;
use ed25519_lanes::Backend;
use near_ed25519::output::Table;

/// Bounds on times relative to frost-core's, for each of [`LANES`]; a single bound is for the first. Portable code
/// decodes 1,334 points within 0.27, and packages within 0.24, on an Intel Xeon (family 6, model 167), but not
/// on AMD's Zen 4, where this was recorded.
const PROMISES: [(Task, &[f64]); 10] = [
    (Task::WireToSignature(SIZES[3]), &[0.09, 0.30, 0.40]),
    (Task::WireToSignature(SIZES[2]), &[0.11, 0.36, 0.40]),
    (Task::WireToSignature(SIZES[1]), &[0.20, 0.52, 0.50]),
    (Task::WireToSignature(SIZES[0]), &[0.60, 0.60, 0.60]),
    (Task::Points, &[0.07, 0.21, 0.33]),
    (Task::VssShare, &[0.04, 0.11, 0.18]),
    (Task::DkgPackages, &[0.06, 0.18, 0.30]),
    (Task::DkgPart3, &[0.05, 0.12, 0.18]),
    (Task::AfterSession, &[0.01, 0.01, 0.01]),
    (Task::Culprits, &[0.12]),
];

/// A time divided by frost-core's in the same row.
fn ratio(recording: &Recording, row: &str, column: &str) -> Option<f64> {
    recording.beside([row, column], [row, &By::FrostCore.to_string()])
}

pub(super) fn of(recording: &Recording) -> anyhow::Result<Findings> {
    let (by_suite, in_lanes) = (by_suite(recording)?, in_lanes(recording)?);
    let unit = By::FrostCore.to_string();
    let beside = |row: &str, column: &str| ratio(recording, row, column);
    Ok(Findings {
        caption: format!(
            "FROST by ciphersuite, by frost-core, with groups of a trusted dealer; and FROST(Ed25519, \
             SHA-512) by near-frost, times frost-core: the least of {} processes",
            recording.run.effort.launches
        ),
        bounds: bounds(recording),
        blocks: vec![
            ("frost by ciphersuite", by_suite.markdown()),
            ("frost in lanes", in_lanes.markdown()),
            ("frost on", recording.measured_on()),
        ],
        json: recording.rows_json_by(&unit, beside)?,
        table: by_suite,
        below: Some(in_lanes),
        ..Findings::default()
    })
}

/// Times of frost-core: a row for each step and size, a column for each suite.
fn by_suite(recording: &Recording) -> anyhow::Result<Table> {
    let titles = Suite::ALL.iter().map(Suite::to_string);
    let titles = ["".to_owned()].into_iter().chain(titles);
    let size = |name: &str| {
        let steps = Step::ALL.iter();
        let mut steps = steps.filter_map(|step| name.strip_prefix(&format!("{step}, ")));
        steps.next().map(str::to_owned)
    };
    recording.table(titles, size, |Row { name, .. }| {
        let cell = |suite: &Suite| {
            let times = recording.times(name, &suite.to_string());
            times.map_or_else(String::new, |times| us_or_ms(times.least_ns))
        };
        Ok(Suite::ALL.iter().map(cell).collect())
    })
}

/// Ratios to frost-core: a row for each task, a column for each verify backend.
fn in_lanes(recording: &Recording) -> anyhow::Result<Table> {
    let titles = LANES
        .iter()
        .map(|backend| format!("{backend},\ntimes that"));
    let first = [String::new(), "frost-core".to_owned()].into_iter();
    let tasks: Vec<_> = Task::all().map(|task| task.to_string()).collect();
    let task = |name: &str| tasks.iter().find(|task| *task == name).cloned();
    recording.table(first.chain(titles), task, |Row { name, .. }| {
        let unit = recording.times(name, &By::FrostCore.to_string());
        let unit = unit.map_or_else(String::new, |unit| us_or_ms(unit.least_ns));
        let ratios = LANES.iter().map(|backend| {
            let ratio = ratio(recording, name, &By::Lanes(*backend).to_string());
            ratio.map_or_else(String::new, |ratio| format!("{ratio:.3}"))
        });
        Ok([unit].into_iter().chain(ratios).collect())
    })
}

/// A time in the unit that is easiest to read.
fn us_or_ms(ns: f64) -> String {
    match ns {
        ..1e6 => format!("{:.1} us", ns / 1e3),
        _ => format!("{:.2} ms", ns / 1e6),
    }
}

fn bounds(recording: &Recording) -> Vec<Bound> {
    let of_task = |(task, at_most): &(Task, &[f64])| {
        let row = task.to_string();
        let of_backend = |(backend, at_most): (&Backend, &f64)| {
            let column = By::Lanes(*backend).to_string();
            let name = format!("{row}: {column}, times {}", By::FrostCore);
            Bound::new(name, *at_most, ratio(recording, &row, &column))
        };
        let bounds = LANES.iter().zip(*at_most).map(of_backend);
        bounds.collect::<Vec<_>>()
    };
    PROMISES.iter().flat_map(of_task).collect()
}
