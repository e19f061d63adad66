//! `near-ed25519-bench batches`: 1 to 4,096 signatures by the lanes of `ed25519-lanes`, by libraries
//! one by one, and by batch equations with one verdict for all; in one run.

mod host;
mod picture;
mod pool;
pub(crate) mod prices;
mod processors;
mod subjects;

use crate::library::DALEK_3_AVX512;
use crate::machine::Class;
use crate::measure::{Bound, Effort, Experiment, Findings, LANES, RecordedRow, Recording};
use ed25519_lanes::Backend::{self, Avx2, Ifma, Portable};
use ed25519_lanes::Layout;
use host::{BUILDING, Calls};
use pool::MESSAGE_BYTES;
pub(crate) use processors::{beside_dalek_3, ratio_of_dalek_3};
use subjects::{
    LARGER, SIZES, UNIT, USUAL, built, cold, host as of_host, is_usual, rows, shown, tables,
    together,
};

/// The signatures that every contender verifies, for each number at once.
pub(crate) static EXPERIMENT: Experiment = Experiment {
    name: "batches",
    // Enough rounds that each contender is timed at its best place of the stack.
    usual: Effort::new(8, 20),
    quick: Effort::new(2, 4),
    examples: "Times depend on the machine: close other programs. Times are compared with those of ed25519-dalek 2.\n\n\
    Examples:\n  near-ed25519-bench batches --only 'ed25519-dalek 2' --only 'avx2, cold keys'\n  \
    near-ed25519-bench batches --quick \\\n      --json | jq '.rows[] | {name, x: .columns[-1].times_unit}'",
    is_steady: false,
    rows,
    findings,
};

fn findings(measured: &Recording) -> anyhow::Result<Findings> {
    let us = |row: &str, size: usize| Some(measured.times((row, size))?.us());
    let share = |row: &str, size: &str| measured.ratio((row, size), (UNIT, size));
    let table = |sizes: &[usize], has_row: fn(&RecordedRow) -> bool| {
        let titles = sizes.iter().map(usize::to_string);
        let first = ["signatures at once".to_owned()].into_iter();
        let titles = first.chain(titles).chain([format!("us each at {MOST}")]);
        let name = |row: &RecordedRow| has_row(row).then(|| shown(&row.name));
        measured.table(titles, name, |row| {
            let shares = sizes.iter().map(|size| share(row, &size.to_string()));
            let shares = shares.map(|share| Some(format!("{:.3}", share?)));
            let each = us(row, MOST).map(|us| format!("{us:.2}"));
            Ok(shares.chain([each]).collect())
        })
    };
    let has = |size: &usize| measured.times((UNIT, size)).is_some();
    let larger: Vec<_> = LARGER.iter().copied().filter(has).collect();
    let all = table(&[SIZES, &larger].concat(), |_| true)?;
    let few: Vec<_> = FEW.into_iter().chain(larger.last().copied()).collect();
    let few = table(&few, is_usual)?;
    let on = measured.measured_on();
    let document = format!(
        "# Many signatures at once\n\n\
         Times as shares of the time of {UNIT} for as many signatures, one after another.\n\n\
         {}\n![Time of one signature, by the number verified at once]({PICTURE})\n\n{on}",
        all.markdown()
    );
    let picture = picture::draw(us)?;
    let caption = format!(
        "Signatures of {MESSAGE_BYTES} bytes, so many at once, interleaved; each beside {UNIT} one by one,"
    );
    let blocks = ["many signatures", "many signatures on"];
    let mut findings = measured.findings(&caption, few, blocks, UNIT, share)?;
    let by_backend = prices::of(measured).markdown();
    findings.blocks.extend(processors::blocks(measured));
    findings
        .blocks
        .push(("ed25519_verify by backend", by_backend));
    Ok(Findings {
        table: all,
        bounds: bounds(measured),
        files: vec![
            (TABLE, document.into_bytes()),
            (PICTURE, picture.into_bytes()),
        ],
        ..findings
    })
}

/// The largest number that all contenders verify at once; documents also state its absolute times.
const MOST: usize = SIZES[SIZES.len() - 1];

/// Numbers of signatures in the short table.
const FEW: [usize; 4] = [1, 8, 64, MOST];

