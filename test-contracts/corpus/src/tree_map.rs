//! An ordered map, and ranges of it.
//!
//! ```text
//! set {"key": 30, "value": "c"}
//! set {"key": 10, "value": "a"}
//! set {"key": 20, "value": "b"}
//! set {"key": 25, "value": "d"}
//! between {"low": 10, "high": 25}
//! ends {}
//! remove {"key": 20}
//! remove {"key": 99}
//! between {"low": 0, "high": 4294967295}
//! between {"low": 2, "high": 1}
//! ```

use near_sdk::collections::TreeMap;
use near_sdk::near;
use std::ops::Bound;

#[near(contract_state)]
pub struct Contract {
    map: TreeMap<u32, String>,
}

impl Default for Contract {
    fn default() -> Self {
        Self {
            map: TreeMap::new(b"m"),
        }
    }
}

#[near]
impl Contract {
    pub fn set(&mut self, key: u32, value: String) -> Option<String> {
        self.map.insert(&key, &value)
    }

    pub fn remove(&mut self, key: u32) -> Option<String> {
        self.map.remove(&key)
    }

    pub fn ends(&self) -> (Option<u32>, Option<u32>) {
        (self.map.min(), self.map.max())
    }

    pub fn between(&self, low: u32, high: u32) -> Vec<(u32, String)> {
        let range = (Bound::Included(low), Bound::Excluded(high));
        self.map.range(range).collect()
    }
}
