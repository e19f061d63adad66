//! A list of records.
//!
//! ```text
//! push {"name": "a", "amount": "1"}
//! push {"name": "b", "amount": "2"}
//! push {"name": "c", "amount": "3"}
//! swap_remove {"index": 0}
//! swap_remove {"index": 7}
//! replace {"index": 1, "name": "d", "amount": "99"}
//! sum {}
//! push {"name": "e", "amount": "18446744073709551615"}
//! sum {}
//! pop {}
//! pop {}
//! pop {}
//! pop {}
//! ```

use near_sdk::json_types::U64;
use near_sdk::near;
use near_sdk::store::Vector;

#[near(serializers = [json, borsh])]
pub struct Entry {
    name: String,
    amount: U64,
}

#[near(contract_state)]
pub struct Contract {
    entries: Vector<Entry>,
}

impl Default for Contract {
    fn default() -> Self {
        Self {
            entries: Vector::new(b"v"),
        }
    }
}

#[near]
impl Contract {
    pub fn push(&mut self, name: String, amount: U64) -> u32 {
        self.entries.push(Entry { name, amount });
        self.entries.len()
    }

    pub fn pop(&mut self) -> Option<Entry> {
        self.entries.pop()
    }

    pub fn swap_remove(&mut self, index: u32) -> Entry {
        self.entries.swap_remove(index)
    }

    pub fn replace(&mut self, index: u32, name: String, amount: U64) -> Entry {
        self.entries.replace(index, Entry { name, amount })
    }

    pub fn sum(&self) -> U64 {
        U64(self.entries.iter().map(|entry| entry.amount.0).sum())
    }
}
