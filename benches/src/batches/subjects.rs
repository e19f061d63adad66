//! Who is measured: the rows of the table.

use super::contender::{Contender, Pool, judge, of_items, of_signed};
use super::dalek_3;
use super::tables::{self, Tables};
use crate::library::{DALEK_3, LIBRARIES, Library};
use crate::measure::experiment::Row;
use dalek_child::{ONE_BY_ONE, Signed, TOGETHER};
use ed25519_lanes::{Backend, Layout, Rule, Verifier};
use std::rc::Rc;

/// The unit of every time: decodes the key and verifies, one signature after another.
pub(super) const UNIT: &str = DALEK_3;

/// The layout that stands for all where there is no room.
pub(super) const USUAL: Layout = Layout::MEDIUM;

/// Somebody who is measured.
pub(super) struct Subject {
    pub(super) row: Row,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    /// dalek 3 in a process of its own, which has no AVX-512, and is told how to verify.
    Dalek3(&'static str),
    OneByOne(fn(&Signed) -> bool),
    Together(fn(&[Signed]) -> bool),
    /// A verdict for each signature, by lanes.
    Lanes(Backend, Keys, Rule),
    /// No signatures: the tables of so many keys are built.
    Build(Backend, Layout),
}

/// Which keys have tables before the clock starts.
#[derive(Clone, Copy)]
enum Keys {
    /// None.
    Cold,
    /// All, and they were used a moment ago.
    Tables(Layout),
    /// All, and they are in no cache of the processor.
    Evicted(Layout),
}

/// Those of the lanes. Of dalek's there is nothing to see: it is `ed25519-dalek 2`.
pub(super) fn backends() -> impl Iterator<Item = Backend> {
    let all = Backend::ALL.iter().copied();
    all.filter(|backend| *backend != Backend::Dalek)
}

/// Everybody, by group.
pub(super) fn subjects() -> Vec<Subject> {
    let one_by_one = LIBRARIES.iter().map(|it| {
        let kind = Kind::OneByOne(it.verify);
        Subject::of_library("one by one", it.name, it, kind, ONE_BY_ONE)
    });
    let together = LIBRARIES.iter().filter_map(|it| {
        let (name, kind) = (it.name_together(), Kind::Together(it.together?.1));
        Some(Subject::of_library(
            "one verdict for all",
            &name,
            it,
            kind,
            TOGETHER,
        ))
    });
    let building = backends().flat_map(|backend| {
        Layout::ALL.iter().map(move |layout| {
            let name = format!("{backend}, {}, built", tables_name(*layout));
            Subject::of_backend(
                "building tables, each key",
                name,
                backend,
                Kind::Build(backend, *layout),
            )
        })
    });
    let libraries = one_by_one.chain(together);
    let lanes = backends().flat_map(lanes);
    libraries.chain(lanes).chain(building).collect()
}

/// All layouts by the NEP's rule, which is what is compared; the usual one by ZIP-215 as well.
fn lanes(backend: Backend) -> impl Iterator<Item = Subject> {
    let of_layout = |layout: &Layout| [Keys::Tables(*layout), Keys::Evicted(*layout)];
    let keys = Layout::ALL.iter().flat_map(of_layout);
    let nep = [Keys::Cold]
        .into_iter()
        .chain(keys)
        .map(|keys| (keys, Rule::Nep364));
    let zip = [Keys::Cold, Keys::Tables(USUAL)].map(|keys| (keys, Rule::Zip215));
    nep.chain(zip).map(move |(keys, rule)| {
        let rule_name = match rule {
            Rule::Nep364 => "",
            Rule::Zip215 => ", ZIP-215",
        };
        let keys_name = match keys {
            Keys::Cold => "cold keys".to_owned(),
            Keys::Tables(layout) => tables_name(layout),
            Keys::Evicted(layout) => format!("{} evicted", tables_name(layout)),
        };
        let name = format!("{backend}, {keys_name}{rule_name}");
        Subject::of_backend("lanes", name, backend, Kind::Lanes(backend, keys, rule))
    })
}

pub(super) fn tables_name(layout: Layout) -> String {
    format!("{} KiB tables", layout.bytes() >> 10)
}

impl Subject {
    fn new(group: &str, name: String, unavailable: Option<&str>, kind: Kind) -> Self {
        let row = Row {
            name,
            group: group.to_owned(),
            unavailable: unavailable.map(str::to_owned),
        };
        Self { row, kind }
    }

    /// `how` is what the program is told which is dalek 3 without AVX-512, available everywhere.
    fn of_library(group: &str, name: &str, it: &Library, kind: Kind, how: &'static str) -> Self {
        let (unavailable, kind) = match it.name {
            DALEK_3 => (None, Kind::Dalek3(how)),
            _ => ((it.unavailable)(), kind),
        };
        Self::new(group, name.to_owned(), unavailable, kind)
    }

    fn of_backend(group: &str, name: String, backend: Backend, kind: Kind) -> Self {
        let unavailable = (!backend.is_available()).then_some("not on this CPU");
        Self::new(group, name, unavailable, kind)
    }

    /// Whether its tables are to be in no cache when the clock starts.
    pub(super) fn is_evicted(&self) -> bool {
        matches!(self.kind, Kind::Lanes(_, Keys::Evicted(_), _))
    }

    /// Makes it ready to verify what is in the pool, and sees that it does.
    ///
    /// # Errors
    ///
    /// A process cannot be started, the processor lacks a backend, or a verdict is wrong.
    pub(super) fn contender(&self, pool: &Pool, tables: &mut Tables) -> anyhow::Result<Contender> {
        let of_pool = Rc::clone(pool);
        let mut contender = match self.kind {
            Kind::Dalek3(how) => dalek_3::start(how)?,
            Kind::OneByOne(verify) => of_signed(of_pool, move |signed| signed.iter().all(verify)),
            Kind::Together(verify) => of_signed(of_pool, verify),
            Kind::Lanes(backend, keys, rule) => {
                let verifier = Verifier::with_backend(backend)?;
                match keys {
                    Keys::Cold => of_items(of_pool, move |items| verifier.verify_many(items, rule)),
                    Keys::Tables(layout) | Keys::Evicted(layout) => {
                        let tables = tables.of(verifier, layout, pool);
                        of_items(of_pool, move |items| {
                            verifier.verify_many_with(&tables, items, rule)
                        })
                    }
                }
            }
            Kind::Build(backend, layout) => {
                let verifier = Verifier::with_backend(backend)?;
                tables::builder(of_pool, verifier, layout)
            }
        };
        judge(&mut contender, !matches!(self.kind, Kind::Build(..)))?;
        Ok(contender)
    }
}
