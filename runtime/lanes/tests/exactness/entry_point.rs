//! Entry points: every way to verify a batch.

use ed25519_lanes::{Backend, BackendUnavailable, Item, KeyTables, Layout, Rule, Verifier};
use std::fmt;
use std::rc::Rc;

/// Largest memory of tables, bytes. The large tables of about a hundred keys fit, so that in a long
/// run most keys are evicted.
const BYTE_CAP: usize = 4 << 20;

/// How a verifier is called: for all items at once, or for one after another.
#[derive(Clone, Copy, Debug)]
pub enum Way {
    Many,
    One,
    /// With tables of some keys.
    ManyWith,
    /// With tables of all keys.
    OneWith,
    /// As a host calls it, without knowing future keys: tables are built for frequent keys.
    ManyLearning,
    OneLearning,
}

/// A way to verify a batch.
pub struct EntryPoint {
    verifier: Verifier,
    way: Way,
    tables: Rc<KeyTables>,
}

impl EntryPoint {
    /// A way without tables does not use them.
    pub fn new(verifier: Verifier, way: Way, tables: &Rc<KeyTables>) -> Self {
        let tables = Rc::clone(tables);
        Self {
            verifier,
            way,
            tables,
        }
    }

    pub fn verify(&self, items: &[Item<'_>], rule: Rule) -> Vec<bool> {
        let (verifier, tables) = (&self.verifier, &*self.tables);
        let keys = || items.iter().map(|item| *item.public_key);
        let each = |verify: &dyn Fn(&Item<'_>) -> bool| items.iter().map(verify).collect();
        match self.way {
            Way::Many => verifier.verify_many(items, rule),
            Way::One => each(&|item| verifier.verify_one(item, rule)),
            Way::ManyWith => {
                // The key's bytes decide, so that most batches have keys with tables and keys without.
                let chosen: Vec<_> = keys().filter(|key| key[0] % 2 == 0).collect();
                verifier.build(tables, &chosen);
                verifier.verify_many_with(tables, items, rule)
            }
            Way::OneWith => {
                verifier.build(tables, &keys().collect::<Vec<_>>());
                each(&|item| verifier.verify_one_with(tables, item, rule))
            }
            Way::ManyLearning => verifier.verify_many_learning(tables, items, rule),
            Way::OneLearning => each(&|item| verifier.verify_one_learning(tables, item, rule)),
        }
    }
}

impl fmt::Display for EntryPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (verifier, way, bytes) = (self.verifier, self.way, self.tables.layout().bytes());
        write!(f, "{verifier:?}, {way:?}, tables of {bytes} bytes")
    }
}

pub fn tables(layout: Layout) -> Rc<KeyTables> {
    Rc::new(KeyTables::new(layout, BYTE_CAP))
}

/// All entry points available on this processor.
pub fn entry_points() -> Vec<EntryPoint> {
    let all = requirements::each_backend(Backend::ALL, Backend::name, of);
    all.flatten().collect()
}

/// All entry points of a backend. dalek has neither lanes nor tables.
fn of(backend: Backend) -> Result<Vec<EntryPoint>, BackendUnavailable> {
    // The usual verifier verifies items one by one if that is faster, the forced one in lanes only.
    let (usual, forced) = (Verifier::with_backend(backend)?, Verifier::forced(backend)?);
    let mut ways = vec![
        (usual, Way::Many, Layout::MEDIUM),
        (usual, Way::One, Layout::MEDIUM),
    ];
    if backend != Backend::Dalek {
        ways.extend([
            (usual, Way::ManyLearning, Layout::MEDIUM),
            (usual, Way::OneLearning, Layout::MEDIUM),
            (forced, Way::Many, Layout::MEDIUM),
        ]);
        for &layout in Layout::ALL {
            ways.extend([
                (forced, Way::ManyWith, layout),
                (usual, Way::OneWith, layout),
            ]);
        }
    }
    let entry_points = ways.into_iter();
    let entry_points =
        entry_points.map(|(it, way, layout)| EntryPoint::new(it, way, &tables(layout)));
    Ok(entry_points.collect())
}
