//! Who is measured: the rows of the table.

use super::contender::{
    Batch, Build, Contender, DalekChild, DalekHere, Lanes, Library, Pool, Tables, zebra_batch,
};
use crate::compare::Rule;
use crate::library::{self, Verify, dalek_3_has_avx512};
use dalek_child::Method;
use ed25519_lanes::{Backend, Layout, Verifier};

/// The unit of every time: decodes the key and verifies, one signature after another.
pub(super) const UNIT: &str = "ed25519-dalek 3";

/// What is measured of somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    /// One signature after another.
    OneByOne,
    /// One verdict for all signatures.
    Batch,
    /// A verdict for each signature, by lanes.
    Lanes,
    /// No signatures: the tables of so many keys are built.
    Tables,
}

impl Group {
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::OneByOne => "one by one",
            Self::Batch => "one verdict for all",
            Self::Lanes => "lanes",
            Self::Tables => "building tables, each key",
        }
    }
}

/// Which keys have tables before the clock starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keys {
    /// None.
    Cold,
    /// All, and they were used a moment ago.
    Tables(Layout),
    /// All, and they are in no cache of the processor.
    Evicted(Layout),
}

/// One contender.
pub(super) struct Row {
    /// Unlike any other's.
    pub(super) name: String,
    pub(super) group: Group,
    pub(super) accepts: Rule,
    /// Why it cannot be measured here, if it cannot.
    pub(super) unavailable: Option<String>,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    /// In a process of its own, which has no AVX-512.
    DalekChild(Method),
    DalekHere(Method),
    Library(Verify),
    ZebraBatch,
    Lanes(Backend, Keys, ed25519_lanes::Rule),
    Build(Backend, Layout),
}

/// Every contender, by group.
pub(super) fn rows() -> Vec<Row> {
    let no_avx512 = dalek_3_has_avx512().err().map(str::to_owned);
    // It computes with the same curve crate as dalek 3.
    let zebra = match no_avx512 {
        None => "ed25519-zebra batch, AVX-512",
        Some(_) => "ed25519-zebra batch",
    };
    let nep = |name: &str, kind| Row::new(name, Group::OneByOne, Rule::Nep364, kind);
    let own = |name: &str, kind| Row::new(name, Group::OneByOne, Rule::Own, kind);
    let batch = |name: &str, accepts, kind| Row::new(name, Group::Batch, accepts, kind);
    let mut rows = vec![
        nep(UNIT, Kind::DalekChild(Method::OneByOne)),
        nep(
            "ed25519-dalek 3, AVX-512",
            Kind::DalekHere(Method::OneByOne),
        )
        .unless(&no_avx512),
        nep("ed25519-dalek 2", Kind::Library(library::dalek_2)),
        own("ring", Kind::Library(library::ring)),
        own("aws-lc-rs", Kind::Library(library::aws_lc)),
        batch(
            "ed25519-dalek 3 batch",
            Rule::Own,
            Kind::DalekChild(Method::Batch),
        ),
        batch(
            "ed25519-dalek 3 batch, AVX-512",
            Rule::Own,
            Kind::DalekHere(Method::Batch),
        )
        .unless(&no_avx512),
        batch(zebra, Rule::Zip215, Kind::ZebraBatch),
    ];
    // Of dalek's backend there is nothing to see: it is `ed25519-dalek 2`.
    let backends = Backend::ALL.iter().filter(|it| **it != Backend::Dalek);
    rows.extend(backends.clone().flat_map(|backend| lanes(*backend)));
    rows.extend(backends.flat_map(|backend| {
        let layouts = Layout::ALL.iter();
        layouts.map(|layout| Row::build(*backend, *layout))
    }));
    rows
}

/// The layout that stands for all where there is no room.
pub(super) const USUAL: Layout = Layout::MEDIUM;

