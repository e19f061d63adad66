//! A message of each account.
//!
//! ```text
//! alice.near set_status {"message": "hello"}
//! alice.near set_status {"message": "hello again, with a longer text"}
//! bob.near set_status {"message": ""}
//! get_status {"account_id": "alice.near"}
//! get_status {"account_id": "carol.near"}
//! bob.near delete_status {}
//! get_status {"account_id": "bob.near"}
//! ```

use near_sdk::store::LookupMap;
use near_sdk::{AccountId, env, log, near};

#[near(contract_state)]
pub struct Contract {
    records: LookupMap<AccountId, String>,
}

impl Default for Contract {
    fn default() -> Self {
        Self {
            records: LookupMap::new(b"r"),
        }
    }
}

#[near]
impl Contract {
    #[payable]
    pub fn set_status(&mut self, message: String) {
        let account = env::predecessor_account_id();
        log!("{} set_status with message {}", account, message);
        self.records.insert(account, message);
    }

    pub fn get_status(&self, account_id: AccountId) -> Option<&String> {
        self.records.get(&account_id)
    }

    pub fn delete_status(&mut self) -> Option<String> {
        self.records.remove(&env::predecessor_account_id())
    }
}
