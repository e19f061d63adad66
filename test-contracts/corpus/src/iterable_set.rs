//! A set in pages.
//!
//! ```text
//! insert {"element": [1, true]}
//! insert {"element": [1, true]}
//! insert {"element": [1, null]}
//! insert {"element": [255, false]}
//! contains {"element": [1, true]}
//! remove {"element": [1, true]}
//! remove {"element": [1, true]}
//! contains {"element": [1, true]}
//! all {}
//! drain {}
//! all {}
//! ```

use near_sdk::near;
use near_sdk::store::IterableSet;

type Element = (u8, Option<bool>);

#[near(contract_state)]
pub struct Contract {
    set: IterableSet<Element>,
}

impl Default for Contract {
    fn default() -> Self {
        Self {
            set: IterableSet::new(b"s"),
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

    pub fn all(&self) -> Vec<&Element> {
        self.set.iter().collect()
    }

    pub fn drain(&mut self) -> Vec<Element> {
        self.set.drain().collect()
    }
}
