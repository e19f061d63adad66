//! Every entry point gives the references' verdict on every item, at any place in a batch.
//!
//! The references are ed25519-dalek 2 and 3 for NEP-364, and ed25519-zebra and ed25519-consensus
//! for ZIP-215. Both references of a rule verify each case and must agree. No expected verdicts are
//! listed here. An entry point is a way to call the crate: each backend, with each layout of tables
//! and without tables.
//!
//! `FUZZ_CASES=1000000 cargo test --workspace --release --test exactness -- random` runs longer.
#![allow(clippy::panic, reason = "a test fails by panicking")]
#![allow(unreachable_pub, reason = "modules of one test")]

mod case;
mod entry_point;
mod few;
mod grid;
mod judge;
mod peers;
mod random;
mod records;
mod reference;
mod singles;
mod strategy;

/// Makes a test for each rule from each function, so that the long tests run in parallel.
macro_rules! by_each_rule {
    ($($test:ident),* $(,)?) => {
        mod nep_364 {
            $(#[test]
            fn $test() {
                super::$test(ed25519_lanes::Rule::Nep364);
            })*
        }
        mod zip_215 {
            $(#[test]
            fn $test() {
                super::$test(ed25519_lanes::Rule::Zip215);
            })*
        }
    };
}
use by_each_rule;
