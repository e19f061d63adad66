//! Gifts that whoever has a key can claim.
//!
//! ```text
//! +2000000000000000000000000 send {"key": "ed25519:DcA2MzgpJbrUATQLLceocVckhhAqrkingax4oJ9kZ847"}
//! +2000000000000000000000000 send {"key": "ed25519:DcA2MzgpJbrUATQLLceocVckhhAqrkingax4oJ9kZ847"}
//! +1 send {"key": "ed25519:DcA2MzgpJbrUATQLLceocVckhhAqrkingax4oJ9kZ847"}
//! gift {"key": "ed25519:DcA2MzgpJbrUATQLLceocVckhhAqrkingax4oJ9kZ847"}
//! claim {"account": "carol.near"}
//! reclaim {"key": "ed25519:DcA2MzgpJbrUATQLLceocVckhhAqrkingax4oJ9kZ847"}
//! gift {"key": "ed25519:DcA2MzgpJbrUATQLLceocVckhhAqrkingax4oJ9kZ847"}
//! ```

use near_sdk::store::LookupMap;
use near_sdk::{AccountId, Allowance, NearToken, Promise, PublicKey, env, near, require};

const FEE: NearToken = NearToken::from_near(1);

#[near(contract_state)]
pub struct Contract {
    gifts: LookupMap<PublicKey, NearToken>,
}

impl Default for Contract {
    fn default() -> Self {
        Self {
            gifts: LookupMap::new(b"g"),
        }
    }
}

#[near]
impl Contract {
    #[payable]
    pub fn send(&mut self, key: PublicKey) -> Promise {
        let paid = env::attached_deposit();
        require!(paid > FEE, "too small a gift");
        let before = self.gifts.get(&key).copied().unwrap_or_default();
        let gift = before.saturating_add(paid.saturating_sub(FEE));
        self.gifts.insert(key.clone(), gift);
        let this = env::current_account_id();
        let allowance = Allowance::limited(FEE).unwrap_or(Allowance::Unlimited);
        Promise::new(this.clone()).add_access_key_allowance(key, allowance, this, "claim")
    }

    #[private]
    pub fn claim(&mut self, account: AccountId) -> Promise {
        let key = env::signer_account_pk();
        let Some(gift) = self.gifts.remove(&key) else {
            env::panic_str("no gift for this key")
        };
        Promise::new(env::current_account_id())
            .delete_key(key)
            .detach();
        Promise::new(account).transfer(gift)
    }

    #[private]
    pub fn reclaim(&mut self, key: PublicKey) -> Option<Promise> {
        let gift = self.gifts.remove(&key)?;
        Some(Promise::new(env::signer_account_id()).transfer(gift))
    }

    pub fn gift(&self, key: PublicKey) -> NearToken {
        self.gifts.get(&key).copied().unwrap_or_default()
    }
}
