//! The contract of every tutorial.
//!
//! ```text
//! get {}
//! increment {}
//! increment {"by": 5}
//! decrement {}
//! increment {"by": 127}
//! reset {}
//! get {}
//! ```

use near_sdk::{log, near};

#[near(contract_state)]
#[derive(Default)]
pub struct Contract {
    value: i8,
}

#[near]
impl Contract {
    pub fn get(&self) -> i8 {
        self.value
    }

    pub fn increment(&mut self, by: Option<i8>) {
        self.value += by.unwrap_or(1);
        log!("Increased number to {}", self.value);
    }

    pub fn decrement(&mut self) {
        self.value -= 1;
        log!("Decreased number to {}", self.value);
    }

    pub fn reset(&mut self) {
        self.value = 0;
        log!("Reset counter to zero");
    }
}
