//! A tree of texts, merged and read by paths.
//!
//! ```text
//! alice.near set {"data": {"alice.near": {"profile": {"name": "Alice", "tags": {"a": "1"}}}}}
//! alice.near set {"data": {"alice.near": {"profile": {"name": "Al"}, "posts": {"1": "hi"}}}}
//! bob.near set {"data": {"alice.near": {"profile": {"name": "Bob"}}}}
//! alice.near set {"data": {"alice.near": {"profile": 7}}}
//! get {"path": "alice.near/profile/name"}
//! get {"path": "alice.near"}
//! get {"path": "nobody"}
//! keys {}
//! ```

use near_sdk::serde_json::{Map, Value};
use near_sdk::{env, near};
use std::collections::BTreeMap;

#[near(serializers = [borsh])]
pub enum Node {
    Text(String),
    Branch(BTreeMap<String, Node>),
}

impl Default for Node {
    fn default() -> Self {
        Self::Branch(BTreeMap::new())
    }
}

impl Node {
    fn merge(&mut self, value: Value) {
        match value {
            Value::String(text) => *self = Self::Text(text),
            Value::Object(entries) => {
                if let Self::Text(_) = self {
                    *self = Self::default();
                }
                let Self::Branch(branch) = self else {
                    return;
                };
                for (key, value) in entries {
                    branch.entry(key).or_default().merge(value);
                }
            }
            other => env::panic_str(&format!("neither text nor tree: {other}")),
        }
    }

    fn value(&self) -> Value {
        match self {
            Self::Text(text) => Value::String(text.clone()),
            Self::Branch(branch) => {
                let entries = branch.iter().map(|(key, node)| (key.clone(), node.value()));
                Value::Object(entries.collect())
            }
        }
    }
}

#[near(contract_state)]
#[derive(Default)]
pub struct Contract {
    root: Node,
}

#[near]
impl Contract {
    #[payable]
    pub fn set(&mut self, data: Map<String, Value>) {
        let caller = env::predecessor_account_id();
        if data.keys().any(|account| *account != caller) {
            env::panic_str("only your own");
        }
        self.root.merge(Value::Object(data));
    }

    pub fn get(&self, path: String) -> Option<Value> {
        let mut node = &self.root;
        for step in path.split('/') {
            let Node::Branch(branch) = node else {
                return None;
            };
            node = branch.get(step)?;
        }
        Some(node.value())
    }

    pub fn keys(&self) -> usize {
        match &self.root {
            Node::Text(_) => 0,
            Node::Branch(branch) => branch.len(),
        }
    }
}
