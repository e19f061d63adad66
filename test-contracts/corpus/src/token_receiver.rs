//! A vault that takes tokens of others by NEP-141.
//!
//! ```text
//! usdc.near ft_on_transfer {"sender_id": "alice.near", "amount": "100", "msg": ""}
//! usdc.near ft_on_transfer {"sender_id": "alice.near", "amount": "50", "msg": "{\"keep\": \"20\"}"}
//! usdc.near ft_on_transfer {"sender_id": "bob.near", "amount": "50", "msg": "not JSON"}
//! alice.near +1 withdraw {"token": "usdc.near", "amount": "60"}
//! alice.near +1 withdraw {"token": "usdc.near", "amount": "61"}
//! withdrawn {"account": "alice.near", "token": "usdc.near", "amount": "60"}
//! balance {"account": "alice.near", "token": "usdc.near"}
//! ```

use near_contract_standards::fungible_token::core::ext_ft_core;
use near_contract_standards::fungible_token::receiver::FungibleTokenReceiver;
use near_sdk::json_types::U128;
use near_sdk::serde_json;
use near_sdk::store::LookupMap;
use near_sdk::{
    AccountId, NearToken, Promise, PromiseOrValue, assert_one_yocto, env, is_promise_success, near,
};

#[near(serializers = [json])]
pub struct Instructions {
    keep: U128,
}

#[near(contract_state)]
pub struct Contract {
    balances: LookupMap<(AccountId, AccountId), u128>,
}

impl Default for Contract {
    fn default() -> Self {
        Self {
            balances: LookupMap::new(b"b"),
        }
    }
}

#[near]
impl FungibleTokenReceiver for Contract {
    fn ft_on_transfer(
        &mut self,
        sender_id: AccountId,
        amount: U128,
        msg: String,
    ) -> PromiseOrValue<U128> {
        let keep = match serde_json::from_str::<Instructions>(&msg) {
            _ if msg.is_empty() => amount.0,
            Ok(instructions) => instructions.keep.0.min(amount.0),
            Err(error) => env::panic_str(&format!("bad instructions: {error}")),
        };
        let token = env::predecessor_account_id();
        *self.balances.entry((sender_id, token)).or_default() += keep;
        PromiseOrValue::Value(U128(amount.0 - keep))
    }
}

#[near]
impl Contract {
    #[payable]
    pub fn withdraw(&mut self, token: AccountId, amount: U128) -> Promise {
        assert_one_yocto();
        let account = env::predecessor_account_id();
        let balance = self
            .balances
            .entry((account.clone(), token.clone()))
            .or_default();
        let Some(rest) = balance.checked_sub(amount.0) else {
            env::panic_str("not enough")
        };
        *balance = rest;
        ext_ft_core::ext(token.clone())
            .with_attached_deposit(NearToken::from_yoctonear(1))
            .ft_transfer(account.clone(), amount, None)
            .then(Self::ext(env::current_account_id()).withdrawn(account, token, amount))
    }

    #[private]
    pub fn withdrawn(&mut self, account: AccountId, token: AccountId, amount: U128) -> bool {
        let sent = is_promise_success();
        if !sent {
            *self.balances.entry((account, token)).or_default() += amount.0;
        }
        sent
    }

    pub fn balance(&self, account: AccountId, token: AccountId) -> U128 {
        let balance = self.balances.get(&(account, token));
        balance.copied().unwrap_or_default().into()
    }
}
