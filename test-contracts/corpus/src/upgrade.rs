//! A contract that replaces its code, and migrates its state.
//!
//! ```text
//! new {"owner": "alice.near"}
//! new {"owner": "alice.near"}
//! alice.near upgrade hex:0061736d01000000
//! bob.near upgrade hex:0061736d01000000
//! version {}
//! write_old {}
//! migrate {}
//! migrate {}
//! version {}
//! ```

use near_sdk::{AccountId, Gas, NearToken, PanicOnDefault, Promise, env, near, require};

#[near(serializers = [borsh])]
pub struct OldContract {
    owner: AccountId,
    counter: u32,
}

#[near(contract_state)]
#[derive(PanicOnDefault)]
pub struct Contract {
    owner: AccountId,
    counter: u64,
    version: u8,
}

#[near]
impl Contract {
    #[init]
    pub fn new(owner: AccountId) -> Self {
        Self {
            owner,
            counter: 7,
            version: 1,
        }
    }

    pub fn upgrade(&self) -> Promise {
        require!(env::predecessor_account_id() == self.owner, "the owner's");
        let code = env::input().unwrap_or_default();
        let free = NearToken::from_yoctonear(0);
        Promise::new(env::current_account_id())
            .deploy_contract(code)
            .function_call("migrate", "", free, Gas::from_tgas(50))
            .as_return()
    }

    #[private]
    pub fn write_old(&self) {
        env::state_write(&OldContract {
            owner: self.owner.clone(),
            counter: 41,
        });
    }

    #[private]
    #[init(ignore_state)]
    pub fn migrate() -> Self {
        let Some(old) = env::state_read::<OldContract>() else {
            env::panic_str("no state")
        };
        Self {
            owner: old.owner,
            counter: u64::from(old.counter) + 1,
            version: 2,
        }
    }

    pub fn version(&self) -> (u8, u64) {
        (self.version, self.counter)
    }
}
