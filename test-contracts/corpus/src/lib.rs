//! Contracts of the kinds that people deploy: each module is one, for a feature of near-sdk, a
//! standard, or an application in short.
//!
//! A module's documentation lists calls to make of it, one a line, as `test_contracts::corpus`
//! reads them: whoever calls, where it is another account than the contract's (`alice.near`), the
//! yoctoNEAR attached (`+1`), the block's time in nanoseconds (`@7`), the method, and its arguments,
//! JSON or `hex:…`. Each is made in the state that those before it left. Many must fail.
//!
//! For Wasm only the module that `--cfg contract="…"` names is compiled, since methods of two would
//! have the same names; elsewhere all are, so that the compiler and clippy see them.

#![expect(
    missing_docs,
    reason = "near-sdk's macros write public items without documentation"
)]

/// The methods of a map that `near_sdk::store` has, over the module's `Map`, `Key` and `Value`.
#[allow(unused_macros, reason = "of a contract that is no map")]
macro_rules! map_contract {
    () => {
        #[near(contract_state)]
        pub struct Contract {
            map: Map,
        }

        impl Default for Contract {
            fn default() -> Self {
                Self {
                    map: Map::new(b"m"),
                }
            }
        }

        #[near]
        impl Contract {
            pub fn set(&mut self, key: Key, value: Value) -> Option<Value> {
                self.map.insert(key, value)
            }

            pub fn get(&self, key: Key) -> Option<&Value> {
                self.map.get(&key)
            }

            pub fn remove(&mut self, key: Key) -> Option<Value> {
                self.map.remove(&key)
            }
        }
    };
}

