//! Storage by the host functions themselves.
//!
//! ```text
//! write {"key": "a2V5", "value": "AA=="}
//! write {"key": "a2V5", "value": "AAEC"}
//! read {"key": "a2V5"}
//! read {"key": ""}
//! has {"key": "a2V5"}
//! remove {"key": "a2V5"}
//! remove {"key": "a2V5"}
//! fill {"count": 12, "size": 300}
//! ```

use near_sdk::json_types::Base64VecU8;
use near_sdk::{env, near};

#[near(contract_state)]
#[derive(Default)]
pub struct Contract {}

#[near]
impl Contract {
    pub fn write(key: Base64VecU8, value: Base64VecU8) -> Option<Base64VecU8> {
        let replaced = env::storage_write(&key.0, &value.0);
        let evicted = replaced.then(env::storage_get_evicted).flatten();
        evicted.map(Into::into)
    }

    pub fn read(key: Base64VecU8) -> Option<Base64VecU8> {
        env::storage_read(&key.0).map(Into::into)
    }

    pub fn has(key: Base64VecU8) -> bool {
        env::storage_has_key(&key.0)
    }

    pub fn remove(key: Base64VecU8) -> Option<Base64VecU8> {
        let removed = env::storage_remove(&key.0);
        let evicted = removed.then(env::storage_get_evicted).flatten();
        evicted.map(Into::into)
    }

    pub fn fill(count: u32, size: usize) -> u64 {
        for index in 0..count {
            let value = vec![index.to_le_bytes()[0]; size];
            env::storage_write(&index.to_be_bytes(), &value);
        }
        env::storage_usage()
    }
}
