//! State that is read and written whole, with collections of the standard library.
//!
//! ```text
//! put {"key": "b", "value": 2}
//! put {"key": "a", "value": 1}
//! put {"key": "c", "value": 3}
//! queue {"text": "x"}
//! queue {"text": "y"}
//! take {}
//! take {}
//! take {}
//! largest {}
//! ```

use near_sdk::near;
use std::collections::{BTreeMap, VecDeque};

#[near(contract_state)]
#[derive(Default)]
pub struct Contract {
    map: BTreeMap<String, i32>,
    queue: VecDeque<String>,
}

#[near]
impl Contract {
    pub fn put(&mut self, key: String, value: i32) -> &BTreeMap<String, i32> {
        self.map.insert(key, value);
        &self.map
    }

    pub fn queue(&mut self, text: String) {
        self.queue.push_back(text);
    }

    pub fn take(&mut self) -> Option<String> {
        self.queue.pop_front()
    }

    pub fn largest(&self) -> Option<(&String, &i32)> {
        self.map.iter().max_by_key(|(_, value)| **value)
    }
}
