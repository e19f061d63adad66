//! Methods that look at the gas, the block, the caller and the account.
//!
//! ```text
//! used {"rounds": 0}
//! used {"rounds": 1000}
//! enough {"tgas": 100}
//! enough {"tgas": 400}
//! context {}
//! random {}
//! until {"tgas": 5}
//! validators {}
//! balances {}
//! ```

use near_sdk::json_types::{U64, U128};
use near_sdk::{AccountId, Gas, NearToken, PublicKey, env, near, require};
use std::hint::black_box;

#[near(contract_state)]
#[derive(Default)]
pub struct Contract {}

#[near]
impl Contract {
    pub fn used(rounds: u64) -> (Gas, Gas) {
        let before = env::used_gas();
        for round in 0..rounds {
            black_box(round);
        }
        (before, env::used_gas())
    }

    pub fn enough(tgas: u64) {
        let left = env::prepaid_gas().saturating_sub(env::used_gas());
        require!(left >= Gas::from_tgas(tgas), format!("{left} left"));
    }

    pub fn context() -> (AccountId, AccountId, PublicKey, AccountId, U64, U64, U64) {
        (
            env::current_account_id(),
            env::signer_account_id(),
            env::signer_account_pk(),
            env::predecessor_account_id(),
            U64(env::block_height()),
            U64(env::block_timestamp()),
            U64(env::epoch_height()),
        )
    }

    pub fn random() -> (u8, [u8; 32]) {
        let seed = env::random_seed_array();
        (seed.iter().fold(0, |all, byte| all ^ byte), seed)
    }

    pub fn until(tgas: u64) -> u64 {
        let mut rounds = 0;
        while env::used_gas() < Gas::from_tgas(tgas) {
            rounds += 1;
        }
        rounds
    }

    pub fn validators() -> (U128, U128) {
        let mine = env::validator_stake(&env::current_account_id());
        let all = env::validator_total_stake();
        (U128(mine.as_yoctonear()), U128(all.as_yoctonear()))
    }

    pub fn balances() -> (NearToken, NearToken) {
        (env::account_balance(), env::account_locked_balance())
    }
}
