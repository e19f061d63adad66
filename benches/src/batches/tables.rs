//! Tables of the pool's keys, built once for all contenders that use them.

use super::contender::{Contender, Pool};
use dalek_child::timed;
use ed25519_lanes::{Backend, KeyTables, Layout, Verifier};
use std::collections::HashMap;
use std::rc::Rc;

#[derive(Default)]
pub(super) struct Tables(HashMap<(Backend, Layout), Rc<KeyTables>>);

impl Tables {
    pub(super) fn of(&mut self, verifier: Verifier, layout: Layout, pool: &Pool) -> Rc<KeyTables> {
        let tables = self.0.entry((verifier.backend(), layout));
        let tables = tables.or_insert_with(|| {
            let keys: Vec<_> = pool.iter().map(|signed| signed.public_key).collect();
            Rc::new(build(verifier, layout, &keys))
        });
        Rc::clone(tables)
    }
}

/// Who builds tables of the keys in a range of the pool, and verifies nothing.
pub(super) fn builder(pool: Pool, verifier: Verifier, layout: Layout) -> Contender {
    Box::new(move |range, stack| {
        let keys: Vec<_> = pool[range].iter().map(|it| it.public_key).collect();
        // They are handed out, so that the time to give their memory back is not in it.
        let build = |keys: &[[u8; 32]]| build(verifier, layout, keys);
        let (tables, elapsed) = timed(stack, keys.as_slice(), build);
        Ok((tables.len() == keys.len(), elapsed))
    })
}

/// Tables of exactly these keys.
fn build(verifier: Verifier, layout: Layout, keys: &[[u8; 32]]) -> KeyTables {
    let tables = KeyTables::new(layout, keys.len() * layout.bytes());
    verifier.build(&tables, keys);
    tables
}
