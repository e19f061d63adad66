//! A contract of mere size, which test-contracts' build script generates and names in
//! `LARGE_CONTRACT`: here is what its records need.

use near_sdk::json_types::{Base64VecU8, U64, U128};
use near_sdk::store::IterableMap;
use near_sdk::{AccountId, NearToken, env, log, near, require};
use std::collections::BTreeMap;

#[near(contract_state)]
#[derive(Default)]
pub struct Contract {}

/// Values that follow from a seed.
trait Fill {
    fn fill(seed: u32, salt: u32) -> Self;
}

macro_rules! fill {
    ($($type:ty: |$seed:ident, $salt:ident| $value:expr;)*) => {
        $(impl Fill for $type {
            fn fill($seed: u32, $salt: u32) -> Self {
                $value
            }
        })*
    };
}

fill! {
    u8: |seed, salt| (seed ^ salt).to_le_bytes()[0];
    U128: |seed, salt| U128(u128::from(seed) << (salt % 90));
    String: |seed, salt| format!("{seed:x}-{salt}");
    Vec<u32>: |seed, salt| (seed % 100..seed % 100 + salt % 5).collect();
    Option<AccountId>: |seed, salt| format!("a{seed}.b{salt}").parse().ok();
    BTreeMap<String, u64>: |seed, salt| {
        (0..seed % 4).map(|key| (format!("{key}"), salt.into())).collect()
    };
    i64: |seed, salt| i64::from(seed) - i64::from(salt);
    Base64VecU8: |seed, salt| Base64VecU8([seed.to_le_bytes(), salt.to_le_bytes()].concat());
    (bool, u16): |seed, salt| (seed > salt, u16::from(seed.to_le_bytes()[1]));
    Vec<(String, i32)>: |seed, salt| vec![(String::fill(seed, salt), -1); (salt % 3) as usize];
    NearToken: |seed, salt| NearToken::from_yoctonear(u128::from(seed) * u128::from(salt));
    [u64; 4]: |seed, salt| [seed, salt, seed, salt].map(u64::from);
}

include!(env!("LARGE_CONTRACT"));
