//! An answer that comes later, from outside.
//!
//! ```text
//! request {"question": "why"}
//! request {"question": ""}
//! pending {}
//! respond {"id": 0, "answer": "because"}
//! respond {"id": 9, "answer": "because"}
//! resumed {"id": 0}
//! pending {}
//! ```

use near_sdk::store::IterableMap;
use near_sdk::{CryptoHash, Gas, GasWeight, PromiseError, env, near};

const REGISTER: u64 = 0;

#[near(contract_state)]
pub struct Contract {
    next: u64,
    pending: IterableMap<u64, (String, CryptoHash)>,
}

impl Default for Contract {
    fn default() -> Self {
        Self {
            next: 0,
            pending: IterableMap::new(b"p"),
        }
    }
}

#[near]
impl Contract {
    pub fn request(&mut self, question: String) {
        let id = self.next;
        self.next += 1;
        let args = format!(r#"{{"id": {id}}}"#);
        let promise = env::promise_yield_create(
            "resumed",
            args.as_bytes(),
            Gas::from_tgas(10),
            GasWeight(0),
            REGISTER,
        );
        let data_id = env::read_register(REGISTER).and_then(|id| id.try_into().ok());
        let Some(data_id) = data_id else {
            env::panic_str("no data id")
        };
        self.pending.insert(id, (question, data_id));
        env::promise_return(promise);
    }

    pub fn respond(&self, id: u64, answer: String) -> bool {
        let Some((_, data_id)) = self.pending.get(&id) else {
            return false;
        };
        env::promise_yield_resume(data_id, answer.as_bytes())
    }

    #[private]
    pub fn resumed(
        &mut self,
        id: u64,
        #[callback_result] answer: Result<String, PromiseError>,
    ) -> Option<String> {
        self.pending.remove(&id);
        answer.ok()
    }

    pub fn pending(&self) -> Vec<(&u64, &String)> {
        let pending = self.pending.iter();
        pending.map(|(id, (question, _))| (id, question)).collect()
    }
}
