//! The contenders: rows of the table.

use super::host::Calls;
use super::pool::{GOOD, OTHERS, POOL, WITH_FORGED, build, builder, evict, keys, timed};
use crate::contender::{Contender, Rotation, judge, native, verified};
use crate::library::{DALEK_2, LIBRARIES, Library, Signed, beside_rule};
use crate::measure::{Clock, LANES, RecordedRow, Row, Shared, lacks};
use crate::verification::{at_place, measured};
use ed25519_lanes::{Backend, Item, KeyTables, Layout, Rule, Verifier};
use std::hint::black_box;

/// The unit of all times: it decodes the key and verifies, one signature after another.
pub(super) const UNIT: &str = DALEK_2.name;

/// The layout for rows that do not vary the layout.
pub(super) const USUAL: Layout = Layout::MEDIUM;

/// Numbers of signatures verified at once.
pub(super) const ALL_SIZES: [usize; 11] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 1_024, 4_096];

/// The numbers that every contender verifies.
pub(super) const SIZES: &[usize] = ALL_SIZES.split_at(9).0;

/// The numbers, up to what a block may have, that only some contenders verify: in a batch equation,
/// each signature takes less time the more there are.
pub(super) const LARGER: &[usize] = ALL_SIZES.split_at(9).1;

/// Places of the stack at which the host function is timed. The slowest counts, since a contract can
/// choose the place.
const PLACES: usize = 4;

/// The row of lanes whose keys have no tables.
pub(super) fn cold(backend: Backend) -> String {
    format!("{backend}, cold keys")
}

/// The row of lanes whose keys have tables, used a moment ago.
pub(super) fn tables(backend: Backend, layout: Layout) -> String {
    format!("{backend}, {} KiB tables", layout.bytes() >> 10)
}

/// The end of a row's name if its tables are evicted from the processor's caches.
pub(super) const EVICTED: &str = " evicted";

/// The row in which tables are built for the keys, and no signature is verified.
pub(super) fn built(backend: Backend, layout: Layout) -> String {
    format!("{}, built", tables(backend, layout))
}

/// The row of a library's batch equation, with one verdict for all.
pub(super) fn together(library: &Library) -> String {
    format!("{}, batch", library.name)
}

/// The row of a library's lanes.
pub(super) fn each(library: &Library) -> String {
    format!("{}, lanes", library.name)
}

/// The row of the host function, called once for each signature.
pub(super) fn host(backend: Backend, calls: Calls) -> String {
    format!("{backend}, {calls}")
}

/// A row's name in documents, with a library's rule.
pub(super) fn shown(row: &str) -> String {
    let rule = LIBRARIES.into_iter().find_map(|it| match it.together {
        Some((rule, _)) if row == together(it) => Some(rule),
        _ => (row == it.name || row == each(it)).then_some(it.accepts),
    });
    rule.map_or_else(|| row.to_owned(), |rule| beside_rule(row, rule))
}

/// Whether a row is in the short table.
pub(super) fn is_usual(row: &RecordedRow) -> bool {
    let usual = format!(" {} KiB tables", USUAL.bytes() >> 10);
    row.group != HOST && (!row.name.contains(" KiB tables") || row.name.contains(&usual))
}

const HOST: &str = "ed25519_verify";

const BUILDING: &str = "building tables, each key";
const IN_LANES: &str = "lanes";

/// All contenders, by group. dalek is no backend with lanes: its row would repeat `ed25519-dalek 2`.
pub(super) fn rows() -> Vec<Row> {
    let one_by_one = |it: &'static Library| {
        let sizes = if it.name == UNIT { &ALL_SIZES } else { SIZES };
        let make = || Ok(native(|signed| signed.iter().all(it.verify)));
        row("one by one", it.name, sizes, (it.unavailable)(), make)
    };
    let mut rows = Vec::from(LIBRARIES.map(one_by_one));
    rows.extend(LIBRARIES.into_iter().filter_map(|it| {
        let (_, accepts) = it.together?;
        let (name, make) = (together(it), move || Ok(native(accepts)));
        let group = "one verdict for all";
        Some(row(group, &name, &ALL_SIZES, (it.unavailable)(), make))
    }));
    for &backend in Backend::ALL {
        rows.extend(Calls::of(backend).map(|calls| {
            let (name, make) = (host(backend, calls), move || calls.contender(backend));
            row(HOST, &name, &SIZES[..1], lacks(backend), make)
        }));
    }
    let shared = Shared::new();
    rows.extend(LANES.into_iter().flat_map(|it| lanes(it, &shared)));
    rows.extend(LIBRARIES.into_iter().filter_map(|it| {
        let verdicts = it.each?;
        let accepts = move |signed: &[Signed]| !verdicts(signed).contains(&false);
        let (name, make) = (each(it), move || Ok(native(accepts)));
        Some(row(IN_LANES, &name, &ALL_SIZES, (it.unavailable)(), make))
    }));
    for backend in LANES {
        rows.extend(Layout::ALL.iter().map(|&layout| {
            let make = move || Ok(builder(Verifier::with_backend(backend)?, layout));
            let name = built(backend, layout);
            row(BUILDING, &name, SIZES, lacks(backend), make)
        }));
    }
    rows
}

