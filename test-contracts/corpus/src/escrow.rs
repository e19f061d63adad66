//! A sale whose price waits until the buyer is content.
//!
//! ```text
//! alice.near offer {"item": "bike", "price": "1000"}
//! bob.near +999 pay {"item": "bike"}
//! bob.near +1000 pay {"item": "bike"}
//! carol.near +1000 pay {"item": "bike"}
//! alice.near content {"item": "bike"}
//! bob.near content {"item": "bike"}
//! bob.near content {"item": "bike"}
//! alice.near offer {"item": "boat", "price": "0"}
//! sales {}
//! ```

use near_sdk::store::IterableMap;
use near_sdk::{AccountId, NearToken, Promise, env, near, require};

#[near(serializers = [json, borsh])]
pub enum Stage {
    Offered,
    Paid(AccountId),
    Done,
}

#[near(serializers = [json, borsh])]
pub struct Sale {
    seller: AccountId,
    price: NearToken,
    stage: Stage,
}

#[near(contract_state)]
pub struct Contract {
    sales: IterableMap<String, Sale>,
}

impl Default for Contract {
    fn default() -> Self {
        Self {
            sales: IterableMap::new(b"s"),
        }
    }
}

impl Contract {
    fn sale(&mut self, item: &str) -> &mut Sale {
        let Some(sale) = self.sales.get_mut(item) else {
            env::panic_str("not for sale")
        };
        sale
    }
}

#[near]
impl Contract {
    pub fn offer(&mut self, item: String, price: NearToken) {
        require!(!self.sales.contains_key(&item), "on sale already");
        let sale = Sale {
            seller: env::predecessor_account_id(),
            price,
            stage: Stage::Offered,
        };
        self.sales.insert(item, sale);
    }

    #[payable]
    pub fn pay(&mut self, item: String) {
        let sale = self.sale(&item);
        require!(matches!(sale.stage, Stage::Offered), "paid already");
        require!(env::attached_deposit() == sale.price, "not the price");
        sale.stage = Stage::Paid(env::predecessor_account_id());
    }

    pub fn content(&mut self, item: String) -> Promise {
        let sale = self.sale(&item);
        let caller = env::predecessor_account_id();
        require!(
            matches!(&sale.stage, Stage::Paid(buyer) if *buyer == caller),
            "not the buyer"
        );
        sale.stage = Stage::Done;
        Promise::new(sale.seller.clone()).transfer(sale.price)
    }

    pub fn sales(&self) -> Vec<(&String, &Sale)> {
        self.sales.iter().collect()
    }
}
