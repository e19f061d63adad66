//! Tables of the pool's keys, built once for all contenders that use them.

use super::pool::Pool;
use crate::contender::{Answer, Contender};
use crate::library::Signed;
use crate::verification::meter::measured;
use ed25519_lanes::{Backend, KeyTables, Layout, Verifier};
use std::collections::HashMap;
use std::hint::black_box;
use std::rc::Rc;

#[derive(Default)]
pub(super) struct Tables(HashMap<(Backend, Layout), Rc<KeyTables>>);

impl Tables {
    pub(super) fn of(&mut self, verifier: Verifier, layout: Layout, pool: &Pool) -> Rc<KeyTables> {
        let tables = self.0.entry((verifier.backend(), layout));
        Rc::clone(tables.or_insert_with(|| Rc::new(build(verifier, layout, &keys(pool)))))
    }
}

/// A contender that builds tables of the keys and verifies nothing.
pub(super) fn builder(verifier: Verifier, layout: Layout) -> Contender {
    Box::new(move |signed| {
        let keys = keys(signed);
        // Returned from the closure, so that freeing them is not timed.
        let (tables, elapsed) = measured(|| build(verifier, layout, black_box(&keys)));
        Ok(Answer {
            is_accepted: tables.len() == keys.len(),
            elapsed,
            burnt_gas: None,
        })
    })
}

fn keys(signed: &[Signed]) -> Vec<[u8; 32]> {
    signed.iter().map(|it| it.public_key).collect()
}

/// Tables of exactly these keys.
fn build(verifier: Verifier, layout: Layout, keys: &[[u8; 32]]) -> KeyTables {
    let tables = KeyTables::new(layout, keys.len() * layout.bytes());
    verifier.build(&tables, keys);
    tables
}
