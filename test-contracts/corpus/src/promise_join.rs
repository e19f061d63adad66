//! Promises that wait for several others.
//!
//! ```text
//! gather {"accounts": ["a.near", "b.near", "c.near"]}
//! gather {"accounts": ["a.near"]}
//! gather {"accounts": []}
//! gathered {}
//! bob.near gathered {}
//! ```

use near_sdk::{AccountId, Gas, NearToken, Promise, env, near, require};

#[near(contract_state)]
#[derive(Default)]
pub struct Contract {
    rounds: u32,
}

#[near]
impl Contract {
    pub fn gather(&mut self, accounts: Vec<AccountId>) -> Promise {
        self.rounds += 1;
        let free = NearToken::from_yoctonear(0);
        let ask =
            |account| Promise::new(account).function_call("report", "[]", free, Gas::from_tgas(3));
        let all = accounts.into_iter().map(ask).reduce(Promise::and);
        let Some(all) = all else {
            env::panic_str("nobody to ask")
        };
        all.then(Self::ext(env::current_account_id()).gathered())
    }

    #[private]
    pub fn gathered(&self) -> u64 {
        require!(env::promise_results_count() > 0, "no callback");
        env::promise_results_count()
    }
}
