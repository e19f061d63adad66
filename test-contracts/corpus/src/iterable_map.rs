//! A map of accounts to big numbers, in pages.
//!
//! ```text
//! set {"key": "alice.near", "value": "340282366920938463463374607431768211455"}
//! set {"key": "bob.near", "value": "2"}
//! set {"key": "carol.near", "value": "0"}
//! page {"from": 1, "limit": 2}
//! remove {"key": "alice.near"}
//! page {"from": 0, "limit": 10}
//! get {"key": "bob.near"}
//! clear {}
//! page {"from": 0, "limit": 10}
//! ```

use near_sdk::json_types::U128;
use near_sdk::store::IterableMap;
use near_sdk::{AccountId, near};

type Key = AccountId;
type Value = U128;
type Map = IterableMap<Key, Value>;

map_contract!();

#[near]
impl Contract {
    pub fn page(&self, from: usize, limit: usize) -> Vec<(&AccountId, &U128)> {
        self.map.iter().skip(from).take(limit).collect()
    }

    pub fn clear(&mut self) {
        self.map.clear();
    }
}
