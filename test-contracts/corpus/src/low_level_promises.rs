//! Promises by the host functions themselves.
//!
//! ```text
//! chain {"length": 5}
//! chain {"length": 0}
//! return_second {}
//! burn_gas_ahead {"tgas": 50}
//! burn_gas_ahead {"tgas": 500}
//! ```

use near_sdk::{AccountId, Gas, GasWeight, NearToken, env, near};

#[near(contract_state)]
#[derive(Default)]
pub struct Contract {}

fn bob() -> AccountId {
    let Ok(bob) = "bob.near".parse() else {
        env::panic_str("a valid name")
    };
    bob
}

#[near]
impl Contract {
    pub fn chain(length: u32) {
        let mut last = env::promise_batch_create(&bob());
        env::promise_batch_action_create_account(last);
        for step in 0..length {
            last = env::promise_batch_then(last, &env::current_account_id());
            env::promise_batch_action_function_call_weight(
                last,
                "step",
                &step.to_le_bytes(),
                NearToken::from_yoctonear(step.into()),
                Gas::from_ggas(1),
                GasWeight(step.into()),
            );
        }
        env::promise_return(last);
    }

    pub fn return_second() {
        let call = |method: &str| {
            let free = NearToken::from_yoctonear(0);
            env::promise_create(bob(), method, b"", free, Gas::from_tgas(1))
        };
        let (first, second) = (call("first"), call("second"));
        let both = env::promise_and(&[first, second]);
        env::promise_batch_then(both, &env::signer_account_id());
        env::promise_return(second);
    }

    pub fn burn_gas_ahead(tgas: u64) -> Gas {
        let free = NearToken::from_yoctonear(0);
        env::promise_create(bob(), "m", b"{}", free, Gas::from_tgas(tgas));
        env::used_gas()
    }
}
