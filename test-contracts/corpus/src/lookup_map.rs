//! A map of texts to numbers, which cannot be iterated over.
//!
//! ```text
//! set {"key": "a", "value": 1}
//! set {"key": "a", "value": 18446744073709551615}
//! get {"key": "a"}
//! get {"key": "é"}
//! remove {"key": "a"}
//! add {"key": "b", "value": 3}
//! add {"key": "b", "value": 18446744073709551613}
//! ```

use near_sdk::near;
use near_sdk::store::LookupMap;

type Key = String;
type Value = u64;
type Map = LookupMap<Key, Value>;

map_contract!();

#[near]
impl Contract {
    pub fn add(&mut self, key: String, value: u64) {
        *self.map.entry(key).or_default() += value;
    }
}
