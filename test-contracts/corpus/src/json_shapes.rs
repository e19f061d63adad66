//! JSON of many shapes.
//!
//! ```text
//! echo {"shape": {"unit": null, "pair": [1, "x"], "list": [[], [1, 2]], "map": {"k": [true, false]}, "maybe": {"inner": 3}, "letter": "é"}}
//! echo {"shape": {"unit": null, "pair": [1, "x"], "list": [], "map": {}, "maybe": null, "letter": "zz"}}
//! any {"value": {"a": [1, 2.5, -3, null, {"b": "\u00e9\n"}]}}
//! any {"value": [[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]}
//! keys {"value": {"b": 1, "a": 2, "a": 3}}
//! ```

use near_sdk::near;
use near_sdk::serde_json::Value;
use std::collections::{BTreeMap, HashMap};

#[near(serializers = [json])]
pub struct Inner {
    inner: i32,
}

#[near(serializers = [json])]
pub struct Shape {
    unit: (),
    pair: (u8, String),
    list: Vec<Vec<u16>>,
    map: BTreeMap<String, [bool; 2]>,
    maybe: Option<Inner>,
    letter: char,
}

#[near(contract_state)]
#[derive(Default)]
pub struct Contract {}

#[near]
impl Contract {
    pub fn echo(shape: Shape) -> Shape {
        shape
    }

    pub fn any(value: Value) -> Value {
        value
    }

    pub fn keys(value: HashMap<String, u32>) -> Vec<String> {
        let mut keys: Vec<_> = value.into_keys().collect();
        keys.sort();
        keys
    }
}
