//! Tables of the pool's keys, built once for all contenders that use them.

use crate::contender::{Answer, Contender};
use crate::library::Signed;
use crate::verification::measured;
use ed25519_lanes::{Backend, KeyTables, Layout, Verifier};
use std::collections::HashMap;
use std::hint::black_box;
use std::rc::Rc;

/// Tables by verify backend and layout.
pub(super) type Tables = HashMap<(Backend, Layout), Rc<KeyTables>>;

/// A contender that builds tables of the keys and verifies nothing.
pub(super) fn builder(verifier: Verifier, layout: Layout) -> Contender {
    Box::new(move |signed| {
        let keys = keys(signed);
        // The closure returns them, so that freeing them is not timed.
        let (tables, elapsed) = measured(|| build(verifier, layout, black_box(&keys)));
        Ok(Answer {
            is_accepted: tables.len() == keys.len(),
            elapsed,
            burnt_gas: None,
        })
    })
}

pub(super) fn keys(signed: &[Signed]) -> Vec<[u8; 32]> {
    signed.iter().map(|it| it.public_key).collect()
}

/// Tables of exactly these keys.
pub(super) fn build(verifier: Verifier, layout: Layout, keys: &[[u8; 32]]) -> KeyTables {
    let tables = KeyTables::new(layout, keys.len() * layout.bytes());
    verifier.build(&tables, keys);
    tables
}
