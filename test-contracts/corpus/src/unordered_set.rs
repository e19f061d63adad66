//! The set that contracts of old have.
//!
//! ```text
//! insert {"elements": ["alice.near", "bob.near", "alice.near"]}
//! insert {"elements": []}
//! remove {"elements": ["alice.near", "carol.near"]}
//! all {}
//! ```

use near_sdk::collections::UnorderedSet;
use near_sdk::{AccountId, near};

#[near(contract_state)]
pub struct Contract {
    set: UnorderedSet<AccountId>,
}

impl Default for Contract {
    fn default() -> Self {
        Self {
            set: UnorderedSet::new(b"s"),
        }
    }
}

#[near]
impl Contract {
    pub fn insert(&mut self, elements: Vec<AccountId>) -> u64 {
        self.set.extend(elements);
        self.set.len()
    }

    pub fn remove(&mut self, elements: Vec<AccountId>) -> Vec<bool> {
        elements.iter().map(|one| self.set.remove(one)).collect()
    }

    pub fn all(&self) -> Vec<AccountId> {
        self.set.to_vec()
    }
}
