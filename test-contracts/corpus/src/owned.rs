//! An owner, who hands the contract on in two steps.
//!
//! ```text
//! new {"owner": "alice.near"}
//! bob.near propose {"heir": "bob.near"}
//! alice.near propose {"heir": "bob.near"}
//! carol.near accept {}
//! bob.near accept {}
//! alice.near set {"text": "mine"}
//! bob.near set {"text": "mine"}
//! internal {}
//! alice.near internal {}
//! state {}
//! ```

use near_sdk::{AccountId, PanicOnDefault, env, near, require};

#[near(contract_state)]
#[derive(PanicOnDefault)]
pub struct Contract {
    owner: AccountId,
    heir: Option<AccountId>,
    text: String,
}

impl Contract {
    fn only_owner(&self) {
        require!(
            env::predecessor_account_id() == self.owner,
            "Owner's method"
        );
    }
}

#[near]
impl Contract {
    #[init]
    pub fn new(owner: AccountId) -> Self {
        Self {
            owner,
            heir: None,
            text: String::new(),
        }
    }

    pub fn propose(&mut self, heir: AccountId) {
        self.only_owner();
        self.heir = Some(heir);
    }

    pub fn accept(&mut self) {
        let caller = env::predecessor_account_id();
        require!(self.heir.as_ref() == Some(&caller), "not the heir");
        self.heir = None;
        self.owner = caller;
    }

    pub fn set(&mut self, text: String) {
        self.only_owner();
        self.text = text;
    }

    #[private]
    pub fn internal(&self) -> AccountId {
        env::signer_account_id()
    }

    pub fn state(&self) -> (&AccountId, &Option<AccountId>, &String) {
        (&self.owner, &self.heir, &self.text)
    }
}