/// A row, the row to compare it with, numbers of signatures at once, and the largest ratio for each number.
type Promise = (String, String, &'static [usize], f64);

/// Bounds that differ by backend.
fn promises() -> Vec<Promise> {
    let warm = |backend| tables(backend, USUAL);
    let of_unit: [(_, &[_], _); 11] = [
        (cold(Ifma), &[1], 0.42),
        (warm(Ifma), &[1], 0.20),
        (cold(Avx2), &[1], 0.62),
        (warm(Avx2), &[1], 0.31),
        (cold(Portable), &[1], 1.0),
        (warm(Portable), &[1], 0.44),
        (warm(Ifma), &[MOST], 0.10),
        (cold(Ifma), &[MOST], 0.24),
        (warm(Avx2), &[MOST], 0.28),
        (warm(Portable), &[MOST], 0.46),
        (cold(Ifma), &[8], 0.30),
    ];
    let of_unit = of_unit.into_iter();
    let of_unit = of_unit.map(|(row, sizes, at_most)| (row, UNIT.to_owned(), sizes, at_most));
    // Lanes, with a verdict on each signature, are no slower than a batch equation.
    let each = (cold(Ifma), together(DALEK_3_AVX512), &[MOST][..], 1.0);
    of_unit.chain([each]).collect()
}

/// A class's own limit for one signature relative to [`UNIT`], somewhat above what was measured: 0.503 on
/// Intel 6/167; 0.520, 0.725, 0.316 and 1.009 on AMD Zen 4.
fn of_class(class: Class, row: &str) -> Option<f64> {
    let limits = match class {
        Class::OneMultiplier => vec![(cold(Ifma), 0.55)],
        Class::HalfMultipliers => vec![
            (cold(Ifma), 0.55),
            (cold(Avx2), 0.75),
            (tables(Avx2, USUAL), 0.33),
            (cold(Portable), AS_FAST),
        ],
        _ => Vec::new(),
    };
    let mut limits = limits.into_iter();
    limits.find_map(|(of, at_most)| (of == row).then_some(at_most))
}

/// The limit of calls that build tables by IFMA, where there is
/// [one multiplier](Class::OneMultiplier): 1.274 was measured on Intel 6/167, before calls built fewer
/// tables (commit f8485394). After a new recording, [`AS_FAST`] applies.
const BUILDING_OF_ONE_MULTIPLIER: f64 = 1.35;

/// Any number of signatures takes no longer than with dalek, within measurement error.
const AS_FAST: f64 = 1.05;

/// An attacker's signatures take little longer than honest ones.
const AS_LONG: f64 = 1.10;

const TABLE: &str = "table.md";
const PICTURE: &str = "picture.svg";

fn promises_of(backend: Backend) -> Vec<Promise> {
    let (cold, usual) = (cold(backend), tables(backend, USUAL));
    let [usual_built, large_built] = [USUAL, Layout::LARGE].map(|it| built(backend, it));
    let of = |calls| of_host(backend, calls);
    let mut promises = vec![
        // `KeyTables`: with tables a signature takes less than half of the time.
        (usual.clone(), cold.clone(), &[MOST][..], 0.5),
        // `Layout::MEDIUM` of the lanes: smaller tables verify more slowly, larger ones take twice as long to build.
        (usual, tables(backend, Layout::SMALL), &[MOST], 1.0),
        (usual_built, large_built, &[MOST], 0.55),
        (cold, UNIT.to_owned(), SIZES, AS_FAST),
    ];
    let others = Calls::of(backend).filter(|it| !it.builds());
    promises.extend(others.map(|calls| (of(calls), UNIT.to_owned(), &[1][..], AS_FAST)));
    promises.push((of(Calls::Heaviest), of(Calls::New), &[1], AS_LONG));
    promises
}

/// The calls by this backend that build tables.
fn building(backend: Backend) -> [String; 6] {
    BUILDING.map(|it| of_host(backend, it))
}

/// The bound on the slowest of these calls; older recordings have only the first kind.
fn bound_of_building(measured: &Recording, backend: Backend) -> Bound {
    let at_most = match (Class::of(&measured.run.machine), backend) {
        (Class::OneMultiplier, Ifma) => BUILDING_OF_ONE_MULTIPLIER,
        _ => AS_FAST,
    };
    let building = building(backend);
    let name = &building[0];
    let ratios = building.iter().map(|it| (&**it, 1));
    let ratios = ratios.filter(|it| it.0 == name || measured.times(*it).is_some());
    let ratios = ratios.map(|it| [it, (UNIT, 1)]);
    measured.bound(format!("1 at once: {name}, times {UNIT}"), at_most, ratios)
}

fn bounds(measured: &Recording) -> Vec<Bound> {
    let class = Class::of(&measured.run.machine);
    let of_each = LANES.into_iter().flat_map(promises_of);
    let bound = |(row, unit, sizes, at_most): Promise| {
        let of_class = of_class(class, &row).filter(|_| sizes == [1]);
        let at_once = match sizes {
            [size] => format!("{size} at once"),
            _ => "the worst number at once".to_owned(),
        };
        let name = format!("{at_once}: {row}, times {unit}");
        let ratios = sizes.iter().map(|size| [(&row, size), (&unit, size)]);
        measured.bound(name, of_class.unwrap_or(at_most), ratios)
    };
    let bounds = promises().into_iter().chain(of_each).map(bound);
    let building = [Ifma, Avx2].map(|it| bound_of_building(measured, it));
    bounds.chain(building).collect()
}
