//! Roles that are granted and revoked, and a switch.
//!
//! ```text
//! new {"admin": "root.near"}
//! root.near grant {"account": "alice.near", "role": "Pauser"}
//! alice.near grant {"account": "alice.near", "role": "Admin"}
//! root.near grant {"account": "bob.near", "role": "Chef"}
//! bob.near pause {}
//! alice.near pause {}
//! work {}
//! alice.near resume {}
//! root.near resume {}
//! work {}
//! root.near revoke {"account": "alice.near", "role": "Pauser"}
//! root.near revoke {"account": "root.near", "role": "Admin"}
//! roles {"account": "alice.near"}
//! ```

use near_sdk::store::LookupMap;
use near_sdk::{AccountId, PanicOnDefault, env, near, require};
use std::collections::BTreeSet;

#[near(serializers = [json, borsh])]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    Admin,
    Pauser,
}

#[near(contract_state)]
#[derive(PanicOnDefault)]
pub struct Contract {
    roles: LookupMap<AccountId, BTreeSet<Role>>,
    is_paused: bool,
    worked: u64,
}

impl Contract {
    fn only(&self, role: Role) {
        let caller = env::predecessor_account_id();
        let roles = self.roles.get(&caller);
        let has = roles.is_some_and(|roles| roles.contains(&role));
        require!(has, format!("{caller} is no {role:?}"));
    }
}

#[near]
impl Contract {
    #[init]
    pub fn new(admin: AccountId) -> Self {
        let mut roles = LookupMap::new(b"r");
        roles.insert(admin, BTreeSet::from([Role::Admin]));
        Self {
            roles,
            is_paused: false,
            worked: 0,
        }
    }

    pub fn grant(&mut self, account: AccountId, role: Role) -> bool {
        self.only(Role::Admin);
        self.roles.entry(account).or_default().insert(role)
    }

    pub fn revoke(&mut self, account: AccountId, role: Role) -> bool {
        self.only(Role::Admin);
        require!(account != env::predecessor_account_id(), "not your own");
        self.roles.entry(account).or_default().remove(&role)
    }

    pub fn pause(&mut self) {
        self.only(Role::Pauser);
        self.is_paused = true;
    }

    pub fn resume(&mut self) {
        self.only(Role::Admin);
        self.is_paused = false;
    }

    pub fn work(&mut self) -> u64 {
        require!(!self.is_paused, "paused");
        self.worked += 1;
        self.worked
    }

    pub fn roles(&self, account: AccountId) -> Option<&BTreeSet<Role>> {
        self.roles.get(&account)
    }
}
