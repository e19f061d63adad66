//! Values that are read only where they are needed.
//!
//! ```text
//! settings {}
//! set {"settings": {"fee": 30, "admins": ["alice.near"], "text": "hello"}}
//! settings {}
//! announce {"text": "soon"}
//! announcement {}
//! announce {"text": null}
//! announcement {}
//! ```

use near_sdk::store::{Lazy, LazyOption};
use near_sdk::{AccountId, near};

#[near(serializers = [json, borsh])]
#[derive(Clone, Default)]
pub struct Settings {
    fee: u16,
    admins: Vec<AccountId>,
    text: String,
}

#[near(contract_state)]
pub struct Contract {
    settings: Lazy<Settings>,
    announcement: LazyOption<String>,
}

impl Default for Contract {
    fn default() -> Self {
        Self {
            settings: Lazy::new(b"s", Settings::default()),
            announcement: LazyOption::new(b"a", None),
        }
    }
}

#[near]
impl Contract {
    pub fn settings(&self) -> Settings {
        self.settings.get().clone()
    }

    pub fn set(&mut self, settings: Settings) {
        self.settings.set(settings);
    }

    pub fn announce(&mut self, text: Option<String>) {
        self.announcement.set(text);
    }

    pub fn announcement(&self) -> &Option<String> {
        self.announcement.get()
    }
}
