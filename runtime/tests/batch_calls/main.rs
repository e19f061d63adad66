//! The batch calls `ed25519_verify_many` and `ecvrf_verify_many`: each clause, with successes through contracts, and
//! random calls compared with models of the specifications. The clauses that both share are tested here, for any
//! [`network::BatchItem`]; each function has a folder for its own, as has `ed25519_verify`, which the same guest calls.
#![allow(clippy::panic, unreachable_pub, reason = "a test fails by panicking")]

/// Declares the shared tests for the function of this item.
macro_rules! common_tests {
    ($item:path: $($module:ident { $($test:ident)* })*) => {
        $(mod $module {
            $(#[test]
            fn $test() {
                crate::$module::$test::<$item>();
            })*
        })*
    };
    ($item:path) => {
        common_tests! { $item:
            embedder {
                the_prices_cover_nearcores_copies_of_items_and_verdicts
                prices_below_nearcores_copies_leave_the_rest_to_be_paid
                a_name_without_a_price_of_its_own_counts_as_wasm
                a_price_beyond_64_bits_is_an_overflow
                promises_beside_a_burn_limit_below_the_attached_gas_leave_the_verdicts_copy_to_be_paid
            }
            inputs {
                every_malformed_layout_has_a_message_and_pays_for_being_read
                no_more_than_4096_items_are_taken
            }
            linking {
                a_gate_that_is_not_opened_is_an_unknown_import_on_every_backend
            }
            references {
                every_verify_backend_gives_the_references_verdicts
            }
        }
    };
}

mod agreement;
mod cases;
mod contract;
// Patched nearcore has only `ed25519_verify_many`, and runtime/upstream/proof compares that alone.
#[cfg(feature = "nearcore-vm")]
#[path = "../ecvrf_verify_many/mod.rs"]
mod ecvrf_verify_many;
#[cfg(feature = "nearcore-vm")]
#[path = "../ed25519_verify/mod.rs"]
mod ed25519_verify;
#[path = "../ed25519_verify_many/mod.rs"]
mod ed25519_verify_many;
mod embedder;
mod guest;
mod inputs;
mod linking;
mod meter;
mod network;
mod references;

use ed25519_verify_many::items;