#[cfg(any(not(target_arch = "wasm32"), contract = "amm"))]
pub mod amm;
#[cfg(any(not(target_arch = "wasm32"), contract = "auction"))]
pub mod auction;
#[cfg(any(not(target_arch = "wasm32"), contract = "big_integers"))]
pub mod big_integers;
#[cfg(any(not(target_arch = "wasm32"), contract = "borsh_args"))]
pub mod borsh_args;
#[cfg(any(not(target_arch = "wasm32"), contract = "counter"))]
pub mod counter;
#[cfg(any(not(target_arch = "wasm32"), contract = "cross_contract"))]
pub mod cross_contract;
#[cfg(any(not(target_arch = "wasm32"), contract = "curves"))]
pub mod curves;
#[cfg(any(not(target_arch = "wasm32"), contract = "dao"))]
pub mod dao;
#[cfg(any(not(target_arch = "wasm32"), contract = "dispatch"))]
pub mod dispatch;
#[cfg(any(not(target_arch = "wasm32"), contract = "encodings"))]
pub mod encodings;
#[cfg(any(not(target_arch = "wasm32"), contract = "enums"))]
pub mod enums;
#[cfg(any(not(target_arch = "wasm32"), contract = "escrow"))]
pub mod escrow;
#[cfg(any(not(target_arch = "wasm32"), contract = "events"))]
pub mod events;
#[cfg(any(not(target_arch = "wasm32"), contract = "factory"))]
pub mod factory;
#[cfg(any(not(target_arch = "wasm32"), contract = "floats"))]
pub mod floats;
#[cfg(any(not(target_arch = "wasm32"), contract = "fungible_token"))]
pub mod fungible_token;
#[cfg(any(not(target_arch = "wasm32"), contract = "gas_meter"))]
pub mod gas_meter;
#[cfg(any(not(target_arch = "wasm32"), contract = "guest_book"))]
pub mod guest_book;
#[cfg(any(not(target_arch = "wasm32"), contract = "handled_results"))]
pub mod handled_results;
#[cfg(any(not(target_arch = "wasm32"), contract = "hashes"))]
pub mod hashes;
#[cfg(any(not(target_arch = "wasm32"), contract = "interpreter"))]
pub mod interpreter;
#[cfg(any(not(target_arch = "wasm32"), contract = "iterable_map"))]
pub mod iterable_map;
#[cfg(any(not(target_arch = "wasm32"), contract = "iterable_set"))]
pub mod iterable_set;
#[cfg(any(not(target_arch = "wasm32"), contract = "json_shapes"))]
pub mod json_shapes;
#[cfg(any(not(target_arch = "wasm32"), contract = "lazy"))]
pub mod lazy;
#[cfg(any(not(target_arch = "wasm32"), contract = "lending"))]
pub mod lending;
#[cfg(any(not(target_arch = "wasm32"), contract = "linkdrop"))]
pub mod linkdrop;
#[cfg(any(not(target_arch = "wasm32"), contract = "lookup_map"))]
pub mod lookup_map;
#[cfg(any(not(target_arch = "wasm32"), contract = "lookup_set"))]
pub mod lookup_set;
#[cfg(any(not(target_arch = "wasm32"), contract = "low_level_promises"))]
pub mod low_level_promises;
#[cfg(any(not(target_arch = "wasm32"), contract = "matrices"))]
pub mod matrices;
#[cfg(any(not(target_arch = "wasm32"), contract = "multisig"))]
pub mod multisig;
#[cfg(any(not(target_arch = "wasm32"), contract = "nested_map"))]
pub mod nested_map;
#[cfg(any(not(target_arch = "wasm32"), contract = "non_fungible_token"))]
pub mod non_fungible_token;
#[cfg(any(not(target_arch = "wasm32"), contract = "old_vector"))]
pub mod old_vector;
#[cfg(any(not(target_arch = "wasm32"), contract = "optional_arguments"))]
pub mod optional_arguments;
#[cfg(any(not(target_arch = "wasm32"), contract = "owned"))]
pub mod owned;
#[cfg(any(not(target_arch = "wasm32"), contract = "panics"))]
pub mod panics;
#[cfg(any(not(target_arch = "wasm32"), contract = "payable"))]
pub mod payable;
#[cfg(any(not(target_arch = "wasm32"), contract = "price_oracle"))]
pub mod price_oracle;
#[cfg(any(not(target_arch = "wasm32"), contract = "promise_batch"))]
pub mod promise_batch;
#[cfg(any(not(target_arch = "wasm32"), contract = "promise_join"))]
pub mod promise_join;
#[cfg(any(not(target_arch = "wasm32"), contract = "raw_storage"))]
pub mod raw_storage;
#[cfg(any(not(target_arch = "wasm32"), contract = "roles"))]
pub mod roles;
#[cfg(any(not(target_arch = "wasm32"), contract = "social_db"))]
pub mod social_db;
#[cfg(any(not(target_arch = "wasm32"), contract = "sorting"))]
pub mod sorting;
#[cfg(any(not(target_arch = "wasm32"), contract = "staking_pool"))]
pub mod staking_pool;
#[cfg(any(not(target_arch = "wasm32"), contract = "status_message"))]
pub mod status_message;
#[cfg(any(not(target_arch = "wasm32"), contract = "text"))]
pub mod text;
#[cfg(any(not(target_arch = "wasm32"), contract = "token_receiver"))]
pub mod token_receiver;
#[cfg(any(not(target_arch = "wasm32"), contract = "tree_map"))]
pub mod tree_map;
#[cfg(any(not(target_arch = "wasm32"), contract = "unordered_map"))]
pub mod unordered_map;
#[cfg(any(not(target_arch = "wasm32"), contract = "unordered_set"))]
pub mod unordered_set;
#[cfg(any(not(target_arch = "wasm32"), contract = "upgrade"))]
pub mod upgrade;
#[cfg(any(not(target_arch = "wasm32"), contract = "vector"))]
pub mod vector;
#[cfg(any(not(target_arch = "wasm32"), contract = "vesting"))]
pub mod vesting;
#[cfg(any(not(target_arch = "wasm32"), contract = "whole_state"))]
pub mod whole_state;
#[cfg(any(not(target_arch = "wasm32"), contract = "wrapped_near"))]
pub mod wrapped_near;
#[cfg(any(not(target_arch = "wasm32"), contract = "yield_resume"))]
pub mod yield_resume;
// Only where it was generated, which is never outside of Wasm.
#[cfg(contract = "large")]
pub mod large;
