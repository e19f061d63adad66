//! The contenders: rows of the table.

use super::host::Calls;
use super::pool::{self, GOOD, OTHERS, Pool, Tables, WITH_FORGED};
use crate::contender::{Contender, judge, native, verified};
use crate::library::{DALEK_2, LIBRARIES, Library, Signed, beside_rule};
use crate::measure::{At, LANES, cell, kept, lacks};
use crate::verification::measured;
use anyhow::Context as _;
use ed25519_lanes::{Backend, Item, Layout, Rule, Verifier};
use std::fmt;
use std::hint::black_box;

/// The unit of all times: it decodes the key and verifies, one signature after another.
pub(super) const UNIT: Subject = Subject::OneByOne(DALEK_2);

/// The layout for rows that do not vary the layout.
pub(super) const USUAL: Layout = Layout::MEDIUM;

/// Numbers of signatures verified at once.
pub(super) const SIZES: [usize; 9] = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/// Larger numbers, of some contenders: as many as a block may have.
pub(super) const LARGER: [usize; 2] = [1_024, 4_096];

/// A contender with a number of signatures at once.
pub(crate) type Cell = At<Subject>;

/// A contender, which is a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Subject {
    OneByOne(&'static Library),
    Together(&'static Library),
    /// The host function, once for each signature.
    Host(Backend, Calls),
    /// A verdict for each signature, by our lanes.
    Lanes(Backend, Keys, Rule),
    /// The same by a library's.
    Each(&'static Library),
    /// No signatures: tables are built for the keys.
    Build(Backend, Layout),
}

/// State of the keys' tables when the clock starts.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Keys {
    /// No key has a table.
    Cold,
    /// Every key has a table, used a moment ago.
    Tables(Layout),
    /// Every key has a table, evicted from the processor's caches.
    Evicted(Layout),
}

/// All contenders, by group. dalek is no backend with lanes: its row would repeat `ed25519-dalek
/// 2`.
pub(super) fn subjects() -> impl Iterator<Item = Subject> {
    let one_by_one = LIBRARIES.into_iter().map(Subject::OneByOne);
    let together = LIBRARIES.into_iter().filter(|it| it.together.is_some());
    let each = LIBRARIES.into_iter().filter(|it| it.each.is_some());
    let host = Backend::ALL
        .iter()
        .flat_map(|&backend| Calls::of(backend).map(move |calls| Subject::Host(backend, calls)));
    let building = LANES.into_iter().flat_map(|backend| {
        let layouts = Layout::ALL.iter();
        layouts.map(move |layout| Subject::Build(backend, *layout))
    });
    one_by_one
        .chain(together.map(Subject::Together))
        .chain(host)
        .chain(LANES.into_iter().flat_map(lanes))
        .chain(each.map(Subject::Each))
        .chain(building)
}

/// Every layout by the NEP's rule, for comparison; the usual layout also by ZIP-215.
fn lanes(backend: Backend) -> impl Iterator<Item = Subject> {
    let of_layout = |layout: &Layout| [Keys::Tables(*layout), Keys::Evicted(*layout)];
    let keys = Layout::ALL.iter().flat_map(of_layout);
    let nep = [Keys::Cold].into_iter().chain(keys);
    let nep = nep.map(|keys| (keys, Rule::Nep364));
    let zip = [Keys::Cold, Keys::Tables(USUAL)].map(|keys| (keys, Rule::Zip215));
    nep.chain(zip)
        .map(move |(keys, rule)| Subject::Lanes(backend, keys, rule))
}

impl cell::Subject for Subject {
    fn group(&self) -> &'static str {
        match self {
            Self::OneByOne(_) => "one by one",
            Self::Together(_) => "one verdict for all",
            Self::Host(..) => "ed25519_verify",
            Self::Lanes(..) | Self::Each(_) => "lanes",
            Self::Build(..) => "building tables, each key",
        }
    }

    fn unavailable(&self) -> Option<&'static str> {
        match self {
            Self::OneByOne(library) | Self::Together(library) | Self::Each(library) => {
                (library.unavailable)()
            }
            Self::Host(backend, _) | Self::Lanes(backend, ..) | Self::Build(backend, _) => {
                lacks(*backend)
            }
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kib = |layout: &Layout| layout.bytes() >> 10;
        match self {
            Self::OneByOne(library) => f.write_str(library.name),
            Self::Together(library) => write!(f, "{}, batch", library.name),
            Self::Each(library) => write!(f, "{}, lanes", library.name),
            Self::Host(backend, calls) => write!(f, "{backend}, {calls}"),
            Self::Lanes(backend, keys, rule) => {
                let rule = match rule {
                    Rule::Nep364 => "",
                    Rule::Zip215 => ", ZIP-215",
                };
                match keys {
                    Keys::Cold => write!(f, "{backend}, cold keys{rule}"),
                    Keys::Tables(of) => write!(f, "{backend}, {} KiB tables{rule}", kib(of)),
                    Keys::Evicted(of) => write!(f, "{backend}, {} KiB tables evicted", kib(of)),
                }
            }
            Self::Build(backend, layout) => {
                write!(f, "{backend}, {} KiB tables, built", kib(layout))
            }
        }
    }
}

