//! A set that cannot be iterated over.
//!
//! ```text
//! insert {"element": "a"}
//! insert {"element": "a"}
//! insert {"element": "b"}
//! insert {"element": "\u0000"}
//! contains {"element": "a"}
//! remove {"element": "a"}
//! remove {"element": "a"}
//! contains {"element": "a"}
//! ```

use near_sdk::near;
use near_sdk::store::LookupSet;

type Element = String;

#[near(contract_state)]
pub struct Contract {
    set: LookupSet<Element>,
}

impl Default for Contract {
    fn default() -> Self {
        Self {
            set: LookupSet::new(b"s"),
        }
    }
}

#[near]
impl Contract {
    pub fn insert(&mut self, element: Element) -> bool {
        self.set.insert(element)
    }

    pub fn contains(&self, element: Element) -> bool {
        self.set.contains(&element)
    }

    pub fn remove(&mut self, element: Element) -> bool {
        self.set.remove(&element)
    }
}
