//! The map that contracts of old have.
//!
//! ```text
//! set {"x": 1, "y": -1, "value": "aGVsbG8="}
//! set {"x": 2, "y": -2, "value": ""}
//! set {"x": 1, "y": -1, "value": "AAECAwQFBgcICQ=="}
//! get {"x": 1, "y": -1}
//! all {}
//! remove {"x": 1, "y": -1}
//! all {}
//! ```

use near_sdk::collections::UnorderedMap;
use near_sdk::json_types::Base64VecU8;
use near_sdk::near;

#[near(serializers = [json, borsh])]
pub struct Place {
    x: i64,
    y: i16,
}

#[near(contract_state)]
pub struct Contract {
    map: UnorderedMap<Place, Vec<u8>>,
}

impl Default for Contract {
    fn default() -> Self {
        Self {
            map: UnorderedMap::new(b"m"),
        }
    }
}

#[near]
impl Contract {
    pub fn set(&mut self, x: i64, y: i16, value: Base64VecU8) -> Option<Base64VecU8> {
        self.map.insert(&Place { x, y }, &value.0).map(Into::into)
    }

    pub fn get(&self, x: i64, y: i16) -> Option<Base64VecU8> {
        self.map.get(&Place { x, y }).map(Into::into)
    }

    pub fn remove(&mut self, x: i64, y: i16) -> Option<Base64VecU8> {
        self.map.remove(&Place { x, y }).map(Into::into)
    }

    pub fn all(&self) -> Vec<(Place, Base64VecU8)> {
        let all = self.map.iter();
        all.map(|(place, value)| (place, value.into())).collect()
    }
}