impl Subject {
    /// The row's name in documents, with a library's rule.
    pub(super) fn shown(self) -> String {
        let rule = match self {
            Self::OneByOne(library) | Self::Each(library) => library.accepts,
            Self::Together(library) => library.together.and_then(|(rule, _)| rule),
            Self::Host(..) | Self::Lanes(..) | Self::Build(..) => return self.to_string(),
        };
        beside_rule(&self.to_string(), rule)
    }

    /// Whether it is in the short table.
    pub(super) fn is_usual(self) -> bool {
        match self {
            Self::Host(..) => false,
            Self::Lanes(_, Keys::Tables(layout) | Keys::Evicted(layout), _)
            | Self::Build(_, layout) => layout == USUAL,
            Self::Lanes(_, Keys::Cold, _)
            | Self::OneByOne(_)
            | Self::Together(_)
            | Self::Each(_) => true,
        }
    }

    /// Whether it is timed with [`LARGER`] numbers too: where one equation holds for all, each
    /// signature takes less time the more there are.
    pub(super) fn has_larger(self) -> bool {
        match self {
            Self::Lanes(backend, Keys::Cold | Keys::Tables(USUAL), Rule::Nep364) => {
                backend != Backend::Portable
            }
            Self::Together(_) | Self::Each(_) => true,
            Self::OneByOne(_) => self == UNIT,
            Self::Lanes(..) | Self::Host(..) | Self::Build(..) => false,
        }
    }

    /// Makes a contender, and checks its verdicts on the pool.
    pub(super) fn contender(self, pool: &Pool, tables: &mut Tables) -> anyhow::Result<Contender> {
        let mut contender = match self {
            Self::OneByOne(library) => native(|signed| signed.iter().all(library.verify)),
            Self::Together(library) => native(library.together.context("no batch equation")?.1),
            Self::Each(library) => {
                let each = library.each.context("no lanes")?;
                native(move |signed: &[Signed]| !each(signed).contains(&false))
            }
            Self::Lanes(backend, keys, rule) => {
                let verifier = Verifier::with_backend(backend)?;
                match keys {
                    Keys::Cold => lanes_of(move |items| verifier.verify_many(items, rule)),
                    Keys::Tables(layout) | Keys::Evicted(layout) => {
                        let tables = kept(tables, (backend, layout), |_| {
                            let is_usual = layout == USUAL; // the others have no larger numbers
                            let end = if is_usual {
                                pool.len()
                            } else {
                                WITH_FORGED.end
                            };
                            Ok(pool::build(verifier, layout, &pool::keys(&pool[..end])))
                        })?;
                        lanes_of(move |items| verifier.verify_many_with(&tables, items, rule))
                    }
                }
            }
            // All of an attacker's signatures must be refused.
            Self::Host(backend, calls) => {
                let mut contender = calls.contender(backend)?;
                verified(&mut contender, &pool[OTHERS])?;
                return Ok(contender);
            }
            Self::Build(backend, layout) => {
                return Ok(pool::builder(Verifier::with_backend(backend)?, layout));
            }
        };
        judge(&mut contender, &pool[GOOD], &pool[WITH_FORGED])?;
        Ok(contender)
    }
}

/// A contender in this process with a verdict on each item.
fn lanes_of(verdicts: impl Fn(&[Item<'_>]) -> Vec<bool> + 'static) -> Contender {
    Box::new(move |signed| {
        let items: Vec<_> = signed.iter().map(Signed::item).collect();
        Ok(measured(|| !verdicts(black_box(&items)).contains(&false)))
    })
}
