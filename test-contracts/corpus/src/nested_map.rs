//! A map of maps, each under a prefix of its own.
//!
//! ```text
//! alice.near put {"key": "a", "value": {"title": "x", "tags": ["p", "q"], "rank": -1}}
//! bob.near put {"key": "a", "value": {"title": "y", "tags": [], "rank": null}}
//! alice.near put {"key": "b", "value": {"title": "", "tags": ["r"], "rank": 9}}
//! of {"account": "alice.near"}
//! of {"account": "carol.near"}
//! bob.near take {"key": "b"}
//! bob.near take {"key": "a"}
//! ```

use near_sdk::store::{IterableMap, LookupMap};
use near_sdk::{AccountId, BorshStorageKey, env, near};

#[near(serializers = [json, borsh])]
#[derive(Clone)]
pub struct Note {
    title: String,
    tags: Vec<String>,
    rank: Option<i8>,
}

#[near(serializers = [borsh])]
#[derive(BorshStorageKey)]
enum Prefix {
    All,
    Of(AccountId),
}

#[near(contract_state)]
pub struct Contract {
    notes: LookupMap<AccountId, IterableMap<String, Note>>,
}

impl Default for Contract {
    fn default() -> Self {
        Self {
            notes: LookupMap::new(Prefix::All),
        }
    }
}

#[near]
impl Contract {
    pub fn put(&mut self, key: String, value: Note) -> Option<Note> {
        let account = env::predecessor_account_id();
        let notes = self.notes.entry(account.clone());
        let notes = notes.or_insert_with(|| IterableMap::new(Prefix::Of(account)));
        notes.insert(key, value)
    }

    pub fn take(&mut self, key: String) -> Option<Note> {
        let notes = self.notes.get_mut(&env::predecessor_account_id());
        notes.and_then(|notes| notes.remove(&key))
    }

    pub fn of(&self, account: AccountId) -> Option<Vec<(&String, &Note)>> {
        Some(self.notes.get(&account)?.iter().collect())
    }
}