/// All layouts by the NEP's rule, which is what is compared; the usual one by ZIP-215 as well.
fn lanes(backend: Backend) -> Vec<Row> {
    use ed25519_lanes::Rule::{Nep364, Zip215};
    let of_layout = |layout: &Layout| [Keys::Tables(*layout), Keys::Evicted(*layout)];
    let keys = Layout::ALL.iter().flat_map(of_layout);
    let nep = [Keys::Cold]
        .into_iter()
        .chain(keys)
        .map(|keys| (keys, Nep364));
    let zip = [Keys::Cold, Keys::Tables(USUAL)].map(|keys| (keys, Zip215));
    nep.chain(zip)
        .map(|(keys, rule)| Row::lanes(backend, keys, rule))
        .collect()
}

impl Row {
    fn new(name: &str, group: Group, accepts: Rule, kind: Kind) -> Self {
        Self {
            name: name.to_owned(),
            group,
            accepts,
            unavailable: None,
            kind,
        }
    }

    fn lanes(backend: Backend, keys: Keys, rule: ed25519_lanes::Rule) -> Self {
        let (accepts, rule_name) = match rule {
            ed25519_lanes::Rule::Nep364 => (Rule::Nep364, ""),
            ed25519_lanes::Rule::Zip215 => (Rule::Zip215, ", ZIP-215"),
        };
        let keys_name = match keys {
            Keys::Cold => "cold keys".to_owned(),
            Keys::Tables(layout) => tables_name(layout),
            Keys::Evicted(layout) => format!("{} evicted", tables_name(layout)),
        };
        let name = format!("{backend}, {keys_name}{rule_name}");
        let kind = Kind::Lanes(backend, keys, rule);
        Self::new(&name, Group::Lanes, accepts, kind).unless(&absent(backend))
    }

    fn build(backend: Backend, layout: Layout) -> Self {
        let name = format!("{backend}, {}, built", tables_name(layout));
        let kind = Kind::Build(backend, layout);
        Self::new(&name, Group::Tables, Rule::Nep364, kind).unless(&absent(backend))
    }

    fn unless(mut self, unavailable: &Option<String>) -> Self {
        self.unavailable.clone_from(unavailable);
        self
    }

    /// How its tables are laid out, if it has any.
    pub(super) fn layout(&self) -> Option<Layout> {
        match self.kind {
            Kind::Lanes(_, Keys::Tables(layout) | Keys::Evicted(layout), _)
            | Kind::Build(_, layout) => Some(layout),
            _ => None,
        }
    }

    /// Whether its tables are to be in no cache when the clock starts.
    pub(super) fn is_evicted(&self) -> bool {
        matches!(self.kind, Kind::Lanes(_, Keys::Evicted(_), _))
    }

    /// Makes it ready to verify what is in the pool.
    ///
    /// # Errors
    ///
    /// A process cannot be started, or the processor lacks a backend.
    pub(super) fn contender(
        &self,
        pool: &Pool,
        tables: &mut Tables,
    ) -> anyhow::Result<Box<dyn Contender>> {
        let pool = pool.clone();
        Ok(match self.kind {
            Kind::DalekChild(method) => Box::new(DalekChild::start(method)?),
            Kind::DalekHere(method) => Box::new(DalekHere { method, pool }),
            Kind::Library(verify) => Box::new(Library { verify, pool }),
            Kind::ZebraBatch => Box::new(Batch {
                accepts: zebra_batch,
                pool,
            }),
            Kind::Lanes(backend, keys, rule) => {
                let verifier = Verifier::with_backend(backend)?;
                let tables = match keys {
                    Keys::Cold => None,
                    Keys::Tables(layout) | Keys::Evicted(layout) => {
                        Some(tables.of(verifier, layout, &pool))
                    }
                };
                Box::new(Lanes {
                    verifier,
                    tables,
                    rule,
                    pool,
                })
            }
            Kind::Build(backend, layout) => Box::new(Build {
                verifier: Verifier::with_backend(backend)?,
                layout,
                pool,
            }),
        })
    }
}

fn absent(backend: Backend) -> Option<String> {
    (!backend.is_available()).then(|| "not on this CPU".to_owned())
}

fn tables_name(layout: Layout) -> String {
    format!("{} KiB tables", layout.bytes() >> 10)
}
