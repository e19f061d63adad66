//! The contenders: rows of the table.

use super::host::Calls;
use super::pool::{OTHERS, Pool, TIMED, WITH_FORGED};
use super::tables::{self, Tables};
use crate::contender::{Contender, judge, native, timed, verified};
use crate::library::{DALEK_2, LIBRARIES, Signed};
use crate::measure::row::Row;
use ed25519_lanes::{Backend, Item, Layout, Rule, Verifier};
use std::hint::black_box;

/// The unit of every time: decodes the key and verifies, one signature after another.
pub(super) const UNIT: &str = DALEK_2;

/// The layout used where not every layout is measured.
pub(super) const USUAL: Layout = Layout::MEDIUM;

#[derive(Clone, Copy)]
pub(super) enum Kind {
    OneByOne(fn(&Signed) -> bool),
    Together(fn(&[Signed]) -> bool),
    /// The host function, once for each signature.
    Host(Backend, Calls),
    /// A verdict for each signature, by lanes.
    Lanes(Backend, Keys, Rule),
    /// No signatures: tables are built for the keys.
    Build(Backend, Layout),
}

/// State of the keys' tables when the clock starts.
#[derive(Clone, Copy)]
pub(super) enum Keys {
    /// No key has a table.
    Cold,
    /// Every key has a table, used a moment ago.
    Tables(Layout),
    /// Every key has a table, evicted from the processor's caches.
    Evicted(Layout),
}

/// Verify backends with lanes. Dalek's row would repeat `ed25519-dalek 2`.
pub(super) fn backends() -> impl Iterator<Item = Backend> {
    let all = Backend::ALL.iter().copied();
    all.filter(|backend| *backend != Backend::Dalek)
}

/// The group of the host function's rows.
pub(super) const HOST: &str = "ed25519_verify";

/// All contenders, by group.
pub(super) fn subjects() -> Vec<(Row, Kind)> {
    let one_by_one = LIBRARIES.iter().map(|it| {
        let row = Row::new("one by one", it.name, (it.unavailable)());
        (row, Kind::OneByOne(it.verify))
    });
    let together = LIBRARIES.iter().filter_map(|it| {
        let (_, verify) = it.together?;
        let name = it.name_together();
        let row = Row::new("one verdict for all", name, (it.unavailable)());
        Some((row, Kind::Together(verify)))
    });
    let building = backends().flat_map(|backend| {
        Layout::ALL.iter().map(move |layout| {
            let name = format!("{backend}, {}, built", tables_name(*layout));
            let row = Row::of_backend("building tables, each key", name, backend);
            (row, Kind::Build(backend, *layout))
        })
    });
    let host = Backend::ALL.iter().flat_map(|&backend| {
        Calls::of(backend).map(move |calls| {
            let row = Row::of_backend(HOST, calls.row(backend), backend);
            (row, Kind::Host(backend, calls))
        })
    });
    let libraries = one_by_one.chain(together);
    let lanes = backends().flat_map(lanes);
    libraries.chain(host).chain(lanes).chain(building).collect()
}

/// Every layout by the NEP's rule, which is compared; the usual one by ZIP-215 as well.
fn lanes(backend: Backend) -> impl Iterator<Item = (Row, Kind)> {
    let of_layout = |layout: &Layout| [Keys::Tables(*layout), Keys::Evicted(*layout)];
    let keys = Layout::ALL.iter().flat_map(of_layout);
    let nep = [Keys::Cold].into_iter().chain(keys);
    let nep = nep.map(|keys| (keys, Rule::Nep364, ""));
    let zip = [Keys::Cold, Keys::Tables(USUAL)].map(|keys| (keys, Rule::Zip215, ", ZIP-215"));
    nep.chain(zip).map(move |(keys, rule, rule_name)| {
        let keys_name = match keys {
            Keys::Cold => "cold keys".to_owned(),
            Keys::Tables(layout) => tables_name(layout),
            Keys::Evicted(layout) => format!("{} evicted", tables_name(layout)),
        };
        let name = format!("{backend}, {keys_name}{rule_name}");
        let row = Row::of_backend("lanes", name, backend);
        (row, Kind::Lanes(backend, keys, rule))
    })
}

pub(super) fn tables_name(layout: Layout) -> String {
    format!("{} KiB tables", layout.bytes() >> 10)
}

impl Kind {
    /// Whether the tables are evicted before the clock starts.
    pub(super) fn is_evicted(self) -> bool {
        matches!(self, Self::Lanes(_, Keys::Evicted(_), _))
    }

    /// Whether it is timed at several places of the stack, so that the slowest counts: a contract
    /// can choose the place.
    pub(super) fn has_places(self) -> bool {
        matches!(self, Self::Host(..))
    }

    /// Makes a contender, and checks its verdicts on the pool.
    ///
    /// # Errors
    ///
    /// The processor lacks a backend, or a verdict is wrong.
    pub(super) fn contender(self, pool: &Pool, tables: &mut Tables) -> anyhow::Result<Contender> {
        let mut contender = match self {
            Self::OneByOne(verify) => native(move |signed| signed.iter().all(verify)),
            Self::Together(verify) => native(verify),
            Self::Lanes(backend, keys, rule) => {
                let verifier = Verifier::with_backend(backend)?;
                match keys {
                    Keys::Cold => lanes_of(move |items| verifier.verify_many(items, rule)),
                    Keys::Tables(layout) | Keys::Evicted(layout) => {
                        let tables = tables.of(verifier, layout, pool);
                        lanes_of(move |items| verifier.verify_many_with(&tables, items, rule))
                    }
                }
            }
            // An attacker's signatures are to be refused.
            Self::Host(backend, calls) => {
                let mut contender = calls.contender(backend)?;
                verified(&mut contender, &pool[OTHERS])?;
                return Ok(contender);
            }
            Self::Build(backend, layout) => {
                return Ok(tables::builder(Verifier::with_backend(backend)?, layout));
            }
        };
        let good = TIMED.start..OTHERS.end;
        judge(&mut contender, &pool[good], &pool[WITH_FORGED])?;
        Ok(contender)
    }
}

/// A contender in this process with a verdict on each item.
fn lanes_of(verdicts: impl Fn(&[Item<'_>]) -> Vec<bool> + 'static) -> Contender {
    Box::new(move |signed| {
        let items: Vec<_> = signed.iter().map(Signed::item).collect();
        Ok(timed(|| !verdicts(black_box(&items)).contains(&false)))
    })
}

#[cfg(test)]
mod tests {
    use super::super::pool::pool;
    use super::*;

    #[test]
    fn every_contender_takes_what_is_good_and_no_forgery() {
        let (pool, mut tables) = (pool(), Tables::default());
        for (row, kind) in subjects() {
            if row.unavailable.is_none() {
                let _: Contender = kind.contender(&pool, &mut tables).expect(&row.name);
            }
        }
    }
}
