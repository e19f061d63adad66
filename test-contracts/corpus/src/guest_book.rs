//! Messages in pages, premium if they are paid for.
//!
//! ```text
//! alice.near add_message {"text": "first"}
//! bob.near +100000000000000000000000 add_message {"text": "second"}
//! bob.near +1 add_message {"text": "third"}
//! get_messages {"from_index": null, "limit": null}
//! get_messages {"from_index": "1", "limit": "1"}
//! get_messages {"from_index": "9", "limit": "1"}
//! total_messages {}
//! ```

use near_sdk::json_types::{U64, U128};
use near_sdk::store::Vector;
use near_sdk::{AccountId, NearToken, env, near};

const POINT_ONE: NearToken = NearToken::from_millinear(100);

#[near(serializers = [json, borsh])]
pub struct PostedMessage {
    premium: bool,
    sender: AccountId,
    text: String,
}

#[near(contract_state)]
pub struct Contract {
    messages: Vector<PostedMessage>,
}

impl Default for Contract {
    fn default() -> Self {
        Self {
            messages: Vector::new(b"m"),
        }
    }
}

#[near]
impl Contract {
    #[payable]
    pub fn add_message(&mut self, text: String) {
        self.messages.push(PostedMessage {
            premium: env::attached_deposit() >= POINT_ONE,
            sender: env::predecessor_account_id(),
            text,
        });
    }

    pub fn get_messages(
        &self,
        from_index: Option<U128>,
        limit: Option<U64>,
    ) -> Vec<&PostedMessage> {
        let from = from_index.map_or(0, |from| usize::try_from(from.0).unwrap_or(usize::MAX));
        let limit = limit.map_or(10, |limit| usize::try_from(limit.0).unwrap_or(usize::MAX));
        self.messages.iter().skip(from).take(limit).collect()
    }

    pub fn total_messages(&self) -> u32 {
        self.messages.len()
    }
}
