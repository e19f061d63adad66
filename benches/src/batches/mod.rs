//! `near-ed25519-bench batches`: 1 to 4,096 signatures by the lanes of `ed25519-lanes`, by libraries
//! one by one, and by batch equations with one verdict for all; in one run.

mod host;
mod picture;
mod pool;
pub(crate) mod prices;
mod processors;
mod subjects;

use crate::contender::{Rotation, verified};
use crate::library::DALEK_3_AVX512;
use crate::machine::Class;
use crate::measure::{
    Bench, Bound, Clock, Effort, Experiment, Findings, LANES, Measured, Metric, Subject as _, ready,
};
use crate::verification::{PAGE, at_place};
use ed25519_lanes::Backend::{self, Avx2, Ifma, Portable};
use ed25519_lanes::{Layout, Rule};
use host::Calls;
use pool::{Caches, MESSAGE_BYTES, OTHERS, Tables, pool, timed};
pub(crate) use processors::{beside_dalek_3, ratio_of_dalek_3};
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
pub(crate) use subjects::Cell;
use subjects::{Keys, LARGER, SIZES, Subject, UNIT, USUAL, subjects};

/// Places of the stack for calls of the host function, of which the slowest counts: a contract can
/// choose the place.
const PLACES: usize = 4;

/// The signatures that every contender verifies, for each number at once.
pub(crate) struct Batches;

impl Experiment for Batches {
    type Cell = Cell;
    const NAME: &'static str = "batches";
    /// Enough rounds that each contender is timed at its best place of the stack.
    const USUAL: Effort = Effort::new(8, 20);
    const QUICK: Effort = Effort::new(2, 4);
    const EXAMPLES: &'static str = "Times depend on the machine: close other programs. Times are compared with those of ed25519-dalek 2.\n\n\
    Examples:\n  near-ed25519-bench batches --only 'ed25519-dalek 2' --only 'avx2, cold keys'\n  \
    near-ed25519-bench batches --quick \\\n      --json | jq '.rows[] | {name, x: .columns[-1].times_unit}'";

    fn cells() -> Vec<Cell> {
        let cells = subjects().flat_map(|subject| {
            let sizes = match subject {
                Subject::Host(..) => &SIZES[..1],
                _ => &SIZES,
            };
            let larger: &[_] = if subject.has_larger() { &LARGER } else { &[] };
            let sizes = sizes.iter().chain(larger);
            sizes.map(move |size| subject.at(*size))
        });
        cells.collect()
    }

    fn bench(cells: &[Cell], _: &Path) -> anyhow::Result<Bench<Cell>> {
        let (pool, mut tables) = (pool(), Tables::default());
        let caches = Rc::new(RefCell::new(Caches::new()));
        ready(cells, Cell::subject, |subject| {
            let mut contender = subject.contender(&pool, &mut tables)?;
            let (pool, caches) = (Rc::clone(&pool), Rc::clone(&caches));
            // These contenders get empty caches before each timing, so that no table is in a cache.
            let evicted =
                matches!(subject, Subject::Lanes(_, Keys::Evicted(_), _)).then_some(caches);
            let is_host = matches!(subject, Subject::Host(..));
            let places = if is_host { PLACES } else { 1 };
            Ok(move |Cell { at: size, .. }, clock: &mut Clock| {
                let mut rotation = Rotation::of(size);
                if evicted.is_some() {
                    rotation.count = size;
                }
                for place in 0..places {
                    rotation.place = (places > 1).then_some(place * PAGE / places);
                    rotation.turn(
                        &mut contender,
                        &pool[timed(size)],
                        clock,
                        |contender, clock| {
                            if let Some(caches) = &evicted {
                                caches.borrow_mut().evict();
                                // Warms the data that all keys share, as between a host's batches in
                                // practice.
                                at_place(clock.any_place(), || verified(contender, &pool[OTHERS]))?;
                            }
                            Ok(())
                        },
                    )?;
                }
                Ok(())
            })
        })
    }

