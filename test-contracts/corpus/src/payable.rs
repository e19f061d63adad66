//! Deposits: taken, refused, counted and paid back.
//!
//! ```text
//! alice.near +100 donate {}
//! alice.near donate {}
//! bob.near +250 donate {}
//! alice.near +1 not_payable {}
//! alice.near not_payable {}
//! alice.near +1 one_yocto {}
//! alice.near +2 one_yocto {}
//! alice.near +1000000000000000000000000 store {"text": "some text to pay for"}
//! alice.near +1 store {"text": "some more text to pay for"}
//! of {"account": "alice.near"}
//! balance {}
//! ```

use near_sdk::store::IterableMap;
use near_sdk::{AccountId, NearToken, Promise, assert_one_yocto, env, near, require};

#[near(contract_state)]
pub struct Contract {
    donations: IterableMap<AccountId, NearToken>,
    texts: Vec<String>,
}

impl Default for Contract {
    fn default() -> Self {
        Self {
            donations: IterableMap::new(b"d"),
            texts: Vec::new(),
        }
    }
}

#[near]
impl Contract {
    #[payable]
    pub fn donate(&mut self) -> NearToken {
        let donation = env::attached_deposit();
        require!(!donation.is_zero(), "nothing donated");
        let sum = self.donations.entry(env::predecessor_account_id());
        let sum = sum.or_default();
        *sum = sum.saturating_add(donation);
        *sum
    }

    pub fn not_payable(&mut self) {}

    #[payable]
    pub fn one_yocto(&mut self) {
        assert_one_yocto();
    }

    #[payable]
    pub fn store(&mut self, text: String) -> Promise {
        let before = env::storage_usage();
        self.texts.push(text);
        env::state_write(self);
        let bytes = env::storage_usage() - before;
        let cost = env::storage_byte_cost().saturating_mul(bytes.into());
        let Some(rest) = env::attached_deposit().checked_sub(cost) else {
            env::panic_str(&format!("{bytes} bytes cost {cost}"))
        };
        Promise::new(env::predecessor_account_id()).transfer(rest)
    }

    pub fn of(&self, account: AccountId) -> Option<&NearToken> {
        self.donations.get(&account)
    }

    pub fn balance(&self) -> (NearToken, NearToken) {
        (env::account_balance(), env::account_locked_balance())
    }
}
