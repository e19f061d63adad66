//! NEP-297: events, and plain logs.
//!
//! ```text
//! buy {"item": "chair", "price": "12"}
//! buy_many {"items": [["chair", "1"], ["table \"x\"", "340282366920938463463374607431768211455"]]}
//! say {"text": "é, 𝄞, \n", "times": 3}
//! say {"text": "x", "times": 101}
//! ```

use near_sdk::json_types::U128;
use near_sdk::{AccountId, env, log, near};

#[near(event_json(standard = "shop"))]
pub enum Event {
    #[event_version("1.0.0")]
    Bought {
        buyer: AccountId,
        item: String,
        price: U128,
    },
    #[event_version("2.3.4")]
    BoughtMany(Vec<(String, U128)>),
}

#[near(contract_state)]
#[derive(Default)]
pub struct Contract {}

#[near]
impl Contract {
    pub fn buy(item: String, price: U128) {
        let buyer = env::predecessor_account_id();
        Event::Bought { buyer, item, price }.emit();
    }

    pub fn buy_many(items: Vec<(String, U128)>) {
        Event::BoughtMany(items).emit();
    }

    pub fn say(text: String, times: u32) {
        for time in 0..times {
            log!("{}: {}", time, text);
        }
    }
}
