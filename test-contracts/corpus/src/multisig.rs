//! Requests that several must confirm.
//!
//! ```text
//! new {"members": ["alice.near", "bob.near", "carol.near"], "needed": 2}
//! alice.near request {"receiver": "dave.near", "action": {"Transfer": "5"}}
//! mallory.near request {"receiver": "dave.near", "action": {"Transfer": "5"}}
//! bob.near request {"receiver": "contract.near", "action": {"Call": {"method": "x", "args": "e30="}}}
//! alice.near confirm {"id": 0}
//! alice.near confirm {"id": 0}
//! bob.near confirm {"id": 0}
//! bob.near confirm {"id": 0}
//! carol.near cancel {"id": 1}
//! bob.near cancel {"id": 1}
//! requests {}
//! ```

use near_sdk::json_types::Base64VecU8;
use near_sdk::store::IterableMap;
use near_sdk::{
    AccountId, Gas, NearToken, PanicOnDefault, Promise, PromiseOrValue, env, near, require,
};

#[near(serializers = [json, borsh])]
pub enum Action {
    Transfer(NearToken),
    Call { method: String, args: Base64VecU8 },
}

#[near(serializers = [json, borsh])]
pub struct Request {
    by: AccountId,
    receiver: AccountId,
    action: Action,
    confirmed: Vec<AccountId>,
}

#[near(contract_state)]
#[derive(PanicOnDefault)]
pub struct Contract {
    members: Vec<AccountId>,
    needed: usize,
    next: u32,
    requests: IterableMap<u32, Request>,
}

impl Contract {
    fn member(&self) -> AccountId {
        let caller = env::predecessor_account_id();
        require!(self.members.contains(&caller), "not a member");
        caller
    }
}

#[near]
impl Contract {
    #[init]
    pub fn new(members: Vec<AccountId>, needed: usize) -> Self {
        require!((1..=members.len()).contains(&needed), "cannot be reached");
        Self {
            members,
            needed,
            next: 0,
            requests: IterableMap::new(b"r"),
        }
    }

    pub fn request(&mut self, receiver: AccountId, action: Action) -> u32 {
        let request = Request {
            by: self.member(),
            receiver,
            action,
            confirmed: Vec::new(),
        };
        let id = self.next;
        self.next += 1;
        self.requests.insert(id, request);
        id
    }

    pub fn confirm(&mut self, id: u32) -> PromiseOrValue<bool> {
        let member = self.member();
        let Some(request) = self.requests.get_mut(&id) else {
            env::panic_str("no such request")
        };
        require!(!request.confirmed.contains(&member), "confirmed already");
        request.confirmed.push(member);
        if request.confirmed.len() < self.needed {
            return PromiseOrValue::Value(false);
        }
        let Some(request) = self.requests.remove(&id) else {
            env::panic_str("it was there")
        };
        let promise = Promise::new(request.receiver);
        let free = NearToken::from_yoctonear(0);
        PromiseOrValue::Promise(match request.action {
            Action::Transfer(amount) => promise.transfer(amount),
            Action::Call { method, args } => {
                promise.function_call(method, args.0, free, Gas::from_tgas(10))
            }
        })
    }

    pub fn cancel(&mut self, id: u32) {
        let member = self.member();
        let request = self.requests.remove(&id);
        require!(
            request.is_some_and(|request| request.by == member),
            "not yours"
        );
    }

    pub fn requests(&self) -> Vec<(&u32, &Request)> {
        self.requests.iter().collect()
    }
}
