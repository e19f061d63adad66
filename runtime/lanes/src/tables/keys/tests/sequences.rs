//! Random calls on one `KeyTables`: the keys that have tables are the model's, in the order of use,
//! and every table is of the key that was asked for. Tables are made up here, since building them
//! would compile the kernels for this test.

use super::super::*;
use super::model::{Call, FIRST_POINT, Model, Way, calls};
use proptest::prelude::*;
use proptest::sample::select;

const LAYOUT: Layout = Layout::SMALL;

const CASES: u32 = match cfg!(miri) {
    false => 2_000,
    true => 2, // with Miri, each takes seconds
};

/// The rows of `tables` tables, which show the key.
fn rows(key: u8, tables: usize) -> Vec<AffineNiels> {
    vec![AffineNiels([key.into(); 16]); tables * LAYOUT.multiples()]
}

fn table(key: u8) -> KeyTable {
    (key >= FIRST_POINT).then(|| rows(key, LAYOUT.tables()).into())
}

/// What a verifier does with the tables.
struct Caller {
    tables: KeyTables,
    lanes: usize,
    /// Number of tables that a call for one signature builds.
    beside_one: usize,
}

impl Caller {
    /// The tables that each key had.
    fn call(&self, call: &Call) -> Vec<Option<KeyTable>> {
        let keys: Vec<_> = call.keys().map(|key| [key; 32]).collect();
        match call.way {
            Way::OneWith => keys.iter().flat_map(|key| self.get(&[*key])).collect(),
            Way::OneLearning => keys.iter().map(|key| self.get_learning(key)).collect(),
            Way::ManyWith => self.get(&keys),
            Way::ManyLearning => {
                let found = self.get(&keys);
                let without = keys.iter().zip(&found).filter(|(_, it)| it.is_none());
                let most = keys.len() / ITEMS_FOR_TABLES * self.lanes;
                self.build(&self.tables.learn(without.map(|(key, _)| *key), most));
                found
            }
            Way::Build => {
                self.build(&keys);
                Vec::new()
            }
        }
    }

    fn get(&self, keys: &[[u8; 32]]) -> Vec<Option<KeyTable>> {
        self.tables.get(keys.iter())
    }

    fn get_learning(&self, key: &[u8; 32]) -> Option<KeyTable> {
        let found = self.get(&[*key]).pop()?;
        if self.beside_one > 0 {
            if found.is_none() {
                self.tables.learn_one(key);
            }
            if let Some((due, part)) = self.tables.take_due() {
                let before = part.map_or(0, |part| part.rows.len() / LAYOUT.multiples());
                let tables = LAYOUT.tables().min(before + self.beside_one);
                let is_point = due[0] >= FIRST_POINT;
                let part = is_point.then(|| Part::of(rows(due[0], tables)));
                self.tables.put_part(due, part);
            }
        }
        found
    }

    fn build(&self, keys: &[[u8; 32]]) {
        for key in self.tables.missing(keys) {
            self.tables.insert(*key, table(key[0]));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn the_keys_with_tables_are_the_models(
        capacity in 0..=3_usize,
        lanes in select(&[1, 4, 8][..]),
        beside_one in 0..=LAYOUT.tables(),
        calls in calls(),
    ) {
        let tables = KeyTables::new(LAYOUT, capacity * LAYOUT.bytes());
        let caller = Caller { tables, lanes, beside_one };
        let calls_for_tables = (beside_one > 0).then(|| LAYOUT.tables().div_ceil(beside_one));
        let mut model = Model::new(capacity, lanes, calls_for_tables);
        for call in &calls {
            let found = caller.call(call);
            let expected = call.keys().zip(model.call(call));
            let expected: Vec<_> = expected.map(|(key, found)| found.then(|| table(key))).collect();
            prop_assert!(found == expected, "{call:?}: other tables");
            prop_assert_eq!(caller.tables.len(), model.kept.len());
            let kept = caller.tables.lock();
            let kept = kept.iter().flat_map(|kept| kept.iter().rev());
            let kept: Vec<_> = kept.map(|(key, _)| key[0]).collect();
            prop_assert_eq!(kept, &*model.kept, "after {:?}", call);
        }
    }
}
