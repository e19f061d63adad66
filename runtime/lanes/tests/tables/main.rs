//! Which keys get tables, and when: a call builds no more than its items pay for.

#[path = "../../src/tables/keys/tests/model.rs"]
mod model;
mod sequences;

use ed25519_lanes::{
    Backend, ITEMS_FOR_TABLES, Item, KeyTables, Layout, Rule, USES_BEFORE_TABLES, Verifier,
};

fn keys(count: u8) -> Vec<[u8; 32]> {
    let key = |seed| ed25519_dalek::SigningKey::from_bytes(&[seed; 32]).verifying_key();
    (0..count).map(|seed| key(seed).to_bytes()).collect()
}

fn items(keys: &[[u8; 32]]) -> Vec<Item<'_>> {
    let item = |public_key| Item {
        public_key,
        signature: &[0; 64],
        message: b"",
    };
    keys.iter().map(item).collect()
}

/// The verifiers of all backends that this processor has.
fn verifiers() -> impl Iterator<Item = (Backend, Verifier)> {
    let all = requirements::each_backend(Backend::ALL, Backend::name, Verifier::with_backend);
    all.map(|it| (it.backend(), it))
}

/// The number of keys that get tables together; dalek has no tables.
const fn lanes(backend: Backend) -> usize {
    match backend {
        Backend::Ifma => 8,
        Backend::Avx2 => 4,
        Backend::Portable => 1,
        Backend::Dalek => 0,
    }
}

/// The number of keys that get tables in a call with these keys.
fn built_by(verifier: &Verifier, tables: &KeyTables, keys: &[[u8; 32]]) -> usize {
    let before = tables.len();
    let _ = verifier.verify_many_learning(tables, &items(keys), Rule::Nep364);
    tables.len() - before
}

/// A call builds no more, whatever keys came before: its price would not cover it.
#[test]
fn a_call_builds_no_more_tables_than_it_has_items_for() {
    for (backend, verifier) in verifiers() {
        let tables = KeyTables::new(Layout::SMALL, 1 << 20);
        let keys = keys(64);
        let built_by = |keys: &[_]| built_by(&verifier, &tables, keys);
        for _ in 0..2 * USES_BEFORE_TABLES {
            let few = keys.chunks(ITEMS_FOR_TABLES - 1);
            assert_eq!(few.map(built_by).sum::<usize>(), 0, "{backend}");
        }
        let group = lanes(backend);
        assert_eq!(built_by(&keys[..ITEMS_FOR_TABLES]), group, "{backend}");
        assert_eq!(built_by(&keys), 2 * group, "{backend}");
        assert_eq!(
            built_by(&keys),
            2 * group,
            "the others are still due: {backend}"
        );
    }
}

/// However many keys are used, all that fit have tables in the end.
#[test]
fn strangers_keys_hold_up_nobody() {
    let verifier = Verifier::with_backend(Backend::Avx2).ok();
    let Some(verifier) = requirements::backend("avx2", verifier) else {
        return; // this processor has no such lanes
    };
    let keys = keys(200);
    let tables = KeyTables::new(Layout::MEDIUM, keys.len() * Layout::MEDIUM.bytes());
    // The keys rotate, as a light client's validators do.
    for round in 0..4 * USES_BEFORE_TABLES {
        for item in items(&keys) {
            let _ = verifier.verify_one_learning(&tables, &item, Rule::Nep364);
        }
        assert!(round + 1 >= USES_BEFORE_TABLES || tables.is_empty());
    }
    assert_eq!(tables.len(), keys.len());
}
