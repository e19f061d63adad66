//! Every action that a receipt can hold.
//!
//! ```text
//! account {"name": "new.contract.near", "key": "ed25519:DcA2MzgpJbrUATQLLceocVckhhAqrkingax4oJ9kZ847"}
//! keys {"key": "ed25519:DcA2MzgpJbrUATQLLceocVckhhAqrkingax4oJ9kZ847"}
//! stake {"amount": "1000000000000000000000000", "key": "ed25519:DcA2MzgpJbrUATQLLceocVckhhAqrkingax4oJ9kZ847"}
//! leave {"to": "alice.near"}
//! call {"receiver": "alice.near", "method": "do", "args": "e30="}
//! ```

use near_sdk::json_types::Base64VecU8;
use near_sdk::{AccountId, Allowance, Gas, NearToken, Promise, PublicKey, env, near};

#[near(contract_state)]
#[derive(Default)]
pub struct Contract {}

#[near]
impl Contract {
    pub fn account(name: AccountId, key: PublicKey) -> Promise {
        Promise::new(name)
            .create_account()
            .transfer(NearToken::from_millinear(100))
            .add_full_access_key(key)
            .deploy_contract(b"\0asm\x01\0\0\0".to_vec())
            .function_call("new", "{}", NearToken::from_yoctonear(0), Gas::from_tgas(5))
    }

    pub fn keys(key: PublicKey) -> Promise {
        let this = env::current_account_id();
        let allowance = Allowance::limited(NearToken::from_near(1));
        Promise::new(this.clone())
            .delete_key(key.clone())
            .add_access_key_allowance(
                key,
                allowance.unwrap_or(Allowance::Unlimited),
                this,
                "account,keys",
            )
    }

    pub fn stake(amount: NearToken, key: PublicKey) -> Promise {
        Promise::new(env::current_account_id()).stake(amount, key)
    }

    pub fn leave(to: AccountId) -> Promise {
        Promise::new(env::current_account_id()).delete_account(to)
    }

    pub fn call(receiver: AccountId, method: String, args: Base64VecU8) -> Promise {
        Promise::new(receiver).function_call_weight(
            method,
            args.0,
            NearToken::from_yoctonear(1),
            Gas::from_tgas(1),
            near_sdk::GasWeight(7),
        )
    }
}
