//! Proposals, votes weighed by stake, and a deadline.
//!
//! ```text
//! alice.near +100 join {}
//! bob.near +60 join {}
//! alice.near propose {"text": "build a bridge", "days": 2}
//! mallory.near propose {"text": "mine", "days": 2}
//! alice.near vote {"proposal": 0, "choice": "Yes"}
//! bob.near vote {"proposal": 0, "choice": "No"}
//! bob.near vote {"proposal": 0, "choice": "Maybe"}
//! bob.near vote {"proposal": 3, "choice": "No"}
//! close {"proposal": 0}
//! @172800000000001 close {"proposal": 0}
//! alice.near vote {"proposal": 0, "choice": "No"}
//! proposal {"proposal": 0}
//! ```

use near_sdk::json_types::{U64, U128};
use near_sdk::store::{LookupMap, Vector};
use near_sdk::{AccountId, env, near, require};
use std::collections::BTreeMap;

const DAY_NS: u64 = 86_400_000_000_000;

#[near(serializers = [json, borsh])]
#[derive(Clone, Copy, PartialEq)]
pub enum Choice {
    Yes,
    No,
}

#[near(serializers = [json, borsh])]
pub struct Proposal {
    text: String,
    until: U64,
    votes: BTreeMap<AccountId, Choice>,
    passed: Option<bool>,
}

#[near(contract_state)]
pub struct Contract {
    stakes: LookupMap<AccountId, u128>,
    proposals: Vector<Proposal>,
}

impl Default for Contract {
    fn default() -> Self {
        Self {
            stakes: LookupMap::new(b"s"),
            proposals: Vector::new(b"p"),
        }
    }
}

#[near]
impl Contract {
    #[payable]
    pub fn join(&mut self) -> U128 {
        let stake = self.stakes.entry(env::predecessor_account_id());
        let stake = stake.or_default();
        *stake += env::attached_deposit().as_yoctonear();
        U128(*stake)
    }

    pub fn propose(&mut self, text: String, days: u64) -> u32 {
        let caller = env::predecessor_account_id();
        require!(self.stakes.contains_key(&caller), "no stake");
        self.proposals.push(Proposal {
            text,
            until: U64(env::block_timestamp() + days * DAY_NS),
            votes: BTreeMap::new(),
            passed: None,
        });
        self.proposals.len() - 1
    }

    pub fn vote(&mut self, proposal: u32, choice: Choice) {
        let caller = env::predecessor_account_id();
        require!(self.stakes.contains_key(&caller), "no stake");
        let Some(proposal) = self.proposals.get_mut(proposal) else {
            env::panic_str("no such proposal")
        };
        require!(env::block_timestamp() <= proposal.until.0, "too late");
        proposal.votes.insert(caller, choice);
    }

    pub fn close(&mut self, proposal: u32) -> bool {
        let Some(proposal) = self.proposals.get_mut(proposal) else {
            env::panic_str("no such proposal")
        };
        require!(env::block_timestamp() > proposal.until.0, "too early");
        let stake_of = |wanted: Choice| -> u128 {
            let votes = proposal
                .votes
                .iter()
                .filter(|(_, choice)| **choice == wanted);
            votes.filter_map(|(voter, _)| self.stakes.get(voter)).sum()
        };
        let passed = stake_of(Choice::Yes) > stake_of(Choice::No);
        proposal.passed = Some(passed);
        passed
    }

    pub fn proposal(&self, proposal: u32) -> Option<&Proposal> {
        self.proposals.get(proposal)
    }
}
