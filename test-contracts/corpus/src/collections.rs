//! Sets, a list, an ordered map, and values that are read only where they are needed.
//!
//! ```text
//! insert {"element": [1, true]}
//! insert {"element": [1, true]}
//! insert {"element": [255, null]}
//! remove {"element": [1, true]}
//! remove {"element": [1, true]}
//! drain {}
//! drain {}
//! push {"name": "a", "amount": "1"}
//! push {"name": "b", "amount": "18446744073709551615"}
//! sum {}
//! swap_remove {"index": 0}
//! swap_remove {"index": 7}
//! pop {}
//! pop {}
//! put {"key": 30, "value": "c"}
//! put {"key": 10, "value": "a"}
//! put {"key": 20, "value": "b"}
//! between {"low": 10, "high": 30}
//! take {"key": 20}
//! take {"key": 99}
//! between {"low": 2, "high": 1}
//! set {"name": "fee", "amount": "30"}
//! setting {}
//! announce {"text": "soon"}
//! announcement {}
//! announce {"text": null}
//! announcement {}
//! ```

use near_sdk::collections::TreeMap;
use near_sdk::json_types::U64;
use near_sdk::near;
use near_sdk::store::{IterableSet, Lazy, LazyOption, LookupSet, Vector};
use std::ops::Bound;

type Element = (u8, Option<bool>);

#[near(serializers = [json, borsh])]
#[derive(Clone)]
pub struct Entry {
    name: String,
    amount: U64,
}

#[near(contract_state)]
pub struct Contract {
    set: IterableSet<Element>,
    ever: LookupSet<Element>,
    entries: Vector<Entry>,
    map: TreeMap<u32, String>,
    setting: Lazy<Entry>,
    announcement: LazyOption<String>,
}

impl Default for Contract {
    fn default() -> Self {
        let (name, amount) = (String::new(), U64(0));
        Self {
            set: IterableSet::new(b"s"),
            ever: LookupSet::new(b"e"),
            entries: Vector::new(b"v"),
            map: TreeMap::new(b"m"),
            setting: Lazy::new(b"l", Entry { name, amount }),
            announcement: LazyOption::new(b"a", None),
        }
    }
}

#[near]
impl Contract {
    /// Whether the set lacked the element, and whether it never had it.
    pub fn insert(&mut self, element: Element) -> (bool, bool) {
        (self.set.insert(element), self.ever.insert(element))
    }

    pub fn remove(&mut self, element: Element) -> (bool, bool) {
        (self.set.remove(&element), self.ever.contains(&element))
    }

    pub fn drain(&mut self) -> Vec<Element> {
        self.set.drain().collect()
    }

    pub fn push(&mut self, name: String, amount: U64) -> u32 {
        self.entries.push(Entry { name, amount });
        self.entries.len()
    }

    pub fn sum(&self) -> U64 {
        U64(self.entries.iter().map(|entry| entry.amount.0).sum())
    }

    pub fn swap_remove(&mut self, index: u32) -> Entry {
        self.entries.swap_remove(index)
    }

    pub fn pop(&mut self) -> Option<Entry> {
        self.entries.pop()
    }

    pub fn put(&mut self, key: u32, value: String) -> Option<String> {
        self.map.insert(&key, &value)
    }

    pub fn take(&mut self, key: u32) -> Option<String> {
        self.map.remove(&key)
    }

    pub fn between(&self, low: u32, high: u32) -> Vec<(u32, String)> {
        let range = (Bound::Included(low), Bound::Excluded(high));
        self.map.range(range).collect()
    }

    pub fn set(&mut self, name: String, amount: U64) {
        self.setting.set(Entry { name, amount });
    }

    pub fn setting(&self) -> Entry {
        self.setting.get().clone()
    }

    pub fn announce(&mut self, text: Option<String>) {
        self.announcement.set(text);
    }

    pub fn announcement(&self) -> &Option<String> {
        self.announcement.get()
    }
}
