//! The lanes of `ed25519-lanes`, as their users call them: what dalek does faster is left to dalek.

use super::{Contender, Pool, item, timed};
use crate::verification::meter::measured;
use crate::verification::placement::at_place;
use dalek_child::Answer;
use ed25519_lanes::{Backend, Item, KeyTables, Layout, Rule, Verifier};
use std::collections::HashMap;
use std::hint::black_box;
use std::ops::Range;
use std::rc::Rc;

/// A backend, with tables of all keys or without any.
pub(crate) struct Lanes {
    pub(crate) verifier: Verifier,
    pub(crate) tables: Option<Rc<KeyTables>>,
    pub(crate) rule: Rule,
    pub(crate) pool: Pool,
}

impl Contender for Lanes {
    fn verify(&mut self, range: Range<usize>, place: usize) -> anyhow::Result<Answer> {
        let items: Vec<Item<'_>> = self.pool[range].iter().map(item).collect();
        let items = black_box(items.as_slice());
        Ok(timed(place, || {
            let verdicts = match &self.tables {
                None => self.verifier.verify_many(items, self.rule),
                Some(tables) => self.verifier.verify_many_with(tables, items, self.rule),
            };
            verdicts.iter().all(|is_accepted| *is_accepted)
        }))
    }
}

/// Tables of the pool's keys, built once for all contenders that use them.
#[derive(Default)]
pub(crate) struct Tables(HashMap<(Backend, Layout), Rc<KeyTables>>);

impl Tables {
    pub(crate) fn of(&mut self, verifier: Verifier, layout: Layout, pool: &Pool) -> Rc<KeyTables> {
        let place = self.0.entry((verifier.backend(), layout));
        let tables = place.or_insert_with(|| {
            let keys: Vec<_> = pool.iter().map(|signed| signed.public_key).collect();
            Rc::new(build(verifier, layout, &keys))
        });
        Rc::clone(tables)
    }
}

/// Builds tables of the keys, and verifies nothing.
pub(crate) struct Build {
    pub(crate) verifier: Verifier,
    pub(crate) layout: Layout,
    pub(crate) pool: Pool,
}

impl Contender for Build {
    fn verify(&mut self, range: Range<usize>, place: usize) -> anyhow::Result<Answer> {
        let keys: Vec<_> = self.pool[range].iter().map(|it| it.public_key).collect();
        let keys = black_box(keys.as_slice());
        // They are handed out, so that the time to give their memory back is not in it.
        let (tables, elapsed) = at_place(place, || {
            measured(|| build(self.verifier, self.layout, keys))
        });
        Ok(Answer {
            elapsed,
            is_accepted: tables.len() == keys.len(),
        })
    }

    fn is_verifier(&self) -> bool {
        false
    }
}

/// Tables of exactly these keys.
fn build(verifier: Verifier, layout: Layout, keys: &[[u8; 32]]) -> KeyTables {
    let tables = KeyTables::new(layout, keys.len() * layout.bytes());
    verifier.build(&tables, keys);
    tables
}
