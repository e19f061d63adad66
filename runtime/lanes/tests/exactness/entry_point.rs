//! Entry points: every way to verify a batch.

use ed25519_lanes::{Backend, BackendUnavailable, Item, KeyTables, Layout, Rule, Verifier};
use std::rc::Rc;

/// Largest memory of tables, bytes. About a hundred large ones fit, so that in a long run most keys
/// are evicted.
const BYTE_CAP: usize = 4 << 20;

/// A function that verifies a batch.
type Verify = dyn FnMut(&[Item<'_>], Rule) -> Vec<bool>;

/// A way to verify a batch.
pub struct EntryPoint {
    pub name: String,
    verify: Box<Verify>,
}

impl EntryPoint {
    pub fn new(
        name: impl Into<String>,
        verify: impl FnMut(&[Item<'_>], Rule) -> Vec<bool> + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            verify: Box::new(verify),
        }
    }

    /// As users call it: it verifies items one by one if that is faster.
    fn usual(verifier: Verifier) -> Self {
        let backend = verifier.backend();
        let verify = move |items: &[Item<'_>], rule| verifier.verify_many(items, rule);
        Self::new(backend.name(), verify)
    }

    /// The backend's lanes only, without tables.
    pub fn cold(forced: Verifier) -> Self {
        let name = format!("{}, forced", forced.backend());
        let verify = move |items: &[Item<'_>], rule| forced.verify_many(items, rule);
        Self::new(name, verify)
    }

    /// The backend's lanes only, with tables of some keys.
    pub fn with_tables(forced: Verifier, layout: Layout) -> Self {
        let backend = forced.backend();
        let name = format!("{backend}, forced, tables of {} bytes", layout.bytes());
        let tables = KeyTables::new(layout, BYTE_CAP);
        let verify = move |items: &[Item<'_>], rule| {
            // The key's bytes decide, so that most batches have keys with tables and keys without.
            let keys = items.iter().map(|item| *item.public_key);
            let chosen: Vec<_> = keys.filter(|key| key[0] % 2 == 0).collect();
            forced.build(&tables, &chosen);
            forced.verify_many_with(&tables, items, rule)
        };
        Self::new(name, verify)
    }

    /// One item after another.
    pub fn each(verifier: Verifier) -> Self {
        let name = format!("{}, one at a time", verifier.backend());
        let verify = move |items: &[Item<'_>], rule| {
            let verify = |item| verifier.verify_one(item, rule);
            items.iter().map(verify).collect()
        };
        Self::new(name, verify)
    }

    /// One item after another, with tables of all keys.
    pub fn each_with_tables(verifier: Verifier, tables: Rc<KeyTables>) -> Self {
        let (backend, bytes) = (verifier.backend(), tables.layout().bytes());
        let name = format!("{backend}, one at a time, tables of {bytes} bytes");
        let verify = move |items: &[Item<'_>], rule| {
            let keys: Vec<_> = items.iter().map(|item| *item.public_key).collect();
            verifier.build(&tables, &keys);
            let verify = |item| verifier.verify_one_with(&tables, item, rule);
            items.iter().map(verify).collect()
        };
        Self::new(name, verify)
    }

    /// As a host calls it, without knowing future keys: tables are built for frequent keys.
    fn learning(verifier: Verifier) -> Self {
        let name = format!("{}, learning", verifier.backend());
        let tables = KeyTables::new(Layout::MEDIUM, BYTE_CAP);
        let verify =
            move |items: &[Item<'_>], rule| verifier.verify_many_learning(&tables, items, rule);
        Self::new(name, verify)
    }

    /// As a host calls it for single signatures.
    fn each_learning(verifier: Verifier) -> Self {
        let name = format!("{}, one at a time, learning", verifier.backend());
        let tables = KeyTables::new(Layout::MEDIUM, BYTE_CAP);
        let verify = move |items: &[Item<'_>], rule| {
            let verify = |item| verifier.verify_one_learning(&tables, item, rule);
            items.iter().map(verify).collect()
        };
        Self::new(name, verify)
    }

    pub fn verify(&mut self, items: &[Item<'_>], rule: Rule) -> Vec<bool> {
        (self.verify)(items, rule)
    }
}

/// All entry points available on this processor.
pub fn entry_points() -> Vec<EntryPoint> {
    let its = |&backend: &Backend| requirements::backend(backend.name(), of(backend).ok());
    Backend::ALL.iter().filter_map(its).flatten().collect()
}

/// All entry points of a backend. dalek has neither lanes nor tables.
fn of(backend: Backend) -> Result<Vec<EntryPoint>, BackendUnavailable> {
    let usual = Verifier::with_backend(backend)?;
    let mut entry_points = vec![EntryPoint::usual(usual), EntryPoint::each(usual)];
    if backend != Backend::Dalek {
        let forced = Verifier::forced(backend)?;
        entry_points.extend([
            EntryPoint::learning(usual),
            EntryPoint::each_learning(usual),
            EntryPoint::cold(forced),
        ]);
        let layouts = Layout::ALL.iter();
        entry_points.extend(layouts.flat_map(|&layout| {
            [
                EntryPoint::with_tables(forced, layout),
                EntryPoint::each_with_tables(usual, Rc::new(KeyTables::new(layout, BYTE_CAP))),
            ]
        }));
    }
    Ok(entry_points)
}

#[test]
fn every_backend_is_judged_where_it_is_available() {
    let entry_points = entry_points();
    for &backend in Backend::ALL {
        let its = entry_points
            .iter()
            .filter(|it| it.name.starts_with(backend.name()));
        assert_eq!(its.count() > 0, backend.is_available(), "{backend}");
    }
}