/// A verdict for each signature, by our lanes: with every layout by the NEP's rule, for comparison; with
/// the usual layout also by ZIP-215.
fn lanes(backend: Backend, shared: &Shared<(Backend, Layout), KeyTables>) -> Vec<Row> {
    let lanes = |name: &str, sizes, layout: Option<Layout>, rule| {
        let shared = shared.clone();
        let make = move || {
            let verifier = Verifier::with_backend(backend)?;
            let Some(layout) = layout else {
                return Ok(lanes_of(move |items| verifier.verify_many(items, rule)));
            };
            let tables = shared.get((backend, layout), |_| {
                let end = match layout == USUAL {
                    true => POOL.len(),
                    false => WITH_FORGED.end, // the others have no larger numbers
                };
                Ok(build(verifier, layout, &keys(&POOL[..end])))
            })?;
            Ok(lanes_of(move |items| {
                verifier.verify_many_with(&tables, items, rule)
            }))
        };
        row(IN_LANES, name, sizes, lacks(backend), make)
    };
    let many = match backend {
        Backend::Portable => SIZES,
        _ => &ALL_SIZES,
    };
    let mut rows = vec![lanes(&cold(backend), many, None, Rule::Nep364)];
    for &layout in Layout::ALL {
        let (name, layout) = (tables(backend, layout), Some(layout));
        let sizes = if layout == Some(USUAL) { many } else { SIZES };
        let evicted = format!("{name}{EVICTED}");
        rows.push(lanes(&name, sizes, layout, Rule::Nep364));
        rows.push(lanes(&evicted, SIZES, layout, Rule::Nep364));
    }
    for (name, layout) in [(cold(backend), None), (tables(backend, USUAL), Some(USUAL))] {
        let name = format!("{name}, ZIP-215");
        rows.push(lanes(&name, SIZES, layout, Rule::Zip215));
    }
    rows
}

/// A contender with these numbers at once.
fn row(
    group: &'static str,
    name: &str,
    sizes: &'static [usize],
    unavailable: Option<&'static str>,
    make: impl FnOnce() -> anyhow::Result<Contender> + 'static,
) -> Row {
    let is_evicted = name.ends_with(EVICTED);
    let prepare = move |_: &_| {
        let mut contender = make()?;
        match group {
            // All of an attacker's signatures must be refused.
            HOST => verified(&mut contender, &POOL[OTHERS]).map(drop)?,
            BUILDING => (),
            _ => judge(&mut contender, &POOL[GOOD], &POOL[WITH_FORGED])?,
        }
        Ok(move |column: usize, clock: &mut Clock| {
            let size = sizes[column];
            let mut rotation = Rotation::of(size);
            if is_evicted {
                rotation.count = size;
            }
            for place in clock.places(if group == HOST { PLACES } else { 1 }) {
                rotation.place = (group == HOST).then_some(place);
                let items = &POOL[timed(size)];
                rotation.turn(&mut contender, items, clock, |contender, clock| {
                    if is_evicted {
                        evict();
                        // Warms the data that all keys share, as between a host's batches in
                        // practice.
                        at_place(clock.any_place(), || verified(contender, &POOL[OTHERS]))?;
                    }
                    Ok(())
                })?;
            }
            Ok(())
        })
    };
    Row::new(group, name, sizes, unavailable, prepare)
}

/// A contender in this process with a verdict on each item.
fn lanes_of(verdicts: impl Fn(&[Item<'_>]) -> Vec<bool> + 'static) -> Contender {
    Box::new(move |signed| {
        let items: Vec<_> = signed.iter().map(Signed::item).collect();
        Ok(measured(|| !verdicts(black_box(&items)).contains(&false)))
    })
}
