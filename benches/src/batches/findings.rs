//! Findings of `batches`: the time of a signature by the number verified at once, compared with
//! dalek, and the bounds of the lanes.

use super::host::Calls;
use super::pool::MESSAGE_BYTES;
use super::subjects::{UNIT, USUAL, backends, tables_name};
use super::{SIZES, host, picture};
use crate::library::with_rule;
use crate::measure::bound::{Bound, largest};
use crate::measure::experiment::Findings;
use crate::measure::recording::Recording;
use crate::measure::row::Row;
use ed25519_lanes::Layout;

/// The largest number of signatures. For it, absolute times are stated too.
const MOST: usize = SIZES[SIZES.len() - 1];

/// Numbers of signatures in the short table.
const FEW: [usize; 4] = [1, 8, 64, MOST];

/// Bounds of the lanes: row, the row it is compared with, signatures at once, largest ratio.
const PROMISES: [(&str, &str, usize, f64); 12] = [
    ("ifma, cold keys", UNIT, 1, 0.42),
    ("ifma, 16 KiB tables", UNIT, 1, 0.20),
    ("avx2, cold keys", UNIT, 1, 0.62),
    ("avx2, 16 KiB tables", UNIT, 1, 0.31),
    ("portable, cold keys", UNIT, 1, 1.0),
    ("portable, 16 KiB tables", UNIT, 1, 0.44),
    ("ifma, 16 KiB tables", UNIT, MOST, 0.10),
    ("ifma, cold keys", UNIT, MOST, 0.24),
    ("avx2, 16 KiB tables", UNIT, MOST, 0.28),
    ("portable, 16 KiB tables", UNIT, MOST, 0.46),
    ("ifma, cold keys", UNIT, 8, 0.30),
    // nep-0364.md: a batch equation is as fast, and no faster.
    (
        "ifma, cold keys",
        "ed25519-dalek 3, AVX-512, batch",
        MOST,
        1.0,
    ),
];

/// Bounds of each verify backend, with `MOST` at once.
const PROMISES_OF_EACH: [(&str, &str, f64); 3] = [
    // `KeyTables`: with tables it takes less than half.
    ("16 KiB tables", "cold keys", 0.5),
    // `Layout::MEDIUM` of the lanes: smaller tables verify more slowly, larger ones take twice as long to build.
    ("16 KiB tables", "4 KiB tables", 1.0),
    ("16 KiB tables, built", "44 KiB tables, built", 0.55),
];

/// However few, signatures take no longer than with dalek, within measurement error.
const AS_FAST: f64 = 1.05;

/// An attacker's signatures take little longer than honest ones.
const AS_LONG: f64 = 1.10;

const TABLE: &str = "table.md";
const PICTURE: &str = "picture.svg";

fn bounds(recording: &Recording) -> Vec<Bound> {
    let bound = |row: &str, unit: &str, size: usize, at_most| {
        let bound = format!("{size} at once: {row}, times {unit}");
        let measured = recording.ratio(row, unit, &size.to_string());
        Bound::new(bound, at_most, measured)
    };
    let mut bounds = PROMISES
        .map(|(row, unit, size, at_most)| bound(row, unit, size, at_most))
        .to_vec();
    for backend in backends() {
        bounds.extend(PROMISES_OF_EACH.map(|(keys, unit, at_most)| {
            let [row, unit] = [keys, unit].map(|keys| format!("{backend}, {keys}"));
            bound(&row, &unit, MOST, at_most)
        }));
        let row = format!("{backend}, cold keys");
        let ratios = SIZES.map(|size| recording.ratio(&row, UNIT, &size.to_string()));
        let worst = largest(ratios);
        let name = format!("the worst number at once: {row}, times {UNIT}");
        bounds.push(Bound::new(name, AS_FAST, worst));
        let calls = Calls::of(backend);
        bounds.extend(calls.map(|calls| bound(&calls.row(backend), UNIT, 1, AS_FAST)));
        let [new, heaviest] = [Calls::New, Calls::Heaviest].map(|calls| calls.row(backend));
        bounds.push(bound(&heaviest, &new, 1, AS_LONG));
    }
    bounds
}

pub(super) fn of(recording: &Recording) -> anyhow::Result<Findings> {
    let us = |name: &str, size: usize| {
        let times = recording.times(name, &size.to_string())?;
        Some(times.least_ns / 1e3)
    };
    let table = |sizes: &[usize], has_row: &dyn Fn(&str) -> bool| {
        let titles = sizes.iter().map(usize::to_string);
        let first = ["signatures at once".to_owned()].into_iter();
        let titles = first.chain(titles).chain([format!("us each at {MOST}")]);
        let name = |name: &str| has_row(name).then(|| with_rule(name));
        recording.table(titles, name, |Row { name, .. }| {
            let shares = sizes.iter().map(|size| {
                let share = recording.ratio(name, UNIT, &size.to_string());
                share.map_or_else(String::new, |share| format!("{share:.3}"))
            });
            let each = us(name, MOST).map_or_else(String::new, |us| format!("{us:.2}"));
            Ok(shares.chain([each]).collect())
        })
    };
    let all = table(&SIZES, &|_| true)?;
    let others: Vec<_> = Layout::ALL.iter().filter(|it| **it != USUAL).collect();
    let few = table(&FEW, &|name| {
        !others.iter().any(|it| name.contains(&tables_name(**it)))
            && !Calls::names().any(|it| name.ends_with(it))
    })?;
    let on = recording.measured_on();
    let document = format!(
        "# Many signatures at once\n\n\
         Times as shares of the time of {UNIT} for as many signatures, one after another.\n\n\
         {}\n![Time of one signature, by the number verified at once]({PICTURE})\n\n{on}",
        all.markdown()
    );
    let picture = picture::draw(us)?;
    Ok(Findings {
        caption: format!(
            "Signatures of {MESSAGE_BYTES} bytes, so many at once, interleaved; each beside {UNIT} \
             one by one, the least of {} processes",
            recording.run.effort.launches
        ),
        table: all,
        bounds: bounds(recording),
        blocks: vec![
            (
                "ed25519_verify by backend",
                host::prices(recording).markdown(),
            ),
            ("many signatures", few.markdown()),
            ("many signatures on", on),
        ],
        files: vec![
            (TABLE, document.into_bytes()),
            (PICTURE, picture.into_bytes()),
        ],
        json: recording.rows_json(UNIT)?,
        ..Findings::default()
    })
}
