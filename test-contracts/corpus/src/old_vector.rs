//! The list that contracts of old have, of texts.
//!
//! ```text
//! append {"texts": ["a", "b", "c", "a much longer text than the others, so that reading it costs more"]}
//! get {"index": 3}
//! get {"index": 4}
//! find {"text": "c"}
//! swap_remove {"index": 1}
//! all {}
//! clear {}
//! all {}
//! ```

use near_sdk::collections::Vector;
use near_sdk::near;

#[near(contract_state)]
pub struct Contract {
    texts: Vector<String>,
}

impl Default for Contract {
    fn default() -> Self {
        Self {
            texts: Vector::new(b"v"),
        }
    }
}

#[near]
impl Contract {
    pub fn append(&mut self, texts: Vec<String>) {
        self.texts.extend(texts);
    }

    pub fn get(&self, index: u64) -> Option<String> {
        self.texts.get(index)
    }

    pub fn find(&self, text: String) -> Option<usize> {
        self.texts.iter().position(|other| other == text)
    }

    pub fn swap_remove(&mut self, index: u64) -> String {
        self.texts.swap_remove(index)
    }

    pub fn all(&self) -> Vec<String> {
        self.texts.to_vec()
    }

    pub fn clear(&mut self) {
        self.texts.clear();
    }
}
