//! Errors that a method returns.
//!
//! ```text
//! divide {"a": 7, "b": 2}
//! divide {"a": 7, "b": 0}
//! count {"up_to": 3}
//! count {"up_to": 300}
//! kept {"fail": true}
//! kept {"fail": false}
//! counter {}
//! ```

use near_sdk::{FunctionError, env, near};
use std::fmt;

#[derive(FunctionError)]
pub enum Trouble {
    ByZero,
    TooMany(u32),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ByZero => f.write_str("division by zero"),
            Self::TooMany(count) => write!(f, "{count} are too many"),
        }
    }
}

#[near(contract_state)]
#[derive(Default)]
pub struct Contract {
    counter: u32,
}

#[near]
impl Contract {
    #[handle_result]
    pub fn divide(a: i32, b: i32) -> Result<i32, Trouble> {
        a.checked_div(b).ok_or(Trouble::ByZero)
    }

    #[handle_result]
    pub fn count(&mut self, up_to: u32) -> Result<u32, Trouble> {
        self.counter += up_to;
        if self.counter > 100 {
            return Err(Trouble::TooMany(self.counter));
        }
        Ok(self.counter)
    }

    #[handle_result]
    pub fn kept(&mut self, fail: bool) -> Result<(), &'static str> {
        self.counter += 1;
        env::state_write(self);
        if fail {
            Err("written, and undone")
        } else {
            Ok(())
        }
    }

    pub fn counter(&self) -> u32 {
        self.counter
    }
}
