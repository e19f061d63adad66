//! Arguments that may be left out, and defaults.
//!
//! ```text
//! greet {}
//! greet {"name": "x"}
//! greet {"name": null, "excited": true}
//! page {}
//! page {"from": "2"}
//! page {"limit": 1, "unknown": 3}
//! strict {"options": {"depth": 1}}
//! strict {"options": {"depth": 1, "unknown": 2}}
//! skip {"options": {"depth": 0}}
//! ```

use near_sdk::json_types::U64;
use near_sdk::near;

#[near(serializers = [json])]
#[serde(deny_unknown_fields)]
pub struct Options {
    depth: u8,
    #[serde(default = "half")]
    width: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
}

fn half() -> u8 {
    128
}

#[near(contract_state)]
#[derive(Default)]
pub struct Contract {}

#[near]
impl Contract {
    pub fn greet(name: Option<String>, excited: Option<bool>) -> String {
        let mark = if excited.unwrap_or_default() {
            "!"
        } else {
            "."
        };
        format!("hello {}{mark}", name.as_deref().unwrap_or("world"))
    }

    pub fn page(from: Option<U64>, limit: Option<u8>) -> Vec<U64> {
        let from = from.map_or(0, |from| from.0);
        let numbers = (from..from + 10).map(U64);
        numbers.take(limit.unwrap_or(3).into()).collect()
    }

    pub fn strict(options: Options) -> u32 {
        u32::from(options.depth) * u32::from(options.width)
    }

    pub fn skip(options: Options) -> Options {
        options
    }
}