    fn findings(measured: &Measured<'_, Cell>) -> anyhow::Result<Findings> {
        let us = |subject: Subject, size: usize| Some(measured.times(subject.at(size))?.us());
        let share = |cell: Cell| measured.ratio(cell, UNIT.at(cell.at));
        let table = |sizes: &[usize], has_row: fn(Subject) -> bool| {
            let titles = sizes.iter().map(usize::to_string);
            let first = ["signatures at once".to_owned()].into_iter();
            let titles = first.chain(titles).chain([format!("us each at {MOST}")]);
            let name = |cell: Cell| has_row(cell.subject).then(|| cell.subject.shown());
            measured.table(titles, name, |Cell { subject, .. }| {
                let shares = sizes.iter().map(|size| share(subject.at(*size)));
                let shares = shares.map(|share| Some(format!("{:.3}", share?)));
                let each = us(subject, MOST).map(|us| format!("{us:.2}"));
                Ok(shares.chain([each]).collect())
            })
        };
        let has = |size: &usize| measured.all(Metric::Time).any(|(it, _)| it.at == *size);
        let larger: Vec<_> = LARGER.into_iter().filter(has).collect();
        let all = table(&[&SIZES[..], &larger].concat(), |_| true)?;
        let few: Vec<_> = FEW.into_iter().chain(larger.last().copied()).collect();
        let few = table(&few, Subject::is_usual)?;
        let on = measured.recording.measured_on();
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
        let (blocks, unit) = (["many signatures", "many signatures on"], UNIT.to_string());
        let mut findings = measured.findings(&caption, few, blocks, &unit, share)?;
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
}

/// The largest number of all contenders; documents also state its absolute times.
const MOST: usize = SIZES[SIZES.len() - 1];

/// Numbers of signatures in the short table.
const FEW: [usize; 4] = [1, 8, 64, MOST];

const fn cold(backend: Backend) -> Subject {
    Subject::Lanes(backend, Keys::Cold, Rule::Nep364)
}

const fn tables(backend: Backend, layout: Layout) -> Subject {
    Subject::Lanes(backend, Keys::Tables(layout), Rule::Nep364)
}

/// The largest ratio of one contender to another, for each of these numbers of signatures at once.
type Promise = (Subject, Subject, &'static [usize], f64);

const PROMISES: [Promise; 12] = [
    (cold(Ifma), UNIT, &[1], 0.42),
    (tables(Ifma, USUAL), UNIT, &[1], 0.20),
    (cold(Avx2), UNIT, &[1], 0.62),
    (tables(Avx2, USUAL), UNIT, &[1], 0.31),
    (cold(Portable), UNIT, &[1], 1.0),
    (tables(Portable, USUAL), UNIT, &[1], 0.44),
    (tables(Ifma, USUAL), UNIT, &[MOST], 0.10),
    (cold(Ifma), UNIT, &[MOST], 0.24),
    (tables(Avx2, USUAL), UNIT, &[MOST], 0.28),
    (tables(Portable, USUAL), UNIT, &[MOST], 0.46),
    (cold(Ifma), UNIT, &[8], 0.30),
    // Nothing is lost by a verdict on each.
    (cold(Ifma), Subject::Together(DALEK_3_AVX512), &[MOST], 1.0),
];

/// Other limits of some of these for one signature, by class, each somewhat above what was measured:
/// 0.503 on Intel 6/167; 0.520, 0.725, 0.316 and 1.009 on AMD Zen 4.
const OF_CLASSES: [(Class, Subject, f64); 5] = [
    (Class::OneMultiplier, cold(Ifma), 0.55),
    (Class::HalfMultipliers, cold(Ifma), 0.55),
    (Class::HalfMultipliers, cold(Avx2), 0.75),
    (Class::HalfMultipliers, tables(Avx2, USUAL), 0.33),
    (Class::HalfMultipliers, cold(Portable), AS_FAST),
];

/// The limit of calls that build tables by IFMA, where there is
/// [one multiplier](Class::OneMultiplier): 1.274 was measured on Intel 6/167, before calls built fewer
/// tables (commit f8485394). Once that is recorded anew, [`AS_FAST`] counts again.
const BUILDING_OF_ONE_MULTIPLIER: f64 = 1.35;

/// However few, signatures take no longer than with dalek, within measurement error.
const AS_FAST: f64 = 1.05;

/// An attacker's signatures take little longer than honest ones.
const AS_LONG: f64 = 1.10;

const TABLE: &str = "table.md";
const PICTURE: &str = "picture.svg";

fn promises_of(backend: Backend) -> Vec<Promise> {
    let (cold, usual) = (cold(backend), tables(backend, USUAL));
    let small = tables(backend, Layout::SMALL);
    let built = |layout| Subject::Build(backend, layout);
    let of = |calls| Subject::Host(backend, calls);
    let mut promises = vec![
        // `KeyTables`: with tables a signature takes less than half of the time.
        (usual, cold, &[MOST][..], 0.5),
        // `Layout::MEDIUM` of the lanes: smaller tables verify more slowly, larger ones take twice as long to build.
        (usual, small, &[MOST], 1.0),
        (built(USUAL), built(Layout::LARGE), &[MOST], 0.55),
        (cold, UNIT, &SIZES, AS_FAST),
    ];
    let others = Calls::of(backend).filter(|it| !matches!(it, Calls::Building(..)));
    promises.extend(others.map(|calls| (of(calls), UNIT, &[1][..], AS_FAST)));
    promises.push((of(Calls::Heaviest), of(Calls::New), &[1], AS_LONG));
    promises
}

/// The calls by this backend that build tables, the one of older recordings first.
fn building(backend: Backend) -> Vec<Subject> {
    let building = Calls::building();
    building.map(|it| Subject::Host(backend, it)).collect()
}

/// The bound of the slowest of them; older recordings have only the first of a key.
fn bound_of_building(measured: &Measured<'_, Cell>, backend: Backend) -> Bound {
    let class = Class::of(&measured.recording.run.machine);
    let at_most = match (class, backend) {
        (Class::OneMultiplier, Ifma) => BUILDING_OF_ONE_MULTIPLIER,
        _ => AS_FAST,
    };
    let building = building(backend);
    let name = building[0];
    let ratios = building.into_iter().map(|it| it.at(1));
    let ratios = ratios.filter(|it| *it == name.at(1) || measured.times(*it).is_some());
    let ratios: Vec<_> = ratios.map(|it| (it, UNIT.at(1))).collect();
    measured.bound(format!("1 at once: {name}, times {UNIT}"), at_most, &ratios)
}

fn bounds(measured: &Measured<'_, Cell>) -> Vec<Bound> {
    let class = Class::of(&measured.recording.run.machine);
    let of_each = LANES.into_iter().flat_map(promises_of);
    let bound = |(row, unit, sizes, at_most): Promise| {
        let mut of_class = OF_CLASSES
            .iter()
            .filter(|it| (it.0, it.1, &[1][..]) == (class, row, sizes));
        let at_most = of_class.next().map_or(at_most, |it| it.2);
        let at_once = match sizes {
            [size] => format!("{size} at once"),
            _ => "the worst number at once".to_owned(),
        };
        let name = format!("{at_once}: {row}, times {unit}");
        let ratios = sizes.iter().map(|size| (row.at(*size), unit.at(*size)));
        measured.bound(name, at_most, &ratios.collect::<Vec<_>>())
    };
    let bounds = PROMISES.into_iter().chain(of_each).map(bound);
    let building = [Ifma, Avx2].map(|it| bound_of_building(measured, it));
    bounds.chain(building).collect()
}
