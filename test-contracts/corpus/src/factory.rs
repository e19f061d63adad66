//! A contract that deploys others to accounts below its own.
//!
//! ```text
//! +5000000000000000000000000 create {"name": "shop", "owner": "alice.near"}
//! +5000000000000000000000000 create {"name": "shop", "owner": "bob.near"}
//! +1 create {"name": "till", "owner": "alice.near"}
//! +5000000000000000000000000 create {"name": "NOT AN ACCOUNT", "owner": "alice.near"}
//! created {"name": "shop", "owner": "alice.near", "paid": "5000000000000000000000000"}
//! shops {}
//! ```

use near_sdk::serde_json::json;
use near_sdk::store::IterableMap;
use near_sdk::{AccountId, Gas, NearToken, Promise, env, is_promise_success, near, require};

const CODE: &[u8] = b"\0asm\x01\0\0\0";
const PRICE: NearToken = NearToken::from_near(3);

#[near(contract_state)]
pub struct Contract {
    shops: IterableMap<String, AccountId>,
}

impl Default for Contract {
    fn default() -> Self {
        Self {
            shops: IterableMap::new(b"s"),
        }
    }
}

#[near]
impl Contract {
    #[payable]
    pub fn create(&mut self, name: String, owner: AccountId) -> Promise {
        let paid = env::attached_deposit();
        require!(paid >= PRICE, "a shop costs 3 NEAR");
        require!(!self.shops.contains_key(&name), "there is one");
        let account = format!("{name}.{}", env::current_account_id());
        let Ok(account) = account.parse::<AccountId>() else {
            env::panic_str("no account can have this name")
        };
        self.shops.insert(name.clone(), owner.clone());
        let args = json!({ "owner": owner }).to_string();
        let free = NearToken::from_yoctonear(0);
        Promise::new(account)
            .create_account()
            .transfer(paid)
            .deploy_contract(CODE.to_vec())
            .function_call("new", args, free, Gas::from_tgas(20))
            .then(Self::ext(env::current_account_id()).created(name, owner, paid))
    }

    #[private]
    pub fn created(&mut self, name: String, owner: AccountId, paid: NearToken) -> bool {
        let created = is_promise_success();
        if !created {
            self.shops.remove(&name);
            Promise::new(owner).transfer(paid).detach();
        }
        created
    }

    pub fn shops(&self) -> Vec<(&String, &AccountId)> {
        self.shops.iter().collect()
    }
}
